package browser_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"cardroom/cmd/cardroom/e2e/chrome"
)

// TestChannelsAreVisited mirrors the board into another channel, follows the link back to the table, and opens a table in a
// thread: by the list of channels on a large screen, and by the menu of a phone.
func TestChannelsAreVisited(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser test: not in a short run")
	}
	browser := chrome.Browse(t)
	for name, screen := range screens {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openDemo(t)
			b := chrome.Open(t, browser, "Alice", d.url(), screen)
			b.Until("a table", func(s chrome.Page) bool { return strings.Contains(s.Hint, "Sit down") })
			if link := chrome.Eval[string](b, `document.getElementById('verify').checkVisibility() ? document.getElementById('verify').pathname : ''`); link != "/verify" {
				t.Errorf("the page links to %q to check a shuffle", link)
			}
			commands(b, "/watch mirror ")
			b.Until("the channels", func(s chrome.Page) bool {
				return len(s.Options) >= 4 && slices.Equal(s.Options[:4], []string{"#poker", "#side table", "#lobby", "#sit-and-go"})
			})
			b.Keys("lob")
			b.Until("the lobby alone", func(s chrome.Page) bool { return slices.Equal(s.Options, []string{"#lobby"}) })
			b.Keys(kb.Enter + kb.Enter)
			b.Until("an answer that names the lobby", func(s chrome.Page) bool { return s.Has(true, "#lobby") })

			enter(b, "lobby")
			s := b.Until("the mirror", func(s chrome.Page) bool { return s.Has(false, "The board of #poker, to watch.") })
			if last := s.Messages[len(s.Messages)-1]; len(last.Buttons) > 0 || last.Alt == "" {
				b.Fail(s, "the mirror has the buttons %q and the picture %q", last.Buttons, last.Alt)
			}
			b.Press("#hint .button", "#poker", "the table", func(s chrome.Page) bool { return strings.Contains(s.Hint, "Sit down") })

			enter(b, "side table")
			b.Press("#hint .button", "/table open", "a table in the thread", func(s chrome.Page) bool { return strings.Contains(s.Hint, "Sit down") })
			if at := chrome.Eval[string](b, "document.querySelector('h1').innerText"); !strings.Contains(at, "side table") {
				t.Errorf("the channel is called %q", at)
			}
		})
	}
}

// commands types the beginning of a line of commands.
func commands(b *chrome.Tab, line string) {
	b.T.Helper()
	offered := func(s chrome.Page) bool { return slices.Contains(s.Options, "/raise") }
	if b.Screen.Touch {
		b.Press("#slash", "", "the commands", offered)
	} else {
		b.Keys("/")
	}
	b.Until("the commands", offered)
	b.Keys(strings.TrimPrefix(line, "/"))
}

// enter goes to a channel: by the list, or on a phone by the menu.
func enter(b *chrome.Tab, name string) {
	b.T.Helper()
	id := chrome.Eval[string](b, fmt.Sprintf(`[...document.querySelectorAll('#channel option')].find((one) => one.textContent.endsWith(%q))?.value ?? ''`, name))
	there := func(chrome.Page) bool {
		return chrome.Eval[string](b, "document.querySelector('h1 .channel-name').textContent") == name
	}
	if !b.Screen.Touch {
		b.Press(fmt.Sprintf(`[data-in="%s"]`, id), "", name, there)
		return
	}
	const choose = `((id) => {
	  const menu = document.getElementById('channel');
	  menu.value = id;
	  menu.dispatchEvent(new Event('change', { bubbles: true }));
	  return menu.checkVisibility();
	})(%q)`
	if !chrome.Eval[bool](b, fmt.Sprintf(choose, id)) {
		b.Fail(b.Look(), "the menu of channels is out of sight")
	}
	b.Until(name, there)
}
