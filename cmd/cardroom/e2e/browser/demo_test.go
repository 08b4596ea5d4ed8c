package browser_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cardroom/cmd/cardroom/e2e/chrome"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/store/storetest"
)

// TestTheDemoIsPlayedInABrowser plays the demo as visitors do: on a large screen by mouse, on a phone by touch, and with
// the keyboard alone.
func TestTheDemoIsPlayedInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser test plays whole hands: not in a short run")
	}
	browser := chrome.Browse(t)
	guests := map[string]guest{ // arriving is measured, so no other test runs yet
		"on a large screen": arrive(t, browser, largeScreen),
		"on a phone":        arrive(t, browser, phoneScreen),
	}
	t.Parallel()
	for name, g := range guests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g.in(t)
			g.visit(browser)
		})
	}
	t.Run("by keyboard", func(t *testing.T) {
		t.Parallel()
		visitByKeyboard(t, browser)
	})
}

// demo is the demo as a process, which can be killed and started again.
type demo struct {
	t    *testing.T
	dir  string
	addr string
	args []string
	*program.Process
}

// openDemo runs the demo with more arguments.
func openDemo(t *testing.T, args ...string) *demo {
	t.Helper()
	d := &demo{t: t, dir: t.TempDir(), addr: storetest.FreeAddr(t), args: args}
	d.start()
	t.Cleanup(func() {
		d.Kill()
		if t.Failed() {
			t.Logf("the program said:\n%s", d.Output)
		}
	})
	return d
}

func (d *demo) url() string { return "http://" + d.addr }

// start runs the program and waits until its page answers.
func (d *demo) start() {
	d.t.Helper()
	d.Process = program.Launch(d.t, program.Command(d.t, d.dir, nil, append([]string{"demo", "--addr", d.addr}, d.args...)...))
	answers := func() bool {
		answer, err := http.Get(d.url())
		if err != nil {
			return false
		}
		answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	}
	if !program.Within(chrome.Patience, answers) {
		d.t.Fatalf("the demo does not answer:\n%s", d.Output)
	}
}

// slowCards is how long cards may take after a page was opened: ten times the usual time in this test.
const slowCards = 40 * time.Second

// arrive opens the page and sits down. Cards arrive in time.
func arrive(t *testing.T, browser context.Context, s chrome.Screen) guest {
	d := openDemo(t)
	g := guest{demo: d, rail: standAt(t, d.url(), "sam"), cards: map[string][]string{}}
	began := time.Now()
	g.Tab = chrome.Open(t, browser, "Alice", d.url(), s)
	g.sitDown()
	took := time.Since(began)
	if t.Logf("cards came %v after the page was opened", took); took > slowCards {
		t.Errorf("want %v at the most", slowCards)
	}
	return g
}

// in lets a guest continue in a part of the test.
func (g guest) in(t *testing.T) {
	whole := g.T
	g.Tab.T, g.demo.t = t, t
	t.Cleanup(func() { g.Tab.T, g.demo.t = whole, whole })
}

// visit plays to the end of a hand, with a kill of the program in it.
func (g guest) visit(browser context.Context) {
	g.watchAsSam()
	g.killAndGoOn()
	g.raiseByCommand()
	g.playOn(g.raiseByModal())
	g.watchAsSam()

	bruno := chrome.Open(g.T, browser, "Bruno", g.demo.url()+"/?as=bruno", g.Screen)
	seated := func(s chrome.Page) bool {
		return slices.ContainsFunc(s.Messages, func(m chrome.Message) bool { return !m.Private && strings.Contains(m.Alt, " Bruno ") })
	}
	bruno.Until("a table", func(s chrome.Page) bool { return s.Hint != "" })
	commands(bruno, "/sit ") // the board has no Sit down while a hand runs
	bruno.Keys(kb.Enter)
	g.Until("Bruno's seat", seated)
	g.rail.check(g.T, "Alice", g.cards)
}

// visitByKeyboard plays an action, types a command and switches to another person without a mouse.
func visitByKeyboard(t *testing.T, browser context.Context) {
	d := openDemo(t)
	b := chrome.Open(t, browser, "Alice", d.url(), largeScreen)
	b.Until("a table", func(s chrome.Page) bool { return strings.Contains(s.Hint, "Sit down") })
	tabTo(b, "button Sit down")
	b.KeyUntil(kb.Enter, "a hand", func(s chrome.Page) bool { return s.Board().Has("My cards") })
	tabTo(b, "button My cards")
	b.KeyUntil(kb.Enter, "two cards", func(s chrome.Page) bool { return len(s.Cards()) == 2 })
	readsCardsOnce(b)
	if said := evaluated(b, "import('/cards.js').then((module) => module.aloud('K♠ 10♥, 5♣5'))"); said != "king of spades ten of hearts, five of clubs5" {
		t.Errorf("an announcement has the cards as %q", said)
	}
	for panel, far := range map[string]string{ // of the flop on the board
		"#7 · Your cards: 6♠ 5♣": "true", "#7 · Your cards: 6♠ 5♣ Board: J♠ 3♦ 9♣": "true", "#7 · Your cards: 6♠ 5♣ Board: J♠ 3♦": "false", "#6 · Your cards: 6♠ 5♣": "false",
	} {
		const script = "import('/board.js').then((module) => String(module.isAsFar({ content: %q }, { content: '#7 · **Flop** · J♠ 3♦ 9♣ · Pot 30' })))"
		if got := evaluated(b, fmt.Sprintf(script, panel)); got != far {
			t.Errorf("the panel %q is as far as the board: %s", panel, got)
		}
	}
	if found := evaluated(b, `import('/board.js').then((module) => String(module.buttonFor(
		{ components: [{ type: 1, components: [{ type: 2, custom_id: 'v1:1:2:0:rebuy menu' }] }] }, 'rebuy')?.custom_id))`); found != "v1:1:2:0:rebuy menu" {
		t.Errorf("a hint finds %q to rebuy, in the menu of the seat", found) // else it opens that menu again
	}
	for panel, hides := range map[string]string{"#7": "true", "#6": "undefined"} { // on a phone; the panel of this hand has the button
		const script = "import('/board.js').then((module) => String(module.hintFor({ id: '1' }, { content: '#7 · **Result**\\n`1` <@1> 990 · sitting out' }, [], true, " +
			"{ content: '%s · **Result**', components: [{ type: 1, components: [{ type: 2, custom_id: 'v1:1:7:0:sitin', label: 'Sit in' }] }] }).spare))"
		if got := evaluated(b, fmt.Sprintf(script, panel)); got != hides {
			t.Errorf("a hint to press Sit in gives its room to the panel of %s: %s", panel, got)
		}
	}
	if next := evaluated(b, movesOn); next != "My cards" { // U4: another Enter must not fold or call
		t.Errorf("when a board goes away, the keyboard moves on to %q", next)
	}

	s := b.Until("Alice's turn", chrome.Page.MyTurn)
	stay := stayOf(s.Board())
	tabTo(b, "button "+stay)
	b.Keys(kb.Enter)
	s = b.Until(stay+" on the board", func(now chrome.Page) bool { return now.Board().Still() != s.Board().Still() })
	if s.Focus == "" {
		b.Fail(s, "the keyboard is nowhere after a press")
	}

	tabTo(b, "a Bruno")
	before := b.Until("Alice's next turn", chrome.Page.MyTurn)
	const press = "[...document.querySelectorAll('.message .button')].filter((e) => e.innerText.startsWith(%q)).pop().click(), true"
	chrome.Eval[bool](b, fmt.Sprintf(press, stayOf(before.Board()))) // by the mouse, as it were: the keyboard stays where it is
	s = b.Until("a board that goes on", after(before))
	if !strings.HasPrefix(s.Focus, "a Bruno") {
		b.Fail(s, "the keyboard left Bruno's name when the channel changed")
	}

	commands := func(s chrome.Page) bool {
		return strings.HasSuffix(s.Focus, "Command line /") && slices.Contains(s.Options, "/raise")
	}
	b.Keys("/")
	b.Until("the command line with its commands", commands)
	b.Keys("/" + kb.Enter)
	if s = b.Look(); !commands(s) || s.Note != "" {
		b.Fail(s, "a second slash and Enter, with no command named, did something")
	}
	b.Keys("hel")
	b.Until("/help alone", func(s chrome.Page) bool { return slices.Equal(s.Options, []string{"/help"}) })
	b.Keys(kb.Enter)
	b.Until("/help is chosen", func(s chrome.Page) bool { return len(s.Options) == 0 })
	b.KeyUntil(kb.Enter, "help", func(s chrome.Page) bool { return s.Has(true, "/cards or My cards") })

	for line, answer := range map[string]string{ // as manuals write them, a letter at a time
		"/straddle on:True":      "no straddle at this table",
		"/table open game:omaha": "a table in this channel already",
	} {
		answered := func(s chrome.Page) bool { return s.Has(true, answer) }
		b.Until("the line to be done with the last command", func(s chrome.Page) bool { return !s.Busy })
		b.Keys(line)
		b.Keys(kb.Enter) // accepts the offered value
		if _, done := b.Await(time.Second, answered); !done {
			b.Keys(kb.Enter)
		}
		b.Until("the answer to "+line, answered)
	}

	keyboardOnHint(b, ".close", "")
	b.Keys("4", chromedp.ModifierAlt)
	s = b.Until("Sam's page", func(s chrome.Page) bool { return s.Me == "Sam" && s.Panel().Text == "" })
	if s.Focus == "" {
		b.Fail(s, "the keyboard, which was on Alice's hint, is nowhere on Sam's page")
	}
	b.Keys("1", chromedp.ModifierAlt)
	b.Until("Alice's page", func(s chrome.Page) bool { return s.Me == "Alice" && s.Panel().Text != "" })
}

// readsCardsOnce checks a screen reader's words for card emoji, in an announcement and in the message, where a line has letters too.
func readsCardsOnce(b *chrome.Tab) {
	b.T.Helper()
	for written, want := range map[string]string{
		"Your cards: <:king_of_spades_1a2b:7> <:ten_of_hearts_1a2b:8>":                                                 "Your cards: K♠ 10♥|", // U6
		"#2 · **Flop** · A♣\n## <:king_of_spades_1a2b:7> <:ten_of_hearts_1a2b:8> K♠ 10♥\nStack 5":                      "#2 · Flop · A♣ K♠ 10♥ Stack 5|K♠ 10♥",
		"#2 · K♠ 10♥ 9♣ · Pot 5\n## <:king_of_spades_1a2b:7> <:ten_of_hearts_1a2b:8> <:nine_of_clubs_1a2b:9>\nK♠ wins": "#2 · · Pot 5 K♠ 10♥ 9♣ K♠ wins|K♠ 10♥ 9♣",
	} {
		said := evaluated(b, fmt.Sprintf(`import('/markdown.js').then(({ markdown, plain }) => {
			const context = { emoji: () => 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' };
			const silent = [...markdown(%[1]q, context).querySelectorAll('.card')].filter((card) => card.ariaHidden === 'true');
			return plain(%[1]q, context) + '|' + silent.map((card) => card.textContent).join(' ');
		})`, written))
		if said != want {
			b.T.Errorf("of %q a screen reader hears %q, want %q", written, said, want)
		}
	}
	heard := tree(b, "<:king_of_spades_1a2b:7>")
	if want := []string{"king of spades"}; !slices.Equal(heard, want) {
		b.T.Errorf("the picture of a card has the name and the description %q, want %q", heard, want)
	}
}

// tree returns the names and descriptions of the pictures in a text, as the browser passes them to a screen reader.
func tree(b *chrome.Tab, written string) (heard []string) {
	b.T.Helper()
	chrome.Eval[bool](b, fmt.Sprintf(`import('/markdown.js').then(({ markdown }) => {
		const heard = document.querySelector('main').appendChild(document.createElement('dialog'));
		heard.append(markdown(%q, { emoji: () => 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' }));
		heard.showModal(); // so that nothing else is in the tree
		return true;
	})`, written))
	b.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		read, err := cdp.Call(ctx, target, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		for _, node := range read.Nodes {
			if node.Ignored || node.Role == nil || string(node.Role.Value) != `"image"` {
				continue
			}
			for _, value := range []*accessibility.Value{node.Name, node.Description} {
				if value != nil {
					heard = append(heard, strings.Trim(string(value.Value), `"`))
				}
			}
		}
		return err
	}))
	chrome.Eval[bool](b, `(document.querySelector('main > dialog').remove(), true)`)
	return slices.DeleteFunc(heard, func(words string) bool { return words == "" })
}

// movesOn removes a message whose button has the keyboard, above the board of a new hand. Its value is where the keyboard is
// then.
const movesOn = `import('/log.js').then(({ Log }) => {
	const frame = document.createElement('div');
	const add = (parent, kind, data, text) => {
		const element = parent.appendChild(document.createElement(kind));
		Object.assign(element.dataset, data);
		element.append(text);
		return element;
	};
	const list = add(frame, 'div', {}, ''), newest = add(frame, 'button', {}, '');
	const old = add(list, 'div', { id: '1' }, ''), board = add(list, 'div', { id: '2' }, '');
	const sit = add(old, 'button', { press: 'v1:1:0:0:sit' }, 'Sit down');
	add(board, 'button', { press: 'v1:1:1:0:fold' }, 'Fold');
	add(board, 'button', { press: 'v1:1:1:0:call:5' }, 'Call 5');
	add(board, 'button', { press: 'v1:1:1:0:cards' }, 'My cards');
	document.body.append(frame);
	const before = document.activeElement;
	sit.focus();
	new Log(frame, list, newest).remove('1');
	const next = document.activeElement.textContent;
	before.focus();
	frame.remove();
	return next;
})`

// evaluated returns the text that a promise of a script comes to.
func evaluated(b *chrome.Tab, promise string) (text string) {
	b.T.Helper()
	chrome.Eval[bool](b, "window.evaluated = '', "+promise+".catch(String).then((text) => { window.evaluated = text; }), true")
	program.Within(program.EndTime, func() bool {
		text = chrome.Eval[string](b, "window.evaluated")
		return text != ""
	})
	return text
}

// tabTo moves the keyboard focus to an element whose kind and text start so.
func tabTo(b *chrome.Tab, begins string) {
	b.T.Helper()
	for range 60 {
		if strings.HasPrefix(b.Look().Focus, begins) {
			return
		}
		b.Keys(kb.Tab)
	}
	b.Fail(b.Look(), "Tab never comes to %q", begins)
}
