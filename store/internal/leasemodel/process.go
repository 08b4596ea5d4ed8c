package leasemodel

// act is a state in the making: one step changes it.
type act struct {
	state
	fault Fault
	why   string // the law that the step broke

	fates     uint8 // bit n: the nth request that is abandoned arrives late; otherwise it is lost
	abandoned int   // requests so far
	void      bool  // no more requests can be late
}

// abandon ends a call whose caller no longer waits. A request that is still under way may be lost, or arrive late.
func (a *act) abandon(c *call) {
	if c.at == sent && !c.req.harmless() {
		if a.fates>>a.abandoned&1 != 0 && !a.postpone(c.req) {
			a.void = true
		}
		a.abandoned++
	}
	*c = call{}
}

// ask returns a request of a process under its lease.
func (p *process) ask(k kind) request {
	return request{kind: k, owner: p.owner, epoch: p.epoch}
}

// send sends a request of a process in its next phase.
func (p *process) send(next phase, r request) {
	p.phase, p.call = next, call{at: sent, req: r}
}

// acquire asks for the lease, with an epoch above the one given.
func (p *process) acquire(above int8) {
	p.send(granting, request{kind: grant, owner: p.owner, epoch: above})
}

// work sends what a process sends at a tick, and when it wakes up.
func (p *process) work(f Fault) {
	if p.phase == down || p.asleep {
		return
	}
	fences := p.ahead > 0 && f != RenewsOnceFenced
	if (p.holds() || fences) && p.renewing.at == idle {
		p.renewing = call{at: sent, req: p.ask(renew)}
	}
	if p.call.at != idle {
		return
	}
	switch p.phase {
	case waiting:
		p.acquire(0)
	case listing:
		if p.ahead = max(p.ahead-1, 0); p.ahead == 0 {
			p.send(fencing, p.ask(fence))
		}
	case uncertain:
		p.send(reloading, p.ask(load))
	}
}

// forget drops a process's knowledge of its lease and its table.
func (p *process) forget() {
	p.epoch, p.version, p.data, p.press, p.retried, p.ahead = 0, 0, 0, 0, false, 0
}

// commitPress sends the press that is being committed. The first commit of a table registers the guild before.
func (p *process) commitPress(f Fault) {
	switch {
	case p.version > 0 && p.knows:
		p.sendCommit()
	case f == RegistersLate:
		p.send(checking, p.ask(check))
	default:
		p.send(registering, p.ask(register))
	}
}

// sendCommit sends the commit itself.
func (p *process) sendCommit() {
	r := p.ask(commit)
	r.version, r.press, r.data = p.version, p.press, p.data|1<<p.press
	p.send(committing, r)
}

// receive takes in the reply to the request of process i.
func (a *act) receive(i int) Step {
	p := &a.procs[i]
	r := p.call.rep
	p.call = call{}
	switch p.phase {
	case granting, listing, fencing:
		return a.receiveAcquiring(p, r)
	case loading, reloading:
		step := Plays
		if p.phase == reloading {
			step = Reads
		}
		p.phase, p.version, p.data, p.press, p.retried = playing, r.version, r.data, 0, false
		a.show(p)
		return step
	case registering, checking:
		return a.receiveRegistering(i, r)
	case committing:
		return a.receiveCommitted(i, r)
	case leaving:
		p.acquire(0)
	case stopping:
		p.phase = down
		p.forget()
	}
	return Ends
}

// receiveAcquiring takes in a reply while a process acquires the lease.
func (a *act) receiveAcquiring(p *process, r reply) Step {
	switch {
	case r.result == fenced:
		a.acquireAgain(p, r.epoch)
		return AsksAgain
	case p.phase == granting:
		p.epoch, p.ahead = r.epoch, a.left.Long
		if a.fault != NoGuildFence {
			p.send(listing, p.ask(list))
			return Listed
		}
	case p.phase == listing && r.listed:
		if p.knows = true; p.ahead == 0 {
			p.send(fencing, p.ask(fence))
		}
		return Fenced
	}
	a.seen.floor = max(a.seen.floor, p.epoch)
	p.send(loading, p.ask(load))
	return Plays
}

// acquireAgain lets a process that was overtaken while it fenced ask for the lease again, with an epoch above the other one.
func (a *act) acquireAgain(p *process, above int8) {
	a.abandon(&p.call)
	a.abandon(&p.renewing)
	p.forget()
	p.acquire(above)
}

// receiveRegistering takes in a reply while a process registers the guild of its first commit.
func (a *act) receiveRegistering(i int, r reply) Step {
	p := &a.procs[i]
	last := checking
	switch a.fault {
	case RegistersLate:
		last = registering
	case NoCheck:
		last = p.phase
	}
	switch {
	case r.result == fenced:
		a.overtaken(i)
		return Overtaken
	case p.phase == last:
		p.knows = true
		p.sendCommit()
		return Committed
	case p.phase == checking:
		p.send(registering, p.ask(register))
		return Registered
	}
	p.send(checking, p.ask(check))
	return Checked
}

// receiveCommitted takes in the reply to a commit.
func (a *act) receiveCommitted(i int, r reply) Step {
	p := &a.procs[i]
	switch r.result {
	case fenced:
		a.overtaken(i)
		return Overtaken
	case stale, duplicate:
		p.send(reloading, p.ask(load))
		return Doubts
	}
	p.phase, p.version, p.data, p.press, p.retried = playing, r.version, p.data|1<<p.press, 0, false
	a.show(p)
	return Shows
}

// show shows what a process knows of the table.
func (a *act) show(p *process) { a.seen.shown |= p.data }

// overtaken lets a process drop its tables: another one has the lease.
func (a *act) overtaken(i int) {
	p := &a.procs[i]
	a.abandon(&p.call)
	if a.fault == NeverLearns {
		p.press, p.retried, p.phase = 0, false, uncertain
		return
	}
	a.abandon(&p.renewing)
	r := p.ask(release)
	p.forget()
	p.send(leaving, r)
}

// receiveRenewed takes in the reply to a renewal of process i.
func (a *act) receiveRenewed(i int) Step {
	p := &a.procs[i]
	r := p.renewing.rep
	p.renewing = call{}
	switch {
	case r.result == fenced && p.holds():
		a.overtaken(i)
		return Overtaken
	case r.result == fenced && p.fences():
		a.acquireAgain(p, r.epoch)
		return AsksAgain
	}
	return Renews
}

// giveUp lets process i go on without a reply to its request.
func (a *act) giveUp(i int) Step {
	p := &a.procs[i]
	a.abandon(&p.call)
	switch p.phase {
	case listing, fencing:
		a.abandon(&p.renewing)
		r := p.ask(release)
		p.forget()
		p.send(leaving, r)
	case granting, leaving:
		p.phase = waiting
		p.forget()
	case loading, reloading:
		p.phase = uncertain
	case registering, checking, committing:
		if !p.retried || a.fault == TriesForever {
			p.retried = true
			p.commitPress(a.fault)
			return TriesAgain
		}
		if a.fault == AssumesDone {
			p.phase, p.version, p.data, p.press, p.retried = playing, p.version+1, p.data|1<<p.press, 0, false
			a.show(p)
			return Shows
		}
		p.phase, p.press, p.retried = uncertain, 0, false
		return Doubts
	case stopping:
		p.phase = down
		p.forget()
	}
	return GivesUp
}

// arrive lets the store carry out a request, and looks at the laws.
func (a *act) arrive(r request, clock int8) reply {
	before := a.store
	if !a.procs[r.sender()].well() { // as any late request
		a.disturbed()
	}
	rep := a.store.answer(r, clock, a.fault)
	switch {
	case r.kind == grant && rep.result == done:
		a.granted(r, rep, before)
	case r.kind == renew && rep.result == done && r.epoch == a.seen.newest:
		a.renewed()
	case r.kind == release && r.epoch == a.seen.newest:
		a.seen.life = 0
	case r.kind == commit && a.store.version > before.version:
		a.committed(r, before)
	}
	return rep
}

// renewed notes that the newest lease lasts for its time from now on.
func (a *act) renewed() {
	a.seen.extra = 0
	if !a.seen.jumped { // else the law of it holds no longer
		a.seen.life = LeaseTicks
	}
}

// granted looks at the laws of a lease that was granted.
func (a *act) granted(r request, rep reply, before server) {
	if rep.epoch <= a.seen.newest {
		a.why = reused
	}
	other := &a.procs[1-r.sender()]
	if other.well() && (other.holds() || other.fences()) && other.epoch == before.grantEpoch && a.seen.life > 0 {
		a.why = robbed
	}
	a.seen.newest, a.seen.jumped = max(a.seen.newest, rep.epoch), false
	a.renewed()
}

// committed looks at the laws of a commit.
func (a *act) committed(r request, before server) {
	if r.epoch < a.seen.floor {
		a.why = together
	}
	for _, press := range before.log[:before.version] {
		if press == r.press {
			a.why = twice
		}
	}
}
