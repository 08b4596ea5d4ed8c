package bot

import (
	"slices"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// mostDeeds is how many deeds of hosts a table remembers: as many as its log has room for, and some.
const mostDeeds = 40

// noted is the log of the table with one more deed, the asker's. It is stored with what was done, in one commit.
func (a *actor) noted(k *interaction.Interaction, d text.AuditEntry) []text.AuditEntry {
	d.At, d.By = engine.At(time.Now()), k.User
	return withDeed(a.record.AuditLog, d)
}

// withDeed is a log with one more deed, and room for no more than mostDeeds.
func withDeed(all []text.AuditEntry, d text.AuditEntry) []text.AuditEntry {
	all = all[max(0, len(all)-mostDeeds+1):]
	return append(all[:len(all):len(all)], d) // the record shares none of it: a commit in doubt may still be reading
}

// order carries out what a host wants of the table.
func (a *actor) order(k *interaction.Interaction, c engine.Command, what text.AuditAction, done locale.Text) {
	a.ordered(k, c, text.AuditEntry{What: what}, string(done))
}

func (a *actor) ordered(k *interaction.Interaction, c engine.Command, d text.AuditEntry, done string) {
	next, events, err := a.table.Apply(c, nil)
	if err == nil {
		r := a.record
		r.AuditLog = a.noted(k, d)
		err = a.commit(k.ID, next, r, events)
	}
	if err != nil {
		a.refuse(k, err)
		return
	}
	a.bot.reply.Text(k, done)
}

// kick is /table kick: a seat is taken away after the hand, or a place in the line. House players, whom nobody can name
// as an option of a command, go with /table bot remove.
func (a *actor) kick(k *interaction.Interaction) {
	v, say := a.view(), &k.Lang.Host
	s, seated := v.SeatOf(k.Target.User)
	player := render.Mention(k.Target.User)
	done := say.Kicked.Format("player", player, "amount", k.Lang.Chips(s.Stack+s.Pending))
	switch {
	case k.Target.Bot:
		a.bot.reply.Text(k, string(say.KickBot))
		return
	case !seated && !a.inLine(k.Target.User):
		a.bot.reply.Text(k, say.NoSeat.Format("player", player))
		return
	case s.Kicked:
		a.bot.reply.Text(k, say.KickedTwice.Format("player", player))
		return
	case !seated:
		done = say.KickedLine.Format("player", player)
	case v.Phase != engine.Idle && s.InHand:
		done = say.KickedAfter.Format("player", player)
	}
	c := engine.Kick{Player: k.Target.User, At: engine.At(time.Now())}
	a.ordered(k, c, text.AuditEntry{What: text.DidKick, Player: k.Target.User}, done)
}

// handOver is /table host: somebody else is the table's host from now on.
func (a *actor) handOver(k *interaction.Interaction) {
	say, player := &k.Lang.Host, render.Mention(k.Target.User)
	switch {
	case k.Target.Bot:
		a.bot.reply.Text(k, say.NoBot.Format("player", player))
		return
	case !k.Target.Member:
		a.bot.reply.Text(k, say.NotHere.Format("player", player))
		return
	case k.Target.User == a.record.Host:
		a.bot.reply.Text(k, say.HostAlready.Format("player", player))
		return
	}
	r := a.record
	r.Host, r.AuditLog = k.Target.User, a.noted(k, text.AuditEntry{What: text.DidHand, Player: k.Target.User})
	if err := a.commit(k.ID, a.table, r, nil); err != nil {
		a.refuse(k, err)
		return
	}
	a.bot.reply.Text(k, say.Handed.Format("player", player))
}

// tellLog is /table log. Who was forgotten since is not named in it.
func (a *actor) tellLog(k *interaction.Interaction) {
	all, err := a.bot.gone(a.key.Guild)
	if err != nil {
		a.refuse(k, err)
		return
	}
	deeds := slices.Clone(a.record.AuditLog)
	for i := range deeds {
		d := &deeds[i]
		d.By, d.Player = all.Name(d.By, d.At), all.Name(d.Player, d.At)
		if me := a.bot.me.Load(); me != nil && d.What == text.DidLoseMirror { // not known yet, perhaps, when it was lost
			d.By = message.Snowflake(*me)
		}
	}
	a.bot.reply.Text(k, text.Log(k.Lang, deeds))
}
