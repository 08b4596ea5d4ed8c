package bot

import (
	"encoding/binary"
	"errors"
	"maps"
	"strconv"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/engine"
	"cardroom/engine/ai"
	"cardroom/engine/fair"
	"cardroom/render/locale"
	"cardroom/render/text"
)

var levels = map[string]engine.Level{"easy": engine.Easy, "normal": engine.Normal, "hard": engine.Hard}

// mostHouse is how many house players a table has room for beside one person.
const mostHouse = engine.MaxSeats - 1

// houseOptions is which house players a command is about, and how many: engine.Person and 1 unless it says so. What it
// cannot be about it refuses.
func (a *actor) houseOptions(k *interaction.Interaction) (level engine.Level, count int, ok bool) {
	if text, given := k.Options["level"]; given {
		if level, ok = levels[text]; !ok {
			a.refuse(k, &options.Error{Option: "level", Want: "easy, normal, hard"})
			return 0, 0, false
		}
	}
	text, given := k.Options["count"]
	if !given {
		return level, 1, true
	}
	count, err := strconv.Atoi(text)
	if err != nil || count < 1 || count > mostHouse {
		a.refuse(k, &options.Error{Option: "count", Want: k.Lang.Range(1, mostHouse)})
		return 0, 0, false
	}
	return level, count, true
}

// houseOf is the house players of a level who stay, or of all levels for engine.Person.
func (a *actor) houseOf(level engine.Level) (players []engine.ID) {
	for _, s := range a.view().Seats {
		if s.House != engine.Person && !s.Leaves && (level == engine.Person || s.House == level) {
			players = append(players, s.Player)
		}
	}
	return players
}

// addHouse seats house players, as many as there are seats for, under names nobody at the table has.
func (a *actor) addHouse(k *interaction.Interaction) {
	level, count, ok := a.houseOptions(k)
	if !ok {
		return
	}
	if level == engine.Person {
		level = engine.Normal
	}
	t, events := a.laid()
	r := a.record
	r.Names = maps.Clone(r.Names)
	if r.Names == nil {
		r.Names = map[engine.ID]string{}
	}
	seated := 0
	var err error
	for seated < count {
		c := engine.Sit{
			Player: newcomer(t.View(0)), Seat: engine.AnySeat, Chips: fullBuyIn(t.View(0).Rules), House: level,
			At: engine.At(time.Now()),
		}
		var next engine.Table
		if next, events, err = t.Apply(c, events); err != nil {
			break
		}
		t = next
		r.Names[c.Player] = ai.Names[(int(c.Player)+int(a.record.Session))%len(ai.Names)]
		seated++
	}
	if seated > 0 {
		r.AuditLog = a.noted(k, text.AuditEntry{What: text.DidSeatBots, N: int64(seated)})
		err = a.commit(k.ID, t, r, events)
	}
	if err != nil {
		a.refuse(k, err)
		return
	}
	a.bot.reply.Text(k, k.Lang.Count(k.Lang.Say.BotsJoined, int64(seated))+" "+string(a.houseChips(k.Lang)))
}

// houseChips says what a table with house players plays for.
func (a *actor) houseChips(l *locale.Lang) locale.Text {
	switch v := a.view(); {
	case !v.Rules.Staked:
		return l.Say.Practice
	case a.unfelt(&v):
		return l.Money.FreeHelp
	}
	return l.Say.Staked
}

// newcomer is an id for a house player. They are small numbers, which no person's can be.
func newcomer(v engine.View) engine.ID {
	for player := engine.ID(1); ; player++ {
		if _, taken := v.SeatOf(player); !taken {
			return player
		}
	}
}

// removeHouse lets house players get up, the last ones first: of one level where it names one, all of them unless it says
// how many.
func (a *actor) removeHouse(k *interaction.Interaction) {
	level, count, ok := a.houseOptions(k)
	if !ok {
		return
	}
	leaving := a.houseOf(level)
	switch _, counted := k.Options["count"]; {
	case len(leaving) == 0:
		a.bot.reply.Text(k, string(pick(level == engine.Person, k.Lang.Say.NoBots, k.Lang.Say.NoBotsLevel)))
		return
	case counted:
		leaving = leaving[max(0, len(leaving)-count):]
	}
	t, events := a.table, []engine.Event(nil)
	var err error
	for _, player := range leaving {
		if t, events, err = t.Apply(engine.Leave{Player: player, At: engine.At(time.Now())}, events); err != nil {
			break
		}
	}
	if err == nil {
		r := a.record
		r.AuditLog = a.noted(k, text.AuditEntry{What: text.DidSendBots, N: int64(len(leaving))})
		err = a.commit(k.ID, t, r, events)
	}
	if err != nil {
		a.refuse(k, err)
		return
	}
	form := k.Lang.Say.BotsLeft
	if a.view().Phase != engine.Idle {
		form = k.Lang.Say.BotsAfter
	}
	a.bot.reply.Text(k, k.Lang.Count(form, int64(len(leaving))))
}

// setThink lets a house player take a moment before it acts, and never so long that its time runs out.
func (a *actor) setThink(w engine.Pending) {
	s := a.seat(w.Seat)
	if !a.clock.think.IsZero() || s.House == engine.Person {
		return
	}
	v := a.table.View(s.Player)
	a.clock.roll = a.luck(w.Turn)
	wait := ai.Think(v, a.clock.roll)
	if v.Until != 0 {
		wait = min(wait, v.Until.Time().Sub(a.clock.since)/3)
	}
	a.clock.think = a.clock.since.Add(wait)
}

// luck is what chance has in a house player's decision: the same whenever and wherever the decision is made again, and
// nothing that players could know.
func (a *actor) luck(t engine.Turn) uint64 {
	key := a.bot.codec.Envelope.TagKey[:]
	if seed := a.bot.config.Seed; seed != nil {
		key = fair.U64(*seed)
	}
	m := fair.Mac(key, "cardroom/house", fair.U64(uint64(a.key.Guild)), fair.U64(uint64(a.key.Channel)),
		fair.U64(uint64(t.Hand)), fair.U64(uint64(t.Action)))
	return binary.BigEndian.Uint64(m[:])
}

// playHouse does what a house player decides.
func (a *actor) playHouse(w engine.Pending, now time.Time) {
	s := a.seat(w.Seat)
	if v := a.table.View(s.Player); v.Phase == engine.Drawing {
		draw := engine.Draw{Player: s.Player, Turn: w.Turn, Discard: ai.Discard(v), At: engine.At(now)}
		if err := a.apply(a.once("house"), draw); err != nil {
			a.notBefore = now.Add(time.Second)
		}
		return
	}
	act := ai.Decide(a.table.View(s.Player), s.House, a.clock.roll)
	act.Player, act.Turn, act.At = s.Player, w.Turn, engine.At(now)
	err := a.apply(a.once("house"), act)
	if _, refused := errors.AsType[engine.Refusal](err); refused {
		a.log.Error("a house player did something illegal", "hand", w.Turn.Hand, "turn", w.Turn.Action, "err", err)
		act.Action = a.fold()
		err = a.apply(a.once("house"), act)
	}
	if err != nil {
		a.notBefore = now.Add(time.Second)
	}
}

// lowStack is the part of a full buy-in, one in so many, below which a house player brings more chips.
const lowStack = 3

// refillHouse gives house players who are busted or short new chips.
func (a *actor) refillHouse() {
	v := a.view()
	full := fullBuyIn(v.Rules)
	for _, s := range v.Seats {
		has, plays := s.Stack+s.Pending, s.InHand && v.Phase != engine.Idle
		if s.House == engine.Person || s.Leaves || plays || has > full/lowStack || a.version == 0 {
			continue
		}
		c := engine.TopUp{Player: s.Player, Chips: full - has, At: engine.At(time.Now())}
		if err := a.apply(a.once("refill"), c); err != nil {
			a.log.Warn("a house player was not refilled", "player", uint64(s.Player), "err", err)
		}
	}
}
