package engine

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/engine/poker"
	"cardroom/internal/golden"
	"cardroom/internal/scripts"
)

// catalog are the hands at each step of which TestCatalog tries every command.
var catalog = []string{
	"clock_called", "draw_fourth_card", "fixed_limit", "pot_limit_dead", "run_it_again", "run_it_leaves", "show_or_muck", "straddle",
	"straddle_short", "unseen_winner", "waitlist",
}

// TestCatalog tries commands of every kind, legal and not, at each step of some hands, and compares the results with
// testdata/catalog.txt: each refusal with its rule and its range, each success with its events, and how often. It also has the
// views of the seats, as far as the hands do not have them.
func TestCatalog(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for _, name := range catalog {
		text, err := os.ReadFile("testdata/hands/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		s := &script{scene: newScene(t, nil), say: func(string, ...any) {}}
		for _, words := range scripts.Commands(string(text)) {
			if len(words) > 0 {
				s.command(words)
				tryAll(s, seen)
				lookAround(s, seen)
			}
		}
	}
	var lines []string
	for line, n := range seen {
		lines = append(lines, fmt.Sprintf("%s (%d)", line, n))
	}
	slices.Sort(lines)
	golden.Equal(t, "catalog.txt", []byte(strings.Join(lines, "\n")+"\n"))
}

// tryAll counts the results of each command as the table stands.
func tryAll(s *script, seen map[string]int) {
	v := s.table.View(0)
	for what, c := range commandsAt(&v, s.now) {
		next, out, err := s.table.Apply(c, nil)
		switch {
		case err != nil && next != s.table:
			s.Errorf("%s is refused and changes the table", what)
		case err != nil:
			seen[what+": "+strings.TrimPrefix(err.Error(), "engine: ")]++
		default:
			if err := next.Check(); err != nil {
				s.Errorf("after %s: %v", what, err)
			}
			var kinds []string
			for _, e := range out {
				text := fmt.Sprint(kindText[e.Kind], " ", e.Amount)
				if !slices.Contains(kinds, text) {
					kinds = append(kinds, text)
				}
			}
			seen[what+": "+strings.Join(kinds, ", ")]++
		}
	}
}

// lookAround counts the views of A and the public of each seat, without chips and cards.
func lookAround(s *script, seen map[string]int) {
	for _, viewer := range []ID{0, 1} {
		v := s.table.View(viewer)
		for _, p := range v.Seats {
			seen[fmt.Sprintf("%d sees seat %d in phase %d: price %d, drew %d, runs %d, plan %d of %v, %d hidden, %d seen, %d shown, made %t, may show %t, "+
				"all-in %t, waits %t, straddled %t", viewer, p.Seat, v.Phase, p.Price, p.Drew, p.Runs, p.Plan, p.Plans, p.Hidden, len(p.Cards),
				len(p.Shown), p.Made.Rank != 0, p.MayShow, p.AllIn, p.Waits, p.Straddled)]++
		}
	}
}

// commandsAt returns commands for the table as it stands: of A, of B and of a player without a seat.
func commandsAt(v *View, now Moment) map[string]Command {
	all := map[string]Command{
		"start": Start{At: now}, "deal without a deck": Deal{At: now}, "tick": Tick{now}, "tick later": Tick{now.Add(time.Hour)},
		"pause": Pause{now}, "resume": Resume{now}, "close": Close{now}, "void": Void{now}, "leave 0": Leave{0, now}, "wait 0": Wait{0, false, now},
		"start as": StartAs{Small: 1, Big: 2, At: now}, "start as with debts": StartAs{Antes: [MaxSeats]int64{-1}, At: now},
		"start as with too much": StartAs{Owed: [MaxSeats]int64{poker.MostBet + 1}, At: now}, "start as in no seat": StartAs{Button: 9, At: now},
		"start as with the most": StartAs{Owed: [MaxSeats]int64{poker.MostBet}, At: now},
		"start as in seat -2":    StartAs{Small: -2, At: now}, "start as without a button": StartAs{Button: -1, At: now},
		"other rules": SetRules{Rules: poker.DefaultRules(), At: now}, "no rules": SetRules{At: now},
	}
	clock := v.Rules
	clock.Clock = time.Hour
	all["a clock"] = SetRules{Rules: clock, At: now}
	for who, name := range map[ID]string{1: "A", 2: "B", 26: "Z"} {
		add := func(what string, c Command) { all[name+" "+what] = c }
		for _, seat := range []int{AnySeat - 1, AnySeat, 0, 8, 9} {
			add(fmt.Sprint("sits in ", seat), Sit{Player: who, Seat: seat, Chips: 500, At: now})
			add(fmt.Sprint("moves to ", seat), Sit{Player: who, Seat: seat, At: now})
		}
		for _, chips := range []int64{0, 1, 199, 200, 499, 500, 501, 1000, 1001, mostChips + 1} {
			add(fmt.Sprint("sits with ", chips), Sit{Player: who, Seat: 7, Chips: chips, At: now})
			add(fmt.Sprint("sits with all of ", chips), Sit{Player: who, Seat: 7, Chips: chips, All: true, At: now})
			add(fmt.Sprint("tops up ", chips), TopUp{Player: who, Chips: chips, At: now})
			add(fmt.Sprint("takes back ", chips), Withdraw{who, chips, 0, now})
			add(fmt.Sprint("takes back all but 300 of ", chips), Withdraw{who, chips, 300, now})
			add(fmt.Sprint("raises to ", chips), Act{who, v.Turn, Raise, chips, now})
		}
		for _, to := range []int64{10, 19, 20, 25, 40, 60} {
			add(fmt.Sprint("raises to ", to), Act{who, v.Turn, Raise, to, now})
		}
		for a := range Raise + 2 {
			add(fmt.Sprint("does ", a), Act{Player: who, Turn: v.Turn, Action: a, At: now})
			add(fmt.Sprint("is late with ", a), Act{Player: who, Turn: Turn{v.Hand, v.Turn.Action - 1}, Action: a, At: now})
			add(fmt.Sprint("plans ", a), Plan{who, v.Hand, PreAction(a), now})
		}
		for bits := range uint8(6) {
			add(fmt.Sprint("draws ", 1<<bits-1), Draw{who, v.Turn, 1<<bits - 1, now})
			add(fmt.Sprint("shows ", 1<<bits-1), Show{who, v.Turn, 1<<bits - 1, now})
			add(fmt.Sprint("wants it ", bits), RunIt{who, v.Hand, int(bits), now})
		}
		add("wants it of another hand", RunIt{who, v.Hand + 1, 2, now})
		add("plans for another hand", Plan{who, v.Hand + 1, PlanCallAny, now})
		add("shows too late", Show{who, Turn{v.Hand, v.Turn.Action + 1}, 1, now})
		add("calls the clock", CallClock{who, v.Turn, now})
		add("calls another clock", CallClock{who, Turn{}, now})
		add("leaves", Leave{who, now})
		add("is taken away", Kick{who, now})
		add("sits out", SitOut{who, now})
		add("sits in again", SitIn{who, false, now})
		add("posts", SitIn{who, true, now})
		add("waits", Wait{who, false, now})
		add("waits no longer", Wait{who, true, now})
		add("has the seat held", HoldSeat{who, now + 1, now})
		add("has the seat held until now", HoldSeat{who, now, now})
		add("straddles", Straddle{who, true, now})
		add("straddles no more", Straddle{who, false, now})
		add("is asked", SetMuckPolicy{who, Asks, now})
		add("is asked more", SetMuckPolicy{who, Asks + 1, now})
		add("sits as a house player too good", Sit{Player: who, House: Hard + 1, Seat: 7, Chips: 500, At: now})
		add("sits and is asked more", Sit{Player: who, MuckPolicy: Asks + 1, Seat: 7, Chips: 500, At: now})
	}
	return all
}

// TestEdgesOfTheRules sets each field of some rules to values on both sides of its ends, and compares what Check says of them with
// testdata/rules.txt.
func TestEdgesOfTheRules(t *testing.T) {
	draw, ante := poker.DefaultRules(), poker.DefaultRules()
	draw.Variant, draw.Limit, draw.Seats, draw.NoBlinds, draw.Ante = poker.FiveCardDraw, poker.FixedLimit, 5, true, 1
	ante.BigBlindAnte, ante.MaxBuyIn = true, 0
	var out strings.Builder
	for _, base := range []struct {
		name  string
		rules poker.Rules
	}{{"hold'em", poker.DefaultRules()}, {"draw", draw}, {"big blind ante", ante}} {
		fmt.Fprintf(&out, "%s\n", base.name)
		for i := range reflect.TypeFor[poker.Rules]().NumField() {
			r := base.rules
			field := reflect.ValueOf(&r).Elem().Field(i)
			name := reflect.TypeFor[poker.Rules]().Field(i).Name
			if field.Kind() == reflect.Bool {
				field.SetBool(!field.Bool())
				fmt.Fprintf(&out, "  %s %t: %v\n", name, field.Bool(), r.Check())
				continue
			}
			for _, n := range []int64{
				-1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 199, 200, 201, 1000, 1001, poker.MostBet, poker.MostBet + 1,
				int64(72 * time.Hour), int64(72*time.Hour) + 1, int64(30 * 24 * time.Hour), int64(30*24*time.Hour) + 1,
			} {
				if field.CanInt() {
					field.SetInt(n)
				} else if n >= 0 {
					field.SetUint(uint64(n) % 256)
				}
				if err := r.Check(); err != nil {
					e, _ := err.(poker.RulesError)
					fmt.Fprintf(&out, "  %s %d: %v (R%d), no more than %d seats\n", name, n, e, e.Rule, r.MostSeats())
				}
			}
		}
	}
	golden.Equal(t, "rules.txt", []byte(out.String()))
}

// TestEdgesOfATable sets each field of some tables to values next to its own and far from it, and compares what Check finds with
// testdata/check.txt.
func TestEdgesOfATable(t *testing.T) {
	var out strings.Builder
	for _, name := range []string{"dealt", "flop", "drawing", "showing", "asking", "run out", "over", "closed"} {
		table := tableThatIs(t, name)
		fmt.Fprintf(&out, "%s\n", name)
		g := table.g
		edges(&out, "", reflect.ValueOf(&g.public).Elem(), func() error { return (&Table{g}).Check() })
		edges(&out, "seat 0 ", reflect.ValueOf(&g.Seats[0]).Elem(), func() error { return (&Table{g}).Check() })
		edges(&out, "seat 1 ", reflect.ValueOf(&g.Seats[1]).Elem(), func() error { return (&Table{g}).Check() })
		whole := g
		g.Seats[8].Bank = 1
		fmt.Fprintf(&out, "  a time bank of no player: %v\n", (&Table{g}).Check())
		g = whole
		edges(&out, "pot ", reflect.ValueOf(&g.Paid[0]).Elem(), func() error { return (&Table{g}).Check() })
		for i := range 3 {
			g.Hole[i], g.Hole[9] = g.Hole[9], g.Hole[i]
			fmt.Fprintf(&out, "  the hole cards of seat %d elsewhere: %v\n", i, (&Table{g}).Check())
			g = whole
			g.Hole[i][0] = g.Hole[(i+1)%3][1]
			fmt.Fprintf(&out, "  a card of seat %d twice: %v\n", i, (&Table{g}).Check())
			g = whole
			g.Plan[i] = PlanCallAny + PreAction(i&1)
			fmt.Fprintf(&out, "  a plan of seat %d: %v\n", i, (&Table{g}).Check())
			g = whole
			g.Board[i] = g.Deck[51-i]
			fmt.Fprintf(&out, "  another card at place %d of the board: %v\n", i, (&Table{g}).Check())
			g = whole
		}
		g.Deck[0] = g.Deck[1]
		fmt.Fprintf(&out, "  a card twice in the deck: %v\n", (&Table{g}).Check())
	}
	golden.Equal(t, "check.txt", []byte(out.String()))
}

// edges sets the fields of v, one at a time, and writes down what check finds.
func edges(out *strings.Builder, of string, v reflect.Value, check func() error) {
	for i := range v.NumField() {
		field, name := v.Field(i), of+v.Type().Field(i).Name
		if field.Kind() == reflect.Struct && name != "Rules" {
			edges(out, name+".", field, check)
		}
		if !field.CanSet() {
			continue
		}
		whole := reflect.New(field.Type()).Elem()
		whole.Set(field)
		try := func(what any) {
			if err := check(); err != nil {
				fmt.Fprintf(out, "  %s %v: %v\n", name, what, err)
			}
			field.Set(whole)
		}
		switch {
		case field.Kind() == reflect.Bool:
			field.SetBool(!field.Bool())
			try(!whole.Bool())
		case field.CanInt():
			for _, n := range []int64{whole.Int() - 1, whole.Int() + 1, -2, -1, 0, 1, 2, 3, 5, 9, 10, mostChips, mostChips + 1} {
				if !field.OverflowInt(n) && n != whole.Int() {
					field.SetInt(n)
					try(n)
				}
			}
		case field.CanUint():
			for _, n := range []uint64{whole.Uint() + 1, 0, 1, 4, 7, 51, 53, 1 << 10} {
				if !field.OverflowUint(n) && n != whole.Uint() {
					field.SetUint(n)
					try(n)
				}
			}
		}
	}
}

// tableThatIs returns a table in a phase.
func tableThatIs(t *testing.T, name string) Table {
	s := newScene(t, func(r *poker.Rules) {
		r.Clock, r.MinBuyIn, r.RunIt, r.AskLosers = 0, 1, 2, true
		if name == "drawing" {
			r.Variant, r.Seats, r.RunIt, r.Limit = poker.FiveCardDraw, 6, 0, poker.FixedLimit
		}
	})
	s.sit("ABC", 500)
	if name == "dealt" {
		s.do(Start{At: s.now + 60_000})
		return s.table
	}
	s.start("Ks Qs As", "Kd Qd Ad", plainBoard)
	switch name {
	case "flop":
		s.play("r20 c c x r20")
	case "drawing":
		s.play("c c x")
		s.do(Draw{Player: 2, Turn: s.view().Turn, Discard: 15, At: s.now})
	case "showing":
		s.play("c c x x x x x x x x x r50 c c")
	case "asking":
		s.play("r500 c c")
	case "run out":
		s.play("r500 c c")
		for _, p := range []ID{1, 2, 3} {
			s.do(RunIt{Player: p, Hand: 1, Times: 2, At: s.now})
		}
		s.do(Tick{s.view().Until + 100_000 + s.now}, Tick{s.now + 200_000}, Tick{s.now + 300_000})
	case "over", "closed":
		s.play("c c x x x x r20 c f x r20 c")
		if name == "closed" {
			s.do(Close{s.now})
		}
	}
	return s.table
}
