package main_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestWhoReadsFurtherUpMissesNothing: somebody on a phone has scrolled up. What is new is told below the messages, where it
// covers no button, and who then types a command sees its answer.
func TestWhoReadsFurtherUpMissesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser test starts the demo: not in a short run")
	}
	b := open(t, chrome(t), "Alice", openDemo(t).url(), screen{width: 390, height: 844, touch: true})
	b.until("a table", func(s sight) bool { return strings.Contains(s.Hint, "Sit down") })
	for n := range 2 {
		b.send("/help")
		b.until("help", func(s sight) bool { return len(s.Messages) == n+2 })
	}
	b.until("the top of the log", func(sight) bool { // where the help is drawn only now, it comes down again
		return eval[bool](b, `new Promise((done) => {
		  const log = document.getElementById('log');
		  log.scrollTop = 0;
		  setTimeout(() => done(log.scrollTop === 0), 300);
		})`)
	})
	b.until("the way down to be hidden as long as nothing is new", func(sight) bool { return !eval[bool](b, `!!`+wayDown) })

	eval[bool](b, `(document.querySelector('.message .button').click(), true)`) // Sit down, without bringing it into sight
	b.until("the way down", func(sight) bool { return eval[bool](b, `!!`+wayDown) })
	if !eval[bool](b, wayDown+`.getBoundingClientRect().top >= document.getElementById('log').getBoundingClientRect().bottom`) {
		b.fail(b.look(), "the way down lies over messages")
	}

	b.send("/chips board")
	b.until("the answer, in sight", func(s sight) bool {
		return s.has(true, "wallets") && eval[bool](b, `(() => {
		  const frame = document.getElementById('log').getBoundingClientRect();
		  const last = document.querySelector('.message:last-child').getBoundingClientRect();
		  return last.top >= frame.top && last.bottom <= frame.bottom;
		})()`)
	})
}

// wayDown is the pill to the newest messages, or to the board for whose turn it is.
const wayDown = `[...document.querySelectorAll('.pill-down')].find((pill) => pill.checkVisibility())`

// send types a command without options and sends it.
func (b *tab) send(line string) {
	b.t.Helper()
	b.press("#slash", "", "the commands", func(s sight) bool { return slices.Contains(s.Options, line) })
	b.keys(strings.TrimPrefix(line, "/"))
	b.keys(kb.Enter)
	b.until(line+" is chosen", func(s sight) bool { return len(s.Options) == 0 })
	b.keys(kb.Enter)
}

// TestThePageReadsMarksAsDiscordDoes: of the marks in what the bot writes, those that are easily paired wrongly.
func TestThePageReadsMarksAsDiscordDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser test starts the demo: not in a short run")
	}
	b := open(t, chrome(t), "Alice", openDemo(t).url(), screen{width: 1280, height: 800})
	for written, want := range map[string]string{
		"`3` folds · `4` wins 10":         "<code>3</code> folds · <code>4</code> wins 10",
		"try `250` or `1,250`":            "try <code>250</code> or <code>1,250</code>",
		"``a`b`` and `c`":                 "<code>a`b</code> and <code>c</code>",
		"**#12** · *soon* · ~~gone~~ a*b": "<strong>#12</strong> · <em>soon</em> · <s>gone</s> a*b",
		"`alone":                          "`alone",
	} {
		read := eval[string](b, fmt.Sprintf(`import('/markdown.js').then(({ markdown }) => {
		  const line = markdown(%q, { name: () => undefined });
		  return line.firstChild.innerHTML;
		})`, written))
		if read != want {
			t.Errorf("%s is read as %s, want %s", written, read, want)
		}
	}
}
