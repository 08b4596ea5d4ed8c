package fleet

import (
	"fmt"
	"slices"

	"cardroom/store"
)

// The model visits every state that a few processes, a store and Discord can reach, in every order of their steps. The
// program's own assign works out which shards a process gives up and takes. Leases are as in store/internal/leasemodel, which runs the functions
// of the store and knows two processes and one lease. Here processes come, take their share, hand over live, die, and lose the
// store. A tick is half a second.
const (
	modelProcesses = 3
	modelShards    = 3

	leaseTicks  = 4 // store.LeaseTime, and memberTime
	steadyTicks = 2 // steadyTime
	promised    = 6 // ticks within which the shard of a dead process has a player again: three seconds
	handedOver  = 2 // ticks for which a shard has no player in a live hand-over: a second
	settled     = 8 // ticks after the last disturbance, from which on no shard moves
)

// fault is a mistake, planted to see that the model finds it.
type fault string

const (
	sound           fault = ""
	noFence         fault = "a commit is not compared with the fence"
	renewsOvertaken fault = "a lease that another process has acquired is renewed"
	grantsHeld      fault = "a lease is granted while another process holds it"
	countsTheDead   fault = "a share is due to processes that are dead"
	countsOneLess   fault = "a process thinks that its share is one less"
	releasesFirst   fault = "the lease is released before the session is left"
	dropsPresses    fault = "a shard is given up while a commit is under way"
	neverGives      fault = "a process gives no shard up"
)

// The laws, as they are broken.
const (
	commitsTwo = "two processes commit to one table"
	lostCommit = "an acknowledged commit is lost"
	lostPress  = "a live hand-over lost a press"
	playsTwo   = "two processes that renewed their leases play one shard"
	identifies = "a live hand-over sends IDENTIFY"
	noPlayer   = "no process plays a shard within the promised time"
	longGap    = "a live hand-over takes more than a second"
	wanders    = "shards move without a reason"
	unfair     = "the shares differ by more than one shard"
)

// limits has the limits of a run of the model.
type limits struct {
	start                int // processes that run at the beginning
	shards               int
	presses              int8
	cuts, deaths, starts int8
	ahead, back          int8 // jumps of the store's clock, by a lease or by a second
}

// modelShard is a shard as the store and Discord know it, with one table.
type modelShard struct {
	holder, ttl int8 // the process from 1 that has the lease, and for how long
	epoch       int8 // the newest granted
	data, acked int8 // the presses in the table, a bit each, and those that were acknowledged
	left        bool // the session was left so that it can be resumed
	given       bool // the last owner gave the shard up live
	alone, gap  int8 // ticks without a player that is well, and since a live release
}

// modelProcess is a process.
type modelProcess struct {
	up, cut        bool
	steady         int8              // ticks for which the store has answered; -1: it does not
	looked         bool              // in this tick
	renewed        bool              // in this tick
	epoch          [modelShards]int8 // of the lease with which it plays a shard; 0: it does not
	view           [modelShards]int8 // the presses in its table
	press          [modelShards]int8 // the bit of a press whose commit is under way
	giving, parted [modelShards]bool // it gives the shard up; it has done the first half of that
	acquires       [modelShards]bool
}

// well reports whether a process runs and reaches the store.
func (p *modelProcess) well() bool { return p.up && !p.cut }

type model struct {
	shard  [modelShards]modelShard
	member [modelProcesses]int8 // ticks for which each counts as alive
	proc   [modelProcesses]modelProcess
	left   limits
	quiet  int8 // ticks since the last disturbance
	slack  int8 // ticks by which the store's clock was set back
	failed bool // a process died or was cut off, or a clock jumped: a shard may have been given to a process that is dead
}

// successors calls visit for each step that can be next, with the state after it and the law that it broke.
func (m *model) successors(f fault, visit func(step string, next *model, broken string)) {
	try := func(step string, do func(n *model) string) {
		next := *m
		visit(step, &next, do(&next))
	}
	for i := range m.proc {
		m.steps(i, f, try)
		m.faults(i, try)
	}
	m.clock(f, try)
}

type tryStep func(step string, do func(n *model) string)

// steps lets a process do its work.
func (m *model) steps(i int, f fault, try tryStep) {
	p := &m.proc[i]
	if !p.well() {
		return
	}
	if !p.looked {
		try(fmt.Sprintf("%c looks", 'a'+i), func(n *model) string { return n.look(i, f) })
	}
	if !p.renewed {
		try(fmt.Sprintf("%c renews", 'a'+i), func(n *model) string { n.renew(i, f); return "" })
	}
	for s := range m.left.shards {
		name := func(verb string) string { return fmt.Sprintf("%c %s %d", 'a'+i, verb, s) }
		switch {
		case p.acquires[s]:
			try(name("acquires"), func(n *model) string { return n.acquire(i, s, f) })
		case p.epoch[s] == 0:
		case p.press[s] != 0:
			try(name("commits to"), func(n *model) string { return n.commit(i, s, f) })
		case !p.giving[s] && m.left.presses > 0:
			try(name("receives a press on"), func(n *model) string {
				n.left.presses--
				n.proc[i].press[s] = 1 << n.left.presses
				return ""
			})
		}
		if p.giving[s] && (p.press[s] == 0 || f == dropsPresses) {
			try(name("hands over"), func(n *model) string { return n.handOver(i, s, f) })
		}
	}
}

// look announces a process, and notes which shards it gives up and takes: process.look and follow.
func (m *model) look(i int, f fault) string {
	p := &m.proc[i]
	p.looked = true
	p.steady = max(p.steady, 0)
	playing := map[int]bool{}
	for s := range m.left.shards {
		if p.epoch[s] != 0 {
			playing[s] = p.giving[s]
		}
	}
	if p.steady >= steadyTicks || len(playing) > 0 {
		m.member[i] = leaseTicks
	}
	seen := store.Fleet{Shards: m.left.shards, Owners: map[store.Shard]string{}}
	for k := range m.member {
		if m.member[k] > 0 || f == countsTheDead && k < m.left.start {
			seen.Members = append(seen.Members, string(rune('a'+k)))
		}
	}
	for s := range m.left.shards {
		if h := m.shard[s].holder; h != 0 {
			seen.Owners[store.Shard{ID: s, Count: m.left.shards}] = string(rune('a' + h - 1))
		}
	}
	give, acquire, _ := assign(seen, string(rune('a'+i)), playing)
	if f == neverGives {
		give = nil
	}
	if f == countsOneLess && len(give) == 0 && len(playing) == 2 && len(seen.Members) > 1 {
		give = []int{slices.Max(keys(playing))}
	}
	for _, s := range give {
		p.giving[s] = true
		if m.quiet >= settled {
			return wanders
		}
	}
	for _, s := range acquire {
		p.acquires[s] = p.steady >= steadyTicks && p.epoch[s] == 0
	}
	return ""
}

func keys(m map[int]bool) (all []int) {
	for k := range m {
		all = append(all, k)
	}
	return all
}

// renew renews the leases of a process, and drops the shards whose lease another process has acquired.
func (m *model) renew(i int, f fault) {
	p := &m.proc[i]
	p.renewed = true
	for s := range m.left.shards {
		switch sh := &m.shard[s]; {
		case p.epoch[s] == 0:
		case p.epoch[s] == sh.epoch || f == renewsOvertaken:
			sh.holder, sh.ttl = int8(i)+1, leaseTicks
		default:
			p.drop(s)
		}
	}
}

// drop ends the play of a shard.
func (p *modelProcess) drop(s int) {
	p.epoch[s], p.view[s], p.press[s], p.giving[s], p.parted[s] = 0, 0, 0, false, false
}

// acquire asks for a lease. With it the process reads the table, and resumes the session or opens one.
func (m *model) acquire(i, s int, f fault) string {
	p, sh := &m.proc[i], &m.shard[s]
	p.acquires[s] = false
	if sh.holder != 0 && f != grantsHeld {
		return ""
	}
	identify := sh.given && !sh.left
	sh.epoch++
	sh.holder, sh.ttl, sh.left, sh.given, sh.gap = int8(i)+1, leaseTicks, false, false, 0
	p.epoch[s], p.view[s] = sh.epoch, sh.data
	if identify && !m.failed {
		return identifies
	}
	return ""
}

// commit stores the table of a shard with a press, and acknowledges it.
func (m *model) commit(i, s int, f fault) string {
	p, sh := &m.proc[i], &m.shard[s]
	if p.epoch[s] != sh.epoch && f != noFence {
		p.drop(s) // overtaken, and told so
		return ""
	}
	overtaken := p.epoch[s] != sh.epoch
	p.view[s] |= p.press[s]
	sh.data = p.view[s]
	sh.acked |= p.press[s]
	p.press[s] = 0
	switch {
	case sh.acked&^sh.data != 0:
		return lostCommit
	case overtaken:
		return commitsTwo
	}
	return ""
}

// handOver does the next half of a live hand-over: to leave the session, and to release the lease.
func (m *model) handOver(i, s int, f fault) string {
	p, sh := &m.proc[i], &m.shard[s]
	if p.press[s] != 0 {
		return lostPress
	}
	leaves := !p.parted[s]
	if f == releasesFirst {
		leaves = !leaves
	}
	if leaves {
		sh.left = sh.epoch == p.epoch[s]
	} else if sh.holder == int8(i)+1 && sh.epoch == p.epoch[s] {
		sh.holder, sh.ttl, sh.given, sh.gap = 0, 0, true, 1
	}
	if p.parted[s] {
		p.drop(s)
	} else {
		p.parted[s] = true
	}
	return ""
}

// disturb notes that a process came or failed: promises count from here.
func (m *model) disturb(failed bool) {
	m.quiet, m.failed = 0, m.failed || failed
	for s := range m.shard {
		m.shard[s].alone, m.shard[s].gap = 0, 0
	}
}

// faults lets a process die, start, and lose and find the store.
func (m *model) faults(i int, try tryStep) {
	p := &m.proc[i]
	if p.up && m.left.deaths > 0 {
		try(fmt.Sprintf("%c dies", 'a'+i), func(n *model) string {
			n.left.deaths--
			n.proc[i] = modelProcess{steady: -1, cut: n.proc[i].cut}
			n.disturb(true)
			return ""
		})
	}
	// A process that starts has a new name, so it takes the place of one that no other counts any more.
	if !p.up && m.left.starts > 0 && m.member[i] == 0 && !slices.ContainsFunc(m.shard[:], func(s modelShard) bool { return s.holder == int8(i)+1 }) {
		try(fmt.Sprintf("%c starts", 'a'+i), func(n *model) string {
			n.left.starts--
			n.proc[i] = modelProcess{up: true, steady: -1}
			n.disturb(false)
			return ""
		})
	}
	if p.up && !p.cut && m.left.cuts > 0 {
		try(fmt.Sprintf("%c is cut off", 'a'+i), func(n *model) string {
			n.left.cuts--
			n.proc[i].cut = true
			n.disturb(true)
			return ""
		})
	}
	if p.cut {
		try(fmt.Sprintf("%c reaches the store again", 'a'+i), func(n *model) string {
			n.proc[i].cut = false
			n.disturb(true)
			return ""
		})
	}
}

// clock lets half a second pass, once every process that is well has done its work, and lets the store's clock jump.
func (m *model) clock(f fault, try tryStep) {
	jump := func(name string, left *int8, by int8) {
		if *left > 0 {
			try(name, func(n *model) string {
				n.disturb(true)
				for s := range n.shard {
					n.shard[s].age(-by)
				}
				for i := range n.member {
					n.member[i] = max(n.member[i]+by, 0)
				}
				n.slack = max(n.slack, by)
				if by < 0 {
					n.left.ahead--
				} else {
					n.left.back--
				}
				return ""
			})
		}
	}
	jump("the store's clock jumps ahead", &m.left.ahead, -leaseTicks)
	jump("the store's clock is set back", &m.left.back, 2)
	for i := range m.proc {
		if p := &m.proc[i]; p.well() && (!p.looked || !p.renewed || p.busy()) {
			return
		}
	}
	try("tick", func(n *model) string { return n.tick() })
}

// busy reports whether a process has more to do before time passes.
func (p *modelProcess) busy() bool {
	for s := range p.epoch {
		if p.acquires[s] || p.giving[s] || p.press[s] != 0 {
			return true
		}
	}
	return false
}

// age lets ticks pass for a lease.
func (s *modelShard) age(ticks int8) {
	if s.holder == 0 {
		return
	}
	if s.ttl -= ticks; s.ttl <= 0 {
		s.holder, s.ttl = 0, 0
	}
}

// tick lets half a second pass, and looks at the laws that hold then.
func (m *model) tick() string {
	if broken := m.promises(); broken != "" {
		return broken
	}
	m.quiet = min(m.quiet+1, settled)
	for s := range m.left.shards {
		m.shard[s].age(1)
	}
	for i := range m.proc {
		m.member[i] = max(m.member[i]-1, 0)
		p := &m.proc[i]
		switch p.looked, p.renewed = false, false; {
		case !p.well():
			p.steady = -1
		case p.steady < steadyTicks:
			p.steady++
		}
	}
	return ""
}

// promises returns the promise that is broken at the end of a tick.
func (m *model) promises() string {
	well, fewest, fullest := 0, modelShards, 0
	for i := range m.proc {
		p := &m.proc[i]
		if !p.well() {
			continue
		}
		well++
		plays := 0
		for s := range m.left.shards {
			if p.epoch[s] != 0 {
				plays++
			}
		}
		fewest, fullest = min(fewest, plays), max(fullest, plays)
	}
	for s := range m.left.shards {
		sh, players := &m.shard[s], 0
		for i := range m.proc {
			if p := &m.proc[i]; p.well() && p.epoch[s] != 0 {
				players++
			}
		}
		if players > 1 && m.quiet > 0 { // a lease that ended in this tick is missed in the next
			return playsTwo
		}
		if sh.gap > 0 {
			sh.gap++
		}
		if sh.alone++; players > 0 || well == 0 {
			sh.alone, sh.gap = 0, 0
		}
		switch {
		case sh.alone > promised+m.slack:
			return noPlayer
		case sh.gap > handedOver+1 && !m.failed:
			return longGap
		}
	}
	if m.quiet >= settled && fullest-fewest > 1 {
		return unfair
	}
	return ""
}
