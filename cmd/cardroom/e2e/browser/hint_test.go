package browser_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"cardroom/cmd/cardroom/e2e/chrome"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/render/locale"
)

// TestHintsReadWhatTheBotSays: the page's hints rely on a few texts of the board in every language, and the bot must keep
// them.
func TestHintsReadWhatTheBotSays(t *testing.T) {
	for _, lang := range locale.Languages() {
		code := lang.Locale
		if code == locale.English {
			code = "en-US"
		}
		file, err := os.ReadFile(filepath.Join(program.Root(t), "bot/discordtest/page/words/"+code+".json"))
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
		said := fmt.Sprintf("%q %q", lang.Board, lang.Picture) // in words, or for the picture
		for thing, word := range words.Board {
			if !strings.Contains(said, strings.Trim(fmt.Sprintf("%q", word), `"`)) {
				t.Errorf("%s: no board says %q for %s", code, word, thing)
			}
		}
	}
}

// TestHintsGoOnInAnotherLanguage: for the page, a board in Russian and a panel in English are one hand, and its hints offer
// the board's own buttons.
func TestHintsGoOnInAnotherLanguage(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser test plays a hand: not in a short run")
	}
	browser := chrome.Browse(t)
	b := chrome.Open(t, browser, "Alice", openDemo(t).url(), largeScreen)
	b.Until("a table", func(s chrome.Page) bool { return strings.Contains(s.Hint, "Sit down") })
	b.Keys("/table settings")
	b.Keys(kb.Enter)
	b.Until("/table settings is chosen", func(s chrome.Page) bool { return len(s.Options) == 0 })
	b.KeyUntil(kb.Enter, "the settings", func(s chrome.Page) bool { return s.Has(true, "language") })
	chrome.Eval[bool](b, `(() => {
	  const menu = [...document.querySelectorAll('select[data-select]')].pop();
	  menu.value = 'language';
	  return menu.dispatchEvent(new Event('change', { bubbles: true }));
	})()`)
	b.Press(".message .button", "Русский", "a hint with the board's button", func(s chrome.Page) bool { return strings.Contains(s.Hint, "Сесть") })
	b.Press("#hint .button", "Сесть", "two cards", func(s chrome.Page) bool { return len(s.Cards()) == 2 })
	b.Until("a hint that goes on", func(s chrome.Page) bool { return s.Hint != "" && !strings.Contains(s.Hint, "To see your cards") })
}
