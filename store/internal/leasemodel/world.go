package leasemodel

// try tries a step of a process, or of the world (-1): do makes it, and returns a more exact name or "".
type try func(step Step, i int, do func(*act) Step)

// next calls f with every state that can follow one, and with the step to it.
func (s *state) next(fault Fault, f func(Step, int, *act)) {
	try := func(step Step, i int, do func(*act) Step) {
		for fates, all := 0, 1; fates < all; fates++ {
			a := act{state: *s, fault: fault, fates: uint8(fates)}
			named := do(&a)
			all = 1 << a.abandoned
			if a.void {
				f("", i, &a)
				continue
			}
			if fault == None {
				a.dropDead()
			}
			a.sortLate()
			a.renumber()
			if a.why == "" && a.seen.shown&^a.store.data != 0 {
				a.why = lost
			}
			if named == "" {
				named = step
			}
			f(named, i, &a)
		}
	}
	for i := range s.procs {
		s.ofStore(i, try)
		s.ofProcess(i, try)
		s.faults(i, try)
	}
	s.lateRequests(try)
	s.cuts(try)
	s.jumps(try)
	if s.settled() {
		try(Ticks, -1, func(a *act) Step { a.tick(); return "" })
	}
}

// settled reports whether every process that is well has done its work, so that time may pass.
func (s *state) settled() bool {
	for i := range s.procs {
		if p := &s.procs[i]; p.well() && p.busy() {
			return false
		}
	}
	return true
}

// ofStore lets the store carry out the requests of process i.
func (s *state) ofStore(i int, try try) {
	p := &s.procs[i]
	if p.cut {
		return
	}
	answer := func(clock int8) func(*act) Step {
		return func(a *act) Step {
			p := &a.procs[i]
			rep := a.arrive(p.call.req, clock)
			p.call = call{at: answered, rep: rep}
			if rep.result == held { // whether the reply arrives makes no difference
				p.call, p.phase = call{}, waiting
				p.forget()
			}
			if clock != 0 {
				a.left.Jumps--
			}
			return ""
		}
	}
	if p.call.at == sent {
		try(stepOf[p.call.req.kind], i, answer(0))
	}
	for clock := int8(-1); clock <= 1 && s.left.Jumps > 0; clock += 2 {
		if p.call.at == sent && p.call.req.kind == grant {
			try(ClockJumps, i, answer(clock))
		}
	}
	if p.renewing.at == sent {
		try(Renewed, i, func(a *act) Step {
			c := &a.procs[i].renewing
			*c = call{at: answered, rep: a.arrive(c.req, 0)}
			if c.rep.result == done {
				*c = call{} // whether the reply arrives makes no difference
				return Renews
			}
			return ""
		})
	}
}

// ofProcess lets process i do what it does by itself.
func (s *state) ofProcess(i int, try try) {
	p := &s.procs[i]
	if p.well() && p.call.at == answered {
		try("", i, func(a *act) Step { return a.receive(i) })
	}
	if p.well() && p.renewing.at == answered {
		try("", i, func(a *act) Step { return a.receiveRenewed(i) })
	}
	if (p.cut || p.asleep) && (p.call.at != idle || p.phase == listing) { // one that wakes up finds that its time is over
		try("", i, func(a *act) Step { return a.giveUp(i) })
	}
	if (p.cut || p.asleep) && p.renewing.at != idle {
		try(GivesUp, i, func(a *act) Step { a.abandon(&a.procs[i].renewing); return "" })
	}
	if p.phase != playing || !s.procs[i].awake() {
		return
	}
	if s.left.Presses > 0 {
		try(Presses, i, func(a *act) Step {
			p := &a.procs[i]
			p.press = a.left.Presses
			a.left.Presses--
			if a.fault == ShowsFirst {
				a.seen.shown |= 1 << p.press
			}
			p.commitPress(a.fault)
			return ""
		})
	}
	if s.left.Stops > 0 {
		try(Ends, i, func(a *act) Step {
			p := &a.procs[i]
			a.left.Stops--
			a.disturbed()
			a.abandon(&p.renewing)
			p.send(stopping, p.ask(release))
			return ""
		})
	}
}

// faults lets process i die, start, sleep and wake up.
func (s *state) faults(i int, try try) {
	p := &s.procs[i]
	fault := func(step Step, left *int8, may bool, do func(a *act, p *process)) {
		if *left > 0 && may {
			try(step, i, func(a *act) Step { a.disturbed(); do(a, &a.procs[i]); return "" })
		}
	}
	free := int8(1)
	fault(Dies, &s.left.Deaths, p.phase != down, func(a *act, p *process) {
		a.left.Deaths--
		a.abandon(&p.call)
		a.abandon(&p.renewing)
		*p = process{owner: p.owner, cut: p.cut}
	})
	fault(Starts, &s.left.Starts, p.phase == down, func(a *act, p *process) {
		a.left.Starts--
		p.owner += processes
		p.phase, p.knows, p.asleep = waiting, false, false
		p.work(a.fault)
	})
	fault(Sleeps, &s.left.Sleeps, p.awake(), func(a *act, p *process) {
		a.left.Sleeps--
		p.asleep = true
	})
	fault(Wakes, &free, p.asleep, func(a *act, p *process) {
		p.asleep = false
		p.work(a.fault)
	})
}

// lateRequests lets a request arrive that its sender gave up on.
func (s *state) lateRequests(try try) {
	for i, r := range s.late {
		if r.kind == none {
			continue
		}
		try(Late, r.sender(), func(a *act) Step {
			a.late[i] = request{}
			a.disturbed()
			a.arrive(r, 0)
			return ""
		})
	}
}

// cuts lets a cut begin, or heal.
func (s *state) cuts(try try) {
	healing := false
	for i := range s.procs {
		healing = healing || s.procs[i].cut
	}
	set := func(a *act, mask int) {
		a.disturbed()
		for i := range a.procs {
			a.procs[i].cut = mask>>i&1 != 0
		}
	}
	if healing {
		try(Heals, -1, func(a *act) Step { set(a, 0); return "" })
		return
	}
	for mask := 1; mask < 1<<processes && s.left.Cuts > 0; mask++ {
		try(Cuts, -1, func(a *act) Step {
			a.left.Cuts--
			set(a, mask)
			return ""
		})
	}
}

// jumps lets the clock of the store jump. A lease ends at once then, or lasts longer.
func (s *state) jumps(try try) {
	if s.left.Jumps == 0 || s.store.ttl == 0 {
		return
	}
	jump := func(extra int8) {
		try(StoreJumps, -1, func(a *act) Step {
			a.left.Jumps--
			a.disturbed()
			a.seen.jumped, a.seen.life, a.seen.extra = true, 0, max(extra, 0)
			if a.store.ttl = max(a.store.ttl+extra, 0); a.store.ttl == 0 {
				a.store.holder = 0
			}
			return ""
		})
	}
	jump(-LeaseTicks)
	jump(setBack)
}

// tick lets a quarter of a lease pass.
func (a *act) tick() {
	well, plays := false, false
	for i := range a.procs {
		p := &a.procs[i]
		well = well || p.well()
		plays = plays || p.well() && p.phase == playing && p.epoch == a.store.grantEpoch && p.epoch >= a.store.fence
	}
	if a.seen.silent++; plays || !well {
		a.seen.silent = 0
	}
	if a.seen.silent > LeaseTicks+a.left.Long+a.seen.extra {
		a.why = halted
	}
	a.seen.life = max(a.seen.life-1, 0)
	if a.fault != Endless {
		a.store.ttl = max(a.store.ttl-1, 0)
	}
	if a.store.ttl == 0 {
		a.store.holder = 0
	}
	for i := range a.procs {
		a.procs[i].work(a.fault)
	}
}
