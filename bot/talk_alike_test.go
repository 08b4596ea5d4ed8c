package bot_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/internal/golden"
)

// seconds is a relative time in a printed message. A message elsewhere waits for the table's own requests, and so may come
// a second later in one run than in another.
var seconds = regexp.MustCompile(`<[+-]\d+s>`)

// relative is any relative time: one of whole minutes has no seconds.
var relative = regexp.MustCompile(`<[+-]\d+[sm]>`)

// alike reports whether two lines of a play are the same except for a time at the boundary of a second. Concurrent events
// may come in either order.
func alike(got, want string) bool {
	g, w := relative.FindAllString(got, -1), relative.FindAllString(want, -1)
	if len(g) != len(w) || relative.ReplaceAllString(got, "") != relative.ReplaceAllString(want, "") {
		return false
	}
	for i := range g {
		a, _ := time.ParseDuration(strings.Trim(g[i], "<>"))
		b, _ := time.ParseDuration(strings.Trim(w[i], "<>"))
		if (a - b).Abs() > time.Second {
			return false
		}
	}
	return true
}

// playTalk plays one script, and compares the transcript. It plays it again where that differs, so many times at most: on a busy
// machine the runtime interrupts a goroutine now and then, even on one core, and events of one moment come in another order. A
// difference in the program is there each time.
func playTalk(t *testing.T, file string, most int) { playTalkAs(t, file, most, func(*club) {}) }

// playTalkAs works like playTalk, at a club with changes.
func playTalkAs(t *testing.T, file string, most int, how func(*club)) {
	want, got := readTalk(t, file), ""
	for range most {
		synctest.Test(t, func(t *testing.T) { got = playScriptAs(t, want, how) })
		if golden.Updating() || slices.EqualFunc(strings.Split(got, "\n"), strings.Split(want, "\n"), alike) {
			break
		}
	}
	golden.EqualFunc(t, "talk/"+filepath.Base(file), []byte(got), alike)
}

// TestTalkArrivesTwice plays the scripts with each interaction delivered twice, as Discord may do. Only Discord notices.
func TestTalkArrivesTwice(t *testing.T) {
	noRace(t)
	if golden.Updating() {
		t.Skip("TestTalk writes the scripts")
	}
	onOneCore(t, func(t *testing.T) {
		scripts, err := filepath.Glob("testdata/talk/*.txt")
		if err != nil || len(scripts) == 0 {
			t.Fatalf("no scripts: %v", err)
		}
		for _, file := range scripts {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
				playTalkAs(t, file, 3, func(c *club) { c.doubled = true }) // edits in two channels at one moment: their order is the scheduler's
			})
		}
	})
}

// readTalk reads a script.
func readTalk(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
