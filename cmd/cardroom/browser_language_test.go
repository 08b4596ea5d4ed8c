package main_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestThePageSpeaksItsVisitorsLanguage opens the demo in a Russian browser, plays a press there, and goes on in Japanese:
// page, commands and the bot's private answers change, and the board keeps the language of the server.
func TestThePageSpeaksItsVisitorsLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser test plays a hand: not in a short run")
	}
	browser := chrome(t)
	for name, s := range map[string]screen{
		"on a large screen": {width: 1280, height: 800},
		"on a phone":        {width: 390, height: 844, touch: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openDemo(t)
			standAt(t, d.url(), "sam").until(t, "a board in English, which nobody has asked for", "Sit down")
			b := openIn(t, browser, "ru-RU,ru;q=0.9", d.url(), s)
			b.until("a table, and the way to it in Russian", func(s sight) bool {
				return strings.HasPrefix(s.Hint, "Вы — Alice. Чтобы играть, нажмите")
			})
			b.until("the board in Russian before anybody presses it", func(s sight) bool {
				return slices.ContainsFunc(s.Messages, func(m shown) bool { return !m.Private && m.has("Сесть") })
			})
			b.press("#hint .button", "", "a hand in Russian", func(s sight) bool { return s.board().has("Мои карты") })
			b.press("#hint .button", "Мои карты", "two cards in Russian", func(s sight) bool { return s.has(true, "Ваши карты") })

			b.speak("ja")
			b.until("hints in Japanese", func(s sight) bool { return strings.Contains(s.Hint, "番") || strings.Contains(s.Hint, "ハンド") })
			b.press(".message .button", "Мои карты", "the cards in Japanese", func(s sight) bool { return s.has(true, "あなたのカード") })
			b.command("/ヘルプ", "/ヘルプ", "か「自分のカード」")
			b.command("/help", "/ヘルプ", "か「自分のカード」")
			b.command("/chips ba", "/チップ 残高", "ウォレット")
			if got := eval[string](b, "document.documentElement.lang"); got != "ja" {
				t.Errorf("the page says that it is in %q", got)
			}
			for _, said := range eval[[]string](b, `[...document.querySelectorAll('time[data-style="R"]')].map((e) => e.textContent)`) {
				if !strings.ContainsAny(said, "秒分今前後") {
					t.Errorf("a time that is not in Japanese: %q", said)
				}
			}
			if board := b.look().board(); !board.has("Мои карты") && !board.has("Сесть") {
				t.Errorf("the board has left the server's language: %q", board.Buttons)
			}

			b.do(chromedp.Navigate(eval[string](b, "location.href")))
			b.until("Japanese after the page was loaded again", func(s sight) bool { return eval[string](b, "document.documentElement.lang") == "ja" })
			bruno := openIn(t, browser, "de", strings.Split(eval[string](b, "location.href"), "?")[0]+"?as=bruno", s)
			bruno.until("Bruno's page in German", func(s sight) bool { return strings.HasPrefix(s.Hint, "Du bist Bruno.") })
		})
	}
}

// openIn is open in a browser that prefers those languages.
func openIn(t *testing.T, browser context.Context, accepts, url string, s screen) *tab {
	t.Helper()
	b := open(t, browser, "Somebody", "about:blank", s)
	b.do(send(network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": accepts}}), chromedp.Navigate(url))
	return b
}

// speak chooses a language for whom the visitor is.
func (b *tab) speak(locale string) {
	b.t.Helper()
	if !eval[bool](b, `(() => {
	  const menu = document.getElementById('language');
	  menu.value = '`+locale+`';
	  return menu.dispatchEvent(new Event('change', { bubbles: true })) && menu.value !== '' && menu.checkVisibility();
	})()`) {
		b.fail(b.look(), "there is no choice of %s", locale)
	}
	b.until("the page in "+locale, func(sight) bool { return eval[string](b, "document.documentElement.lang") == locale })
}

// command types a command without options by some name, takes what is offered and sends it.
func (b *tab) command(typed, offered, answer string) {
	b.t.Helper()
	b.until("the line to be done with the last command", func(s sight) bool { return s.Note == "" })
	for _, m := range b.look().Messages { // so that an answer is not an earlier one
		if m.Private && strings.Contains(m.Text, answer) {
			eval[bool](b, `(() => { document.querySelector('[data-id="`+m.ID+`"] [data-dismiss]').click(); return true; })()`)
		}
	}
	b.until("no such answer", func(s sight) bool { return !s.has(true, answer) })
	eval[bool](b, `(() => { document.getElementById('line').focus(); return true; })()`)
	eval[bool](b, `document.execCommand('insertText', false, '`+typed+`')`)
	b.until("the offer of "+offered, func(s sight) bool { return slices.Contains(s.Options, offered) })
	b.keys(kb.Enter)
	if _, done := b.await(time.Second, func(s sight) bool { return s.has(true, answer) }); !done {
		b.keys(kb.Enter)
	}
	b.until("the answer to "+typed, func(s sight) bool { return s.has(true, answer) })
}
