package host

import (
	"slices"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// audit adds to the log of a table what the asker does. It is stored with what they do, in one commit.
func audit(r *record.Table, k *interaction.Interaction, d text.AuditEntry) {
	d.By = k.User
	r.Audit(d)
}

// order carries out what a host wants of the table.
func order(a *table.Table, k *interaction.Interaction, c engine.Command, what text.AuditAction, done locale.Text) {
	doAudited(a, k, c, text.AuditEntry{What: what}, string(done))
}

func doAudited(a *table.Table, k *interaction.Interaction, c engine.Command, d text.AuditEntry, done string) {
	err := a.Update(k, func(r *record.Table, e *engine.Table) (events []engine.Event, err error) {
		audit(r, k, d)
		*e, events, err = e.Apply(c, nil)
		return events, err
	})
	if err != nil {
		a.Refuse(k, err)
		return
	}
	a.Env.Reply.Text(k, done)
}

// Kick is /table kick: a seat is taken away after the hand, or a place in the line. House players, whom nobody can name
// as an option of a command, go with /table bot remove.
func Kick(a *table.Table, k *interaction.Interaction) {
	v, say := a.View(), &k.Lang.Host
	s, seated := v.SeatOf(k.Target.User)
	player := render.Mention(k.Target.User)
	done := say.Kicked.Format("player", player, "amount", k.Lang.Chips(s.Stack+s.Pending))
	switch {
	case k.Target.Bot:
		a.Env.Reply.Text(k, string(say.KickBot))
		return
	case !seated && !a.OnWaitlist(k.Target.User):
		a.Env.Reply.Text(k, say.NoSeat.Format("player", player))
		return
	case s.Kicked:
		a.Env.Reply.Text(k, say.KickedTwice.Format("player", player))
		return
	case !seated:
		done = say.KickedLine.Format("player", player)
	case v.Phase != engine.Idle && s.InHand:
		done = say.KickedAfter.Format("player", player)
	}
	c := engine.Kick{Player: k.Target.User, At: engine.At(time.Now())}
	doAudited(a, k, c, text.AuditEntry{What: text.DidKick, Player: k.Target.User}, done)
}

// HandOver is /table host: somebody else is the table's host from now on.
func HandOver(a *table.Table, k *interaction.Interaction) {
	say, player := &k.Lang.Host, render.Mention(k.Target.User)
	switch {
	case k.Target.Bot:
		a.Env.Reply.Text(k, say.NoBot.Format("player", player))
		return
	case !k.Target.Member:
		a.Env.Reply.Text(k, say.NotHere.Format("player", player))
		return
	case k.Target.User == a.State.Record.Host:
		a.Env.Reply.Text(k, say.HostAlready.Format("player", player))
		return
	}
	err := a.Update(k, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
		r.Host = k.Target.User
		audit(r, k, text.AuditEntry{What: text.DidHand, Player: k.Target.User})
		return nil, nil
	})
	if err != nil {
		a.Refuse(k, err)
		return
	}
	a.Env.Reply.Text(k, say.Handed.Format("player", player))
}

// TellLog is /table log. Who was forgotten since is not named in it.
func TellLog(a *table.Table, k *interaction.Interaction) {
	all, err := a.Env.Prefs.Forgotten(a.Key.Guild)
	if err != nil {
		a.Refuse(k, err)
		return
	}
	deeds := slices.Clone(a.State.Record.AuditLog)
	for i := range deeds {
		d := &deeds[i]
		d.By, d.Player = all.Name(d.By, d.At), all.Name(d.Player, d.At)
		if me := a.Env.Me.Load(); me != nil && d.What == text.DidLoseMirror { // not known yet, perhaps, when it was lost
			d.By = message.Snowflake(*me)
		}
	}
	a.Env.Reply.Text(k, text.Log(k.Lang, deeds))
}
