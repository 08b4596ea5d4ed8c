package phh_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"cardroom/engine"
	"cardroom/engine/phh"
	"cardroom/internal/golden"
)

// fields are those that the specification has: required ones of all button games, those of a limit, and optional ones.
var fields = struct{ all, fixed, free, optional []string }{
	[]string{"variant", "antes", "blinds_or_straddles", "starting_stacks", "actions"},
	[]string{"small_bet", "big_bet"},
	[]string{"min_bet"},
	[]string{"ante_trimming_status", "hand", "seats", "seat_count", "table", "players", "finishing_stacks"},
}

// action matches an action of the specification: cards are known or not, commentary is left out here.
const action = `^(d db (C){1,5}|d dh p(P) (C){1,5}|p(P) (f|cc|cbr [1-9][0-9]*|sd|sd (C){1,5}|sm|sm (C){2,5}))$`

// valid reads the text of a hand by the words of the specification, and without this package.
func valid(text string, players int) error {
	h := map[string]any{}
	if _, err := toml.Decode(text, &h); err != nil {
		return err
	}
	code, _ := h["variant"].(string)
	has := append(slices.Clone(fields.all), fields.free...)
	if strings.HasPrefix(code, "F") {
		has = append(slices.Clone(fields.all), fields.fixed...)
	}
	for _, name := range has {
		if h[name] == nil {
			return fmt.Errorf("%s is missing", name)
		}
	}
	for name, value := range h {
		if !slices.Contains(has, name) && !slices.Contains(fields.optional, name) && name[0] != '_' {
			return fmt.Errorf("%s is no field of the hand", name)
		}
		if list, ok := value.([]any); ok && name != "actions" && len(list) != players {
			return fmt.Errorf("%s has %d entries for %d players", name, len(list), players)
		}
	}
	return validActions(h["actions"].([]any), players)
}

func validActions(actions []any, players int) error {
	named := map[string]int{}
	for i, a := range actions {
		text := a.(string)
		if !grammar.MatchString(text) {
			return fmt.Errorf("%q is no action", text)
		}
		if first := fmt.Sprintf("d dh p%d ", i+1); i < players && !strings.HasPrefix(text, first) {
			return fmt.Errorf("%q comes before everyone has cards", text)
		}
		f := strings.Fields(text)
		for cards := f[len(f)-1]; f[0] == "d" && cards != ""; cards = cards[2:] {
			if named[cards[:2]]++; named[cards[:2]] > 1 && cards[:2] != "??" {
				return fmt.Errorf("%s is dealt twice", cards[:2])
			}
		}
	}
	return nil
}

var grammar = regexp.MustCompile(strings.NewReplacer(
	"C", `([2-9TJQKA][cdhs]|\?\?)`, "P", `([1-9]|10)`).Replace(action))

// TestGoldenHands writes a hand of every game and of everything that is rare as a player of it knows it; see it in
// testdata/golden. With -update the files are written anew: read the difference before you commit it.
func TestGoldenHands(t *testing.T) {
	left := map[string]bool{}
	for _, what := range rare {
		left[what] = true
	}
	for _, code := range []string{"NT", "PT", "FT", "NO", "PO", "FO", "N5C1D", "P5C1D", "F5C1D"} {
		left[code] = true
	}
	for seed := uint64(0); len(left) > 0 && seed < 1440; seed++ {
		l := newRandomHands(t, seed)
		if seed >= 720 {
			l = newTournamentHands(t, seed)
		}
		for n := 0; n < 4 && l.Hand(); n++ {
			player := l.Before.Seats[0].Player
			h, err := phh.Of(l.Table.View(player), l.Log, func(p engine.ID) string { return fmt.Sprint("Player ", p) })
			if err != nil {
				t.Fatal(err)
			}
			plain := len(h.Stacks) > 2 && len(h.Actions) > 15 && h.Unit == 0 && h.Trim == nil && h.Runs == 0
			for _, what := range append(l.notable(), h.Variant) {
				if left[what] && len(h.Stacks) < 5 && (plain || what != h.Variant) {
					equalGolden(t, what, h)
					delete(left, what)
				}
			}
		}
	}
	if len(left) > 0 {
		t.Errorf("no small hand had %v", left)
	}
}

// equalGolden compares a hand with its file, and replays what the file says.
func equalGolden(t *testing.T, what string, h *phh.Hand) {
	t.Helper()
	name := "golden/" + strings.ReplaceAll(what, " ", "-") + ".phh"
	var b strings.Builder
	if err := h.Write(&b); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, name, []byte(b.String()))
	file := golden.File(name)
	for read, err := range phh.Read(file) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := read.Replay(); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}
