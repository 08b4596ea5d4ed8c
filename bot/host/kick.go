package host

import (
	"slices"
	"strconv"
	"time"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// audit adds an entry to the audit log, stored in the same commit as the action.
func audit(r *record.Table, in *interaction.Interaction, d text.AuditEntry) {
	d.By = in.User
	r.Audit(d)
}

// orderAction carries out a command of the host and adds it to the audit log.
func orderAction(t *table.Table, in *interaction.Interaction, c engine.Command, action text.AuditAction, done locale.Text) {
	doAudited(t, in, c, text.AuditEntry{What: action}, string(done))
}

// doAudited carries out a command together with its entry in the audit log, and reports whether it succeeded.
func doAudited(t *table.Table, in *interaction.Interaction, c engine.Command, d text.AuditEntry, done string) bool {
	err := t.Update(in, func(r *record.Table, e *engine.Table) (events []engine.Event, err error) {
		audit(r, in, d)
		*e, events, err = e.Apply(c, nil)
		return events, err
	})
	reply(t, in, err, done)
	return err == nil
}

// Kick handles /table kick: it removes a player after the hand, or takes them off the waitlist. Discord cannot name house
// players in an option; /table bot remove is for them.
func Kick(t *table.Table, in *interaction.Interaction) {
	v, say := t.View(), &in.Lang.Host
	s, seated := v.SeatOf(in.Target.User)
	player := render.Mention(in.Target.User)
	done := func(l *locale.Lang) string {
		return l.Host.Kicked.Format("player", player, "amount", l.Chips(s.Stack+s.Pending))
	}
	switch {
	case in.Target.Bot:
		t.Env.Reply.Text(in, string(say.KickBot))
		return
	case !seated && !slices.Contains(t.View().Waitlist, in.Target.User):
		asks := t.Record().Requests.Open(in.Target.User) != 0
		t.Env.Reply.Text(in, locale.Either(asks, say.AsksSeat, say.NoSeat).Format("player", player))
		return
	case s.Kicked:
		t.Env.Reply.Text(in, say.KickedTwice.Format("player", player))
		return
	case !seated:
		done = func(l *locale.Lang) string { return l.Host.KickedLine.Format("player", player) }
	case v.Phase != engine.Idle && s.InHand:
		done = func(l *locale.Lang) string { return l.Host.KickedAfter.Format("player", player) }
	}
	c := engine.Kick{Player: in.Target.User, At: engine.At(time.Now())}
	if doAudited(t, in, c, text.AuditEntry{What: text.DidKick, Player: in.Target.User}, done(in.Lang)) {
		channel.Notify(t, in, in.Target.User, done(t.Locale()))
	}
}

// HandOver handles /table host: it asks whether another user shall be the host. A manager takes a table over at once.
func HandOver(t *table.Table, in *interaction.Interaction) {
	say, player := &in.Lang.Host, render.Mention(in.Target.User)
	switch {
	case in.Target.Bot:
		t.Env.Reply.Text(in, say.NoBot.Format("player", player))
		return
	case !in.Target.Member:
		t.Env.Reply.Text(in, say.NotHere.Format("player", player))
		return
	case in.Target.User == t.Record().Host:
		t.Env.Reply.Text(in, say.HostAlready.Format("player", player))
		return
	case in.Target.User == in.User: // a manager who takes the table over gives nothing up
		handOver(t, in)
		return
	}
	confirm(t, in, say.SureHand.Format("player", player), render.VerbHand, strconv.FormatUint(uint64(in.Target.User), 10))
}

// handOver makes another user the host.
func handOver(t *table.Table, in *interaction.Interaction) {
	say, player := &in.Lang.Host, render.Mention(in.Target.User)
	err := t.Update(in, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
		r.Host = in.Target.User
		audit(r, in, text.AuditEntry{What: text.DidHand, Player: in.Target.User})
		return nil, nil
	})
	reply(t, in, err, say.Handed.Format("player", player))
	if err == nil {
		channel.Notify(t, in, in.Target.User, t.Locale().Host.Handed.Format("player", player))
	}
}

// ShowLog handles /table log. It leaves out the names of users who asked to be forgotten.
func ShowLog(t *table.Table, in *interaction.Interaction) {
	all, err := t.Env.Prefs.Forgotten(t.Key.Guild)
	if err != nil {
		t.Refuse(in, err)
		return
	}
	entries := slices.Clone(t.Record().AuditLog)
	for i := range entries {
		e := &entries[i]
		e.By, e.Player = all.Name(e.By, e.At), all.Name(e.Player, e.At)
		if me := t.Env.Me.Load(); me != nil && e.What == text.DidLoseMirror { // the bot may not have known its own ID when it lost the mirror
			e.By = message.Snowflake(*me)
		}
	}
	t.Env.Reply.Text(in, text.Log(in.Lang, entries))
}
