package main_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

var shotFile = flag.String("shot", "", "write a picture of the demo to this file")

// TestShot takes the picture of the demo that the README shows: a flop, Alice to act, and her cards below.
//
//	go test ./cmd/cardroom -run Shot -shot $PWD/docs/demo.png
func TestShot(t *testing.T) {
	if *shotFile == "" {
		t.Skip("go test ./cmd/cardroom -run Shot -shot FILE.png takes a picture of the demo")
	}
	browser := chrome(t)
	d := openDemo(t)
	g := guest{demo: d, rail: standAt(t, d.url(), "sam"), cards: map[string][]string{}}
	g.tab = open(t, browser, "Alice", d.url(), screen{width: 1000, height: 1290})
	g.sitDown()
	const emoji = `[...document.querySelectorAll('.message .text')].at(-1)?.querySelectorAll('img.emoji').length ?? 0`
	for {
		s := g.turn()
		if _, phase := s.board().hand(); strings.HasPrefix(phase, "Flop") && eval[int](g.tab, emoji) > 0 {
			g.lookAt(onBoard(s.board()))
			break
		}
		if s.board().has("Call") {
			g.act(s, "Call")
		} else {
			g.act(s, "Check")
		}
	}
	eval[bool](g.tab, `new Promise((done) => { document.querySelector('#log, .log, main')?.scrollTo(0, 1e6); setTimeout(() => done(true), 1500); })`)
	png, err := chromedp.Run(g.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*shotFile, png, 0o644); err != nil {
		t.Fatal(err)
	}
}
