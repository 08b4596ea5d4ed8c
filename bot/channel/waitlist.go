package channel

import (
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/render"
)

// callNext mentions the one for whom a seat is kept, once, and takes the mention away when it has done its work.
func (a *Channel) callNext() {
	v, who := a.table.View(), engine.ID(0)
	if v.CallBy != 0 {
		who = v.Waitlist[0]
	}
	if a.table.Record().SeatOffer.Player == who {
		return
	}
	if a.table.Record().SeatOffer.Message != 0 {
		a.deleteMessage(a.table.Record().SeatOffer.Message, nil)
	}
	a.table.Amend(func(r *record.Table) { r.SeatOffer = record.SeatOffer{Player: who} }) // mentioning and deleting twice do no harm
	if who == 0 {
		return
	}
	text := a.table.Locale().Say.SeatCalled.Format("player", render.Mention(who), "when", render.RelativeTime(v.CallBy))
	a.mention(text, who, a.table.Nonce("seat", int64(who), int64(v.CallBy)), func(id engine.ID) { a.calledBy(id, who) })
}

// calledBy keeps the id of the mention, so that it goes even if the program ends before.
func (a *Channel) calledBy(id, who engine.ID) {
	was := a.table.Record().SeatOffer
	if !a.table.IsOpen() || was.Player != who || was.Message != 0 && was.Message != id { // gone, or told twice
		a.deleteMessage(id, nil)
		return
	}
	if err := a.table.Store("called", func(r *record.Table) { r.SeatOffer.Message = id }); err != nil {
		a.deleteMessage(id, nil)
	}
}
