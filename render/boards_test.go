package render_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/enginetest"
	"cardroom/render"
)

// winSaid is a sentence about chips that were won, as the text in the picture's place has it before the seats.
var winSaid = regexp.MustCompile(`(?m)^P\d+ wins ([\d,]+)`)

// R37: the text in the picture's place names all that was won on each board, and of pots that only one player could win. The
// lines of the board's text add up to the same.
func TestTheWinnersOfEveryBoardAreNamedWithAllTheyWon(t *testing.T) {
	line := regexp.MustCompile(`(?m)^<@\d+> wins ([\d,]+)`)
	part := regexp.MustCompile(`board \d: ([\d,]+) of|all ([\d,]+) in`)
	results, alone := 0, 0
	for seed := uint64(0); alone < 2 && seed < 3000; seed++ {
		l := enginetest.New(t, seed)
		for n := 0; n < 4 && l.Hand(); n++ {
			v := l.Table.View(0)
			if len(v.Again) == 0 || v.Phase != engine.Idle || v.Voided {
				continue
			}
			results++
			s := render.Scene{View: v, Departed: render.Departed(v, l.Log), DisplayNames: map[engine.ID]render.DisplayName{}}
			for _, seat := range append(v.Seats, s.Departed...) {
				s.DisplayNames[seat.Player] = render.DisplayName{Name: "P" + strconv.FormatUint(uint64(seat.Player), 10)}
			}
			var pots int64
			for _, pot := range v.Pots {
				pots += pot.Amount
				if pot.Sole() {
					alone++
				}
			}
			alt, text := render.Alt(s), render.Board(s)
			for what, said := range map[string]int64{
				alt: sum(winSaid, alt), text: sum(line, text), "parts of " + text: sum(part, text),
			} {
				if said != pots {
					t.Fatalf("seed %d: %d of %d chips in\n%s", seed, said, pots, what)
				}
			}
		}
	}
	if results < 12 || alone < 2 {
		t.Errorf("only %d results, %d pots that one could win", results, alone)
	}
}

// sum returns all amounts of a text that follow a pattern.
func sum(of *regexp.Regexp, text string) (total int64) {
	for _, found := range of.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.ParseInt(strings.ReplaceAll(strings.Join(found[1:], ""), ",", ""), 10, 64)
		total += n
	}
	return total
}
