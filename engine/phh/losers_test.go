package phh_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/phh"
)

// TestAHandThatIsNotKnownLoses has hands of three, p1 folding and two at the showdown, in which some cards are not known.
func TestAHandThatIsNotKnownLoses(t *testing.T) {
	const board = "d db AcKc7d;p2 cc;p3 cc;d db 3h;p2 cc;p3 cc;d db 2s;p2 cc;p3 cc"
	for _, tt := range []struct{ name, second, third, shows, want string }{
		{"mucked", "9d9h", "????", "p2 sm 9d9h;p3 sm", "[95 115 90]"},
		{"mucked to a weak hand", "8d6h", "????", "p2 sm 8d6h;p3 sm", "[95 115 90]"},
		{"one card known", "8d6h", "??5d", "p2 sm 8d6h;p3 sm", "[95 115 90]"},
		{"known once it is shown", "????", "????", "p2 sm;p3 sm AsTd", "[95 90 115]"},
		{"a dash for cards that were known", "9d9h", "????", "p2 sm -;p3 sm", "[95 115 90]"},
		{"the last card cannot lose", "8d6h", "??Ad", "p2 sm 8d6h;p3 sm", "at the end: the cards of p3 are not known, and none were found that lose"},
		{"more cards than there are", "9d9h", strings.Repeat("??", 60), "p2 sm 9d9h;p3 sm", "before the first action: p3 is dealt 60 cards"},
		{"nobody shows", "????", "????", "p2 sm;p3 sm", "at the end: a pot is contested, and no hand in it is known"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			actions := "d dh p1 ????;d dh p2 " + tt.second + ";d dh p3 " + tt.third + ";p3 cc;p1 f;p2 cc;" + board + ";" + tt.shows
			h := phh.Hand{
				Variant: "NT", MinBet: 10, Blinds: []int64{5, 10, 0}, Stacks: []int64{100, 100, 100}, Actions: strings.Split(actions, ";"),
			}
			r, err := h.Replay()
			got := fmt.Sprint(r.Stacks)
			if err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			h.Finish = []int64{95, 90, 115}
			if _, err := h.Replay(); err == nil && !slices.Equal(r.Stacks, h.Finish) {
				t.Error("a hand that is not known wins")
			}
		})
	}
}

func TestTooManyCardsAfterADrawAreADisagreement(t *testing.T) {
	h := phh.Hand{Variant: "N5C1D", MinBet: 10, Blinds: []int64{5, 10}, Stacks: []int64{100, 100}}
	h.Actions = strings.Split("d dh p1 ??????????;d dh p2 2c2d5h6h7h;p2 cc;p1 cc;p1 sd ??;p2 sd;d dh p1 "+
		strings.Repeat("??", 60)+";p1 cc;p2 cc;p2 sm -;p1 sm", ";")
	if _, err := h.Replay(); err == nil || err.Error() != "at the end: p1 has 64 cards" {
		t.Error(err)
	}
}

func TestADrawOfMoreCardsThanAHandIsADisagreement(t *testing.T) {
	h := phh.Hand{Variant: "N5C1D", MinBet: 10, Blinds: []int64{5, 10}, Stacks: []int64{100, 100}}
	h.Actions = strings.Split("d dh p1 ??????????;d dh p2 ??????????;p1 sd 2c3c4c5c6c7c;d dh p1 ????????????;p1 sm AhKhQhJhTh", ";")
	if _, err := h.Replay(); err == nil || err.Error() != "before the first action: p1 draws 6 cards, and has 5" {
		t.Error(err)
	}
}

// TestADrawIsKnownFromItsEnd has exchanges that are known from the cards shown afterwards alone.
func TestADrawIsKnownFromItsEnd(t *testing.T) {
	const before, middle = "d dh p1 ??????????;d dh p2 AcKcQcJc9d;p2 cc;p1 cc;", "p2 sd 9d;"
	for _, tt := range []struct{ name, draw, shows, want string }{
		{"three new cards", "p1 sd ??????;" + middle + "d dh p1 ??????;d dh p2 9h", "p1 sm 2c2d5h6h7h;p2 sm", "[110 90]"},
		{"stood pat", "p1 sd;" + middle + "d dh p2 9h", "p1 sm 2c2d5h6h7h;p2 sm", "[110 90]"},
		{"mucked", "p1 sd ????????;" + middle + "d dh p1 ????????;d dh p2 9h", "p1 sm;p2 sm AcKcQcJc9h", "[90 110]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := phh.Hand{
				Variant: "N5C1D", MinBet: 10, Blinds: []int64{5, 10}, Stacks: []int64{100, 100},
				Actions: strings.Split(before+tt.draw+";p1 cc;p2 cc;"+tt.shows, ";"),
			}
			if r, err := h.Replay(); err != nil || fmt.Sprint(r.Stacks) != tt.want {
				t.Errorf("%v %v, want %s", r.Stacks, err, tt.want)
			}
		})
	}
}

func TestAWagerOffTheChipUnitIsADisagreement(t *testing.T) {
	h := phh.Hand{Variant: "NT", MinBet: 10, Blinds: []int64{5, 10}, Stacks: []int64{100, 100}, Actions: []string{"p2 cbr 21", "p1 f"}}
	if _, err := h.Replay(); err != nil {
		t.Error(err)
	}
	h.Unit = 5
	if _, err := h.Replay(); err == nil || !strings.Contains(err.Error(), "(R8)") {
		t.Error(err)
	}
}
