package leasemodel

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
)

// LeaseTicks is how many ticks a lease lasts without a renewal. A holder renews it at each tick.
const LeaseTicks = 4

// setBack is how many ticks the clock of the store may be set back by. Ahead it jumps by LeaseTicks: more is the same.
const setBack = 2

// Limits says how much happens in a run.
type Limits struct {
	New bool // guild and table are new: the first commit registers the guild

	Long    int8 // ticks that it takes to fence the other guilds of the shard, before this one
	Presses int8 // that want to be committed
	Cuts    int8 // between one process, or both, and the store
	Jumps   int8 // of a clock
	Sleeps  int8 // of a process
	Deaths  int8 // of a process, at any point
	Stops   int8 // of a process, as asked
	Starts  int8 // of a process that died or stopped
}

// The sizes of a state.
const (
	processes  = 2
	maxPresses = 4
	maxLate    = 5
)

// state is one moment of a run. It can be compared, so that each is visited once.
type state struct {
	store server
	procs [processes]process
	late  [maxLate]request // given up by their sender and still under way; sorted
	left  Limits
	seen  witness
}

// process is a program that plays, or wants to.
type process struct {
	phase    phase
	owner    int8 // its name in the store; another one after each start
	cut      bool
	asleep   bool
	knows    bool // store/redis has registered the guild, or found it
	retried  bool // the commit is tried for the second time
	ahead    int8 // ticks for which other guilds are still fenced before this one
	press    int8 // being committed
	epoch    int8
	version  int8  // of the table, as far as it knows
	data     uint8 // the presses in that version
	call     call  // of its phase
	renewing call  // of the goroutine that renews the lease
}

// phase is the phase of a process.
type phase int8

const (
	down phase = iota
	waiting
	granting
	listing
	fencing
	loading // from here on it holds the lease
	playing
	registering
	checking
	committing
	uncertain
	reloading // up to here
	leaving   // another process has the lease; it will wait again
	stopping
)

// holds reports whether a process believes that it holds the lease.
func (p *process) holds() bool { return p.phase >= loading && p.phase <= reloading }

// fences reports whether a process has the lease, and is still fencing guilds.
func (p *process) fences() bool { return p.phase == listing || p.phase == fencing }

// well reports whether a process runs and reaches the store.
func (p *process) well() bool { return p.phase != down && !p.cut && !p.asleep }

// awake reports whether a process runs.
func (p *process) awake() bool { return p.phase != down && !p.asleep }

// busy reports whether a process waits for a reply.
func (p *process) busy() bool { return p.call.at != idle || p.renewing.at != idle }

// call is a request and its reply.
type call struct {
	at  progress
	req request
	rep reply
}

// progress is how far a call has come.
type progress int8

const (
	idle progress = iota
	sent
	answered
)

// kind is the kind of a request.
type kind int8

const (
	none kind = iota
	grant
	list
	fence
	load
	register
	check
	commit
	renew
	release
)

// request is a request of a process to the store. The fields are those of store.Lease and store.Change.
type request struct {
	kind                         kind
	owner, epoch, version, press int8
	data                         uint8
}

// sender returns the process that sent a request.
func (r request) sender() int { return int(r.owner-1) % processes }

// harmless reports whether a request changes nothing: it makes no difference whether it arrives.
func (r request) harmless() bool { return r.kind == list || r.kind == load || r.kind == check }

// result is how the store answered.
type result int8

const (
	done result = iota
	held
	fenced
	stale
	duplicate
)

// reply is an answer of the store.
type reply struct {
	result         result
	listed         bool
	epoch, version int8
	data           uint8
}

// witness remembers what the laws are about. No process can see it.
type witness struct {
	shown  uint8 // presses in any version that a process has shown
	floor  int8  // the newest epoch of a lease that a process knows to have
	newest int8  // the newest epoch that was granted
	life   int8  // ticks until the lease of that epoch ends, by a clock that does not jump
	silent int8  // ticks for which a process was well and none played, since the last fault
	jumped bool  // the store's clock, during that lease
	extra  int8  // ticks that a clock set back adds to a lease
}

// disturbed begins the time anew within which play must go on.
func (s *state) disturbed() { s.seen.silent = 0 }

// postpone lets a request arrive at any later moment. It returns false where there are too many of them.
func (s *state) postpone(r request) bool {
	if slices.Contains(s.late[:], r) {
		return true
	}
	if s.late[maxLate-1].kind != none {
		return false
	}
	s.late[maxLate-1] = r
	s.sortLate()
	return true
}

// dropDead drops late requests that can never change anything, because versions and epochs only grow. It must not be used
// where a planted fault could make one count.
func (s *state) dropDead() {
	for i, r := range s.late {
		dead := false
		switch r.kind {
		case fence:
			dead = r.epoch <= s.store.fence
		case renew, release:
			dead = r.epoch < s.store.grantEpoch
		case commit:
			dead = r.epoch < s.store.fence || r.version < s.store.version
		case register:
			dead = s.store.listed
		}
		if dead {
			s.late[i] = request{}
		}
	}
}

// sortLate sorts the late requests, which have no order, the empty places last.
func (s *state) sortLate() {
	slices.SortFunc(s.late[:], func(a, b request) int {
		for _, d := range [...]int{
			int(b.kind) - int(a.kind), int(a.owner) - int(b.owner), int(a.epoch) - int(b.epoch),
			int(a.version) - int(b.version), int(a.press) - int(b.press), int(a.data) - int(b.data),
		} {
			if d != 0 {
				return d
			}
		}
		return 0
	})
}

// swapped returns the state with its two processes exchanged.
func (s *state) swapped() state {
	t := *s
	t.procs[0], t.procs[1] = s.procs[1], s.procs[0]
	swap := func(owner *int8) {
		if *owner > 0 {
			*owner = (*owner - 1) ^ 1 + 1
		}
	}
	swap(&t.store.holder)
	for i := range t.late {
		swap(&t.late[i].owner)
	}
	for i := range t.procs {
		p := &t.procs[i]
		swap(&p.owner)
		swap(&p.call.req.owner)
		swap(&p.renewing.req.owner)
	}
	t.sortLate()
	return t
}

// ordered reports whether the processes are in the order in which they are visited. Where they are alike, either order is.
func (s *state) ordered() bool {
	a, b := &s.procs[0], &s.procs[1]
	return cmp.Or(
		cmp.Compare(a.phase, b.phase), cmp.Compare(a.epoch, b.epoch), cmp.Compare(a.version, b.version),
		cmp.Compare(a.call.at, b.call.at), cmp.Compare(a.call.req.kind, b.call.req.kind), cmp.Compare(a.renewing.at, b.renewing.at),
		cmp.Compare((a.owner-1)/processes, (b.owner-1)/processes), cmp.Compare(a.press, b.press), cmp.Compare(a.data, b.data),
		cmp.Compare(a.ahead, b.ahead), compareBool(a.cut, b.cut), compareBool(a.asleep, b.asleep), compareBool(a.knows, b.knows), compareBool(a.retried, b.retried),
	) >= 0
}

// compareBool orders false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// epochs calls f with every epoch in the state.
func (s *state) epochs(f func(*int8)) {
	f(&s.store.grantEpoch)
	f(&s.store.newest)
	f(&s.store.fence)
	f(&s.seen.floor)
	f(&s.seen.newest)
	for i := range s.late {
		f(&s.late[i].epoch)
	}
	for i := range s.procs {
		p := &s.procs[i]
		f(&p.epoch)
		f(&p.call.req.epoch)
		f(&p.call.rep.epoch)
		f(&p.renewing.req.epoch)
		f(&p.renewing.rep.epoch)
	}
}

// renumber numbers the epochs 1, 2, 3 … in their order: only that is compared, so states that differ in nothing else are one.
func (s *state) renumber() {
	used := uint64(0)
	s.epochs(func(e *int8) { used |= 1 << *e })
	used &^= 1
	s.epochs(func(e *int8) {
		if *e > 0 {
			*e = int8(bits.OnesCount64(used & (1<<(*e+1) - 1)))
		}
	})
}

// String returns the state in a line, for the trace of a fault.
func (s state) String() string {
	text := fmt.Sprintf("store: v%d fence %d, lease %d of %s for %d", s.store.version, s.store.fence, s.store.grantEpoch, ownerName(s.store.holder), s.store.ttl)
	for i, p := range s.procs {
		text += fmt.Sprintf("; %c: %s", 'A'+i, phaseNames[p.phase])
		if p.holds() {
			text += fmt.Sprintf(" v%d epoch %d", p.version, p.epoch)
		}
		if p.cut {
			text += ", cut off"
		}
		if p.asleep {
			text += ", asleep"
		}
	}
	return text
}

var phaseNames = [...]string{
	"down", "waiting", "acquiring", "listing", "fencing", "loading", "playing", "registering", "checking", "committing",
	"uncertain", "reloading", "leaving", "stopping",
}
