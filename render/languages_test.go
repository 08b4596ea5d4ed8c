package render

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/render/equity"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

// In every language a board has the lines that programs read, and as many as the English one.
func TestFixedFormsAreFixedInEveryLanguage(t *testing.T) {
	heading := regexp.MustCompile(`^#12 · \*\*[^*]+\*\*`)
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		pots := regexp.MustCompile(`^Pot [0-9` + regexp.QuoteMeta(string(l.Group)) + `]+( · Side [0-9` + regexp.QuoteMeta(string(l.Group)) + `]+)*$`)
		for name, v := range rendertest.Scenes(t) {
			theirs := Scene{View: v, Name: rendertest.Names, Equities: equity.Of(v), Commitment: "0123456789abcdef"}
			ours := theirs
			ours.Lang = l
			text := Board(ours)
			checkText := func(what, text string) {
				if strings.ContainsAny(text, "{}") || locale.Length(text) > locale.MaxText {
					t.Errorf("%s: %s of %d characters:\n%s", name, what, locale.Length(text), text)
				}
			}
			checkText("a board", text)
			panel, rows := Panel(ours)
			checkText("a panel", panel)
			if v.Hand == 12 && !heading.MatchString(text) {
				t.Errorf("%s begins %q", name, strings.Split(text, "\n")[0])
			}
			if got, want := formOf(text, pots), formOf(Board(theirs), potLine); got != want {
				t.Errorf("%s has the form\n%s\nin English\n%s\n%s", name, got, want, text)
			}
			_, english := Panel(theirs)
			for _, both := range [][2][][]Button{{Buttons(ours), Buttons(theirs)}, {rows, english}} {
				if got, want := verbs(both[0]), verbs(both[1]); got != want {
					t.Errorf("%s has the buttons %s, in English %s", name, got, want)
				}
			}
		}
	})
}

var sealed = regexp.MustCompile(`^-# \pL+ ([0-9a-f]{8}) · /\pL+ ([0-9]+)$`)

var fixedSeat = regexp.MustCompile("^(▶ )?`[0-9]+` (<@[0-9]+>|\\*\\*[^*]+\\*\\*) ")

// formOf returns the lines of a board that programs read, by their kind.
func formOf(board string, pots *regexp.Regexp) string {
	var form []string
	for line := range strings.SplitSeq(board, "\n") {
		switch seat := fixedSeat.FindString(line); {
		case pots.MatchString(line):
			form = append(form, fmt.Sprint(strings.Count(line, " · ")+1, " pots"))
		case seat != "":
			until := ""
			if strings.HasPrefix(seat, "▶") && strings.HasSuffix(line, ":R>") {
				until = " until"
			}
			form = append(form, seat+until)
		case strings.HasPrefix(line, "▶"), strings.HasPrefix(line, "Pot"):
			form = append(form, line)
		case sealed.MatchString(line):
			form = append(form, fmt.Sprint("seal and hand ", sealed.FindStringSubmatch(line)[1:]))
		}
	}
	return strings.Join(form, "\n")
}

// verbs returns the acts of buttons.
func verbs(rows [][]Button) string {
	var all []string
	for _, row := range rows {
		for _, b := range row {
			all = append(all, fmt.Sprint(b.Verb, " ", b.To, " ", b.What, " ", b.Disabled))
		}
	}
	return strings.Join(all, ", ")
}

// The longest board there can be keeps its seats, in the most long-winded of languages too.
func TestTheLongestBoardsFitInEveryLanguage(t *testing.T) {
	long := func(engine.SeatView) string { return Bold(strings.Repeat("W", 40)) }
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		v := fullTable(9_999_999_999)
		playing := v
		playing.Phase, playing.ToAct, playing.Legal.Call = engine.Betting, 9, 9_999_999_999
		for _, s := range []Scene{{View: v, Lang: l}, {View: v, Lang: l, Name: long}, {View: playing, Lang: l}, {View: playing, Lang: l, Name: long}} {
			text := Board(s)
			if locale.Length(text) > locale.MaxText || strings.Count(text, "` ") != engine.MaxSeats || strings.Count(text, turnMark) > 1 {
				t.Errorf("%d characters:\n%s", locale.Length(text), text)
			}
		}
		for seed := range uint64(rounds / 10) {
			view := rendertest.Roll(seed).View()
			board := Board(Scene{View: view, Lang: l, Name: rendertest.Names})
			panel, _ := Panel(Scene{View: view, Lang: l, Name: rendertest.Names})
			if max(locale.Length(board), locale.Length(panel)) > locale.MaxText || strings.ContainsAny(board+panel, "{}") {
				t.Fatalf("seed %d:\n%s\n%s", seed, board, panel)
			}
		}
	})
}
