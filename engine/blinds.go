package engine

// duePosts is who is dealt in to the next hand and what they post: by the dead button rule (R10), or anew.
func (s *transition) duePosts(lot uint64) posts {
	p, ok := posts{}, false
	ready := s.where((*seat).ready)
	if !s.Fresh && s.Small != none && s.Big != none && !s.Rules.NoBlinds {
		p, ok = s.moveBlinds(ready)
	}
	if ok {
		s.Before = blinds{s.Small, s.Big}
		p.miss(&s.game)
		p.admit(&s.game, ready)
	} else {
		p = s.beginAnew(ready, lot)
		s.Before = blinds{none, none}
	}
	if !s.Rules.NoBlinds {
		p.skip(&s.game)
	}
	for i := range p.in.clockwise(p.button) {
		q := &s.Seats[i]
		q.Waits, q.Posts, q.MissedSmall, q.MissedBig = false, false, false, false
	}
	p.charge(&s.game)
	return p
}

// moveBlinds moves the big blind to the next player clockwise, the small blind to where it was and the button to where
// the small blind was, whoever sits there (R10). Those who wait come in with the big blind only (R12). It is false where
// that would leave fewer than two.
func (g *game) moveBlinds(ready seats) (posts, bool) {
	waiting := g.where(func(p *seat) bool { return p.Waits })
	p := posts{small: g.Big, button: g.Small, big: ready.next(g.Big)}
	p.in = ready &^ waiting
	p.in.add(p.big)
	switch p.in.count() {
	case 0, 1:
		return p, false
	case 2: // the button has the small blind, and nobody the big blind twice running (R11)
		p.button = p.in.next(p.big)
		p.small = p.button
	}
	return p, true
}

// admit deals in those who do not wait for the big blind but post: a big blind that is new or was missed is a live bet, a
// small one that was missed is dead (R12, R13). Nobody comes in between the button and the big blind, nor while two play:
// there the blinds come to everyone at once.
func (p *posts) admit(g *game, ready seats) {
	if p.in.count() < 3 {
		return
	}
	for i := range (ready &^ p.in &^ between(p.button, p.big)).clockwise(p.button) {
		q := &g.Seats[i]
		if !q.Posts {
			continue
		}
		p.in.add(i)
		if q.MissedSmall {
			p.owed[i] = g.Rules.SmallBlind
		}
		if q.MissedBig || !q.MissedSmall {
			p.blinds[i] = g.Rules.BigBlind
		}
	}
}

// beginAnew gives the button by lot; everyone ready is dealt in and nobody owes a blind (R10).
func (g *game) beginAnew(ready seats, lot uint64) posts {
	p := posts{in: ready, small: none, big: none}
	switch {
	case g.Rules.NoBlinds && !g.Fresh: // it moves on by one (R51)
		p.button = ready.next(g.Button)
	default:
		p.button = ready.next(none)
		for range lot % uint64(ready.count()) {
			p.button = ready.next(p.button)
		}
	}
	if g.Rules.NoBlinds {
		return p
	}
	p.small = ready.next(p.button)
	if ready.count() == 2 {
		p.small = p.button // R11
	}
	p.big = ready.next(p.small)
	return p
}

// miss remembers who sits out through a blind (R13): those whom it passes on its way, and the one who has the small one
// next.
func (p *posts) miss(g *game) {
	big, small := between(g.Big, p.big), between(g.Small, p.small)
	small.add(p.small)
	for i := range g.Seats {
		q := &g.Seats[i]
		if !q.taken() || p.in.has(int8(i)) || q.ready() {
			continue
		}
		q.MissedBig = q.MissedBig || big.has(int8(i))
		q.MissedSmall = q.MissedSmall || small.has(int8(i))
	}
}

// skip makes those wait whom a blind has passed and the button has not: nobody is dealt in between it and the big blind
// (R12).
func (p *posts) skip(g *game) {
	for i := range between(p.button, p.big).clockwise(p.button) {
		if q := &g.Seats[i]; q.taken() && !p.in.has(i) {
			q.Waits = true
		}
	}
}

// charge sets what everyone posts by the rules of the table (R14).
func (p *posts) charge(g *game) {
	r := &g.Rules
	if p.in.has(p.small) {
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
		for i := range p.in.clockwise(p.button) {
			p.antes[i] = r.Ante
		}
	}
	p.chargeStraddle(g)
}

// chargeStraddle lets the player left of the big blind post twice of it: not heads-up, and not for less (R16).
func (p *posts) chargeStraddle(g *game) {
	i := p.in.next(p.big)
	q := &g.Seats[i]
	if !g.Rules.Straddle || !q.Straddles || p.in.count() < 3 {
		return
	}
	if twice := 2 * g.Rules.BigBlind; q.Stack >= twice+p.antes[i]+p.owed[i] {
		p.blinds[i], p.last = twice, i
	}
}
