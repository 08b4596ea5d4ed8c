package pokerstars_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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

// TestTheTimeIsAlsoEasternTime writes a hand in winter and in summer. Trackers read the last time of the line, as Eastern Time.
func TestTheTimeIsAlsoEasternTime(t *testing.T) {
	h := enginetest.Play(t, "../testdata/hands/omaha.txt")[0]
	for at, want := range map[string]string{
		"2026-01-15T02:00:00Z": " - 2026/01/15 02:00:00 UTC [2026/01/14 21:00:00 ET]\n",
		"2026-07-15T02:00:00Z": " - 2026/07/15 02:00:00 UTC [2026/07/14 22:00:00 ET]\n",
	} {
		began, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		events := slices.Clone(h.Log)
		for i := range events {
			events[i].At = engine.At(began)
		}
		if text, err := pokerstars.Of(h.Table.View(1), events, labels()); err != nil || !strings.Contains(text, want) {
			t.Errorf("%v, and the file lacks %q:\n%s", err, want, text)
		}
	}
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
