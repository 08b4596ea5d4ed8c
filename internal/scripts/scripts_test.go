package scripts

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestPlay plays the script of testdata, whose commands are added up and said.
func TestPlay(t *testing.T) {
	Play(t, "sum/*.txt", func(t *testing.T, say Say) func([]string) {
		sum := time.Duration(0)
		return func(words []string) {
			if words[0] == "wait" {
				sum += Duration(t, words[1])
			}
			say("%d words, %s", len(words), sum)
		}
	})
}

// TestCommands leaves out the results of commands, and has no words for a comment and an empty line.
func TestCommands(t *testing.T) {
	var got []string
	for line, words := range Commands("# one\n#two\n\na b  c\n  of it\nd\n  of that") {
		got = append(got, fmt.Sprintf("%s %q", line, words))
	}
	if text, want := strings.Join(got, "; "), `# one []; #two []; []; a b  c ["a" "b" "c"]; d ["d"]`; strings.ReplaceAll(text, ";  ", "; ") != want {
		t.Errorf("the commands are %s, want %s", text, want)
	}
	for line := range Commands("a\nb") {
		if line == "b" {
			t.Error("the second command follows a break")
		}
		break
	}
}

// TestWords reads options, places and cards.
func TestWords(t *testing.T) {
	if got, want := string(JSON(strings.Fields("runIt=2 pause=8s clock=0 straddle=true"))), `{"runIt":2,"pause":8000000000,"clock":0,"straddle":true}`; got != want {
		t.Errorf("the options are %s, want %s", got, want)
	}
	if got := Bits([]string{"1", "3"}); got != 5 {
		t.Errorf("the places 1 and 3 are %b, want 101", got)
	}
	d := Deck(t, []string{"As", "2c"})
	if got := fmt.Sprint(d[:3]); got != "[A♠ 2♣ 2♦]" || !d.Valid() {
		t.Errorf("the deck begins with %s, want the two cards named and the first of the others", got)
	}
}
