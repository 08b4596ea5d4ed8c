package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// replayed runs cardroom replay on a file with this name and text.
func replayed(t *testing.T, name, text string) (code int, said string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	code = run(t.Context(), []string{"replay", file}, terminal{&b, &b})
	return code, b.String()
}

// TestReplayPassesNoOrderToTheTerminal replays files with terminal escapes, a change of writing direction and line breaks
// in their names and texts (S10).
func TestReplayPassesNoOrderToTheTerminal(t *testing.T) {
	hand, err := os.ReadFile(filepath.Join(root, "engine", "phh", "testdata", "split.phh"))
	if err != nil {
		t.Fatal(err)
	}
	const evil = `\u001b]0;owned\u0007\u009b31m\u202e\nOK\r`
	for name, tt := range map[string]struct {
		text string
		code int
	}{
		"a.phh":             {strings.Replace(string(hand), "hand = 7", `hand = "`+evil+`"`, 1), 0},
		"\x1b[2J\u202e.phh": {string(hand), 0},
		"b.phh":             {strings.Replace(string(hand), "p2 cbr 40", "p2 "+evil, 1), 1},
		"c.phh":             {`variant = "` + evil + `"` + "\nactions = [\"d db AsKsQs\"]", 1},
		"d.phh":             {"\"" + evil + "\" = [", 2},
		"e.jsonl":           {`{"id": "` + evil + `", "actions": ["` + evil + `"]}`, 1},
	} {
		code, said := replayed(t, name, tt.text)
		if code != tt.code || said == "" {
			t.Errorf("%q: exit code %d, want %d\n%q", name, code, tt.code, said)
		}
		for _, r := range said {
			if unicode.Is(unicode.C, r) && r != '\n' {
				t.Errorf("%q: the terminal gets %U in %q", name, r, said)
			}
		}
		if strings.Contains(said, "\nOK") {
			t.Errorf("%q: the file writes a line of its own: %q", name, said)
		}
	}
}

// TestReplayOfNoHandIsRefused replays files without a hand (U5): a receipt of a shuffle, and an empty file.
func TestReplayOfNoHandIsRefused(t *testing.T) {
	for name, text := range map[string]string{"receipt.json": `{"v": "fair/1", "hand": 12}`, "none.jsonl": "", "none.phhs": "", "none.phh": ""} {
		code, said := replayed(t, name, text)
		if code != exitUsage || !strings.Contains(said, "there is no hand") || !strings.Contains(said, "cardroom verify") {
			t.Errorf("%s: exit code %d, %s", name, code, fmt.Sprintf("%q", said))
		}
	}
}
