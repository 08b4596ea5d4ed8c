package bot

import (
	"slices"
	"time"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// mostDeeds is how many deeds of hosts a table remembers: as many as its log has room for, and some.
const mostDeeds = 40

// noted is the log of the table with one more deed, the asker's. It is stored with what was done, in one commit.
func (a *actor) noted(k *ask, d text.AuditEntry) []text.AuditEntry {
	d.At, d.By = engine.At(time.Now()), k.user
	return withDeed(a.record.Deeds, d)
}

// withDeed is a log with one more deed, and room for no more than mostDeeds.
func withDeed(all []text.AuditEntry, d text.AuditEntry) []text.AuditEntry {
	all = all[max(0, len(all)-mostDeeds+1):]
	return append(all[:len(all):len(all)], d) // the record shares none of it: a commit in doubt may still be reading
}

// order carries out what a host wants of the table.
func (a *actor) order(k *ask, c engine.Command, what text.AuditAction, done locale.Text) {
	a.ordered(k, c, text.AuditEntry{What: what}, string(done))
}

func (a *actor) ordered(k *ask, c engine.Command, d text.AuditEntry, done string) {
	next, events, err := a.table.Apply(c, nil)
	if err == nil {
		r := a.record
		r.Deeds = a.noted(k, d)
		err = a.commit(k.id, next, r, events)
	}
	if err != nil {
		a.refuse(k, err)
		return
	}
	a.bot.tell(k, done)
}

// kick is /table kick: a seat is taken away after the hand, or a place in the line. House players, whom nobody can name
// as an option of a command, go with /table bot remove.
func (a *actor) kick(k *ask) {
	v, say := a.view(), &k.lang.Host
	s, seated := v.SeatOf(k.named.who)
	player := render.Mention(k.named.who)
	done := say.Kicked.Format("player", player, "amount", k.lang.Chips(s.Stack+s.Pending))
	switch {
	case k.named.bot:
		a.bot.tell(k, string(say.KickBot))
		return
	case !seated && !a.inLine(k.named.who):
		a.bot.tell(k, say.NoSeat.Format("player", player))
		return
	case s.Kicked:
		a.bot.tell(k, say.KickedTwice.Format("player", player))
		return
	case !seated:
		done = say.KickedLine.Format("player", player)
	case v.Phase != engine.Idle && s.InHand:
		done = say.KickedAfter.Format("player", player)
	}
	c := engine.Kick{Player: k.named.who, At: engine.At(time.Now())}
	a.ordered(k, c, text.AuditEntry{What: text.DidKick, Player: k.named.who}, done)
}

// handOver is /table host: somebody else is the table's host from now on.
func (a *actor) handOver(k *ask) {
	say, player := &k.lang.Host, render.Mention(k.named.who)
	switch {
	case k.named.bot:
		a.bot.tell(k, say.NoBot.Format("player", player))
		return
	case !k.named.here:
		a.bot.tell(k, say.NotHere.Format("player", player))
		return
	case k.named.who == a.record.Host:
		a.bot.tell(k, say.HostAlready.Format("player", player))
		return
	}
	r := a.record
	r.Host, r.Deeds = k.named.who, a.noted(k, text.AuditEntry{What: text.DidHand, Player: k.named.who})
	if err := a.commit(k.id, a.table, r, nil); err != nil {
		a.refuse(k, err)
		return
	}
	a.bot.tell(k, say.Handed.Format("player", player))
}

// tellLog is /table log. Who was forgotten since is not named in it.
func (a *actor) tellLog(k *ask) {
	all, err := a.bot.gone(a.key.Guild)
	if err != nil {
		a.refuse(k, err)
		return
	}
	deeds := slices.Clone(a.record.Deeds)
	for i := range deeds {
		d := &deeds[i]
		d.By, d.Player = all.name(d.By, d.At), all.name(d.Player, d.At)
		if me := a.bot.me.Load(); me != nil && d.What == text.DidLoseMirror { // not known yet, perhaps, when it was lost
			d.By = snowflake(*me)
		}
	}
	a.bot.tell(k, text.Log(k.lang, deeds))
}
