package browser_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cardroom/cmd/cardroom/e2e/chrome"
)

// TestThePageSpeaksItsVisitorsLanguage opens the demo in a Russian browser, makes a press there, and continues in Japanese.
// Page, commands and the bot's private answers change; the board keeps the language of the server.
func TestThePageSpeaksItsVisitorsLanguage(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser test plays a hand: not in a short run")
	}
	browser := chrome.Browse(t)
	for name, s := range screens {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openDemo(t)
			standAt(t, d.url(), "sam").until(t, "a board in English, which nobody has asked for", "Sit down")
			b := openIn(t, browser, "ru-RU,ru;q=0.9", d.url(), s)
			b.Until("a table, and the way to it in Russian", func(s chrome.Page) bool {
				return strings.HasPrefix(s.Hint, "Вы — Alice. Чтобы играть, нажмите")
			})
			b.Until("the board in Russian before anybody presses it", func(s chrome.Page) bool {
				return slices.ContainsFunc(s.Messages, func(m chrome.Message) bool { return !m.Private && m.Has("Сесть") })
			})
			b.Press("#hint .button", "", "a hand in Russian", func(s chrome.Page) bool { return s.Board().Has("Мои карты") })
			b.Until("two cards in Russian", func(s chrome.Page) bool { return len(s.Cards()) == 2 && s.Has(true, "Стек") })

			speak(b, "ja")
			b.Until("hints in Japanese", func(s chrome.Page) bool {
				return strings.Contains(s.Hint, "番") || strings.Contains(s.Hint, "ハンド")
			})
			b.Press(".message .button", "Мои карты", "the cards in Japanese", func(s chrome.Page) bool { return s.Has(true, "スタック") })
			command(b, "/ヘルプ", "/ヘルプ", "か「Мои карты」でカード")
			command(b, "/help", "/ヘルプ", "か「Мои карты」でカード")
			command(b, "/chips ba", "/チップ 残高", "ウォレット")
			typeIn(b, "/sit")
			b.Until("/sit before /sitin and /sitout", func(s chrome.Page) bool { return len(s.Options) == 3 && s.Options[0] == "/着席" })
			chrome.Eval[bool](b, `document.execCommand('undo')`)
			if got := chrome.Eval[string](b, "document.documentElement.lang"); got != "ja" {
				t.Errorf("the page says that it is in %q", got)
			}
			for _, said := range chrome.Eval[[]string](b, `[...document.querySelectorAll('time[data-style="R"]')].map((e) => e.textContent)`) {
				if !strings.ContainsAny(said, "秒分今前後") {
					t.Errorf("a time that is not in Japanese: %q", said)
				}
			}
			b.Until("a board in the server's language", func(s chrome.Page) bool { return s.Board().Has("Мои карты") || s.Board().Has("Сесть") })

			b.Do(chromedp.Navigate(chrome.Eval[string](b, "location.href")))
			b.Until("Japanese after the page was loaded again", func(s chrome.Page) bool { return chrome.Eval[string](b, "document.documentElement.lang") == "ja" })
			if s.Touch {
				b.Screen = chrome.Screen{Width: 360, Height: 740, Touch: true}
				b.Do(chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile, chromedp.EmulateTouch))
			}
			headFits(b, false)
			if s.Touch {
				const long = "[...document.querySelectorAll('#channel option')].map((one) => one.textContent.slice(2)).find((name) => name.length > 20) ?? ''"
				b.Until("the table of the tournament", func(chrome.Page) bool { return chrome.Eval[string](b, long) != "" })
				enter(b, chrome.Eval[string](b, long))
				headFits(b, true)
			}
			bruno := openIn(t, browser, "de", strings.Split(chrome.Eval[string](b, "location.href"), "?")[0]+"?as=bruno", s)
			bruno.Until("Bruno's page in German", func(s chrome.Page) bool { return strings.HasPrefix(s.Hint, "Du bist Bruno.") })
		})
	}
}

// headFits checks the head of the page in each language. The menu of channels may give way to the rest, where a name is long.
func headFits(b *chrome.Tab, long bool) {
	b.T.Helper()
	for _, locale := range []string{"ja", "de", "es-ES", "fr", "pt-BR", "ru", "tr", "en-US"} {
		speak(b, locale)
		for _, cut := range chrome.Eval[[]string](b, cutOff) {
			if !long || !strings.HasPrefix(cut, "channel ") {
				b.T.Errorf("in %s the head of the page is cut off: %s", locale, cut)
			}
		}
	}
}

// cutOff lists the parts with too little room in the head of the page: a word, or a menu that would be wider by itself.
const cutOff = `[...document.querySelectorAll('.top > *, .verify-word')].filter((e) => e.checkVisibility() && !e.matches('h1, .topic')).flatMap((e) => {
  const room = e.clientWidth;
  let needs = e.scrollWidth;
  if (e.matches('select')) {
    Object.assign(e.style, { flex: 'none', maxWidth: 'none' });
    needs = e.clientWidth;
    Object.assign(e.style, { flex: '', maxWidth: '' });
  }
  return needs > room ? [(e.id || e.className) + ' has ' + room + ' of ' + needs + ' pixels'] : [];
})`

// openIn opens the page in a browser with those preferred languages.
func openIn(t *testing.T, browser context.Context, accepts, url string, s chrome.Screen) *chrome.Tab {
	t.Helper()
	b := chrome.Open(t, browser, "Somebody", "about:blank", s)
	b.Do(chrome.Send(network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": accepts}}), chromedp.Navigate(url))
	return b
}

// speak chooses a language for the visitor.
func speak(b *chrome.Tab, locale string) {
	b.T.Helper()
	if !chrome.Eval[bool](b, `(() => {
	  const menu = document.getElementById('language');
	  menu.value = '`+locale+`';
	  return menu.dispatchEvent(new Event('change', { bubbles: true })) && menu.value !== '' && menu.checkVisibility();
	})()`) {
		b.Fail(b.Look(), "there is no choice of %s", locale)
	}
	b.Until("the page in "+locale, func(chrome.Page) bool { return chrome.Eval[string](b, "document.documentElement.lang") == locale })
}

// command types a command without options by one of its names, accepts the offered completion and sends it.
func command(b *chrome.Tab, typed, offered, answer string) {
	b.T.Helper()
	b.Until("the last answer", func(s chrome.Page) bool { return !s.Busy })
	for _, m := range b.Look().Messages { // so that an answer is not an earlier one
		if m.Private && strings.Contains(m.Text, answer) {
			chrome.Eval[bool](b, `(() => { document.querySelector('[data-id="`+m.ID+`"] [data-dismiss]').click(); return true; })()`)
		}
	}
	b.Until("no such answer", func(s chrome.Page) bool { return !s.Has(true, answer) })
	typeIn(b, typed)
	b.Until("the offer of "+offered, func(s chrome.Page) bool { return slices.Contains(s.Options, offered) })
	b.Keys(kb.Enter)
	if _, done := b.Await(time.Second, func(s chrome.Page) bool { return s.Has(true, answer) }); !done {
		b.Keys(kb.Enter)
	}
	b.Until("the answer to "+typed, func(s chrome.Page) bool { return s.Has(true, answer) })
}

// typeIn types on the command line, once it is done with the last command.
func typeIn(b *chrome.Tab, text string) {
	b.T.Helper()
	b.Until("the line to be done with the last command", func(s chrome.Page) bool { return !s.Busy })
	chrome.Eval[bool](b, `(() => { document.getElementById('line').focus(); return true; })()`)
	chrome.Eval[bool](b, `document.execCommand('insertText', false, '`+text+`')`)
}
