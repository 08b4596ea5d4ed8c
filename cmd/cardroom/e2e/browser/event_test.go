package browser_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"cardroom/cmd/cardroom/e2e/chrome"
)

// TestASitAndGoIsPlayed looks at the demo's Sit & Go. Then it makes another one of four by its window, and plays it to the result:
// without a pause, with levels of two hands, and with house players that answer at once. With -axe, axe-core looks at its states.
func TestASitAndGoIsPlayed(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser test: not in a short run")
	}
	look := func(*chrome.Tab, string) {}
	if *axeFlag {
		script := axe(t)
		look = func(b *chrome.Tab, state string) { looksAt(b, script, state) }
	}
	d := openDemo(t, "--quick")
	b := chrome.Open(t, chrome.Browse(t), "Alice", d.url(), screens["on a phone"])
	b.Until("a table", func(s chrome.Page) bool { return strings.Contains(s.Hint, "Sit down") })
	enter(b, "sit-and-go")
	b.Until("the demo's lobby", func(s chrome.Page) bool {
		return s.Has(false, "3 of 4") && s.Has(false, "300 chips each") && s.Has(false, "levels of 1 min")
	})
	enter(b, "Sit & Go of four · table 1")
	s := b.Until("a hint before the start", func(s chrome.Page) bool { return strings.Contains(s.Hint, "A tournament begins here.") })
	if s.Has(false, "changed settings") {
		b.Fail(s, "the demo tells of its own preparations")
	}
	enter(b, "lobby")
	b.Keys("/tournament create level:hard bots:3") // key by key, with the names of the options
	b.KeyUntil(kb.Enter, "a window", func(s chrome.Page) bool { return s.Dialog != "" })
	for i, value := range []string{"Quick four", "", "0", "100/5/2//0s", "4"} {
		chrome.Eval[bool](b, fmt.Sprintf("document.getElementById('modal-%d').value = %q, true", i, value))
	}
	look(b, "the window of a tournament")
	b.Press("dialog .button", "Submit", "a lobby", func(s chrome.Page) bool { return s.Dialog == "" && s.Has(false, "3 of 4") })
	b.Keys("/") // the command line has the focus again
	b.Until("the commands", func(s chrome.Page) bool { return slices.Contains(s.Options, "/raise") })
	b.Keys(kb.Escape)
	b.Press("#hint .button", "Register", "a full lobby", func(s chrome.Page) bool { return s.Has(false, "4 of 4") })
	look(b, "a full lobby")
	commands(b, "/tournament start ")
	b.KeyUntil(kb.Enter, "a seat", func(s chrome.Page) bool { return strings.HasPrefix(s.Hint, "You are in this tournament") }) // the lobby is edited seconds later
	hands, took := playsCup(b, look)
	t.Logf("%s hands to the result took %v", hands, took)
	b.Until("a hint after the end", func(s chrome.Page) bool { return strings.Contains(s.Hint, "This tournament is over") })
	s = b.Press("#hint .button", "#lobby", "the result in the lobby", func(s chrome.Page) bool {
		return s.Has(false, "Quick four · Finished") && !s.Has(false, "The seal is open")
	})
	const inMenu = "[...document.querySelectorAll('#channel option')].some((one) => one.textContent.includes('Quick four'))"
	b.Until("links to the archived thread alone", func(s chrome.Page) bool {
		return !chrome.Eval[bool](b, inMenu) && s.Has(false, "#Quick four · table 1") && !s.Has(false, "https://discord.com")
	})
	look(b, "the lobby of a finished tournament")
	if !first(s) {
		b.Fail(s, "the lobby has no first place")
	}
	if said := d.Output.String(); strings.Contains(said, "level=") {
		t.Errorf("the program complains:\n%s", said)
	}
}

// first reports whether there is a first place: one player who wins, or two house players with equal chips when Alice is out (T39).
func first(s chrome.Page) bool {
	return s.Has(false, "wins Quick four.") && s.Has(false, "\n1. ") || s.Has(false, "\n1.–2. ")
}

// playsCup plays at the table of a tournament until its result stands there. Alice folds in the first hand,
// and then calls everything. It returns the last hand's number, and how long that took.
func playsCup(b *chrome.Tab, look func(*chrome.Tab, string)) (hand string, took time.Duration) {
	b.T.Helper()
	keyboardOnHint(b, ".button", "#Quick four")
	if s := b.KeyUntil(kb.Enter, "the table", func(s chrome.Page) bool { return s.Has(false, "The draws of Quick four are sealed") }); s.Focus == "" {
		b.Fail(s, "the keyboard is nowhere after a hint led to another channel")
	}
	began := time.Now()
	over := func(s chrome.Page) bool { return s.Has(false, "The seal is open") }
	b.Press(".message .button", "My cards", "two cards", func(s chrome.Page) bool { return len(s.Cards()) == 2 || over(s) })
	for {
		s := b.Until("a turn or the result", func(s chrome.Page) bool { return s.MyTurn() || over(s) })
		hand, _ = s.Board().Hand()
		if over(s) {
			took = time.Since(began)
			look(b, "the result of a tournament")
			for _, want := range []string{"Quick four · Finished", "@Alice", "cardroom verify"} {
				if !s.Has(false, want) {
					b.Fail(s, "the result does not say %q", want)
				}
			}
			if !first(s) {
				b.Fail(s, "the result has no first place")
			}
			return hand, took
		}
		does := stayOf(s.Board())
		if hand == "1" && does == "Call" {
			does = "Fold"
		}
		b.Press(onBoard(s.Board()), does, "another board", after(s))
	}
}
