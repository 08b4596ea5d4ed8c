package browser_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cardroom/cmd/cardroom/e2e/chrome"
)

// TestWhoReadsFurtherUpMissesNothing: a visitor on a phone has scrolled up. The page announces new messages below the log,
// where the announcement covers no button. After typing a command the visitor sees its answer.
func TestWhoReadsFurtherUpMissesNothing(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser test starts the demo: not in a short run")
	}
	b := chrome.Open(t, chrome.Browse(t), "Alice", openDemo(t).url(), phoneScreen)
	b.Until("a table", func(s chrome.Page) bool { return strings.Contains(s.Hint, "Sit down") })
	for n := range 2 {
		sendLine(b, "/help")
		b.Until("help", func(s chrome.Page) bool { return len(s.Messages) == n+2 })
	}
	b.Until("the top of the log", func(chrome.Page) bool { // if the help is drawn only now, the log scrolls down again
		return chrome.Eval[bool](b, `new Promise((done) => {
		  const log = document.getElementById('log');
		  log.scrollTop = 0;
		  setTimeout(() => done(log.scrollTop === 0), 300);
		})`)
	})
	b.Until("the way down to be hidden as long as nothing is new", func(chrome.Page) bool { return !chrome.Eval[bool](b, `!!`+wayDown) })

	chrome.Eval[bool](b, `(document.querySelector('.message .button').click(), true)`) // Sit down, without scrolling to it
	b.Until("the way down", func(chrome.Page) bool { return chrome.Eval[bool](b, `!!`+wayDown) })
	if !chrome.Eval[bool](b, wayDown+`.getBoundingClientRect().top >= document.getElementById('log').getBoundingClientRect().bottom`) {
		b.Fail(b.Look(), "the way down lies over messages")
	}

	sendLine(b, "/chips board")
	b.Until("the answer, in sight", func(s chrome.Page) bool {
		return s.Has(true, "wallets") && chrome.Eval[bool](b, `(() => {
		  const frame = document.getElementById('log').getBoundingClientRect();
		  const last = document.querySelector('.message:last-child').getBoundingClientRect();
		  return last.top >= frame.top && last.bottom <= frame.bottom;
		})()`)
	})
	staysAtTheEnd(b)
	staysBelowAHint(b)
}

// staysAtTheEnd turns a narrow phone at the newest message, and zooms windows of 1920 × 1080 and 1280 × 1024 to 400 %. The end of
// the messages stays in sight. That holds also where a layout scrolls the page before it observes its new size. The messages keep
// their room when the way down is there.
func staysAtTheEnd(b *chrome.Tab) {
	b.T.Helper()
	for _, s := range []chrome.Screen{
		{Width: 360, Height: 740, Touch: true}, {Width: 740, Height: 360, Touch: true}, {Width: 740, Height: 300, Touch: true},
		{Width: 480, Height: 235}, {Width: 320, Height: 400}, {Width: 320, Height: 256},
	} {
		chrome.Eval[bool](b, `(() => {
		  const log = document.getElementById('log');
		  log.scrollTop = log.scrollHeight;
		  window.turned = new Promise((done) => addEventListener('resize', () => {
		    void log.scrollTop; // lays the page out
		    log.dispatchEvent(new Event('scroll'));
		    new ResizeObserver((changes, observer) => { // comes after the page's own
		      observer.disconnect();
		      done(log.scrollHeight - log.scrollTop - log.clientHeight);
		    }).observe(log);
		  }, { once: true }));
		  return true;
		})()`)
		b.Screen = s
		b.Do(chromedp.EmulateViewport(s.Width, s.Height, chromedp.EmulateMobile, chromedp.EmulateTouch))
		if far := chrome.Eval[float64](b, "window.turned"); far > 1 {
			b.T.Errorf("the end of the messages is %v pixels below a frame of %d × %d", far, s.Width, s.Height)
		}
		chrome.Eval[bool](b, "(document.getElementById('newest').hidden = false, true)")
		if frame := chrome.Eval[int](b, "document.getElementById('log').clientHeight"); frame < 160 {
			b.T.Errorf("the messages have %d pixels on a screen of %d × %d, want 160", frame, s.Width, s.Height)
		}
	}
}

// staysBelowAHint has a hint come in the moment in which the way down hides, on a phone that lies flat: the frame of the messages is
// then as high as it was with the way down. The end of the messages stays in sight.
func staysBelowAHint(b *chrome.Tab) {
	b.T.Helper()
	b.Screen = chrome.Screen{Width: 740, Height: 360, Touch: true}
	b.Do(chromedp.EmulateViewport(b.Screen.Width, b.Screen.Height, chromedp.EmulateMobile, chromedp.EmulateTouch))
	heights := chrome.Eval[[]int](b, `(async () => {
	  const log = document.getElementById('log'), hint = document.getElementById('hint'), newest = document.getElementById('newest');
	  const box = Object.assign(document.createElement('div'), { style: 'flex: none; height: 60px' }); // in place of the hint, which changes
	  const frame = () => new Promise(requestAnimationFrame);
	  log.style.overflowAnchor = 'none'; // some browsers hold on to no message by themselves
	  hint.style.display = document.getElementById('to-board').style.display = 'none';
	  log.scrollTop = log.scrollHeight;
	  await frame(); await frame();
	  newest.hidden = false;
	  const before = log.clientHeight;
	  await new Promise((done) => { // comes after the page's own, which hides the way down
	    const observer = new ResizeObserver(() => { observer.disconnect(); done(); });
	    observer.observe(log);
	  });
	  const between = log.clientHeight;
	  await new Promise((done) => setTimeout(done)); // a task of its own, before the next frame
	  log.scrollTop = log.scrollHeight;
	  hint.before(box);
	  await frame(); await frame();
	  const far = Math.round(log.scrollHeight - log.scrollTop - log.clientHeight);
	  const after = log.clientHeight;
	  box.remove();
	  hint.style.display = document.getElementById('to-board').style.display = '';
	  return [before, between, after, far];
	})()`)
	if heights[0] != heights[2] || heights[1] <= heights[0] {
		b.T.Fatalf("the frame of the messages has %d, %d and %d pixels, want more in between, and the same before and after", heights[0], heights[1], heights[2])
	}
	if heights[3] > 1 {
		b.T.Errorf("the end of the messages is %d pixels below the frame once a hint has come", heights[3])
	}
}

// wayDown finds the pill that leads to the newest messages, or to the board for the player to act.
const wayDown = `[...document.querySelectorAll('.pill-down')].find((pill) => pill.checkVisibility())`

// sendLine types a command without options and sends it.
func sendLine(b *chrome.Tab, line string) {
	b.T.Helper()
	b.Press("#slash", "", "the commands", func(s chrome.Page) bool { return slices.Contains(s.Options, line) })
	b.Keys(strings.TrimPrefix(line, "/"))
	b.Keys(kb.Enter)
	b.Until(line+" is chosen", func(s chrome.Page) bool { return len(s.Options) == 0 })
	b.Keys(kb.Enter)
}

// TestThePageReadsMarksAsDiscordDoes covers the marks in the bot's texts that are easily paired wrongly.
func TestThePageReadsMarksAsDiscordDoes(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser test starts the demo: not in a short run")
	}
	b := chrome.Open(t, chrome.Browse(t), "Alice", openDemo(t).url(), largeScreen)
	for written, want := range map[string]string{
		"`3` folds · `4` wins 10":         "<code>3</code> folds · <code>4</code> wins 10",
		"try `250` or `1,250`":            "try <code>250</code> or <code>1,250</code>",
		"``a`b`` and `c`":                 "<code>a`b</code> and <code>c</code>",
		"**#12** · *soon* · ~~gone~~ a*b": "<strong>#12</strong> · <em>soon</em> · <s>gone</s> a*b",
		"`alone":                          "`alone",
		"use </table open:12>":            `use <a class="command-name" href="#line" data-command="table open">/table open</a>`,
	} {
		read := chrome.Eval[string](b, fmt.Sprintf(`import('/markdown.js').then(({ markdown }) => {
		  const line = markdown(%q, { name: () => undefined });
		  return line.firstChild.innerHTML;
		})`, written))
		if read != want {
			t.Errorf("%s is read as %s, want %s", written, read, want)
		}
	}
	b.Until("the board links a command", func(chrome.Page) bool { // its first form names it before the commands are registered
		return chrome.Eval[bool](b, `document.querySelector('#messages [data-command="sit"]') !== null`)
	})
	line := chrome.Eval[string](b, `(() => {
	  document.querySelector('#messages [data-command="sit"]').click();
	  return document.querySelector('#parts .chosen')?.textContent;
	})()`)
	if line != "/sit" {
		t.Errorf("a press on /sit puts %q on the line", line)
	}
}
