package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"cardroom/render"
)

// TestHintsReadWhatTheBotSays: the page's hints read a few words of the board in every language there is, and the bot must
// go on saying them.
func TestHintsReadWhatTheBotSays(t *testing.T) {
	for _, lang := range render.Languages() {
		locale := lang.Locale
		if locale == render.English {
			locale = "en-US"
		}
		file, err := os.ReadFile("../../bot/discordtest/page/words/" + locale + ".json")
		if err != nil {
			t.Errorf("the demo's page does not speak %s: %v", lang.Name, err)
			continue
		}
		var words struct {
			Name  string
			Board map[string]string
		}
		if err := json.Unmarshal(file, &words); err != nil {
			t.Fatal(err)
		}
		if words.Name != lang.Name {
			t.Errorf("the page calls %s %s", lang.Name, words.Name)
		}
		said := fmt.Sprintf("%q", lang.Board)
		for thing, word := range words.Board {
			if !strings.Contains(said, strings.Trim(fmt.Sprintf("%q", word), `"`)) {
				t.Errorf("%s: no board says %q for %s", locale, word, thing)
			}
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
