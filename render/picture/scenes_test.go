package picture

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/engine/tournament/setup"
	"cardroom/render"
	"cardroom/render/equity"
	"cardroom/render/locale"
)

// scenesFile has the scenes of the golden pictures: the looks of a table, one after the other. Its first lines say
// how it is read.
//
//go:embed testdata/scenes.txt
var scenesFile string

// staged is a scene with its name and its theme.
type staged struct {
	render.Scene
	name  string
	theme Theme
}

// scenes reads the file.
func scenes(t testing.TB) []staged {
	t.Helper()
	return staging(t, scenesFile)
}

// staging reads scenes in the form of the file.
func staging(t testing.TB, file string) []staged {
	t.Helper()
	_, all, _ := strings.Cut(file, "\n== ")
	var list []staged
	for _, text := range strings.Split(all, "\n== ") {
		name, lines, _ := strings.Cut(text, "\n")
		s, err := stage(strings.Split(lines, "\n"))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s.name = name
		list = append(list, s)
	}
	return list
}

// stage reads one scene.
func stage(lines []string) (staged, error) {
	s := staged{}
	s.View = engine.View{Rules: poker.DefaultRules(), Button: -1, ToAct: -1}
	s.DisplayNames = map[engine.ID]render.DisplayName{}
	for _, line := range lines {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if err := s.read(words[0], words[1:], line); err != nil {
			return s, fmt.Errorf("%q: %w", line, err)
		}
	}
	s.settle()
	return s, nil
}

func (s *staged) read(what string, words []string, line string) error {
	v := &s.View
	switch what {
	case "game":
		return s.game(words)
	case "hand":
		return s.hand(words)
	case "board":
		return deal(&v.Board, words)
	case "again":
		v.Again = append(v.Again, nil)
		return deal(&v.Again[len(v.Again)-1], words)
	case "pot":
		return s.pot(words)
	case "gone", "seat":
		facts, names, _ := strings.Cut(line, "|")
		return s.seat(what, strings.Fields(facts)[1:], names)
	}
	return fmt.Errorf("no such line")
}

func (s *staged) game(words []string) error {
	v := &s.View
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		n, _ := strconv.ParseInt(value, 10, 64)
		switch key {
		case "holdem", "omaha", "draw":
			v.Rules.Variant = map[string]poker.Variant{"holdem": poker.Holdem, "omaha": poker.Omaha, "draw": poker.FiveCardDraw}[key]
		case "nl", "pl", "fl":
			v.Rules.Limit = map[string]poker.Limit{"nl": poker.NoLimit, "pl": poker.PotLimit, "fl": poker.FixedLimit}[key]
		case "small":
			v.Rules.SmallBlind = n
		case "big":
			v.Rules.BigBlind = n
		case "seats":
			v.Rules.Seats = int(n)
		case "most":
			v.Rules.MaxBuyIn = n
		case "ante":
			v.Rules.Ante = n
		case "noblinds":
			v.Rules.NoBlinds = true
		case "bbante":
			v.Rules.BigBlindAnte = true
		case "straddles":
			v.Rules.Straddle = true
		case "line":
			v.Waitlist = make([]engine.ID, n)
		case "free":
			s.Free = true
		case "practice":
			v.Practice = true
		case "paused":
			v.Paused = true
		case "closing":
			v.Closing = true
		case "closed":
			v.Closed = true
		case "void":
			v.Voided = true
		case "soon":
			v.Until = 1
		case "level": // of a tournament
			s.event(int(n))
		case "stands": // with level
			s.Tournament.Stands = render.Standstill(n)
		case "mixed": // with level: the levels play several games
			s.Tournament.Now.Variant, s.Tournament.Now.Limit = v.Rules.Variant, v.Rules.Limit
			s.Tournament.Next.Variant, s.Tournament.Next.Limit = poker.FiveCardDraw, poker.FixedLimit
		case "places": // of a tournament that has not begun
			s.Tournament.Entries, s.Tournament.Prizes = 2, []int64{1500}
			s.Tournament.Before = render.Before{Places: int(n), Heading: string(s.Language().Tournament.NotYet), Line: "Starts tomorrow."}
		case "theme":
			s.theme = Theme(slices.Index(themeNames[:], value))
		case "lang":
			s.Lang = locale.Lookup(value)
		default:
			return fmt.Errorf("no such word: %s", w)
		}
	}
	return nil
}

// event makes the table that of a tournament of nine at a level, from 1.
func (s *staged) event(level int) {
	o := setup.DefaultOptions("turbo")
	s.View.Rules.Tournament = true
	s.Tournament = &render.Tournament{
		Level: level, Now: o.Schedule.Levels[level-1], Next: o.Schedule.Levels[level], Alive: 5, Entries: 9, Prizes: []int64{450, 270, 180},
	}
}

func (s *staged) hand(words []string) error {
	v := &s.View
	phases := map[string]engine.Phase{"over": engine.Idle, "shuffling": engine.Shuffling, "betting": engine.Betting, "runout": engine.Runout,
		"drawing": engine.Drawing, "asking": engine.Asking, "showing": engine.Showing}
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		n, _ := strconv.ParseInt(value, 10, 64)
		phase, known := phases[key]
		switch {
		case known:
			v.Phase = phase
		case key == "number":
			v.Hand = n
		case key == "street":
			v.Street = poker.Street(n)
		case key == "button":
			v.Button = int(n) - 1
		case key == "act":
			v.ToAct = int(n) - 1
		case key == "call":
			v.Legal.Call = n
		case key == "min":
			v.Legal.Min = n
		case key == "bet":
			v.Legal.Bet = true
		case key == "discards":
			v.Discards = int(n)
		case key == "runs":
			v.Runs = int(n)
		case key == "most":
			v.MostRuns = int(n)
		default:
			return fmt.Errorf("no such word: %s", w)
		}
	}
	return nil
}

// pot reads "260 3:200 5:60", with ":1" where it was won on the second board; "80 only=1 1:40 1:40:1" could be won by one seat
// alone.
func (s *staged) pot(words []string) error {
	amount, err := strconv.ParseInt(words[0], 10, 64)
	pot := engine.Pot{Amount: amount}
	for _, w := range words[1:] {
		if seat, only := strings.CutPrefix(w, "only="); only {
			n, _ := strconv.Atoi(seat)
			pot.Players = []int{n - 1}
			continue
		}
		var a engine.Award
		n, _ := fmt.Sscanf(w, "%d:%d:%d", &a.Seat, &a.Amount, &a.Run)
		if n < 2 {
			return fmt.Errorf("%s is no award", w)
		}
		a.Seat--
		pot.Won = append(pot.Won, a)
	}
	s.View.Pots = append(s.View.Pots, pot)
	return err
}

// seat reads "3 12450 bet=60 folded", after the bar the name, after another the user name.
func (s *staged) seat(what string, words []string, names string) error {
	n, err := strconv.Atoi(words[0])
	if err != nil {
		return err
	}
	stack, err := strconv.ParseInt(words[1], 10, 64)
	if err != nil {
		return err
	}
	seat := engine.SeatView{Seat: n - 1, Player: engine.ID(1000 + n), Stack: stack, InHand: s.View.Hand > 0, Drew: -1}
	for _, w := range words[2:] {
		if err := s.fact(&seat, w); err != nil {
			return err
		}
	}
	name, user, _ := strings.Cut(names, "|")
	if what == "gone" {
		seat.Player += 1000
	}
	s.DisplayNames[seat.Player] = render.DisplayName{Name: strings.TrimSpace(name), User: strings.TrimSpace(user)}
	if what == "gone" {
		s.Departed = append(s.Departed, seat)
		return nil
	}
	s.View.Seats = append(s.View.Seats, seat)
	return nil
}

func (s *staged) fact(seat *engine.SeatView, word string) error {
	key, value, has := strings.Cut(word, "=")
	n, err := strconv.ParseInt(value, 10, 64)
	if has && err != nil && key != "holds" && key != "shown" {
		return err
	}
	switch key {
	case "bet":
		seat.Bet = n
	case "folded":
		seat.Folded = true
	case "allin":
		seat.AllIn = true
	case "out":
		seat.Out = true
	case "away":
		seat.Away = true
	case "waits":
		seat.Waits, seat.InHand = true, false
	case "posts":
		seat.Posts = true
	case "next":
		seat.InHand = false
	case "leaves":
		seat.Leaves = true
	case "mucked":
		seat.Mucked = true
	case "straddled":
		seat.Straddled = true
	case "busted":
		seat.RebuyBy = 1
	case "drew":
		seat.Drew = int(n)
	case "runs":
		seat.Runs = int(n)
	case "chance":
		s.Equities = append(s.Equities, equity.Chance{Seat: seat.Seat, Tenths: int(n)})
	case "holds":
		s.View.Viewer = seat.Player
		return deal(&seat.Cards, strings.Split(value, ","))
	case "shown":
		err := deal(&seat.Shown, strings.Split(value, ","))
		seat.Cards, seat.AllShown = seat.Shown, len(seat.Shown) == s.View.Rules.Variant.HoleCards()
		return err
	default:
		return fmt.Errorf("no such word: %s", word)
	}
	return nil
}

func deal(to *[]card.Card, words []string) error {
	for _, w := range words {
		c, err := card.Parse(w)
		if err != nil {
			return err
		}
		*to = append(*to, c)
	}
	return nil
}

// settle works out the worth of hands, and their winnings.
func (s *staged) settle() {
	v := &s.View
	made := func(seat *engine.SeatView, board []card.Card) {
		if seat.AllShown {
			seat.Made = v.Rules.Variant.Best(seat.Cards, board)
		}
	}
	for i := range v.Seats {
		made(&v.Seats[i], v.Board)
	}
	for i := range s.Departed {
		made(&s.Departed[i], v.Board)
	}
	boards := append([][]card.Card{v.Board}, v.Again...)
	for _, pot := range v.Pots {
		for i, a := range pot.Won {
			for _, seat := range append(v.Seats[:len(v.Seats):len(v.Seats)], s.Departed...) {
				if seat.Seat == a.Seat && seat.AllShown {
					pot.Won[i].Made = v.Rules.Variant.Best(seat.Cards, boards[a.Run])
				}
			}
		}
	}
}
