package bot

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/render"
)

// full says whether somebody has no seat because there is none for them, and could wait for one (R63).
func full(err error) bool {
	r, ok := errors.AsType[engine.Refusal](err)
	return ok && (r.Reason == engine.TableFull || r.Reason == engine.SeatKept)
}

// wait puts a person in the line for a seat, or takes them out of it (R63).
func (a *actor) wait(k *interaction.Interaction, off bool) {
	c := engine.Wait{Player: k.User, Off: off, At: engine.At(time.Now())}
	a.do(k, c, func() string {
		if off {
			return string(k.Lang.Say.NoLine)
		}
		return k.Lang.Say.InLine.Format("n", strconv.Itoa(1+slices.Index(a.view().Waitlist, k.User)))
	})
}

// inLine says whether a person waits for a seat.
func (a *actor) inLine(who engine.ID) bool { return slices.Contains(a.view().Waitlist, who) }

// callNext mentions the one for whom a seat is kept, once, and takes the mention away when it has done its work.
func (a *actor) callNext() {
	v, who := a.view(), engine.ID(0)
	if v.CallBy != 0 {
		who = v.Waitlist[0]
	}
	if a.record.Called.Player == who {
		return
	}
	if a.record.Called.Message != 0 {
		a.deleteMessage(a.record.Called.Message, nil)
	}
	a.record.Called, a.untidy = record.SeatOffer{Player: who}, true // stored with the next commit; mentioning and deleting twice do no harm
	if who == 0 {
		return
	}
	text := a.public().Say.SeatCalled.Format("player", render.Mention(who), "when", render.RelativeTime(v.CallBy))
	a.mention(text, who, a.nonce("seat", int64(who), int64(v.CallBy)), func(id engine.ID) { a.calledBy(id, who) })
}

// calledBy keeps the id of the mention, so that it goes even if the program ends before.
func (a *actor) calledBy(id, who engine.ID) {
	was := a.record.Called
	if a.version == 0 || was.Player != who || was.Message != 0 && was.Message != id { // gone, or told twice
		a.deleteMessage(id, nil)
		return
	}
	r := a.record
	r.Called.Message = id
	if err := a.commit(a.once("called"), a.table, r, nil); err != nil {
		a.deleteMessage(id, nil)
	}
}
