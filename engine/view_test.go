package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/card"
	"cardroom/engine/poker"
)

func TestCardsAreForTheirOwnerUntilTheyAreShown(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("ABC", 500)
	s.start("Qs Ks As", "Qd Kd Ad", plainBoard)
	for viewer := range ID(5) {
		v := s.table.View(viewer)
		for _, p := range v.Seats {
			mine := p.Player == viewer
			if mine != (len(p.Cards) == 2) || mine == (p.Hidden == 2) || mine != (p.Made.Rank > 0) {
				t.Errorf("viewer %d sees of %s %+v", viewer, letter(p.Player), p)
			}
		}
	}
	s.play("f c x")
	if a := s.view().Seats[0]; a.Hidden != 0 || !a.Folded || !a.InHand {
		t.Errorf("A has folded and holds nothing: %+v", a)
	}
	v := s.table.View(1)
	if a, ok := v.SeatOf(1); !ok || fmt.Sprint(a.Cards) != "[A♠ A♦]" {
		t.Errorf("A sees %v", a.Cards)
	}
	if _, ok := v.SeatOf(0); ok {
		t.Error("no player has a seat")
	}
	s.play("x x x x x x")
	if v := s.view(); len(v.Seats[0].Cards) > 0 || len(v.Seats[1].Cards) != 2 || len(v.Seats[2].Cards) != 2 {
		t.Errorf("after the showdown: %+v", v.Seats)
	}
	s.change("+D5")
	if d, _ := s.view().SeatOf(id('D')); d.Made.Rank != 0 || len(d.Cards) > 0 {
		t.Errorf("D, who was not in the hand, makes %+v of the board", d.Made)
	}
}

func TestAVoidHandIsOpenedToEveryone(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABC", 500)
	s.start()
	s.play("r50 f")
	s.do(TopUp{Player: 1, Chips: 100, At: s.now}, Leave{2, s.now}, Void{s.now})
	if got := s.kinds(HandVoided, HandEnded, StoodUp); got != "20 2B" {
		t.Errorf("%s", got)
	}
	v := s.view()
	if !v.Voided || v.Phase != Idle || len(v.Pots) > 0 || len(v.Deck) != 52 || !slices.Equal(v.Deck[:3], []card.Card{1, 2, 3}) {
		t.Errorf("the void hand is %+v", v)
	}
	for _, p := range v.Seats {
		if p.Stack != 500 || len(p.Cards) != 2 || p.Total != 0 || p.Won != 0 {
			t.Errorf("%s is %+v", letter(p.Player), p)
		}
	}
	if a := v.Seats[0]; a.Pending != 100 {
		t.Errorf("the top-up of A is %d", a.Pending)
	}
	s.change("+D4")
	s.start()
	if v := s.view(); v.Voided || len(v.Deck) > 0 || v.Hand != 2 || v.Seats[0].Stack+v.Seats[0].Total != 600 {
		t.Errorf("the next hand is %+v", v)
	}
}

func TestAHandVoidedBeforeTheDealOpensNothing(t *testing.T) {
	s := newScene(t, nil)
	s.sit("AB", 500)
	s.do(Start{At: s.now}, Void{s.now})
	if v := s.view(); !v.Voided || v.Deck != nil || v.Seats[0].Stack != 500 {
		t.Errorf("%+v", v)
	}
}

// TestAPotWithOnePlayerIsSole asks whether only one seat could win a pot (R33).
func TestAPotWithOnePlayerIsSole(t *testing.T) {
	for players, want := range map[string]bool{"": false, "A": true, "AB": false} {
		if got := (Pot{Players: make([]int, len(players))}).Sole(); got != want {
			t.Errorf("a pot of the players %q is sole: %t, want %t", players, got, want)
		}
	}
}

// TestNoCardsToExchange looks at a table of draw before the draw, in it and after it (R52).
func TestNoCardsToExchange(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { quiet(r); r.Variant, r.Seats = poker.FiveCardDraw, 6 })
	s.sit("AB")
	want := func(most int) {
		t.Helper()
		if got := s.view().Discards; got != most {
			t.Errorf("phase %d: %d cards may be exchanged, want %d", s.view().Phase, got, most)
		}
	}
	want(0)
	s.start()
	want(0)
	s.play("c x")
	want(4)
	s.do(Draw{Player: 2, Turn: s.view().Turn, Discard: 15, At: s.now})
	want(3)
	s.do(Draw{Player: 1, Turn: s.view().Turn, At: s.now})
	want(0)
}

// TestAPreActionFromBeforeTheDrawGoesWithIt opens snapshots that an older program wrote, in which players have pre-actions and their
// cards are still to come (R28).
func TestAPreActionFromBeforeTheDrawGoesWithIt(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { quiet(r); r.Variant, r.Seats = poker.FiveCardDraw, 6 })
	s.sit("ABC")
	s.start()
	s.play("c c x")
	draw := func(player ID, cards uint8) {
		t.Helper()
		s.do(Draw{Player: player, Turn: s.view().Turn, Discard: cards, At: s.now})
	}
	older := func(seat int) {
		t.Helper()
		s.table.g.Plan[seat] = PlanCheckFold
		b, err := s.table.Snapshot(mask{})
		if err == nil {
			s.table, err = Restore(b, mask{}, s.table.redealt)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	older(2)
	draw(2, 15)
	older(1) // their fourth card comes last
	draw(3, 1)
	if got := s.table.PreActionOf(3); got != 0 {
		t.Errorf("C has drawn, and the pre-action from before is %d", got)
	}
	draw(1, 0)
	if v := s.view(); v.Phase != Betting || v.ToAct != 1 {
		t.Errorf("after the draw seat %d is to act in phase %d, want B to bet", v.ToAct, v.Phase)
	}
	if s.play("r10"); s.view().ToAct != 2 {
		t.Errorf("B bets: seat %d is to act, want C", s.view().ToAct)
	}
}

func TestATablePrintsAsHidden(t *testing.T) {
	table := sixHanded(t)
	deal := Deal{Deck: card.Ordered(), Message: 5}
	holder := struct{ Table Table }{table}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d", "%q", "%x"} {
		for _, v := range []any{table, &table, holder, []Table{table}, deal, &deal, []Command{deal}} {
			s := fmt.Sprintf(verb, v)
			if !strings.Contains(s, card.Hidden) || strings.ContainsAny(s, "♠♥♦♣") || strings.Contains(s, "1 2") || strings.Contains(s, "0x2") {
				t.Errorf("%s of %T prints %s", verb, v, s)
			}
		}
	}
	if s := fmt.Sprint(table, deal); !strings.Contains(s, card.Hidden+" {"+card.Hidden) {
		t.Errorf("Print: %s", s)
	}
	if v := slog.AnyValue(table).Resolve(); v.Any() != card.Hidden {
		t.Errorf("as a log value it is %v", v)
	}
	var text, js bytes.Buffer
	for _, l := range []*slog.Logger{slog.New(slog.NewTextHandler(&text, nil)), slog.New(slog.NewJSONHandler(&js, nil))} {
		l.Info("x", "table", table, "pointer", &table, "holder", holder, "deal", deal)
	}
	for _, s := range []string{text.String(), js.String()} {
		if strings.Count(s, card.Hidden) != 4 || strings.ContainsAny(s, "♠♥♦♣") {
			t.Errorf("slog: %s", s)
		}
	}
	if b, err := json.Marshal([]any{table, &table, holder, deal}); err != nil || strings.Count(string(b), card.Hidden) != 4 {
		t.Errorf("json: %s, %v", b, err)
	}
}

// A hand is played again with other cards where the viewer cannot see them. The viewer and the public get the same views
// and events from beginning to end. Losing hands that were mucked stay: all know that they lose.
func TestAHandIsTheSameWhateverTheCardsNobodySaw(t *testing.T) {
	t.Parallel()
	hands := 300
	if testing.Short() {
		hands = 30
	}
	for seed := range uint64(hands) {
		dice := rand.New(rand.NewPCG(seed, 3))
		first := sixHanded(t)
		first = must(t, must(t, first, Void{20_000}), Start{Lot: seed, At: 30_000})
		deck := card.Shuffled(dice.IntN)
		log := []Command{Deal{Deck: deck, At: 30_000}}
		table := must(t, first, log[0])
		for table.g.running() {
			var c Command = Tick{table.Pending().Due}
			if table.Pending().Need == NeedAction {
				acts := offered(&table, 30_000)
				c = acts[dice.IntN(len(acts))]
			}
			log = append(log, c)
			table = must(t, table, c)
		}
		for viewer := range ID(7) {
			sameForViewer(t, seed, viewer, first, log, unseen(&table, viewer), dice)
		}
	}
}

// unseen returns the cards that the viewer never saw and that decided nothing: folded ones of others, and undealt ones.
func unseen(t *Table, viewer ID) map[card.Card]bool {
	out := map[card.Card]bool{}
	for _, c := range t.g.Deck {
		out[c] = true
	}
	for _, c := range t.g.Board {
		delete(out, c)
	}
	for i, p := range t.g.Seats {
		if p.AllShown || p.Mucked || p.Player == viewer {
			delete(out, t.g.Hole[i][0])
			delete(out, t.g.Hole[i][1])
		}
	}
	return out
}

func sameForViewer(t *testing.T, seed uint64, viewer ID, table Table, log []Command, hide map[card.Card]bool, dice *rand.Rand) {
	t.Helper()
	deal := log[0].(Deal)
	var at []int
	for i, c := range deal.Deck {
		if hide[c] {
			at = append(at, i)
		}
	}
	dice.Shuffle(len(at), func(i, j int) {
		deal.Deck[at[i]], deal.Deck[at[j]] = deal.Deck[at[j]], deal.Deck[at[i]]
	})
	other := table
	for i, c := range log {
		var events, otherEvents []Event
		var err error
		if table, events, err = table.Apply(c, nil); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			c = deal
		}
		if other, otherEvents, err = other.Apply(c, nil); err != nil {
			t.Fatalf("seed %d, viewer %d: %T is refused with other hidden cards: %v", seed, viewer, c, err)
		}
		if !slices.Equal(events, otherEvents) {
			t.Fatalf("seed %d, viewer %d: events are\n%+v\n%+v", seed, viewer, events, otherEvents)
		}
		if a, b := table.View(viewer), other.View(viewer); !reflect.DeepEqual(a, b) {
			t.Fatalf("seed %d, viewer %d: views are\n%+v\n%+v", seed, viewer, a, b)
		}
		if table.Pending() != other.Pending() {
			t.Fatalf("seed %d: the table awaits other things", seed)
		}
	}
}

// A view is of an ended hand until the next one starts. Where that has no pots, a big blind alone was posted, and went back.
func TestAViewKnowsThatItsHandEnded(t *testing.T) {
	empty := 0
	everyWorld(t, func(t *testing.T, w *world, steps int) {
		ended, posts := false, []Post(nil)
		check := func(Command) error {
			for _, e := range w.out {
				switch e.Kind {
				case HandStarted, HandVoided:
					ended, posts = false, nil
				case Posted:
					posts = append(posts, e.Post)
				case HandEnded:
					ended = true
				}
			}
			v := w.table.View(0)
			if v.Ended() != ended {
				return fmt.Errorf("the view says %t of the end of the hand, want %t", v.Ended(), ended)
			}
			if !ended || len(v.Pots) > 0 {
				return nil
			}
			if empty++; len(posts) != 1 || posts[0] != PostBigBlind && !v.Rules.Tournament { // a random director may give both blinds to one seat
				return fmt.Errorf("no pot after the posts %v", posts)
			}
			return nil
		}
		w.live(t, steps, func(c Command) error {
			for {
				if err := check(c); err != nil || w.table.g.Phase != Betting || w.IntN(20) == 0 { // most fold
					return err
				}
				fold := Act{Player: w.table.g.Seats[w.table.g.ToAct].Player, Turn: w.table.g.turn(), Action: Fold, At: w.now}
				if err := w.apply(fold); err != nil {
					return err
				}
			}
		})
	})
	if empty == 0 {
		t.Error("every hand had a pot")
	}
	t.Logf("%d hands without a pot", empty)
}
