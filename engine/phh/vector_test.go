package phh_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/engine/phh"
)

// TestVectorHands plays thousands of hands that were played elsewhere: what is legal at every decision, pots, uncalled
// bets and stacks are as they say.
func TestVectorHands(t *testing.T) {
	t.Parallel()
	dir := filepath.FromSlash(cmp.Or(os.Getenv("CARDROOM_VECTORS"), "../shared/vectors"))
	if !filepath.IsAbs(dir) {
		dir = filepath.Join("..", "..", dir) // relative to the repository's root
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl*"))
	if err != nil || len(files) == 0 {
		t.Skipf("no vectors in %s; CARDROOM_VECTORS names their folder", dir)
	}
	for _, file := range files {
		name, _, _ := strings.Cut(filepath.Base(file), ".jsonl")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			replayFile(t, name, file)
		})
	}
}

func replayFile(t *testing.T, name, file string) {
	hands, decisions, reshuffled, wrong := 0, 0, 0, 0
	for h, err := range phh.Read(file) {
		switch {
		case err != nil:
			t.Fatalf("%s: after %d hands: %v", name, hands+reshuffled, err)
		case h.Actions == nil:
			continue // equities
		case testing.Short() && hands == 300: // the rest is for runs that are not short
			continue
		case h.Reshuffled():
			reshuffled++
			continue
		}
		hands++
		r, err := h.Replay()
		if err == nil && len(r.Stacks) <= r.Table.Rules().MostSeats() {
			err = r.Table.Check()
		}
		if err != nil {
			t.Errorf("%s: hand %s: %v", name, h.Name(), err)
			if wrong++; wrong == 20 {
				t.Fatal("and so on")
			}
		}
		decisions += r.Decisions
	}
	line := fmt.Sprintf("%s: %d hands, %d decisions", name, hands, decisions)
	if reshuffled > 0 {
		line += fmt.Sprintf("; %d hands with reshuffled cards left out", reshuffled)
	}
	fmt.Println(line)
}
