package main_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	patience = 60 * time.Second // for what has to show up at last, on a slow machine too
	again    = 5 * time.Second  // after which a press that changed nothing is repeated
)

// chrome starts the browser that all tabs of a test share. Without one on this machine the test is skipped.
func chrome(t *testing.T) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		t.Skip("neither chromium nor google-chrome is installed here: the page is not tried in a browser")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	browser, closeBrowser := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {}))
	t.Cleanup(closeBrowser)
	if err := chromedp.Do(browser); err != nil {
		t.Fatalf("%s does not start: %v", path, err)
	}
	return browser
}

// screen is what a visitor looks at, in CSS pixels.
type screen struct {
	width, height int64
	touch         bool
}

// tab is a page that is open in the browser.
type tab struct {
	t      *testing.T
	name   string
	ctx    context.Context
	screen screen

	mu         sync.Mutex
	offline    bool
	complaints []string // errors of the page and of the console
}

// open shows an address in a new tab, which must be without complaint at the end of the test.
func open(t *testing.T, browser context.Context, name, url string, s screen) *tab {
	t.Helper()
	ctx, shut := chromedp.NewContext(browser)
	t.Cleanup(shut)
	b := &tab{t: t, name: name, ctx: ctx, screen: s}
	view := []chromedp.EmulateViewportOption{}
	if s.touch {
		view = append(view, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait)
	}
	focus := send(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	if err := chromedp.Listen(ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	size := chromedp.EmulateViewport(s.width, s.height, view...)
	if err := chromedp.Do(ctx, size, focus, chromedp.Navigate(url)); err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	t.Cleanup(b.checkComplaints)
	return b
}

// hear keeps what the page or the browser complains about. That the network fails is no complaint while the server is
// down on purpose.
func (b *tab) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		said, _ := json.Marshal(e.ExceptionDetails) // for people to read
		b.complaints = append(b.complaints, string(said))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert {
			said, _ := json.Marshal(e.Args) // for people to read
			b.complaints = append(b.complaints, string(said))
		}
	case *log.EventEntryAdded:
		network := e.Entry.Source == log.EntrySourceNetwork
		if e.Entry.Level == log.EntryLevelError && !(network && b.offline) {
			b.complaints = append(b.complaints, e.Entry.Text+" "+e.Entry.URL)
		}
	}
}

func (b *tab) expectOffline(yes bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.offline = yes
}

func (b *tab) checkComplaints() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.complaints {
		b.t.Errorf("%s's page: %s", b.name, c)
	}
}

// eval runs a script in the page and reads its value.
func eval[T any](b *tab, script string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s's page does not answer: %v", b.name, err)
	}
	return value
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatalf("%s's browser: %v", b.name, err)
	}
}

// look is what the page shows now. That nothing is wider or higher than the screen is checked with every look.
func (b *tab) look() sight {
	b.t.Helper()
	s := eval[sight](b, lookScript)
	for i := range s.Messages {
		s.Messages[i].Text = said(s.Messages[i].Text)
	}
	if s.Wide > b.screen.width {
		b.fail(s, "the page is %d pixels wide on a screen of %d", s.Wide, b.screen.width)
	}
	if s.Tall {
		b.fail(s, "the page has a scroll bar beside that of the messages")
	}
	return s
}

// until looks until something is to be seen.
func (b *tab) until(what string, seen func(sight) bool) sight {
	b.t.Helper()
	s, ok := b.await(patience, seen)
	if !ok {
		b.fail(s, "never seen: %s", what)
	}
	return s
}

func (b *tab) await(d time.Duration, seen func(sight) bool) (s sight, ok bool) {
	b.t.Helper()
	for end := time.Now().Add(d); ; time.Sleep(40 * time.Millisecond) {
		s = b.look()
		if seen(s) {
			return s, true
		}
		if time.Now().After(end) {
			return s, false
		}
	}
}

// press presses the last button under a selector whose words begin so, by mouse or by finger, until it had its effect.
func (b *tab) press(selector, begins, effect string, seen func(sight) bool) sight {
	b.t.Helper()
	end := time.Now().Add(patience)
	for {
		problem, wait := b.pressOnce(selector, begins), again
		if problem != "" {
			wait = 100 * time.Millisecond
		}
		s, ok := b.await(wait, seen)
		switch {
		case ok:
			return s
		case time.Now().After(end):
			b.fail(s, "pressed %q and never saw: %s; %s", begins, effect, problem)
		case problem == "":
			b.t.Logf("%s presses %q again, after %v without %s", b.name, begins, again, effect)
		}
	}
}

func (b *tab) pressOnce(selector, begins string) (problem string) {
	b.t.Helper()
	where := eval[spot](b, fmt.Sprintf("(%s)(%q, %q)", spotScript, selector, begins))
	if where.Problem != "" {
		return where.Problem
	}
	if b.screen.touch {
		b.do(tap(where.X, where.Y))
	} else {
		b.do(chromedp.MouseClickXY(where.X, where.Y))
	}
	return ""
}

func tap(x, y float64) chromedp.Action[chromedp.Void] {
	touch := func(kind input.DispatchTouchEventType, points []*input.TouchPoint) chromedp.Action[chromedp.Void] {
		return send(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	return chromedp.Steps(
		touch(input.DispatchTouchEventTypeTouchStart, []*input.TouchPoint{{X: x, Y: y}}),
		touch(input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{}))
}

// keys types on the keyboard. A key brings its character with it, as a real one does: whoever takes the key takes the
// character too.
func (b *tab) keys(text string, held ...chromedp.Modifier) {
	b.t.Helper()
	for _, r := range text {
		events := kb.Encode(r)
		down, up := events[0], events[len(events)-1]
		for _, m := range held {
			down.Modifiers |= int64(m)
		}
		if key := kb.Keys[r]; key != nil && len(held) == 0 {
			down.Text = key.Text
		}
		b.do(send(input.DispatchKeyEvent, *down), send(input.DispatchKeyEvent, *up))
	}
}

func send[P any](c cdp.Command[P, cdp.Empty], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, c, params)
		return err
	})
}

// fail ends the test with what the page showed, in words and as a picture (kept by go test -artifacts).
func (b *tab) fail(s sight, format string, args ...any) {
	b.t.Helper()
	picture := "none"
	ctx, cancel := context.WithTimeout(b.ctx, 10*time.Second)
	defer cancel()
	if png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot()); err == nil {
		path := filepath.Join(b.t.ArtifactDir(), strings.ToLower(b.name)+".png")
		if os.WriteFile(path, png, 0o600) == nil {
			picture = path
		}
	}
	b.t.Fatalf("%s: %s\npicture: %s\n%s", b.name, fmt.Sprintf(format, args...), picture, s)
}
