package browser_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"cardroom/cmd/cardroom/e2e/chrome"
)

var axeFlag = flag.Bool("axe", false, "install axe-core from npm, and look for barriers with it")

// axeVersion is the version of axe-core, and axeSum the SHA-256 of its axe.min.js.
const (
	axeVersion = "4.14.1"
	axeSum     = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
)

// screens and languages are those in which the demo is played.
var (
	largeScreen = chrome.Screen{Width: 1280, Height: 800}
	phoneScreen = chrome.Screen{Width: 390, Height: 844, Touch: true}
	screens     = map[string]chrome.Screen{"on a large screen": largeScreen, "on a phone": phoneScreen}
	languages   = map[string]string{"in English": "en-US", "in Russian": "ru", "in Japanese": "ja"}
)

// TestAHandIsPlayedInOtherLanguages plays a hand in Russian and in Japanese, with every kind of window that it may open.
func TestAHandIsPlayedInOtherLanguages(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser test plays a hand: not in a short run")
	}
	everywhere(t, func(t *testing.T, b *chrome.Tab, in string) {
		if in != "en-US" { // the other tests play in English
			playsThrough(b, func(state string) {
				if b.Screen.Touch && state == "a panel" {
					leavesRoom(b)
				}
			})
		}
	})
}

// TestThePageHasNoBarriers plays a hand in three languages on two screens, and has axe-core look at each state of the page.
//
//	go test -v ./cmd/cardroom/e2e/browser -run Barriers -axe
func TestThePageHasNoBarriers(t *testing.T) {
	t.Parallel()
	if !*axeFlag {
		t.Skip("installs axe-core from npm: go test -v ./cmd/cardroom/e2e/browser -run Barriers -axe")
	}
	script := axe(t)
	everywhere(t, func(_ *testing.T, b *chrome.Tab, _ string) {
		playsThrough(b, func(state string) { looksAt(b, script, state) })
	})
}

// everywhere opens the demo on every screen in every language.
func everywhere(t *testing.T, play func(t *testing.T, b *chrome.Tab, in string)) {
	t.Helper()
	browser := chrome.Browse(t)
	for language, accepts := range languages {
		for name, screen := range screens {
			t.Run(name+" "+language, func(t *testing.T) {
				t.Parallel()
				play(t, openIn(t, browser, accepts, openDemo(t).url(), screen), accepts)
			})
		}
	}
}

// playsThrough sits down, opens all that a player can open, and plays a hand to its result. It finds buttons by their verbs, in
// any language, and calls look at every state.
func playsThrough(b *chrome.Tab, look func(state string)) {
	b.T.Helper()
	does := func(verbs ...string) string {
		var list []string
		for _, verb := range verbs {
			list = append(list, fmt.Sprintf(`.message:not(.private) [data-press$=":%s"]`, verb))
		}
		return strings.Join(list, ", ")
	}
	b.Until("a table", func(s chrome.Page) bool { return s.Hint != "" && len(s.Messages) > 0 })
	look("a free seat")
	b.Press("#hint .button", "", "a hand", func(s chrome.Page) bool { return s.Board().Text != "" })
	b.Until("a turn", chrome.Page.MyTurn)
	look("a turn")
	b.Press(does("cards"), "", "two cards", func(s chrome.Page) bool { return s.Panel().Text != "" })
	look("a panel")
	before := len(b.Look().Messages)
	b.Press(does("seat"), "", "the menu of the seat", func(s chrome.Page) bool { return len(s.Messages) > before })
	look("the menu of a seat")
	b.Press(does("ask"), "", "a window", func(s chrome.Page) bool { return s.Dialog != "" })
	look("a window that asks")
	b.Keys(kb.Escape)
	b.Until("the window closed", func(s chrome.Page) bool { return s.Dialog == "" })
	b.Press("#slash", "", "the commands", func(s chrome.Page) bool { return len(s.Options) > 5 })
	look("the commands")
	b.Keys(kb.Escape)
	s := b.Until("the turn again", chrome.Page.MyTurn)
	hand, _ := s.Board().Hand()
	const result = `document.querySelector('.message:not(.private) .container[data-accent="e3b341"]') !== null`
	over := func(s chrome.Page) bool {
		now, _ := s.Board().Hand()
		return now != hand || chrome.Eval[bool](b, result)
	}
	for s = b.Look(); !over(s); s = b.Until("a turn or the result", func(s chrome.Page) bool { return s.MyTurn() || over(s) }) {
		b.Press(does("fold", "check"), "", "another board", func(now chrome.Page) bool { return now.Board().Still() != s.Board().Still() })
	}
	look("a result")
}

// leavesRoom fails the test if the page's own bars leave too little room on a phone. The player is to act, and sees a panel.
// A board has up to 440 pixels and a panel 220.
func leavesRoom(b *chrome.Tab) {
	b.T.Helper()
	s := b.Until("the hint that gives its room away", func(chrome.Page) bool {
		return !chrome.Eval[bool](b, "document.getElementById('hint').checkVisibility()")
	})
	if frame := chrome.Eval[int](b, "document.getElementById('log').clientHeight"); frame < 440+220 {
		b.Fail(s, "the messages have %d pixels", frame)
	}
}

// axe returns the script of axe-core. It skips the test where npm is missing or has no network.
func axe(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("npm is missing: install it")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 80*time.Second)
	defer cancel()
	dir := t.TempDir()
	install := exec.CommandContext(ctx, "npm", "install", "--prefix", dir, "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "axe-core@"+axeVersion)
	if out, err := install.CombinedOutput(); err != nil {
		t.Skipf("npm cannot install axe-core: %v\n%s", err, out)
	}
	script, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(script); hex.EncodeToString(sum[:]) != axeSum {
		t.Fatalf("axe-core %s has the SHA-256 %x, want %s", axeVersion, sum, axeSum)
	}
	return string(script)
}

// looksAt has axe-core look at the page, and fails the test for each barrier.
func looksAt(b *chrome.Tab, script, state string) {
	b.T.Helper()
	if !chrome.Eval[bool](b, "typeof axe === 'object'") {
		chrome.Eval[bool](b, script+"\n; true")
	}
	const run = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(
	  ({ id, help, nodes }) => id + ': ' + help + '\n' + nodes.slice(0, 3).map((n) => n.html.slice(0, 200) + '\n' + n.failureSummary).join('\n')))`
	for _, barrier := range chrome.Eval[[]string](b, run) {
		b.T.Errorf("axe-core at %s: %s", state, barrier)
	}
}
