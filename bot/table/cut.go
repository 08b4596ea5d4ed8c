package table

import (
	"errors"
	"slices"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/render/text"
)

// Cut shows a player's cut of the next hand to the channel, as the answer to their interaction. The cut counts once the
// table has stored the id of that message. Until the hand starts, the player's next cut replaces it.
func (d *Dealer) Cut(in *interaction.Interaction, words string) {
	t := d.table
	c, hand := shuffle.Cut{By: in.User, Text: words}, d.nextNumber()
	shown := text.Cut(t.Locale(), t.Names.Player(SeatOf(new(t.View()), in.User)), hand, words)
	t.Env.Reply.Public(in, shown, func(id string, err error) {
		c.Message = message.Snowflake(id)
		t.Must(func() { d.storeCut(c, hand, err) })
	})
}

// TakesCuts reports whether players may cut the next hand: its seals and the message of the hand before stand in the channel,
// and it has no beacon.
func (d *Dealer) TakesCuts() bool {
	t := d.table
	return t.version != 0 && t.View().Phase != engine.Shuffling && t.state.record.Shuffle.MayStart(d.nextNumber()) && !d.UnderBeacon()
}

// storeCut stores a cut of a hand that the channel has seen. A cut that comes too late does not count, and storeCut says so.
func (d *Dealer) storeCut(c shuffle.Cut, hand int64, err error) {
	t := d.table
	if err != nil || !d.TakesCuts() || d.nextNumber() != hand || c.Message <= t.state.record.Shuffle.Message {
		d.cutLost(c, hand)
		return
	}
	r := t.state.record
	r.Shuffle = r.Shuffle.WithCut(c)
	err = t.commit(t.idempotencyKey("cut"), t.state.game, r, nil, nil)
	switch {
	case errors.Is(err, storage.ErrUnknown): // the next job runs when the store answers
		t.Must(func() { d.storeCut(c, hand, nil) })
	case err != nil:
		t.Log.Error("could not store a cut; it does not count", "player", uint64(c.By), "err", err)
		d.cutLost(c, hand)
	}
}

// cutLost tells the channel that a cut which it has seen, or may have seen, does not count.
func (d *Dealer) cutLost(c shuffle.Cut, hand int64) {
	t := d.table
	if t.version == 0 {
		return
	}
	if name := t.Names.Player(SeatOf(new(t.View()), c.By)); name != "" { // the player has not left
		t.Display.Say(text.CutLost(t.Locale(), name, hand), t.Nonce("cut", hand, int64(c.By), int64(c.Message)))
	}
}

// DealtNext reports whether a player is dealt into the next hand, as things stand. During a hand that leaves out players who
// wait for the big blind: the hand may end before it reaches them.
func (d *Dealer) DealtNext(who engine.ID) bool {
	next, _, err := d.table.state.game.Apply(engine.Start{At: engine.At(time.Now())}, nil)
	if err == nil {
		return slices.Contains(shuffle.DealtIn(next.View(0)), who)
	}
	s, seated := d.table.View().SeatOf(who)
	return seated && !s.Out && !s.Leaves && !s.Kicked && (!s.Waits || s.Posts) && !record.IsBust(s)
}
