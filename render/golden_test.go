package render_test

import (
	"fmt"
	"strings"
	"testing"

	"cardroom/engine/rank"
	"cardroom/internal/golden"
	"cardroom/render"
	"cardroom/render/equity"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
	"cardroom/render/text"
)

// Every scene has a file of its texts. The scenes are the table's life in the order it is lived.
func TestScenesReadAsTheirGoldenFiles(t *testing.T) {
	for name, view := range rendertest.Scenes(t) {
		t.Run(name, func(t *testing.T) {
			golden.Equal(t, name+".txt", []byte(shown(render.Scene{View: view, Name: rendertest.Names, Equities: equity.Of(view)})))
		})
	}
}

// Every language has a file of how it reads: three moments of a hand, and the names of hands.
func TestLanguagesReadAsTheirGoldenFiles(t *testing.T) {
	all := rendertest.Scenes(t)
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		var parts []string
		for _, name := range []string{"betting-facing-a-bet", "runout-asking", "result-side-pots"} {
			parts = append(parts, shown(render.Scene{View: all[name], Name: rendertest.Names, Lang: l, Equities: equity.Of(all[name])}))
		}
		s := render.Scene{View: all["betting-facing-a-bet"], Name: rendertest.Names, Lang: l}
		help, _ := text.Help(s, l, text.Now(s, l, true)...)
		page, _, _ := text.HelpTopic(l, "hand")
		parts = append(parts, "--- help\n"+help, "--- a topic\n"+page)
		parts = append(parts, "--- hands\n"+strings.Join(hands(t, l), "\n"))
		golden.Equal(t, "language-"+l.Locale+".txt", []byte(strings.Join(parts, "\n")+"\n"))
	})
}

// hands returns the name of a hand of every kind.
func hands(t *testing.T, l *locale.Lang) (list []string) {
	for _, held := range []string{
		"As Ks Qs Js 10s", "9h 8h 7h 6h 5h", "7c 7d 7h 7s Kd", "Kc Kd Kh 3s 3d", "As 9s 7s 4s 2s", "10c 9d 8h 7s 6d", "6c 6d 6h Ks 2d",
		"Ac Ad Kh Ks 2d", "2c 2d Ah Ks Qd", "Qc Jd 9h 4s 2d",
	} {
		list = append(list, l.Hand(rank.Best(rendertest.Cards(t, held))))
	}
	return list
}

// shown returns a scene in words: everything that is drawn from it.
func shown(s render.Scene) string {
	words, rows := render.Panel(s)
	text := fmt.Sprintf("--- board\n%s\n--- buttons\n%s--- panel of %d\n%s\n--- buttons\n%s",
		render.Board(s), render.Labels(render.Buttons(s)), s.View.Viewer, words, render.Labels(rows))
	s.Low = true
	if low, _ := render.Panel(s); low != words {
		text += "--- below a picture\n" + low + "\n"
	}
	return text
}
