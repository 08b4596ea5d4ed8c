package text_test

import (
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/enginetest"
	"cardroom/engine/replay"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// said returns everything that is said of a hand that is over: every moment, and the story.
func said(t *testing.T, v engine.View, events []engine.Event, l *locale.Lang) string {
	t.Helper()
	steps, err := replay.Steps(v, events)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for n, step := range steps {
		content := text.HistoryPage(render.Scene{View: step.View, Lang: l, Over: true}, steps, n)
		if len([]rune(content)) > 2000 || strings.Contains(content, "▶") || strings.Contains(content, "\n\n") || !strings.HasPrefix(content, render.HandNumber(v.Hand)+" ") {
			t.Fatalf("no message is so:\n%s", content)
		}
		all = append(all, content)
	}
	return strings.Join(append(all, text.Story(render.Scene{View: steps[len(steps)-1].View, Lang: l, Over: true}, steps)), "\n\n")
}

// TestOtherCardsWhereOneCannotSeeThemChangeNoWordOfAHandThatIsOver tells random hands of all games to every player
// and to the public, in every language.
func TestOtherCardsWhereOneCannotSeeThemChangeNoWordOfAHandThatIsOver(t *testing.T) {
	hands := 0
	for seed := range uint64(36) {
		l, lang := enginetest.New(t, seed), locale.Languages()[seed%uint64(len(locale.Languages()))]
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
