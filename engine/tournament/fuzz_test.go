package tournament

import (
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/enginetest"
)

// FuzzCommands brings any commands, sensible or not. None panics, a refusal changes nothing, and the tournament stays one that
// can be.
func FuzzCommands(f *testing.F) {
	f.Add(uint64(1), []byte("\x01\x01\x01\x02\x01\x03\x01\x04\x06\x00\x07\x00\x08\x01\x09\x01"))
	f.Add(uint64(6), []byte("\x01\x01\x01\x02\x06\x00\x07\x00\x08\x01\x0c\x01\x09\x01\x0d\x00\x0e\x00\x0f\x02"))
	f.Add(uint64(9), []byte("\x01\x01\x01\x02\x01\x03\x10\x09\x06\x00\x07\x00\x11\x00\x12\x00"))
	f.Fuzz(func(t *testing.T, seed uint64, commands []byte) {
		o := randomOptions(enginetest.Lots(seed).Source("options"))
		if o.Check() != nil {
			return
		}
		l := watch(newWorld(t, o, enginetest.Lots(seed)))
		l.seed = seed
		for ; len(commands) >= 2 && !l.t.s.Over(); commands = commands[2:] {
			before := snap(l, l.t)
			if err := l.try(l.command(commands[0], int(int8(commands[1])))); err != nil && snap(l, l.t) != before {
				l.fail("a refusal changed the tournament: %v", err)
			}
			l.hold()
		}
		l.crash()
	})
}

// command returns the command of two bytes.
func (l *laws) command(kind byte, n int) Command {
	at, person := l.at(), engine.ID(n)
	switch kind % 29 {
	case 1:
		return Register{At: at, Person: person, House: engine.Level(n & 1)}
	case 2:
		return Unregister{at, person}
	case 3:
		return Admit{at, person}
	case 4:
		return Skip{at, person}
	case 5:
		return CheckIn{at, person}
	case 6:
		return StartNow{at}
	case 7:
		return Begin{at}
	case 8:
		return StartHand{at, n}
	case 9:
		end := EndHand{At: at, Table: n}
		if n > 0 && n <= l.t.s.Tables.Len() {
			end.Stacks = l.stacks(n)
			if dealt := l.t.s.Table(n).Dealt; dealt != 0 {
				r := enginetest.Lots(l.now).Source("hand")
				end.Stacks = playRandom(r, l.t.s.Table(n).Unit, dealt, end.Stacks)
				end.Won = randomWinners(r, dealt, end.Stacks)
			}
		}
		return end
	case 10:
		return VoidHand{at, n}
	case 11:
		return Press{at, n}
	case 12:
		return TimeOut{at, n}
	case 13:
		return Pause{at, n < 0}
	case 14:
		return Resume{at}
	case 15:
		return Disqualify{at, n}
	case 16:
		return Cancel{at, n < 0}
	case 17:
		return CloseEntries{at}
	case 18:
		return Leave{at, n}
	case 19:
		return Restart{at, n}
	case 20:
		return Rebuy{at, max(n, -n), n < 0}
	case 21:
		return Decline{at, n}
	case 22:
		return AddOn{at, n}
	case 23:
		return AskDeal{at, n}
	case 24:
		return AgreeDeal{at, max(n, -n), l.t.s.Money.Deal.Number, ByICM + Proposal(uint8(n)>>7)}
	case 25:
		return RefuseDeal{at, n, l.t.s.Money.Deal.Number}
	case 26:
		return LoseTable{at, max(n, -n), OfPlace + Loss(uint8(n)>>7)}
	case 27:
		return FindTable{at, max(n, -n), OfPlace + Loss(uint8(n)>>7)}
	case 28:
		return CreditDowntime{at, l.now.Add(-time.Duration(n) * time.Second)}
	}
	l.now = l.now.Add(time.Duration(n&0x7f) * 7 * time.Second)
	return Tick{l.at()}
}
