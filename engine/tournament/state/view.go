package state

import (
	"slices"
	"time"

	"cardroom/engine"
)

// View is what all may see of a tournament. Nothing in it is secret.
type View struct {
	Phase       Phase
	Entries     int
	Alive       int
	Tables      []int // numbers of the open tables
	Waitlist    []engine.ID
	Level       int           // from 0
	LevelEnds   engine.Moment // 0 while the clock stands
	LevelLeft   time.Duration // while it stands
	BreakDue    bool
	BreakEnds   engine.Moment
	Pool        int64
	Closed      bool    // entries are closed: Prizes are fixed
	Prizes      []int64 // by place; for the entries there are, until entries are closed
	HandForHand bool
	Rebuys      bool // a busted player may still rebuy (T66)
	AddOn       bool // it is on sale (T67)
	Deal        Deal
	Halt        Halt
	HaltEnds    engine.Moment
	StartsAt    engine.Moment // 0 until that is known
	ReadyBy     engine.Moment // until when those without a press have to press (T15)
	Missing     []int         // numbers of the entries without a press, as long as they have time
}

// View returns what all may see.
func (s *State) View() View {
	v := View{
		Phase: s.Phase, Entries: s.Entries.Len(), Alive: s.Count.Alive, Tables: slices.Clone(s.Open),
		Level: s.Clock.Level, LevelEnds: s.Clock.End, LevelLeft: time.Duration(s.Clock.Left) * time.Millisecond,
		BreakDue: s.Clock.Due, BreakEnds: s.Clock.Break, Closed: s.Clock.Closed, HandForHand: s.Round.For != 0,
		Rebuys: s.Options.Rebuys.Until != 0 && s.Clock.NoRebuys == 0, AddOn: s.Clock.AddOn == AddOnOpen,
		Halt: s.Halt.Kind, HaltEnds: s.Halt.Until, StartsAt: s.Start.At, ReadyBy: s.Start.Ready,
		Pool: s.Money.Pool, Prizes: slices.Clone(s.Money.Amounts), Deal: s.Money.Deal,
	}
	if s.Options.Scheduled {
		v.StartsAt = s.Options.Times.Start
	}
	if !v.Closed && v.Entries >= 2 {
		v.Pool, v.Prizes = s.Prizes()
	}
	if v.ReadyBy != 0 {
		v.Missing = s.Missing(s.ReadySince())
	}
	for _, w := range s.Waitlist {
		v.Waitlist = append(v.Waitlist, w.Person)
	}
	return v
}
