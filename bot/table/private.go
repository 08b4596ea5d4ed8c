package table

import (
	"maps"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/engine"
)

// keepPresses adds to a record whose token can reach each user. Discord accepts the token of a press once it has its answer.
func (j *journal) keepPresses(r *record.Table, now time.Time) {
	j.dropPresses(r, now)
	for who, in := range j.presses {
		if private, id := r.Private[who], message.Snowflake(in.ID); in.Delivered() && private.Press.ID != id {
			private.Locale, private.Press = in.Locale, j.table.Env.Codec.SealFor(private, j.table.Key, id, in.Arrived, in.Ref)
			r.SetPrivate(who, private)
		}
	}
}

// dropPresses forgets the presses that are too old to be of use, and those on a cash table's board that Reach finds in the record.
func (j *journal) dropPresses(r *record.Table, now time.Time) {
	maps.DeleteFunc(j.presses, func(who engine.ID, in *interaction.Origin) bool {
		stored := r.Private[who].Press.ID == message.Snowflake(in.ID) && !in.Ephemeral && !directed(j.table)
		return stored || now.Sub(in.Arrived) > record.PressLife
	})
}

// Private is the part of a table that its players see alone: how to reach each of them, and their panels.
type Private struct{ table *Table }

// Private returns the private part of the table.
func (t *Table) Private() Private { return Private{t} }

// PreAction returns a player's pre-action (R28).
func (p Private) PreAction(who engine.ID) engine.PreAction {
	return p.table.state.game.PreActionOf(who)
}

// Reach returns the origin of a user's newest interaction at this table that a further message to them can follow, or nil.
func (p Private) Reach(who engine.ID) *interaction.Origin {
	now, private := time.Now(), p.table.state.record.Private[who]
	if in := p.table.journal.presses[who]; in != nil && in.Delivered() && now.Sub(in.Arrived) < record.PressLife {
		return in
	}
	return p.pressOf(who, private.Press, now)
}

// Panel returns the origin whose token can change a player's panel, and the panel's message if it is a follow-up; else
// 0. It returns nil without a panel that can be changed.
func (p Private) Panel(who engine.ID) (by *interaction.Origin, panel engine.ID) {
	private := p.table.state.record.Private[who]
	return p.pressOf(who, private.Panel, time.Now()), private.Message
}

// KeepPanel remembers which token can change a player's panel, for the next run of the program. The message is 0 if it answered
// the interaction. The next commit stores it.
func (p Private) KeepPanel(in *interaction.Origin, panel engine.ID) {
	private := p.table.state.record.Private[in.User]
	private.Panel, private.Message = p.table.Env.Codec.SealFor(private, p.table.Key, message.Snowflake(in.ID), in.Arrived, in.Ref), panel
	p.table.state.record.SetPrivate(in.User, private)
}

// pressOf returns a stored press as the origin that it was; nil if it is too old, or cannot be read.
func (p Private) pressOf(who engine.ID, press record.Press, now time.Time) *interaction.Origin {
	t := p.table
	if !press.Fresh(now) {
		return nil
	}
	by, err := t.Env.Codec.OpenPress(t.Key, press)
	if err != nil {
		t.Log.Warn("could not read the token of a press; the player's next press brings another", "player", uint64(who), "err", err)
		return nil
	}
	in := &interaction.Origin{
		Ref: by, Arrived: press.At.Time(),
		Key: t.Key, User: who, Locale: t.state.record.Private[who].Locale, GuildLocale: t.state.record.Locale,
	}
	in.Lang = t.Env.Prefs.LocaleOf(in)
	in.MarkDelivered()
	return in
}
