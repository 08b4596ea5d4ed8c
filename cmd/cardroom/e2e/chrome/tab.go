package chrome

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

	"cardroom/cmd/cardroom/e2e/board"
)

const (
	Patience = 60 * time.Second // for a result that has to appear, also on a slow machine
	Again    = 5 * time.Second  // after which a press without effect is repeated
)

// Browse returns the browser that all tests of a package share. It skips the test if no browser is installed.
func Browse(t *testing.T) context.Context {
	t.Helper()
	path := find()
	if path == "" {
		t.Skip("neither chromium-headless-shell nor chromium is installed here: the page is not tried in a browser; install one of them")
	}
	shared.once.Do(func() { shared.start(path) })
	if shared.err != nil {
		t.Fatalf("%s does not start: %v", path, shared.err)
	}
	return shared.ctx
}

// Close ends the browser, if one was started.
func Close() {
	shared.once.Do(func() {})
	if shared.end != nil {
		shared.end()
	}
}

var shared browser

// browser is a running Chromium.
type browser struct {
	once sync.Once
	ctx  context.Context
	end  func()
	err  error
}

func (b *browser) start(path string) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("accept-lang", "en-US"),        // the headless shell names no language of its own
		chromedp.Flag("renderer-process-limit", "1")) // all tabs share a process
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {}))
	b.ctx, b.end, b.err = ctx, func() { cancel(); stop() }, chromedp.Do(ctx)
}

// find returns the path of the browser, or "" if none is installed. It prefers the headless shell, which has Chromium's engine
// without windows and menus. Those take as much processor time as the pages do.
func find() string {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// Screen is the size of a visitor's screen, in CSS pixels.
type Screen struct {
	Width, Height int64
	Touch         bool
}

// Tab is a page in the browser.
type Tab struct {
	T      *testing.T
	name   string
	Ctx    context.Context
	Screen Screen

	mu         sync.Mutex
	offline    bool
	complaints []string // errors of the page and of the console
}

// Open shows an address in a new tab, which must have no complaint at the end of the test.
func Open(t *testing.T, browser context.Context, name, url string, s Screen) *Tab {
	t.Helper()
	ctx, shut := chromedp.NewContext(browser)
	t.Cleanup(shut)
	b := &Tab{T: t, name: name, Ctx: ctx, Screen: s}
	view := []chromedp.EmulateViewportOption{}
	if s.Touch {
		view = append(view, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait)
	}
	focus := Send(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	if err := chromedp.Listen(ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	size := chromedp.EmulateViewport(s.Width, s.Height, view...)
	if err := chromedp.Do(ctx, size, focus, chromedp.Navigate(url)); err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	t.Cleanup(b.checkComplaints)
	return b
}

// hear keeps the complaints of the page and the browser. Network errors do not count while the server is down on purpose.
func (b *Tab) hear(event any) {
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

// ExpectOffline sets whether network errors are allowed.
func (b *Tab) ExpectOffline(yes bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.offline = yes
}

func (b *Tab) checkComplaints() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.complaints {
		b.T.Errorf("%s's page: %s", b.name, c)
	}
}

// Eval runs a script in the page and reads its value.
func Eval[T any](b *Tab, script string) T {
	b.T.Helper()
	ctx, cancel := context.WithTimeout(b.Ctx, Patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		b.T.Fatalf("%s's page does not answer: %v", b.name, err)
	}
	return value
}

// Do runs steps of the browser.
func (b *Tab) Do(steps ...chromedp.Action[chromedp.Void]) {
	b.T.Helper()
	ctx, cancel := context.WithTimeout(b.Ctx, Patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.T.Fatalf("%s's browser: %v", b.name, err)
	}
}

// Look returns the page's current content. It fails the test if the page is wider or higher than the screen.
func (b *Tab) Look() Page {
	b.T.Helper()
	s := Eval[Page](b, lookScript)
	for i := range s.Messages {
		m := &s.Messages[i]
		m.Text, m.Alt = board.CardsAsLetters(m.Text), board.CardsAsLetters(m.Alt)
	}
	if s.Wide > b.Screen.Width {
		b.Fail(s, "the page is %d pixels wide on a screen of %d", s.Wide, b.Screen.Width)
	}
	if s.Tall {
		b.Fail(s, "the page has a scroll bar beside that of the messages")
	}
	return s
}

// Until looks until a condition holds.
func (b *Tab) Until(what string, seen func(Page) bool) Page {
	b.T.Helper()
	s, ok := b.Await(Patience, seen)
	if !ok {
		b.Fail(s, "never seen: %s", what)
	}
	return s
}

// Await looks until a condition holds, and reports whether that came in time.
func (b *Tab) Await(d time.Duration, seen func(Page) bool) (s Page, ok bool) {
	b.T.Helper()
	for end := time.Now().Add(d); ; b.untilChanged() {
		s = b.Look()
		if seen(s) {
			return s, true
		}
		if time.Now().After(end) {
			return s, false
		}
	}
}

// changedScript waits until the page has changed, or a quarter of a second for changes outside the document, such as
// scrolling.
const changedScript = `new Promise((done) => {
  const changed = new MutationObserver(() => setTimeout(() => { changed.disconnect(); done(true); }, 30));
  changed.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  setTimeout(() => { changed.disconnect(); done(false); }, 250);
})`

// untilChanged waits until the page may have changed.
func (b *Tab) untilChanged() {
	ctx, cancel := context.WithTimeout(b.Ctx, time.Second)
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](changedScript, chromedp.EvalAwaitPromise)); err != nil {
		time.Sleep(40 * time.Millisecond) // another page is loading
	}
}

// Press presses the last button under a selector whose text starts with begins, by mouse or by touch, until it has its
// effect.
func (b *Tab) Press(selector, begins, effect string, seen func(Page) bool) Page {
	b.T.Helper()
	return b.repeat(begins, effect, seen, func() (problem string) { return b.pressOnce(selector, begins) })
}

// KeyUntil presses a key until seen holds, again where that takes too long: the program may have answered too late.
func (b *Tab) KeyUntil(key, effect string, seen func(Page) bool) Page {
	b.T.Helper()
	return b.repeat(fmt.Sprintf("the key %+q", key), effect, seen, func() string { b.Keys(key); return "" })
}

// repeat presses something until seen holds.
func (b *Tab) repeat(name, effect string, seen func(Page) bool, press func() (problem string)) Page {
	b.T.Helper()
	end := time.Now().Add(Patience)
	for {
		problem, wait := press(), Again
		if problem != "" {
			wait = 100 * time.Millisecond
		}
		s, ok := b.Await(wait, seen)
		switch {
		case ok:
			return s
		case time.Now().After(end):
			b.Fail(s, "pressed %q and never saw: %s; %s", name, effect, problem)
		case problem == "":
			b.T.Logf("%s presses %q again, after %v without %s", b.name, name, Again, effect)
		}
	}
}

func (b *Tab) pressOnce(selector, begins string) (problem string) {
	b.T.Helper()
	where := Eval[spot](b, fmt.Sprintf("(%s)(%q, %q)", spotScript, selector, begins))
	if where.Problem != "" {
		return where.Problem
	}
	if b.Screen.Touch {
		b.Do(tap(where.X, where.Y))
	} else {
		b.Do(chromedp.MouseClickXY(where.X, where.Y))
	}
	if Eval[bool](b, missedScript) {
		return "it moved away"
	}
	return ""
}

func tap(x, y float64) chromedp.Action[chromedp.Void] {
	touch := func(kind input.DispatchTouchEventType, points []*input.TouchPoint) chromedp.Action[chromedp.Void] {
		return Send(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	return chromedp.Steps(
		touch(input.DispatchTouchEventTypeTouchStart, []*input.TouchPoint{{X: x, Y: y}}),
		touch(input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{}))
}

// Keys types on the keyboard. A key brings its character with it, as a real one does.
func (b *Tab) Keys(text string, held ...chromedp.Modifier) {
	b.T.Helper()
	for _, r := range text {
		events := kb.Encode(r)
		down, up := events[0], events[len(events)-1]
		for _, m := range held {
			down.Modifiers |= int64(m)
		}
		if key := kb.Keys[r]; key != nil && len(held) == 0 {
			down.Text = key.Text
		}
		b.Do(Send(input.DispatchKeyEvent, *down), Send(input.DispatchKeyEvent, *up))
	}
}

// Send returns the step that sends a command of the browser's protocol.
func Send[P any](c cdp.Command[P, cdp.Empty], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, c, params)
		return err
	})
}

// Fail ends the test with the page's content, as text and as a picture (kept by go test -artifacts).
func (b *Tab) Fail(s Page, format string, args ...any) {
	b.T.Helper()
	picture := "none"
	ctx, cancel := context.WithTimeout(b.Ctx, 10*time.Second)
	defer cancel()
	if png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot()); err == nil {
		path := filepath.Join(b.T.ArtifactDir(), strings.ToLower(b.name)+".png")
		if os.WriteFile(path, png, 0o600) == nil {
			picture = path
		}
	}
	b.T.Fatalf("%s: %s\npicture: %s\n%s", b.name, fmt.Sprintf(format, args...), picture, s)
}
