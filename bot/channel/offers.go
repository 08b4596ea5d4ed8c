package channel

import (
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// offers mentions the players for whom a seat is held.
type offers struct {
	channel *Channel
	table   *table.Table
}

// update mentions the player for whom a seat is held, once, and deletes the mention afterwards.
func (o *offers) update() {
	v, who := o.table.View(), engine.ID(0)
	if v.CallBy != 0 {
		who = v.Waitlist[0]
	}
	if o.table.Record().SeatOffer.Player == who {
		return
	}
	if o.table.Record().SeatOffer.Message != 0 {
		o.channel.messages.delete(o.table.Record().SeatOffer.Message, nil)
	}
	o.table.Amend(func(r *record.Table) { r.SeatOffer = record.SeatOffer{Player: who} }) // harmless to repeat
	if who == 0 {
		return
	}
	text := o.table.Locale().Say.SeatCalled.Format("player", render.Mention(who), "when", render.RelativeTime(v.CallBy))
	o.channel.messages.mention(text, who, o.table.Nonce("seat", int64(who), int64(v.CallBy)), func(id engine.ID) { o.sent(id, who) })
}

// sent keeps the mention's id, so that it is deleted even if the program ends before.
func (o *offers) sent(id, who engine.ID) {
	was := o.table.Record().SeatOffer
	if !o.table.IsOpen() || was.Player != who || was.Message != 0 && was.Message != id { // the offer is over, or was sent twice
		o.channel.messages.delete(id, nil)
		return
	}
	if err := o.table.Store("called", func(r *record.Table) { r.SeatOffer.Message = id }); err != nil {
		o.channel.messages.delete(id, nil)
	}
}
