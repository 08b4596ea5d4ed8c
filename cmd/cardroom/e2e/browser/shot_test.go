package browser_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cardroom/cmd/cardroom/e2e/chrome"
)

var shotFile = flag.String("shot", "", "write a picture of the demo to this file")

// TestShot takes the picture of the demo that the README shows: a flop, Alice to act, and her cards below.
//
//	go test ./cmd/cardroom/e2e/browser -run Shot -shot $PWD/docs/demo.png
func TestShot(t *testing.T) {
	if *shotFile == "" {
		t.Skip("go test ./cmd/cardroom/e2e/browser -run Shot -shot FILE.png takes a picture of the demo")
	}
	browser := chrome.Browse(t)
	d := openDemo(t)
	g := guest{demo: d, rail: standAt(t, d.url(), "sam"), cards: map[string][]string{}}
	g.Tab = chrome.Open(t, browser, "Alice", d.url(), chrome.Screen{Width: 1000, Height: 1290})
	g.sitDown()
	const emoji = `[...document.querySelectorAll('.message .text')].at(-1)?.querySelectorAll('img.emoji').length ?? 0`
	for {
		s := g.turn()
		if _, phase := s.Board().Hand(); strings.HasPrefix(phase, "Flop") && chrome.Eval[int](g.Tab, emoji) > 0 {
			g.lookAt(onBoard(s.Board()))
			break
		}
		if s.Board().Has("Call") {
			g.act(s, "Call")
		} else {
			g.act(s, "Check")
		}
	}
	chrome.Eval[bool](g.Tab, `new Promise((done) => { document.querySelector('#log, .log, main')?.scrollTo(0, 1e6); setTimeout(() => done(true), 1500); })`)
	png, err := chromedp.Run(g.Ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*shotFile, png, 0o644); err != nil {
		t.Fatal(err)
	}
}
