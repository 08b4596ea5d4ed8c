package channel

import (
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/render"
)

// callNext mentions the player for whom a seat is held, once, and deletes the mention when it has done its work.
func (c *Channel) callNext() {
	v, who := c.table.View(), engine.ID(0)
	if v.CallBy != 0 {
		who = v.Waitlist[0]
	}
	if c.table.Record().SeatOffer.Player == who {
		return
	}
	if c.table.Record().SeatOffer.Message != 0 {
		c.deleteMessage(c.table.Record().SeatOffer.Message, nil)
	}
	c.table.Amend(func(r *record.Table) { r.SeatOffer = record.SeatOffer{Player: who} }) // mentioning and deleting twice do no harm
	if who == 0 {
		return
	}
	text := c.table.Locale().Say.SeatCalled.Format("player", render.Mention(who), "when", render.RelativeTime(v.CallBy))
	c.mention(text, who, c.table.Nonce("seat", int64(who), int64(v.CallBy)), func(id engine.ID) { c.calledBy(id, who) })
}

// calledBy keeps the id of the mention, so that it is deleted even if the program ends before.
func (c *Channel) calledBy(id, who engine.ID) {
	was := c.table.Record().SeatOffer
	if !c.table.IsOpen() || was.Player != who || was.Message != 0 && was.Message != id { // gone, or told twice
		c.deleteMessage(id, nil)
		return
	}
	if err := c.table.Store("called", func(r *record.Table) { r.SeatOffer.Message = id }); err != nil {
		c.deleteMessage(id, nil)
	}
}
