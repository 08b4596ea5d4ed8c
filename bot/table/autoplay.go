package table

import (
	"encoding/binary"
	"errors"
	"time"

	"cardroom/engine"
	"cardroom/engine/ai"
	"cardroom/engine/fair"
)

// setAIDelay lets a house player take a moment before it acts, and never so long that its time runs out.
func (a *Table) setAIDelay(w engine.Pending) {
	s := a.Seat(w.Seat)
	if !a.Timer.Decision.think.IsZero() || s.House == engine.Person {
		return
	}
	v := a.State.Table.View(s.Player)
	a.Timer.Decision.roll = a.AiSeed(w.Turn)
	wait := ai.Think(v, a.Timer.Decision.roll)
	if v.Until != 0 {
		wait = min(wait, v.Until.Time().Sub(a.Timer.Decision.Since)/3)
	}
	a.Timer.Decision.think = a.Timer.Decision.Since.Add(wait)
}

// AiSeed is what chance has in a house player's decision: the same whenever and wherever the decision is made again, and
// nothing that players could know.
func (a *Table) AiSeed(t engine.Turn) uint64 {
	key := a.Env.Codec.Envelope.TagKey[:]
	if seed := a.Env.Seed; seed != nil {
		key = fair.U64(*seed)
	}
	m := fair.Mac(key, "cardroom/house", fair.U64(uint64(a.Key.Guild)), fair.U64(uint64(a.Key.Channel)),
		fair.U64(uint64(t.Hand)), fair.U64(uint64(t.Action)))
	return binary.BigEndian.Uint64(m[:])
}

// playAI does what a house player decides.
func (a *Table) playAI(w engine.Pending, now time.Time) {
	s := a.Seat(w.Seat)
	if v := a.State.Table.View(s.Player); v.Phase == engine.Drawing {
		draw := engine.Draw{Player: s.Player, Turn: w.Turn, Discard: ai.Discard(v), At: engine.At(now)}
		if err := a.apply(a.Once("house"), draw, nil); err != nil {
			a.Timer.notBefore = now.Add(time.Second)
		}
		return
	}
	act := ai.Decide(a.State.Table.View(s.Player), s.House, a.Timer.Decision.roll)
	act.Player, act.Turn, act.At = s.Player, w.Turn, engine.At(now)
	err := a.apply(a.Once("house"), act, nil)
	if _, refused := errors.AsType[engine.Refusal](err); refused {
		a.Log.Error("a house player did something illegal", "hand", w.Turn.Hand, "turn", w.Turn.Action, "err", err)
		act.Action = a.FoldOrCheck()
		err = a.apply(a.Once("house"), act, nil)
	}
	if err != nil {
		a.Timer.notBefore = now.Add(time.Second)
	}
}

// lowStack is the part of a full buy-in, one in so many, below which a house player brings more chips.
const lowStack = 3

// refillBots gives house players who are busted or short new chips.
func (a *Table) refillBots() {
	v := a.View()
	full := FullBuyIn(v.Rules)
	for _, s := range v.Seats {
		has, plays := s.Stack+s.Pending, s.InHand && v.Phase != engine.Idle
		if s.House == engine.Person || s.Leaves || plays || has > full/lowStack || a.Version == 0 {
			continue
		}
		c := engine.TopUp{Player: s.Player, Chips: full - has, At: engine.At(time.Now())}
		if err := a.apply(a.Once("refill"), c, nil); err != nil {
			a.Log.Warn("a house player was not refilled", "player", uint64(s.Player), "err", err)
		}
	}
}

// FoldOrCheck returns the action of a fold: one that costs nothing to avoid is a check (R18).
func (a *Table) FoldOrCheck() engine.Action {
	if a.State.Table.Pending().Need == engine.NeedAction && a.State.Table.Legal().Call == 0 {
		return engine.Check
	}
	return engine.Fold
}
