package engine

// duePosts is who is dealt in to the next hand and what they post: by the dead button rule (R10), or anew.
func (s *step) duePosts(lot uint64) posts {
	p, ok := posts{}, false
	ready := s.where((*seat).ready)
	if !s.Fresh && s.Small != none && s.Big != none {
		p, ok = s.moveBlinds(ready)
	}
	if ok {
		s.Before = blinds{s.Small, s.Big}
		s.miss(between(s.Big, p.big), &p)
	} else {
		p = s.beginAnew(ready, lot)
		s.Before = blinds{none, none}
	}
	s.skip(&p)
	for i := range p.in.clockwise(p.button) {
		q := &s.Seats[i]
		q.Waits, q.MissedSmall, q.MissedBig = false, false, false
	}
	s.charge(&p)
	return p
}

// moveBlinds moves the big blind to the next player clockwise, the small blind to where it was and the button to where
// the small blind was, whoever sits there (R10). Those who wait come in with the big blind only (R12). It is false where
// that would leave fewer than two.
func (s *step) moveBlinds(ready seats) (posts, bool) {
	waiting := s.where(func(p *seat) bool { return p.Waits })
	p := posts{small: s.Big, button: s.Small, big: ready.next(s.Big)}
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

// beginAnew gives the button by lot; everyone ready is dealt in and nobody owes a blind (R10).
func (s *step) beginAnew(ready seats, lot uint64) posts {
	p := posts{in: ready}
	p.button = ready.next(none)
	for range lot % uint64(ready.count()) {
		p.button = ready.next(p.button)
	}
	p.small = ready.next(p.button)
	if ready.count() == 2 {
		p.small = p.button // R11
	}
	p.big = ready.next(p.small)
	return p
}

// miss remembers who sat out through a blind (R13): those whom the big blind passed, and the one who owed the small one.
func (s *step) miss(passed seats, p *posts) {
	for i := range s.Seats {
		q := &s.Seats[i]
		if !q.taken() || p.in.has(int8(i)) || q.ready() {
			continue
		}
		if passed.has(int8(i)) {
			q.MissedBig = true
		}
		if int8(i) == s.Big {
			q.MissedSmall = true
		}
	}
}

// skip makes those wait whom a blind has passed and the button has not: nobody is dealt in between it and the big blind
// (R12).
func (s *step) skip(p *posts) {
	for i := range between(p.button, p.big).clockwise(p.button) {
		if q := &s.Seats[i]; q.taken() && !p.in.has(i) {
			q.Waits = true
		}
	}
}

// charge sets what everyone posts by the rules of the table (R14).
func (s *step) charge(p *posts) {
	r := &s.Rules
	if p.in.has(p.small) {
		p.blinds[p.small] = r.SmallBlind
	}
	p.blinds[p.big] = r.BigBlind
	if r.BigBlindAnte {
		p.dead, p.blindsFirst = true, true
		p.antes[p.big] = r.BigBlind
		return
	}
	for i := range p.antes {
		if p.in.has(int8(i)) {
			p.antes[i] = r.Ante
		}
	}
}
