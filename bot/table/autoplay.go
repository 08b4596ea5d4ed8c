package table

import (
	"encoding/binary"
	"errors"
	"time"

	"cardroom/bot/options"
	"cardroom/engine"
	"cardroom/engine/ai"
	"cardroom/engine/fair"
)

// bots plays the table's house players.
type bots struct{ table *Table }

// setAIDelay gives a house player a moment before it acts, always shorter than its clock.
func (b *bots) setAIDelay(w engine.Pending) {
	s := b.table.Seat(w.Seat)
	if !b.table.timer.decision.aiDelay.IsZero() || s.House == engine.Person {
		return
	}
	v := b.table.state.game.View(s.Player)
	wait := b.table.Env.AIDelay(v, b.seed(w.Turn))
	if v.Until != 0 {
		wait = min(wait, v.Until.Time().Sub(b.table.timer.decision.since)/3)
	}
	b.table.timer.decision.aiDelay = b.table.timer.decision.since.Add(wait)
}

// seed returns the seed of a house player's decision. It depends only on the key and the decision, so a repeated decision
// is the same, and no player can compute it.
func (b *bots) seed(t engine.Turn) uint64 {
	key := b.table.Env.Codec.Envelope.TagKey[:]
	if seed := b.table.Env.Seed; seed != nil {
		key = fair.U64(*seed)
	}
	m := fair.Mac(key, "cardroom/house", fair.U64(uint64(b.table.Key.Guild)), fair.U64(uint64(b.table.Key.Channel)),
		fair.U64(uint64(t.Hand)), fair.U64(uint64(t.Action)))
	return binary.BigEndian.Uint64(m[:])
}

// playAI makes a house player's decision.
func (b *bots) playAI(w engine.Pending, now time.Time) {
	s := b.table.Seat(w.Seat)
	if v := b.table.state.game.View(s.Player); v.Phase == engine.Drawing {
		draw := engine.Draw{Player: s.Player, Turn: w.Turn, Discard: ai.Discard(v), At: engine.At(now)}
		if err := b.table.apply(b.table.idempotencyKey("house"), draw, nil); err != nil {
			b.table.timer.notBefore = now.Add(time.Second)
		}
		return
	}
	act := ai.Decide(b.table.state.game.View(s.Player), s.House, b.seed(w.Turn))
	act.Player, act.Turn, act.At = s.Player, w.Turn, engine.At(now)
	err := b.table.apply(b.table.idempotencyKey("house"), act, nil)
	if _, refused := errors.AsType[engine.Refusal](err); refused {
		b.table.Log.Error("house player chose an illegal action; please report this as a bug", "hand", w.Turn.Hand, "turn", w.Turn.Action, "err", err)
		act.Action = b.table.FoldOrCheck()
		err = b.table.apply(b.table.idempotencyKey("house"), act, nil)
	}
	if err != nil {
		b.table.timer.notBefore = now.Add(time.Second)
	}
}

// lowStack is the divisor of a full buy-in. A house player with no more than that part of it brings more chips.
const lowStack = 3

// refillBots gives new chips to house players who are bust or short.
func (b *bots) refillBots() {
	v := b.table.View()
	full := options.DefaultBuyIn(v.Rules)
	for _, s := range v.Seats {
		has, plays := s.Stack+s.Pending, s.InHand && v.Phase != engine.Idle
		if s.House == engine.Person || s.Leaves || plays || v.Closing || has > full/lowStack || b.table.version == 0 {
			continue
		}
		c := engine.TopUp{Player: s.Player, Chips: full - has, At: engine.At(time.Now())}
		if err := b.table.apply(b.table.idempotencyKey("refill"), c, nil); err != nil {
			b.table.Log.Warn("could not give a house player more chips; retrying after the next hand", "player", uint64(s.Player), "err", err)
		}
	}
}

// FoldOrCheck returns the action of a fold, or a check where checking is free (R18).
func (t *Table) FoldOrCheck() engine.Action {
	if t.state.game.Pending().Need == engine.NeedAction && t.state.game.Legal().Call == 0 {
		return engine.Check
	}
	return engine.Fold
}
