package tournament

import (
	"math/rand/v2"
	"time"

	"cardroom/engine"
	"cardroom/engine/tournament/setup"
)

// play makes random things happen to a tournament until it is over. Some tournaments crash after every command.
func (l *laws) play(r *rand.Rand, faults bool) {
	l.Helper()
	for turn := 0; !l.t.s.Over(); turn++ {
		if turn > 200_000 {
			l.fail("the tournament does not end\n%s", snap(l, l.t))
		}
		before, kept := "", l.t
		if turn%97 == 0 {
			before = snap(l, kept)
		}
		l.one(r, faults)
		l.hold()
		if before != "" && snap(l, kept) != before {
			l.fail("Apply changed its receiver")
		}
		if faults && (r.IntN(60) == 0 || l.seed%16 == 1) {
			l.crash()
		}
	}
}

// crash goes on from a snapshot.
func (l *laws) crash() {
	l.Helper()
	text := snap(l, l.t)
	restored, err := Restore([]byte(text))
	if err != nil {
		l.Fatal(err)
	}
	if snap(l, restored) != text {
		l.fail("a snapshot differs after it was read\n%s\n%s", text, snap(l, restored))
	}
	l.t = restored
}

// one makes one thing happen.
func (l *laws) one(r *rand.Rand, faults bool) {
	l.Helper()
	s := &l.t.s
	if r.IntN(8) == 0 {
		l.wait(time.Duration(r.IntN(20_000)) * time.Millisecond)
		return
	}
	if s.Phase < Running {
		l.beforeStart(r)
		return
	}
	if faults && r.IntN(25) == 0 {
		l.fault(r)
		return
	}
	if s.Halt.Kind != 0 && r.IntN(3) == 0 {
		l.resume(r)
		return
	}
	if s.Options.Rebuys.Until != 0 && r.IntN(3) == 0 {
		l.buy(r)
		return
	}
	if s.Money.Deal.Open() || l.seed%3 == 0 && r.IntN(10) == 0 {
		l.deal(r)
		return
	}
	if p := l.t.Pending(); p.Admit != 0 {
		if r.IntN(3) > 0 {
			l.do(Admit{l.at(), p.Admit})
		} else {
			l.do(Skip{l.at(), p.Admit})
		}
		return
	}
	l.table(r, s.Open[r.IntN(len(s.Open))])
}

// resume ends a pause. One for a table that cannot play ends with the table.
func (l *laws) resume(r *rand.Rand) {
	l.Helper()
	s := &l.t.s
	if s.Halt.Kind != ByLoss {
		l.do(Resume{l.at()})
		return
	}
	if err := l.try(Resume{l.at()}); err == nil {
		l.fail("a pause for a table that cannot play ends without it")
	}
	for _, number := range s.Open {
		if s.Table(number).IsLost() && r.IntN(2) == 0 {
			l.find(r, number)
			return
		}
	}
}

// find gives a table back one of the things that it lacks.
func (l *laws) find(r *rand.Rand, number int) {
	l.Helper()
	loss := OfPlace
	if t := l.t.s.Table(number); t.NoPlace == 0 || t.NoRecord && r.IntN(2) == 0 {
		loss = OfRecord
	}
	l.do(FindTable{l.at(), number, loss})
}

// beforeStart makes one thing happen before the start.
func (l *laws) beforeStart(r *rand.Rand) {
	person := engine.ID(1 + r.IntN(l.opts.Max+5))
	p := l.t.Pending()
	switch {
	case p.Begin:
		l.do(Begin{l.at()})
	case p.Admit != 0:
		l.do(Admit{l.at(), p.Admit})
	case r.IntN(30) == 0:
		_ = l.try(Unregister{l.at(), person})
	case r.IntN(10) == 0:
		_ = l.try(CheckIn{l.at(), person})
	case r.IntN(20) == 0:
		l.wait(10 * time.Minute)
	case r.IntN(60) == 0:
		_ = l.try(StartNow{l.at()})
	default:
		_ = l.try(Register{At: l.at(), Person: person, House: engine.Level(r.IntN(2)) * engine.Level(boolInt(l.opts.Practice))})
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// table goes on at a table.
func (l *laws) table(r *rand.Rand, number int) {
	l.Helper()
	t := l.t.s.Table(number)
	if t.NoRecord { // its hand cannot go on
		if r.IntN(20) == 0 {
			l.find(r, number)
		}
		return
	}
	if !t.Runs() {
		l.began[number] = *t
		if err := l.try(StartHand{l.at(), number}); err != nil && r.IntN(4) == 0 {
			l.wait(10 * time.Second)
		}
		return
	}
	end := EndHand{At: l.at(), Table: number, Stacks: playRandom(r, t.Unit, t.Dealt, l.stacks(number)), Quick: r.IntN(3) == 0}
	if setup.Winners(&l.opts) {
		end.Won = randomWinners(r, t.Dealt, end.Stacks)
	}
	l.do(end)
}

// buy has an entry buy chips, or decline to, where that is allowed. A few are disqualified while they may answer.
func (l *laws) buy(r *rand.Rand) {
	l.Helper()
	s := &l.t.s
	n := 1 + r.IntN(s.Entries.Len())
	for i := 1; i <= s.Entries.Len() && r.IntN(2) == 0; i++ {
		if s.Entry(i).Answer != 0 {
			n = i
		}
	}
	before := snap(l, l.t)
	var err error
	switch r.IntN(5) {
	case 0:
		err = l.try(Decline{l.at(), n})
	case 1:
		err = l.try(AddOn{l.at(), n})
	case 2:
		if r.IntN(4) == 0 {
			err = l.try(Disqualify{l.at(), n})
		}
	default:
		err = l.try(Rebuy{l.at(), n, r.IntN(3) == 0})
	}
	if err != nil && snap(l, l.t) != before {
		l.fail("a refusal changed the tournament: %v", err)
	}
}

// deal has an entry ask for a deal or answer one, where that is allowed.
func (l *laws) deal(r *rand.Rand) {
	l.Helper()
	s := &l.t.s
	alive := s.AllAlive()
	n := alive[r.IntN(len(alive))]
	before := snap(l, l.t)
	var err error
	switch to := ByICM + Proposal(r.IntN(2)); {
	case r.IntN(60) == 0:
		err = l.try(RefuseDeal{l.at(), n, s.Money.Deal.Number})
	case s.Money.Deal.Open() && r.IntN(10) > 0:
		err = l.try(AgreeDeal{l.at(), n, s.Money.Deal.Number, to})
	default:
		err = l.try(AskDeal{l.at(), n})
	}
	if err != nil && snap(l, l.t) != before {
		l.fail("a refusal changed the tournament: %v", err)
	}
}

// fault makes something happen that is no play.
func (l *laws) fault(r *rand.Rand) {
	l.Helper()
	s := &l.t.s
	n := 1 + r.IntN(s.Entries.Len())
	before := snap(l, l.t)
	var err error
	switch r.IntN(17) {
	case 15:
		err = l.try(LoseTable{l.at(), s.Open[r.IntN(len(s.Open))], OfPlace + Loss(r.IntN(2))})
	case 16:
		err = l.try(FindTable{l.at(), s.Open[r.IntN(len(s.Open))], OfPlace + Loss(r.IntN(2))})
	case 0, 1:
		err = l.try(TimeOut{l.at(), n})
	case 2, 3, 4:
		err = l.try(Press{l.at(), n})
	case 5:
		err = l.try(Leave{l.at(), n})
	case 6:
		err = l.try(VoidHand{l.at(), s.Open[r.IntN(len(s.Open))]})
	case 7:
		err = l.try(Pause{l.at(), r.IntN(2) == 0})
	case 8:
		last := l.now
		l.now = l.now.Add(time.Duration(r.IntN(120)) * time.Second)
		err = l.try(CreditDowntime{l.at(), last})
	case 9:
		if r.IntN(4) == 0 {
			err = l.try(Disqualify{l.at(), n})
		}
	case 10, 11:
		err = l.try(Register{At: l.at(), Person: engine.ID(1 + r.IntN(2*l.opts.Max))})
	case 12:
		if r.IntN(40) == 0 {
			err = l.try(Cancel{l.at(), r.IntN(2) == 0})
		}
	case 14:
		err = l.try(Restart{l.at(), n})
	case 13:
		if r.IntN(10) == 0 {
			err = l.try(CloseEntries{l.at()})
		}
	}
	if err != nil && snap(l, l.t) != before {
		l.fail("a refusal changed the tournament: %v", err)
	}
}
