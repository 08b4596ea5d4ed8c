package engine

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// tournamentRules changes rules to those of a tournament's table.
func tournamentRules(r *poker.Rules) {
	r.Tournament, r.ReturnWindow, r.Straddle, r.RunIt, r.NoBlinds = true, 0, false, 0, false
	r.Clock = max(r.Clock, 10*time.Second)
}

// newTournament returns a world with a director.
func newTournament(t *testing.T, seed uint64) *world {
	w := newWorld(t, seed)
	r := w.table.Rules()
	tournamentRules(&r)
	table, err := New(r)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	w.first, w.table = table, table
	return w
}

// directed returns something that could happen now at a tournament's table.
func (w *world) directed() Command {
	switch w.IntN(8) {
	case 0:
		return w.anything()
	case 1:
		return w.seating()
	}
	wait := w.table.Pending()
	switch wait.Need {
	case NeedStart:
		return w.startLevel()
	case NeedDeal:
		return Deal{card.Shuffled(w.IntN), ID(w.Uint64()), w.now}
	case NeedAction:
		if w.IntN(8) == 0 {
			w.now = max(w.now, wait.Due)
			return Tick{w.now}
		}
		acts := offered(&w.table, w.now)
		return acts[w.IntN(len(acts))]
	case NeedStreet:
		w.now = max(w.now, wait.Due)
		return Tick{w.now}
	}
	return w.seating()
}

// seating returns a seating: mostly the players there are, some absent, some with another stack, some gone or new.
func (w *world) seating() Command {
	c := Seating{At: w.now}
	r := w.table.Rules()
	unit := max(1, r.ChipUnit)
	for i := range r.Seats {
		p := &w.table.g.Seats[i]
		place := &c.Places[i]
		*place = Place{Player: p.Player, House: p.House, Chips: p.Stack, Bank: p.Bank, Away: p.Away}
		plays := w.table.g.plays(int8(i))
		switch n := w.IntN(6); {
		case n == 0:
			place.Away = p.taken() && !place.Away
		case n == 1 && p.taken() && !plays:
			place.Chips = w.Int64N(200) * unit
		case n == 2 && !plays && w.IntN(2) == 0:
			*place = Place{}
		case !p.taken() && n < 5:
			*place = Place{Player: w.who(), House: Level(w.IntN(40) / 37), Chips: w.Int64N(200) * unit}
		}
	}
	if w.IntN(20) == 0 {
		c.Places[w.IntN(MaxSeats)] = Place{Player: w.who(), Chips: w.Int64N(100) - 5, Bank: time.Duration(w.IntN(100)-50) * time.Second}
	}
	return c
}

// startLevel returns the start of a hand of all players with chips, in rare cases one that cannot be.
func (w *world) startLevel() Command {
	g := &w.table.g
	ready := g.where((*seat).ready)
	unit := max(1, g.Rules.ChipUnit)
	c := StartLevel{Rules: g.Rules, In: uint16(ready), At: w.now}
	c.Rules.SmallBlind = unit * (1 + w.Int64N(5))
	c.Rules.BigBlind = c.Rules.SmallBlind * (1 + w.Int64N(2))
	c.Rules.Ante, c.Rules.BigBlindAnte, c.Rules.MinBet = 0, w.IntN(3) == 0, 0
	if !c.Rules.BigBlindAnte && w.IntN(2) == 0 {
		c.Rules.Ante = unit
	}
	c.Button = int(ready.Next(int8(w.IntN(MaxSeats))))
	c.Small = int(ready.Next(int8(c.Button)))
	if ready.Count() == 2 {
		c.Small = c.Button
	} else if w.IntN(4) == 0 {
		c.Small = (c.Button + 1) % g.Rules.Seats // maybe an empty seat
	}
	c.Big = int(ready.Next(int8(c.Small)))
	switch w.IntN(40) {
	case 0:
		c.In = uint16(w.IntN(1 << MaxSeats))
	case 1:
		c.Big = w.IntN(MaxSeats+2) - 1
	case 2:
		c.Rules.Tournament = false
	}
	return c
}

// seating returns the seats of a line of a script: letters with chips, each in its seat.
func (s *script) seating(f []string) Command {
	c := Seating{At: s.now}
	for _, text := range f {
		place := Place{Player: id(text[0])}
		chips, away, found := strings.Cut(text[2:], ":")
		place.Away = found && away == "away"
		if _, err := fmt.Sscan(chips, &place.Chips); err != nil {
			s.Fatal(err)
		}
		c.Places[text[0]-'A'] = place
	}
	return c
}

// begin returns the start of a hand, in a tournament of the level that the script said.
func (s *script) begin() Command {
	if !s.table.Rules().Tournament {
		return Start{At: s.now}
	}
	c := StartLevel{Rules: s.table.Rules(), In: uint16(s.table.g.where((*seat).ready)), At: s.now}
	blinds, ante, _ := strings.Cut(s.level[0], ":")
	if _, err := fmt.Sscanf(blinds, "%d/%d", &c.Rules.SmallBlind, &c.Rules.BigBlind); err != nil {
		s.Fatal(err)
	}
	c.Rules.Ante, c.Rules.BigBlindAnte = 0, ante == "bb"
	if ante != "" && ante != "bb" {
		if _, err := fmt.Sscan(ante, &c.Rules.Ante); err != nil {
			s.Fatal(err)
		}
	}
	c.Button, c.Small, c.Big = int(s.level[1][0]-'A'), int(s.level[2][0]-'A'), int(s.level[3][0]-'A')
	return c
}

// TestTheDirectorHasTheSeats looks at tournaments step by step. Players sit where the last seating put them, and no player
// sits out (T30, T31). No turn of an absent player lasts longer than a second (T36).
func TestTheDirectorHasTheSeats(t *testing.T) {
	absent, hands := 0, 0
	for seed := range uint64(worlds) {
		w := newTournament(t, seed)
		var last [MaxSeats]ID
		done := 0 // commands that were carried out before this one
		w.live(t, steps, func(c Command) error {
			g := &w.table.g
			if carried := len(w.log) > done; carried {
				done = len(w.log)
				switch c := c.(type) {
				case Seating:
					for i, p := range c.Places {
						last[i] = p.Player
					}
				case StartLevel:
					hands++
				default:
					if cashOnly(c) {
						return fmt.Errorf("%T was carried out", c)
					}
				}
			}
			for i := range g.Seats {
				if p := &g.Seats[i]; p.Player != last[i] && !g.Closed || p.Out || p.RebuyBy != 0 || p.Leaves || p.Pending != 0 {
					return fmt.Errorf("seat %d has %+v, want player %d", i, p, last[i])
				}
			}
			if g.ToAct != none && g.Seats[g.ToAct].Away {
				absent++
				if g.Until == 0 || g.Until > w.now.Add(awayTime) {
					return fmt.Errorf("an absent player has until %d, now is %d", g.Until, w.now)
				}
			}
			return nil
		})
	}
	if absent < 100 || hands < 100 {
		t.Errorf("only %d turns of absent players in %d hands", absent, hands)
	}
}

// TestATournamentIsNoCashTable refuses what moves chips, seats and options without the director, and at a cash table the
// director (T30, T39).
func TestATournamentIsNoCashTable(t *testing.T) {
	s := newScene(t, tournamentRules)
	r := s.table.Rules()
	for _, c := range []Command{
		Sit{Player: 1, Seat: AnySeat, Chips: 500, At: s.now}, Leave{1, s.now}, Kick{1, s.now}, TopUp{Player: 1, Chips: 1, At: s.now}, SitOut{1, s.now},
		SitIn{Player: 1, At: s.now}, Wait{1, false, s.now}, HoldSeat{1, s.now + 1, s.now}, Straddle{1, true, s.now}, RunIt{1, 1, 1, s.now},
		Start{At: s.now}, StartAs{Small: 1, Big: 2, At: s.now}, SetRules{Rules: r, At: s.now},
	} {
		s.refused(c, Refusal{Reason: InTournament})
	}
	cash := newScene(t, nil)
	for _, c := range []Command{Seating{At: s.now}, StartLevel{Rules: r, At: s.now}} {
		if _, _, err := cash.table.Apply(c, nil); !errors.Is(err, ErrCommand) {
			t.Errorf("%T at a cash table: %v", c, err)
		}
	}
}
