package pokerstars_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/enginetest"
	"cardroom/engine/pokerstars"
	"cardroom/internal/golden"
)

// names holds the names of players of the scripts, in letters of all kinds.
var names = map[engine.ID]string{1: "Alice", 2: "Bob Ünal", 3: "bob unal", 4: "Ева", 5: "Øyrin (host)"}

func labels() pokerstars.Labels {
	return pokerstars.Labels{Table: "Cardroom 5", Name: func(s engine.SeatView) string { return names[s.Player] }}
}

// TestTheHandsOfTheScripts writes the hands of engine/testdata/hands as their first player knows them.
func TestTheHandsOfTheScripts(t *testing.T) {
	files, err := filepath.Glob("../testdata/hands/*.txt")
	if err != nil || len(files) < 24 {
		t.Fatalf("%d scripts: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			var all []string
			for _, h := range enginetest.Play(t, file) {
				text, err := pokerstars.Of(h.Table.View(1), h.Log, labels())
				if errors.Is(err, pokerstars.ErrVoid) {
					continue
				}
				if err != nil {
					t.Fatalf("hand %d: %v", h.Table.View(0).Hand, err)
				}
				all = append(all, text)
				adds(t, text, h)
			}
			if len(all) == 0 {
				return // no hand was played
			}
			golden.Equal(t, filepath.Base(file), []byte(strings.Join(all, "\n\n")))
		})
	}
}
