package phh_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"cardroom/engine"
	"cardroom/engine/phh"
)

func Example() {
	for h, err := range phh.Read("testdata/split.phh") {
		if err != nil {
			fmt.Println(err)
			return
		}
		r, err := h.Replay()
		fmt.Println(h.Name(), r.Stacks, r.Decisions, err)
	}
	// Output: 7 [195 303 402] 9 <nil>
}

func TestHandsOfASessionComeInTheirOrder(t *testing.T) {
	var got []string
	for h, err := range phh.Read("testdata/session.phhs") {
		if err != nil {
			t.Fatal(err)
		}
		r, err := h.Replay()
		got = append(got, fmt.Sprint(h.Name(), r.Stacks, err))
	}
	if want := "[1[470 60] <nil> 2[460 540] <nil>]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}

func TestADisagreementNamesThePlace(t *testing.T) {
	for _, tt := range []struct{ name, from, to, want string }{
		{"a raise that is too small", "p2 cbr 40", "p2 cbr 9", "action 14, decision 8 (p2 cbr 9): it is not legal (R20): call 0, raise to 10–290"},
		{"another player", "p1 f", "p2 f", "action 5, decision 2 (p2 f): p1 is to act"},
		{"other stacks", "[195, 303, 402]", "[195, 302, 403]", "at the end: stacks are [195 303 402], want [195 302 403]"},
		{"a card twice", "9c8d7h", "2c8d7h", "before the first action: card 2c is dealt twice, or more than 52 cards are dealt"},
		{"no card", "9c8d7h", "1c8d7h", "before the first action"},
		{"another game", `"NT"`, `"F7S"`, `before the first action: variant "F7S" is not supported`},
		{"not to its end", `"p2 cbr 40", "p3 cc",`, ``, "at the end: the hand is not over: p2 is to act"},
		{"no number", "p2 cbr 40", "p2 cbr much", "action 14, decision 8 (p2 cbr much): much is not a number of chips"},
		{"no action", `"p1 f"`, `"p1 flies"`, "action 5, decision 2 (p1 flies): the format has no such action"},
		{"half an action", `"p1 f"`, `"p1"`, "action 5, decision 2 (p1): the action has too few words"},
		{"no player dealt to", "d dh p3", "d dh p4", "before the first action: cards AhKh are dealt to a player who does not exist"},
		{"one player", "[200, 300, 400]", "[200]", "before the first action: the hand has 1 players, want 2 to 10"},
		{"too many posts", "[5, 10, 0]", "[5, 10, 0, 0]", "before the first action: there are more antes, blinds or hands than players"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text, err := os.ReadFile("testdata/split.phh")
			if err != nil || !strings.Contains(string(text), tt.from) {
				t.Fatal("no such text", err)
			}
			path := filepath.Join(t.TempDir(), "hand.phh")
			if err := os.WriteFile(path, []byte(strings.Replace(string(text), tt.from, tt.to, 1)), 0o600); err != nil {
				t.Fatal(err)
			}
			for h, err := range phh.Read(path) {
				if err != nil {
					t.Fatal(err)
				}
				var d *phh.Disagreement
				if _, err := h.Replay(); !errors.As(err, &d) || !strings.HasPrefix(err.Error(), tt.want) {
					t.Errorf("%v, want %s", err, tt.want)
				}
			}
		})
	}
}

func TestFilesThatCannotBeReadSayWhich(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"hand.txt": "", "hand.phh": "variant = ", "hands.phhs": "[1", "named.phhs": "[1]\n[x.y]", "hands.jsonl": "{}\n{", "hands.jsonl.gz": "not gzipped",
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := lastError(path); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := lastError(filepath.Join(dir, "absent.phh")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func lastError(path string) (last error) {
	for _, err := range phh.Read(path) {
		last = err
	}
	return last
}

// TestNumbersOfHandsAreExact reads hands with numbers of many digits. They come by their numbers where the file has no order.
func TestNumbersOfHandsAreExact(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"a.jsonl": {`{"id": 1200300, "table": 7}` + "\n" + `{"id": 1512345678901234567}`, "[1200300 1512345678901234567]"},
		"a.phhs":  {"[9223372036854775807]\n[-2]\n[1]\n", "[-2 1 9223372036854775807]"},
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		var names []string
		for h, err := range phh.Read(path) {
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := h.Write(&b); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(strings.ReplaceAll(b.String(), `"`, ""), "hand = "+h.Name()+"\n") {
				t.Errorf("hand %s is written\n%s", h.Name(), b.String())
			}
			names = append(names, h.Name())
		}
		if got := fmt.Sprint(names); got != tt.want {
			t.Errorf("%s has the hands %s, want %s", name, got, tt.want)
		}
	}
}

func TestZippedLinesAreRead(t *testing.T) {
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	fmt.Fprintln(w, `{"id": "a", "variant": "NT", "min_bet": 10, "starting_stacks": [20, 20], "blinds_or_straddles": [5, 10], "actions": ["p2 f"]}`)
	w.Close()
	path := filepath.Join(t.TempDir(), "hands.jsonl.gz")
	if err := os.WriteFile(path, zipped.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	n := 0
	for h, err := range phh.Read(path) {
		if err != nil {
			t.Fatal(err)
		}
		r, err := h.Replay()
		if err != nil || fmt.Sprint(r.Stacks) != "[25 15]" {
			t.Error(r.Stacks, err)
		}
		n++
	}
	if n != 1 {
		t.Errorf("%d hands", n)
	}
}

// FuzzReplay plays whatever can be read: it ends, and nothing is made or lost.
func FuzzReplay(f *testing.F) {
	f.Add("NT", int64(10), int64(200), int64(300), "", 0, "d dh p1 AsKs;p2 cc;p1 cc;d db 9c8d7h;p1 cbr 40;p2 f")
	f.Add("P5C1D", int64(10), int64(500), int64(30), "", 0, "p2 cbr 30;p1 cc;p1 sd;p2 sd 5s")
	f.Add("PO", int64(10), int64(30), int64(30), "", 3, "d dh p1 ????????;d dh p2 AsAhKsKh;p2 cbr 30;p1 cc;p2 sm -")
	f.Add("N5C1D", int64(10), int64(30), int64(30), "2c3c??5d7h", 1, "d dh p1 ??????????;p2 cbr 30;p1 cc;p1 sd ????;p2 sd;d dh p1 ????")
	f.Add("N5C1D", int64(10), int64(100), int64(100), "", 0, "d dh p1 ??????????;p1 sd 2c3c4c5c6c7c;d dh p1 ????????????;p1 sm AhKhQhJhTh")
	f.Fuzz(func(t *testing.T, variant string, bet, first, second int64, held string, extra int, actions string) {
		h := phh.Hand{
			Variant: variant, MinBet: bet, SmallBet: bet, Stacks: []int64{first, second}, Blinds: []int64{bet / 2, bet},
			Actions: strings.Split(actions, ";"), Held: []string{held}, Runs: extra, First: extra, Dead: []int64{0, int64(extra)},
		}
		r, err := h.Replay()
		if err != nil {
			return
		}
		if r.Table.Chips() != first+second || r.Table.Check() != nil || r.Table.View(0).Phase != engine.Idle {
			t.Errorf("%d chips of %d, %v", r.Table.Chips(), first+second, r.Table.Check())
		}
	})
}

// FuzzWrite writes any texts and numbers and reads them again.
func FuzzWrite(f *testing.F) {
	f.Add("Ann \"the Rock\"", "p1 cc # checks\tbehind \x7f", int64(7), int64(-10))
	f.Fuzz(func(t *testing.T, name, action string, number, chips int64) {
		if !utf8.ValidString(name) || !utf8.ValidString(action) {
			t.Skip("TOML is UTF-8")
		}
		h := &phh.Hand{
			ID: number, Table: name, Variant: name, Actions: []string{action, name}, Players: []string{name, ""},
			Blinds: []int64{chips, 0}, MinBet: chips, Held: []string{}, Seats: []int{int(number)}, SeatCount: int(number),
		}
		if read, text := reread(t, filepath.Join(t.TempDir(), "hand.phh"), h); !reflect.DeepEqual(read, h) {
			t.Errorf("%+v is read as %+v from\n%s", h, read, text)
		}
	})
}

// TestAHandThatCannotBeIsADisagreement reads hands that would break the engine: more cards exchanged than a deck has, and bets below
// zero, which make chips.
func TestAHandThatCannotBeIsADisagreement(t *testing.T) {
	var draws, deals []string
	for p := 1; p <= 7; p++ {
		deals = append(deals, fmt.Sprintf("d dh p%d ??????????", p))
		draws = append(draws, fmt.Sprintf("p%d sd ??????", p))
	}
	calls := []string{"p3 cc", "p4 cc", "p5 cc", "p6 cc", "p7 cc", "p1 cc", "p2 cc"}
	for name, tt := range map[string]struct {
		hand phh.Hand
		want string
	}{
		"more exchanges than cards": {
			phh.Hand{
				Variant: "N5C1D", Blinds: []int64{1, 2}, MinBet: 2, Stacks: []int64{100, 100, 100, 100, 100, 100, 100},
				Actions: slices.Concat(deals, calls, draws),
			}, "action 20, decision 8 (p6 sd ??????): the player exchanges 3 cards, and only 2 are left (R2)",
		},
		"a least bet below zero": {
			phh.Hand{
				Variant: "NT", Blinds: []int64{1, 2}, MinBets: []int64{2, -50}, Stacks: []int64{100, 100, 100},
				Actions: []string{"p3 cc", "p1 cc", "p2 cc", "p1 cbr -50"},
			}, "before the first action: engine: refused: reason 16 (R20), 0 to 1125899906842624",
		},
	} {
		var d *phh.Disagreement
		if _, err := tt.hand.Replay(); !errors.As(err, &d) || err.Error() != tt.want {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
}
