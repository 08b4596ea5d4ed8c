package browser_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"cardroom/cmd/cardroom/e2e/chrome"
)

// TestSettingsAndWatchingInABrowser: Alice's choices are visible on her panel at once, and on no board. Sam, who has no
// seat, finds her table, sees no hidden card, and gets a notice when it closes.
func TestSettingsAndWatchingInABrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser test plays a hand: not in a short run")
	}
	browser := chrome.Browse(t)
	for name, s := range screens {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openDemo(t, "--quick") // one hand in four has no club and no diamond for her
			g := guest{demo: d, rail: standAt(t, d.url(), "sam"), cards: map[string][]string{}}
			g.Tab = chrome.Open(t, browser, "Alice", d.url(), s)
			g.sitDown()
			g.choosesColours()
			g.choosesWords()
			g.choosesGerman()

			sam := g
			sam.Tab = chrome.Open(t, browser, "Sam", d.url()+"/?as=sam", s)
			sam.follows()
			g.closes()
			sam.Until("that Sam is told of the end", func(s chrome.Page) bool {
				return s.Has(false, "This table is closed; its last result is above. @Sam")
			})
			sam.seesNoCard(sam.Look())
			g.rail.check(t, "Alice", g.cards)
		})
	}
}

// colours returns the colour of each card picture on the newest panel, by its suit: "♣ green". It reads the pictures
// themselves. A card in letters has none.
func (g guest) colours() []string {
	g.T.Helper()
	return chrome.Eval[[]string](g.Tab, `(() => {
	  const seen = new Set();
	  for (const img of document.querySelectorAll('[data-id="`+g.Look().Panel().ID+`"] .text img.emoji')) {
	    if (!img.complete || img.naturalWidth === 0) return [];
	    const canvas = new OffscreenCanvas(img.naturalWidth, img.naturalHeight), pen = canvas.getContext('2d');
	    pen.drawImage(img, 0, 0);
	    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
	    const sum = { red: 0, green: 0, blue: 0, black: 0 };
	    for (let i = 0; i < data.length; i += 4) {
	      const [r, g, b, a] = data.slice(i, i + 4);
	      if (a < 200 || Math.min(r, g, b) > 100) continue; // the paper
	      const most = Math.max(r, g, b);
	      sum[most - Math.min(r, g, b) < 50 ? 'black' : most === r ? 'red' : most === g ? 'green' : 'blue']++;
	    }
	    const suit = { spades: '♠', hearts: '♥', diamonds: '♦', clubs: '♣' }[/spades|hearts|diamonds|clubs/.exec(img.alt)?.[0]];
	    seen.add(suit + ' ' + Object.entries(sum).sort((x, y) => y[1] - x[1])[0][0]);
	  }
	  return [...seen].sort();
	})()`)
}

// seesColours plays hands until the pictures on Alice's panel have the wanted colours. Those of the second deck are
// uploaded after the first; until then, a panel has letters.
func (g guest) seesColours(what string, fit func(colours []string) bool) {
	g.T.Helper()
	g.Until(what, func(s chrome.Page) bool {
		if fit(g.colours()) {
			return true
		}
		if s.MyTurn() && s.Board().Has("Check") {
			g.act(s, "Check")
		} else if s.MyTurn() { // a call could take her last chips
			g.act(s, "Fold")
		}
		return false
	})
}

// choosesColours switches from four colours to two, and back. Hearts and spades look the same in both.
func (g guest) choosesColours() {
	g.T.Helper()
	four := func(colours []string) bool {
		return slices.Contains(colours, "♣ green") || slices.Contains(colours, "♦ blue")
	}
	two := func(colours []string) bool {
		return slices.Contains(colours, "♣ black") || slices.Contains(colours, "♦ red")
	}
	g.seesColours("a club in green or a diamond in blue, as of who never chose", four)
	g.types("/settings four-colour:Black", "Black and red", "four-colour Black and red")
	g.seesColours("a club in black or a diamond in red", func(c []string) bool { return two(c) && !four(c) })
	g.types("/settings four-colour:A colour", "A colour for each suit", "four-colour A colour for each suit")
	g.seesColours("a club in green or a diamond in blue again", func(c []string) bool { return four(c) && !two(c) })
}

// choosesWords switches from pictures to letters, with the table as text below her cards.
func (g guest) choosesWords() {
	g.T.Helper()
	g.types("/settings text-only:Let", "Letters and words", "text-only Letters and words")
	s := g.Until("her cards in letters, and the table", func(s chrome.Page) bool {
		return len(g.colours()) == 0 && len(s.Cards()) == 2 && strings.Contains(s.Panel().Text, "@Alice")
	})
	number, _ := s.Board().Hand()
	g.cards[number] = s.Cards()
}

// choosesGerman switches her panel and her answers to German. The board stays in its language.
func (g guest) choosesGerman() {
	g.T.Helper()
	g.types("/settings language:Deu", "Deutsch", "Deine Einstellungen")
	s := g.Until("her cards in German, and a board with its picture", func(s chrome.Page) bool {
		return strings.Contains(s.Panel().Text, "Deine Karten: ") && s.Board().Alt != ""
	})
	if !strings.Contains(s.Board().Alt, "NL hold'em") { // at any moment of a hand: German writes Hold’em
		g.Fail(s, "the board has left the server's language")
	}
	g.types("/chips bal", "/chips balance", "Guthaben")
}

// follows finds the table in the list of the server, and follows it.
func (g guest) follows() {
	g.T.Helper()
	g.Until("the board", func(s chrome.Page) bool { return s.Me == "Sam" && s.Board().Text != "" })
	g.seesNoCard(g.Look())
	g.types("/watch list", "/watch list", "#poker · NL hold'em")
	g.Press(".message.private a", "#poker", "the board, to which the list leads", func(s chrome.Page) bool {
		return strings.HasPrefix(s.Focus, "button ") || strings.HasPrefix(s.Focus, "article ") // a result, when the hand has ended since
	})
	g.types("/watch follow", "/watch follow", "You follow this table.")
}

// closes closes the table, and so ends the hand.
func (g guest) closes() {
	g.T.Helper()
	g.types("/table close", "/table close", "Es sitzen noch Leute am Tisch")
	g.Press(".message.private .button", "Bestätigen", "the end to come", func(s chrome.Page) bool { // after the hand, or at once between two
		return s.Has(true, "schließt") || s.Has(true, "Der Tisch ist geschlossen")
	})
	g.Until("the end of the hand", func(s chrome.Page) bool {
		if s.MyTurn() && s.Board().Has("Fold") {
			g.act(s, "Fold")
		} else if s.MyTurn() {
			g.act(s, "Check")
		}
		return s.Has(false, "closed")
	})
}

// types types the start of a command or of an option's value, accepts the offered completion, and sends the line. It wants
// one of the answers.
func (g guest) types(line, offered string, answers ...string) {
	g.T.Helper()
	g.Until("the line to be done with the last command", func(s chrome.Page) bool { return !s.Busy })
	if g.Screen.Touch {
		g.Press("#slash", "", "the commands", func(s chrome.Page) bool { return len(s.Options) > 1 })
		line = line[1:]
	}
	g.Keys(line)
	g.Until("the offer of "+offered, func(s chrome.Page) bool { return slices.Equal(s.Options, []string{offered}) })
	g.Keys(kb.Enter)
	g.Until(offered+" is taken", func(s chrome.Page) bool { return !slices.Contains(s.Options, offered) })
	g.Keys(kb.Enter)
	g.Until("the answer to "+line, func(s chrome.Page) bool {
		return slices.ContainsFunc(answers, func(a string) bool { return s.Has(true, a) })
	})
}
