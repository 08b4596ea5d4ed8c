package render_test

import (
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/enginetest"
	"cardroom/engine/replay"
	"cardroom/render"
)

// said is everything that is said of a hand that is over: every moment, and the story.
func said(t *testing.T, v engine.View, events []engine.Event, l *render.Lang) string {
	t.Helper()
	steps, err := replay.Steps(v, events)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for n, step := range steps {
		text := render.Moment(render.Scene{View: step.View, Lang: l, Over: true}, steps, n)
		if len([]rune(text)) > 2000 || strings.Contains(text, "▶") || strings.Contains(text, "\n\n") || !strings.HasPrefix(text, render.HandNumber(v.Hand)+" ") {
			t.Fatalf("no message is so:\n%s", text)
		}
		all = append(all, text)
	}
	return strings.Join(append(all, render.Story(render.Scene{View: steps[len(steps)-1].View, Lang: l, Over: true}, steps)), "\n\n")
}

// TestOtherCardsWhereOneCannotSeeThemChangeNoWordOfAHandThatIsOver has random hands of all games told to everyone who played
// and to the public, in every language.
func TestOtherCardsWhereOneCannotSeeThemChangeNoWordOfAHandThatIsOver(t *testing.T) {
	hands := 0
	for seed := range uint64(36) {
		l, lang := enginetest.New(t, seed), render.Languages()[seed%uint64(len(render.Languages()))]
		for n := 0; n < 4 && l.Hand(); n++ {
			hands++
			for _, who := range append(l.Before.Seats[:len(l.Before.Seats):len(l.Before.Seats)], engine.SeatView{}) {
				text := said(t, l.Table.View(who.Player), l.Log, lang)
				other, log := l.Twin(who.Player)
				if twin := said(t, other.View(who.Player), log, lang); twin != text {
					t.Fatalf("seed %d, for %d:\n%s\n---\n%s", seed, who.Player, text, twin)
				}
			}
		}
	}
	if hands < 50 {
		t.Errorf("only %d hands", hands)
	}
}
