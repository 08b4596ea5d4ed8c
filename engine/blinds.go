package engine

import "cardroom/engine/sidepot"

// duePosts returns the players of the next hand and their posts: by the dead button rule (R10), or with a new button.
func (s *transition) duePosts(lot uint64) posts {
	ready := s.where((*seat).ready)
	p, ok := s.moveBlinds(ready)
	if ok {
		p.miss(s.game)
		p.admit(s.game, ready)
	} else {
		p = s.beginAnew(ready, lot)
	}
	s.blinds.moveOn(p.small, p.big, !ok)
	if !s.Rules.NoBlinds {
		p.skip(s.game)
	}
	p.enter(s.game, !ok && !s.Rules.NoBlinds)
	p.charge(s.game)
	return p
}

// enter notes the players of the hand. They owe nothing any more. Where the blinds begin anew, all others are newcomers.
func (p *posts) enter(g *game, anew bool) {
	for i := range g.Seats {
		q := &g.Seats[i]
		if q.Played = min(q.Played, playedBefore); anew {
			q.Played = newcomer
		}
		if p.in.Has(int8(i)) {
			q.dues = dues{Played: playedLast}
		}
		if int8(i) == p.big {
			q.Played = playedBig
		}
	}
}

// remaining returns the ready players who have played since the blinds began anew; none if they are fewer than two, or if none
// of them played the last hand (R10).
func remaining(g *game, ready seats) seats {
	known := ready & g.where(func(p *seat) bool { return p.Played != newcomer })
	last := ready & g.where(func(p *seat) bool { return p.Played >= playedLast })
	if known.Count() < 2 || last == 0 {
		return 0
	}
	return known
}

// beginsAnew reports whether the next hand has a new button, whoever plays it (R10). It has one at the first hand, and where
// the last hand had no blinds. It also has one after a wait in which the return window passed or the players changed.
func beginsAnew(g *game, ready seats) bool {
	return g.Fresh || g.Small == none || g.Big == none || g.Rules.NoBlinds || g.Waited && remaining(g, ready) == 0
}

// waits reports whether a player is dealt in only when the big blind reaches them (R12), even if the next hand starts now.
func waits(g *game, i int8) bool {
	if p := &g.Seats[i]; !p.Waits || p.Out || g.Big == none || g.running() {
		return p.Waits && !p.Out && g.Big != none
	}
	ready := g.where((*seat).ready)
	if ready.Count() < 3 { // two are both dealt in
		return false
	}
	next, ok := g.moveBlinds(ready)
	return ok && !next.in.Has(i)
}

// moveBlinds moves the big blind to the next player clockwise. The small blind moves to where the big blind was, and the
// button to where the small blind was, even to an empty seat (R10). Where they begin anew it returns false.
func (g *game) moveBlinds(ready seats) (posts, bool) {
	if beginsAnew(g, ready) {
		return posts{}, false
	}
	waiting := g.where(func(p *seat) bool { return p.Waits })
	p := posts{small: g.Big, button: g.Small, big: nextBig(g, ready)}
	p.in = ready &^ waiting
	p.in.Add(p.big)
	if p.in.Count() == 1 {
		p.pair(g, remaining(g, ready))
	}
	switch p.in.Count() {
	case 0, 1:
		return p, false
	case 2: // the button has the small blind, and no player the big blind twice in a row (R11)
		p.button = p.in.Next(p.big)
		p.small = p.button
	}
	return p, true
}

// nextBig returns the seat with the next turn of the big blind: the first clockwise that has not come before its turn. The
// player of the last one has it only where no other is ready (R10).
func nextBig(g *game, ready seats) int8 {
	others := ready &^ g.where(func(p *seat) bool { return p.Played == playedBig })
	inTurn := others &^ g.where(func(p *seat) bool { return p.Ahead })
	for _, some := range []seats{inTurn, others} {
		if i := some.Next(g.Big); i != none {
			return i
		}
	}
	return ready.Next(g.Big)
}

// pair deals in one more where only the big blind would play. A player who owes the big blind has it now, another the small one.
func (p *posts) pair(g *game, remain seats) {
	for i := range remain.Clockwise(g.Big) {
		if i != p.big && g.Seats[i].MissedBig {
			p.in.Add(i)
			p.big = i
			return
		}
	}
	remain.Remove(p.big)
	if i := remain.Next(p.big); i != none {
		p.in.Add(i)
		if g.Seats[i].MissedSmall {
			p.owed[i] = g.Rules.SmallBlind
		}
	}
}

// admit deals in the players who post instead of waiting for the big blind. A first or a missed big blind is a live bet, a
// missed small blind is dead (R12, R13). No player comes in between the button and the big blind, nor heads-up.
func (p *posts) admit(g *game, ready seats) {
	if p.in.Count() < 3 {
		return
	}
	for i := range (ready &^ p.in &^ sidepot.Between(p.button, p.big)).Clockwise(p.button) {
		q := &g.Seats[i]
		if !q.Posts || q.Ahead {
			continue
		}
		p.in.Add(i)
		if q.MissedSmall {
			p.owed[i] = g.Rules.SmallBlind
		}
		if q.MissedBig || !q.MissedSmall {
			p.blinds[i] = g.Rules.BigBlind
		}
	}
}

// entry returns the live and the dead chips that a ready player who posts brings in with the next hand, as things stand. Both are 0
// where it does not deal them in by that, as between the button and the big blind (R12, R13).
func (g *game) entry(i int8) (live, dead int64) {
	ready := g.where(func(p *seat) bool { return p.ready() || g.running() && p.live() && !p.Out && !p.Leaves })
	if p, ok := g.moveBlinds(ready); ok {
		p.admit(g, ready)
		live = min(p.blinds[i], g.Seats[i].chips())
		dead = min(p.owed[i], g.Seats[i].chips()-live)
	}
	return live, dead
}

// beginAnew returns the posts of a hand with the button by lot. Every ready player is dealt in and owes no blind (R10).
func (g *game) beginAnew(ready seats, lot uint64) posts {
	p := posts{in: ready, small: none, big: none}
	switch {
	case g.Rules.NoBlinds && !g.Fresh && (!g.Waited || remaining(g, ready) != 0): // the button moves by one (R51)
		p.button = ready.Next(g.Button)
	default:
		p.button = ready.Next(none)
		for range lot % uint64(ready.Count()) {
			p.button = ready.Next(p.button)
		}
	}
	if g.Rules.NoBlinds {
		return p
	}
	p.small = ready.Next(p.button)
	if ready.Count() == 2 {
		p.small = p.button // R11
	}
	p.big = ready.Next(p.small)
	return p
}

// miss marks the players whom a blind passes: if they sit out, the small one also if they owe the big one (R13), both if Ahead.
func (p *posts) miss(g *game) {
	trail := g.Small // the small blind passes a seat a hand after the big one, unless two players were alone (R11)
	if g.Trail != 0 {
		trail = g.Trail - 1
	}
	big, small := sidepot.Between(g.Big, p.big), sidepot.Between(trail, g.Big)
	small.Add(g.Big)
	for i := range g.Seats {
		q := &g.Seats[i]
		if !q.taken() || p.in.Has(int8(i)) {
			continue
		}
		if q.Ahead && big.Has(int8(i)) {
			q.Ahead, q.MissedSmall, q.MissedBig = false, true, true
		}
		out := !q.ready()
		q.MissedBig = q.MissedBig || out && big.Has(int8(i))
		q.MissedSmall = q.MissedSmall || (out || q.MissedBig) && small.Has(int8(i))
	}
}

// moveOn moves the blinds to the seats of a hand. Where they begin anew they pass every seat.
func (b *blinds) moveOn(small, big int8, anew bool) {
	if b.Trail = 0; small != b.Big && !anew {
		b.Trail = b.Big + 1
	}
	if anew && b.Big != none {
		b.Laps += 2
	} else if big <= b.Big {
		b.Laps++
	}
	if b.Small, b.Big = small, big; anew {
		b.Began = b.way()
	}
}

const mostLaps = 1 << 27 // the big blind goes round no table as often; keeps way inside 32 bits

// way returns how many seats the big blind has passed in all: the last digit is its seat.
func (b *blinds) way() int32 { return b.Laps*MaxSeats + int32(b.Big) }

// skip makes players between the button and the big blind wait until the button has passed (R12).
func (p *posts) skip(g *game) {
	for i := range sidepot.Between(p.button, p.big).Clockwise(p.button) {
		if q := &g.Seats[i]; q.taken() && !p.in.Has(i) {
			q.Waits = true
		}
	}
}

// charge sets the blinds and antes by the rules of the table (R14).
func (p *posts) charge(g *game) {
	r := &g.Rules
	if p.in.Has(p.small) {
		p.blinds[p.small] = r.SmallBlind
	}
	if p.big != none {
		p.blinds[p.big] = r.BigBlind
	}
	p.last = p.big
	if r.BigBlindAnte {
		p.dead, p.blindsFirst = true, true
		p.antes[p.big] = r.BigBlind
	} else {
		for i := range p.in.Clockwise(p.button) {
			p.antes[i] = r.Ante
		}
	}
	p.chargeStraddle(g)
}

// chargeStraddle posts a straddle, twice the big blind, for the player on its left: not heads-up, and not for less (R16).
func (p *posts) chargeStraddle(g *game) {
	i := p.in.Next(p.big)
	q := &g.Seats[i]
	if !g.Rules.Straddle || !q.Straddles || p.in.Count() < 3 {
		return
	}
	if twice := 2 * g.Rules.BigBlind; q.Stack >= twice+p.antes[i]+p.owed[i] {
		p.blinds[i], p.last = twice, i
	}
}

// keepTurn keeps a player's turn in another seat: they owe both blinds if it comes later there, and let it pass if sooner (R10).
func (p *seat) keepTurn(big, from, to int8, others seats) {
	switch old, now := (sidepot.Between(big, from) & others).Count(), (sidepot.Between(big, to) & others).Count(); {
	case p.Played == playedBig && now < others.Count():
		p.Ahead = true
	case now > old:
		p.MissedSmall, p.MissedBig = true, true
	case now < old:
		p.Ahead = true
	}
}

// follow moves the blinds that are at one seat to another, which their player has changed to (R10). Between the two is no player.
func (b *blinds) follow(from, to int8, distance int32) {
	if b.Big == from {
		b.Laps, b.Big = max(0, b.way()+distance)/MaxSeats, to
	}
	if b.Small == from {
		b.Small = to
	}
	if b.Trail == from+1 {
		b.Trail = to + 1
	}
}
