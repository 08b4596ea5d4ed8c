package main_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"cardroom/render"
)

// TestHintsReadWhatTheBotSays: the page's hints read a few words of the board, which the bot must go on saying.
func TestHintsReadWhatTheBotSays(t *testing.T) {
	script, err := os.ReadFile("../../bot/discordtest/page/static/board.js")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?s)\nconst words = \{(.*?)\};`).FindSubmatch(script)
	if list == nil {
		t.Fatal("board.js has no list of words")
	}
	said := fmt.Sprintf("%q", render.For(render.English).Board)
	for _, word := range regexp.MustCompile(`'(.+?)'`).FindAllStringSubmatch(string(list[1]), -1) {
		if !strings.Contains(said, word[1]) {
			t.Errorf("no board says %q", word[1])
		}
	}
}

// TestHintsGoOnInAnotherLanguage: a board in Russian and a panel in English are one hand to the page, and its hints offer
// the board's own buttons.
func TestHintsGoOnInAnotherLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser test plays a hand: not in a short run")
	}
	browser := chrome(t)
	b := open(t, browser, "Alice", openDemo(t).url(), screen{width: 1280, height: 800})
	b.until("a table", func(s sight) bool { return strings.Contains(s.Hint, "Sit down") })
	b.keys("/table settings")
	b.keys(kb.Enter)
	b.until("/table settings is chosen", func(s sight) bool { return len(s.Options) == 0 })
	b.keys(kb.Enter)
	b.until("the settings", func(s sight) bool { return s.has(true, "language") })
	eval[bool](b, `(() => {
	  const menu = [...document.querySelectorAll('select[data-select]')].pop();
	  menu.value = 'language';
	  return menu.dispatchEvent(new Event('change', { bubbles: true }));
	})()`)
	b.press(".message .button", "Русский", "a hint with the board's button", func(s sight) bool { return strings.Contains(s.Hint, "Сесть") })
	b.press("#hint .button", "Сесть", "a hint to see the cards", func(s sight) bool { return strings.Contains(s.Hint, "Мои карты") })
	b.press("#hint .button", "Мои карты", "two cards", func(s sight) bool { return s.has(true, "Your cards") })
	b.until("a hint that goes on", func(s sight) bool { return s.Hint != "" && !strings.Contains(s.Hint, "To see your cards") })
}
