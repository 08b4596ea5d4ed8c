package tournament

import (
	"fmt"

	"cardroom/engine/tournament/race"
)

// raceOff changes the chips of all idle tables that have smaller ones than the level in force (T28).
func raceOff(s *transition) {
	sched := &s.Options.Schedule
	if !sched.ColourUp {
		return
	}
	for _, number := range s.Open {
		for level := 0; level <= s.Clock.Level && !s.Table(number).Runs(); level++ {
			if unit := sched.Unit(level); unit > s.Table(number).Unit {
				s.race(number, unit)
			}
		}
	}
}

// race changes the chips of a table for larger ones. An event for each player says how many came from the house or went there.
func (s *transition) race(number int, unit int64) {
	t := s.ownTable(number)
	old := t.Unit
	t.Unit = unit
	var players []int
	var stacks []int64
	cards := 0
	for _, n := range t.Seats {
		if n != 0 && s.Entry(n).Stack > 0 {
			players = append(players, n)
			stacks = append(stacks, s.Entry(n).Stack)
			cards += int(s.Entry(n).Stack % unit / old)
		}
	}
	if cards == 0 {
		return
	}
	decks := (cards + race.DeckSize - 1) / race.DeckSize
	for i, stack := range race.Off(stacks, old, unit, s.shuffle(fmt.Sprintf("race/%d", number), decks*race.DeckSize)) {
		if change := stack - stacks[i]; change != 0 {
			s.ownEntry(players[i]).Stack = stack
			s.Count.Gone -= change
			s.tellOf(players[i], Event{Kind: Raced, Table: number, Amount: change})
		}
	}
}
