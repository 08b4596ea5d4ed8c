package browser_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
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
		said := fmt.Sprintf("%q %q %q", lang.Board, lang.Picture, lang.Say.NoLine) // in words, for the picture, or in private
		if place := words.Board["place"]; place != "" && strings.Contains(string(lang.Say.InLine), place) && strings.Contains(string(lang.Panel.InLine), place) {
			said += place
		}
		for thing, word := range words.Board {
			if !strings.Contains(said, strings.Trim(fmt.Sprintf("%q", word), `"`)) {
				t.Errorf("%s: no board or answer says %q for %s", code, word, thing)
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
	showsWhatButtonsChange(b)
	const menu = `const menu = ` + newestMenu + `;`
	const choose = menu + `
	  if (menu.value === 'language') return false; // as in a browser, which tells of no change
	  menu.value = 'language';
	  return menu.dispatchEvent(new Event('change', { bubbles: true }));
	})()`
	chrome.Eval[bool](b, `(() => {
	  const { fetch } = window;
	  window.fetch = () => {
	    window.fetch = fetch;
	    return Promise.reject(new Error('offline'));
	  };`+choose)
	b.Until("that the choice failed", func(chrome.Page) bool {
		return chrome.Eval[bool](b, "(() => {"+menu+"return menu.closest('[data-id]').querySelector('.failed').textContent !== ''; })()")
	})
	if !chrome.Eval[bool](b, "(() => {"+choose) {
		b.Fail(b.Look(), "what was chosen in vain cannot be chosen again")
	}
	b.Press(".message .button", "Русский", "a hint with the board's button", func(s chrome.Page) bool { return strings.Contains(s.Hint, "Сесть") })
	b.Press("#hint .button", "Сесть", "two cards", func(s chrome.Page) bool { return len(s.Cards()) == 2 })
	b.Until("a hint that goes on", func(s chrome.Page) bool { return s.Hint != "" && !strings.Contains(s.Hint, "To see your cards") })
}

// showsWhatButtonsChange moves through the newest menu with the keyboard: twice before the first answer comes, then once while the
// page gets no answer, but the bot the request. Each time the menu shows the option whose buttons stand below it.
func showsWhatButtonsChange(b *chrome.Tab) {
	b.T.Helper()
	arrow := func() (chosen string) {
		chrome.Eval[bool](b, `(`+newestMenu+`.focus(), addEventListener('change', (event) => { window.chosen = event.target.value; }, { once: true, capture: true }), true)`)
		b.Keys(kb.ArrowDown)
		return chrome.Eval[string](b, `window.chosen`)
	}
	agrees := func(option string) func(chrome.Page) bool {
		return func(chrome.Page) bool {
			return chrome.Eval[string](b, newestMenu+`.querySelector('[selected]').value`) == option && chrome.Eval[string](b, newestMenu+`.value`) == option
		}
	}
	const hold = `(() => {
	  const { fetch } = window;
	  window.fetch = (address, { signal, ...request }) => {
	    window.fetch = fetch;
	    window.send = () => fetch(address, request);
	    return %s;
	  };
	  return true;
	})()`
	const send = `(window.send(), true)`

	chrome.Eval[bool](b, fmt.Sprintf(hold, `new Promise((done) => { window.send = () => done(fetch(address, request)); })`))
	first := arrow()
	if second := arrow(); second == first {
		b.Fail(b.Look(), "the menu does not move on from %q", first)
	}
	chrome.Eval[bool](b, send)
	b.Until("the menu at "+first+", the choice that was sent", agrees(first))

	chrome.Eval[bool](b, fmt.Sprintf(hold, `Promise.reject(new Error('offline'))`))
	second := arrow()
	b.Until("that the choice failed, and the menu before it", func(chrome.Page) bool {
		return chrome.Eval[bool](b, newestMenu+`.closest('[data-id]').querySelector('.failed') !== null`) && agrees(first)(chrome.Page{})
	})
	chrome.Eval[bool](b, send)
	b.Until("the menu at "+second+", which the bot got late", agrees(second))
}

// newestMenu finds the newest menu in a message.
const newestMenu = `[...document.querySelectorAll('select[data-select]')].pop()`

// TestHintsKnowWhoPlaysATournament reads lobbies and boards as they stand in every phase, for the user 1.
func TestHintsKnowWhoPlaysATournament(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser test: not in a short run")
	}
	b := chrome.Open(t, chrome.Browse(t), "Alice", openPage(t, "Alice"), phoneScreen)
	b.Until("Alice", func(s chrome.Page) bool { return s.Me == "Alice" })
	const script = `import('/board.js').then(({ hintFor, homeOf, newestLobby }) => {
		const [lobby, table] = %s.map((content, i) => ({ content, components: [{ type: 1, components: [{ type: 2, custom_id: 'v1:1:1:0:' + ['mytable', 'seat'][i] }] }] }));
		const home = homeOf([{ content: '**Trio** begins: <@1>\n-# ↪ <#7>' }, lobby]);
		const hint = table ? hintFor({ id: '1' }, table, [], true, undefined, undefined, home) : hintFor({ id: '1', manages: true }, undefined, [], true, undefined, newestLobby([lobby], '1'));
		return hint.room ?? hint.command ?? 'here';
	})`
	for _, c := range []struct{ want, lobby, table string }{
		{want: "8", lobby: "Registered: 2 of 3 · <@2>, <@1>\n-# ↪ 🔒 `5ea1` https://discord.com/channels/6/8/9"},
		{want: "8", lobby: "1. <@2> · 500\n2. <@1> · 20 · away\nTable: <#8>"},
		{want: "8", lobby: "1. <@2> · 500\n2. <@1> (2) · 20\n– <@1> · out, 2 left\nTable: <#8>"},
		{want: "table open", lobby: "1. <@2> · 500\n2. <@1>\nTable: <#8>"},
		{want: "table open", lobby: "1. <@2> · 500\n2. <@1> · +85\nTable: <#8>"},
		{want: "table open", lobby: "1. <@2> · 500\n– <@1> · out, 2 left\nTable: <#8>"},
		{want: "7", table: "**Starting soon**\n-# NL hold'em 10/20"},
		{want: "7", table: "#3 · **Flop**\n`1` <@2> 500"},
		{want: "7", table: "#3 · **Result**\n`1` <@2> 500\n`2` <@1> 0 · A♠ K♠"},
		{want: "here", table: "#3 · **Flop**\n`1` <@2> 500\n`2` <@1> 0 · bet 40 · all-in"},
		{want: "topup", table: "#3 · **Result**\n`1` <@2> 500\n`2` <@1> 0 · out of chips\nMay still rebuy: <@1>. The time for it runs out <t:1:R>."},
	} {
		messages := []string{c.lobby, c.table}
		if c.table == "" {
			messages = messages[:1]
		}
		list, err := json.Marshal(messages)
		if err != nil {
			t.Fatal(err)
		}
		if got := evaluated(b, fmt.Sprintf(script, list)); got != c.want {
			t.Errorf("%q leads to %q, want %q", messages, got, c.want)
		}
	}
	staysWhenTurned(b)
}

// TestHintsOfWaitingRunningAndDrawing reads boards as the bot writes them, for the user 1: on the waitlist, asked how often to run it, and to
// draw. It also reads the answer to a typed choice that is not in a list.
func TestHintsOfWaitingRunningAndDrawing(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser test: not in a short run")
	}
	b := chrome.Open(t, chrome.Browse(t), "Alice", openPage(t, "Alice"), phoneScreen)
	b.Until("Alice", func(s chrome.Page) bool { return s.Me == "Alice" })
	en, ru := locale.Lookup(""), locale.Lookup("ru")
	const script = `Promise.all([import('/board.js'), import('/words.js')]).then(([{ hintFor, isWaitlisted }, { word }]) => {
		const [board, verbs, own, before] = %s;
		const spent = new Set();
		const buttons = verbs.split(' ').map((verb) => ({ type: 2, custom_id: 'v1:1:1:0:' + verb, label: verb }));
		const messages = own.map((content) => ({ content, flags: 64 }));
		if (before) isWaitlisted(messages, { content: before }, '1', spent);
		const hint = hintFor({ id: '1' }, { content: board, components: [{ type: 1, components: buttons }] }, [], true, undefined, undefined, undefined, undefined, isWaitlisted(messages, { content: board }, '1', spent));
		return ['hint_waitlist', 'hint_run', 'hint_deal', 'hint_draw', 'hint_turn', 'hint_all_in', 'hint_board'].find((name) => word(name) === hint.text) ?? hint.press?.label ?? hint.command;
	})`
	full, asked := "#3 · **Flop**\n▶ `1` <@2> 500\n`2` <@3> 500", "#3 · **Flop**\n`1` <@2> 0 · all-in\n`2` <@1> 500"
	held := full + "\n" + en.Board.Kept.Format("player", "<@1>", "when", "<t:1:R>")
	place, lost := en.Say.InLine.Format("n", "2"), string(en.Say.NoLine)
	for _, c := range []struct {
		want, board, verbs string
		own                []string
		before             string // the board's text a moment ago
	}{
		{"hint_waitlist", full, "seat", []string{place}, ""},
		{"hint_waitlist", full, "seat", []string{lost, ru.Panel.InLine.Format("n", "1"), "Stack 500"}, ""},
		{"hint_waitlist", full + "\n" + en.Board.Kept.Format("player", "<@4>", "when", "<t:1:R>"), "seat", []string{place}, ""},
		{"seat", full, "seat", []string{place, lost}, ""},
		{"seat", full, "seat", nil, ""},
		{"sit", full, "sit seat", []string{place}, ""},
		{"seat", held, "seat", []string{place}, ""},
		{"seat", full, "seat", []string{place}, held},
		{"hint_waitlist", full, "seat", []string{place}, full},
		{"hint_run", asked, "run cards seat", nil, ""},
		{"hint_run", strings.ReplaceAll(asked, "<@1> 500", "<@1> 0 · all-in"), "run cards seat", nil, ""},
		{"hint_deal", asked + "\n<t:1:R>", "deal seat", nil, ""},
		{"hint_deal", asked + "\nICM: <@1> 1,200 · <@2> 800 ✓", "deal seat", nil, ""},
		{"hint_deal", asked + "\nICM: <@12> 1,200 ✓ · <@1> 800\nBy chips: <@12> 900 · <@1> 1,100", "deal seat", nil, ""},
		{"hint_board", asked + "\nICM: <@2> 1,200 · <@1> 800\nBy chips: <@2> 900 · <@1> 1,100 ✓", "deal seat", nil, ""},
		{"hint_run", asked + "\nICM: <@1> 1,200 ✓ · <@2> 800", "deal run seat", nil, ""},
		{"hint_board", asked + " · folded", "run cards seat", nil, ""},
		{"hint_board", asked, "cards seat", nil, ""},
		{"hint_draw", strings.ReplaceAll(full, "<@2>", "<@1>"), "draw pat cards seat", nil, ""},
		{"hint_turn", strings.ReplaceAll(full, "<@2>", "<@1>"), "fold call cards seat", nil, ""},
	} {
		list, err := json.Marshal([]any{c.board, c.verbs, append([]string{}, c.own...), c.before})
		if err != nil {
			t.Fatal(err)
		}
		if got := evaluated(b, fmt.Sprintf(script, list)); got != c.want {
			t.Errorf("%s leads to %q, want %q", list, got, c.want)
		}
	}
	const check = `import('/commands.js').then(({ check }) => check({ name: 'board', choices: %s.map((name) => ({ name, value: name })) }, 'x', {}).problem)`
	for choices, want := range map[string]string{
		`['Picture', 'Words']`: "board: choose Picture or Words", `[...'abcdefg']`: "board: choose one from the list",
	} {
		if got := evaluated(b, fmt.Sprintf(check, choices)); got != want {
			t.Errorf("with %s it reads %q, want %q", choices, got, want)
		}
	}
}

// staysWhenTurned turns a phone upright whose keyboard focus is in a hint that has no room there.
func staysWhenTurned(b *chrome.Tab) {
	b.T.Helper()
	for _, s := range []chrome.Screen{{Width: 844, Height: 390, Touch: true}, phoneScreen} {
		b.Screen = s
		b.Do(chromedp.EmulateViewport(s.Width, s.Height, chromedp.EmulateMobile, chromedp.EmulateTouch))
		if s != phoneScreen {
			keyboardOnHint(b, ".close", "")
			chrome.Eval[bool](b, "(document.styleSheets[0].insertRule('@media (orientation: portrait) { #hint { display: none } }', 0), true)")
		}
	}
	b.Until("the keyboard in the messages, as the hint is hidden", func(chrome.Page) bool {
		return chrome.Eval[bool](b, "!document.getElementById('hint').checkVisibility() && document.activeElement.id === 'log'")
	})
}

// keyboardOnHint moves the keyboard focus to a button of the hint, once its text starts with begins.
func keyboardOnHint(b *chrome.Tab, selector, begins string) {
	b.T.Helper()
	b.Until("the button "+begins+" of the hint", func(chrome.Page) bool {
		return chrome.Eval[bool](b, fmt.Sprintf(`(() => {
		  const button = document.querySelector('#hint '+%q);
		  button?.focus();
		  return button?.innerText.startsWith(%q) && document.activeElement === button;
		})() === true`, selector, begins))
	})
}
