package table

import (
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/engine"
)

// keepPresses adds to a record whose token can reach each user. Discord accepts the token of a press once it has its answer.
func (j *journal) keepPresses(r *record.Table, now time.Time) {
	for who, k := range j.presses {
		private, id := r.Private[who], message.Snowflake(k.ID)
		switch {
		case now.Sub(k.Arrived) > record.PressLife:
			delete(j.presses, who)
		case k.Delivered() && private.Press.ID != id:
			private.Locale, private.Press = k.Locale, j.table.Env.Codec.SealFor(private, j.table.Key, id, k.Arrived, k.Ref)
			r.SetPrivate(who, private)
		}
	}
}

// Reach returns the origin of a user's newest interaction at this table that a further message to them can follow. It returns
// nil without one from the last minutes.
func Reach(t *Table, who engine.ID) *interaction.Origin {
	now, private := time.Now(), t.state.record.Private[who]
	if k := t.journal.presses[who]; k != nil && k.Delivered() && now.Sub(k.Arrived) < record.PressLife {
		return k
	}
	return pressOf(t, who, private.Press, now)
}

// PanelOf returns the origin whose token can change a player's panel, and the panel's message if it followed the interaction; else
// 0. It returns nil without a panel that can be changed.
func PanelOf(t *Table, who engine.ID) (by *interaction.Origin, panel engine.ID) {
	private := t.state.record.Private[who]
	return pressOf(t, who, private.Panel, time.Now()), private.Message
}

// KeepPanel remembers which token can change a player's panel, for the next run of the program. The message is 0 if it answered
// the interaction. The next commit stores it.
func KeepPanel(t *Table, k *interaction.Origin, panel engine.ID) {
	private := t.state.record.Private[k.User]
	private.Panel, private.Message = t.Env.Codec.SealFor(private, t.Key, message.Snowflake(k.ID), k.Arrived, k.Ref), panel
	t.state.record.SetPrivate(k.User, private)
}

// pressOf returns a stored press as the origin that it was; nil if it is too old, or cannot be read.
func pressOf(t *Table, who engine.ID, press record.Press, now time.Time) *interaction.Origin {
	if !press.Fresh(now) {
		return nil
	}
	by, err := t.Env.Codec.OpenPress(t.Key, press)
	if err != nil {
		t.Log.Warn("could not read the token of a press; the player's next press brings another", "player", uint64(who), "err", err)
		return nil
	}
	k := &interaction.Origin{
		Ref: by, Arrived: press.At.Time(),
		Key: t.Key, User: who, Locale: t.state.record.Private[who].Locale, GuildLocale: t.state.record.Locale,
	}
	k.Lang = t.Env.Prefs.LocaleOf(k)
	k.MarkDelivered()
	return k
}
