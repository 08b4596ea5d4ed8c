package tournament

import (
	"time"
)

const (
	roundTime = time.Minute // a round takes it off the clock (T62)
	roundPart = 6           // or this part of the level
)

// handForHand puts hand-for-hand in force or ends it (T60).
func handForHand(s *transition) {
	was, alive := s.Round.For, s.Count.Alive
	s.Round.For = s.HandForHand()
	switch {
	case was == 0 && s.Round.For != 0:
		s.tell(Event{Kind: HandForHandBegan, Alive: alive})
	case was != 0 && s.Round.For == 0:
		s.tell(Event{Kind: HandForHandEnded, Alive: alive})
	}
}

// beginRound begins a round of hand-for-hand when no hand runs (T61).
func beginRound(s *transition) {
	if s.Round.For == 0 || s.Count.Running > 0 || s.Clock.Due || s.Clock.Break != 0 || s.Halt.Kind != 0 || s.Gathers() != 0 || !s.AnyDeals() {
		return
	}
	s.Round.On = true
	s.Round.No++
	for _, number := range s.Open {
		s.ownTable(number).Done = false
	}
	s.tell(Event{Kind: RoundBegan, Of: s.Round.No})
}

// endRound ends a round once each table that can deal has played its hand. All who went broke in it go out together (T58).
func endRound(s *transition) {
	if !s.Round.On || s.Count.Running > 0 || !s.RoundIsOver() {
		return
	}
	s.Round.On = false
	s.tell(Event{Kind: RoundEnded, Of: s.Round.No})
	var broke []int
	for _, number := range s.Open {
		for _, n := range s.Table(number).Seats {
			if n != 0 && s.Entry(n).Stack == 0 {
				broke = append(broke, n)
			}
		}
	}
	s.putOut(broke)
	takeTime(s)
	for _, number := range s.Open {
		countHand(s, s.Table(number).Count)
	}
}

// takeTime takes the time of a round off the clock of the levels (T62).
func takeTime(s *transition) {
	sched := &s.Options.Schedule
	last := len(sched.Levels) - 1
	if sched.Hands != 0 || s.Clock.Level == last {
		return
	}
	s.Clock.Left = s.Clock.Left.Add(-min(roundTime, sched.LevelTime(s.Clock.Level)/roundPart))
	for s.Clock.Left <= 0 && s.Clock.Level < last {
		s.nextLevel()
		s.Clock.Left = s.Clock.Left.Add(sched.LevelTime(s.Clock.Level))
	}
}
