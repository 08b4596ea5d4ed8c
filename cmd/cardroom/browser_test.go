package main_test

import (
	"context"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestTheDemoIsPlayedInABrowser plays the demo as visitors do: on a large screen by mouse, on a phone by finger, and
// with the keyboard alone.
func TestTheDemoIsPlayedInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser test plays whole hands: not in a short run")
	}
	browser := chrome(t)
	for name, s := range map[string]screen{
		"on a large screen": {width: 1280, height: 800},
		"on a phone":        {width: 390, height: 844, touch: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			visit(t, browser, s)
		})
	}
	t.Run("by keyboard", func(t *testing.T) {
		t.Parallel()
		visitByKeyboard(t, browser)
	})
}

// demo is the demo as a process, which can be killed and started again.
type demo struct {
	t    *testing.T
	dir  string
	addr string
	*program
}

func openDemo(t *testing.T) *demo {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := &demo{t: t, dir: t.TempDir(), addr: free.Addr().String()}
	free.Close()
	d.start()
	t.Cleanup(func() {
		d.kill()
		if t.Failed() {
			t.Logf("the program said:\n%s", d.out)
		}
	})
	return d
}

func (d *demo) url() string { return "http://" + d.addr }

// start runs the program until its page answers.
func (d *demo) start() {
	d.t.Helper()
	d.program = launch(d.t, d.dir, nil, "demo", "--addr", d.addr)
	answers := func() bool {
		answer, err := http.Get(d.url())
		if err != nil {
			return false
		}
		answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	}
	if !within(patience, answers) {
		d.t.Fatalf("the demo does not answer:\n%s", d.out)
	}
}

// visit plays from the first look at the page to the end of a hand, over a kill of the program.
func visit(t *testing.T, browser context.Context, s screen) {
	d := openDemo(t)
	g := guest{demo: d, rail: standAt(t, d.url(), "sam"), cards: map[string][]string{}}
	began := time.Now()
	g.tab = open(t, browser, "Alice", d.url(), s)
	g.sitDown()
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("cards came %v after the page was opened, want ten seconds at the most", took)
	}
	g.watchAsSam()
	g.killAndGoOn()
	g.raiseByCommand()
	g.playOn(g.raiseByModal())
	g.watchAsSam()

	bruno := open(t, browser, "Bruno", d.url()+"/?as=bruno", s)
	seated := func(s sight) bool { return s.has(false, "@Bruno") }
	bruno.press(".message .button", "Sit down", "a seat for Bruno", seated)
	g.until("Bruno's seat", seated)
	g.rail.check(t, "Alice", g.cards)
}

// visitByKeyboard plays an action, types a command and changes over to somebody else without a mouse.
func visitByKeyboard(t *testing.T, browser context.Context) {
	d := openDemo(t)
	b := open(t, browser, "Alice", d.url(), screen{width: 1280, height: 800})
	b.until("a table", func(s sight) bool { return strings.Contains(s.Hint, "Sit down") })
	b.tabTo("button Sit down")
	b.keys(kb.Enter)
	b.until("a hand", func(s sight) bool { return s.board().has("My cards") })
	b.tabTo("button My cards")
	b.keys(kb.Enter)
	b.until("two cards", func(s sight) bool { return len(s.cards()) == 2 })

	s := b.until("Alice's turn", sight.myTurn)
	stay := stayOf(s.board())
	b.tabTo("button " + stay)
	b.keys(kb.Enter)
	s = b.until(stay+" on the board", func(now sight) bool { return now.board().still() != s.board().still() })
	if s.Focus == "" {
		b.fail(s, "the keyboard is nowhere after a press")
	}

	b.tabTo("a Bruno")
	before := b.look()
	s = b.until("a board that goes on, or that Alice is reminded", func(now sight) bool {
		return after(before)(now) || len(now.Messages) > len(before.Messages)
	})
	if !strings.HasPrefix(s.Focus, "a Bruno") {
		b.fail(s, "the keyboard left Bruno's name when the channel changed")
	}

	commands := func(s sight) bool {
		return strings.HasSuffix(s.Focus, "Command line /") && slices.Contains(s.Options, "/raise")
	}
	b.keys("/")
	b.until("the command line with its commands", commands)
	b.keys("/" + kb.Enter)
	if s = b.look(); !commands(s) || s.Note != "" {
		b.fail(s, "a second slash and Enter, with no command named, did something")
	}
	b.keys("hel")
	b.until("/help alone", func(s sight) bool { return slices.Equal(s.Options, []string{"/help"}) })
	b.keys(kb.Enter)
	b.until("/help is chosen", func(s sight) bool { return len(s.Options) == 0 })
	b.keys(kb.Enter)
	b.until("help", func(s sight) bool { return s.has(true, "/cards or My cards") })

	for line, answer := range map[string]string{ // as manuals write them, a letter at a time
		"/straddle on:True":      "no straddle at this table",
		"/table open game:omaha": "a table in this channel already",
	} {
		answered := func(s sight) bool { return s.has(true, answer) }
		b.until("the line to be done with the last command", func(s sight) bool { return s.Note == "" })
		b.keys(line)
		b.keys(kb.Enter) // takes what is offered for a value
		if _, done := b.await(time.Second, answered); !done {
			b.keys(kb.Enter)
		}
		b.until("the answer to "+line, answered)
	}

	b.keys("4", chromedp.ModifierAlt)
	b.until("Sam's page", func(s sight) bool { return s.Me == "Sam" && s.panel().Text == "" })
	b.keys("1", chromedp.ModifierAlt)
	b.until("Alice's page", func(s sight) bool { return s.Me == "Alice" && s.panel().Text != "" })
}

// tabTo moves the keyboard on to an element whose kind and words begin so.
func (b *tab) tabTo(begins string) {
	b.t.Helper()
	for range 60 {
		if strings.HasPrefix(b.look().Focus, begins) {
			return
		}
		b.keys(kb.Tab)
	}
	b.fail(b.look(), "Tab never comes to %q", begins)
}
