package main_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestSettingsAndWatchingInABrowser: what Alice chooses for herself is to be seen on her panel at once, and on no board; Sam,
// who has no seat, finds her table, sees no card that is not shown, and is told when it closes.
func TestSettingsAndWatchingInABrowser(t *testing.T) {
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
			g := guest{demo: d, rail: standAt(t, d.url(), "sam"), cards: map[string][]string{}}
			g.tab = open(t, browser, "Alice", d.url(), s)
			g.sitDown()
			g.choosesColours()
			g.choosesWords()
			g.choosesGerman()

			sam := g
			sam.tab = open(t, browser, "Sam", d.url()+"/?as=sam", s)
			sam.follows()
			g.closes()
			sam.until("that Sam is told of the end", func(s sight) bool {
				return s.has(false, "This table is closed; its last result is above. @Sam")
			})
			sam.seesNoCard(sam.look())
			g.rail.check(t, "Alice", g.cards)
		})
	}
}

// colours names the colour of each card that is a picture on the newest panel, by its suit: "♣ green". It looks at the
// pictures themselves. A card of letters has none.
func (g guest) colours() []string {
	g.t.Helper()
	return eval[[]string](g.tab, `(() => {
	  const seen = new Set();
	  for (const img of document.querySelectorAll('[data-id="`+g.look().panel().ID+`"] .text img.emoji')) {
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

// seesColours stays in hands until the pictures on Alice's panel are of some colours. Those of the second deck are uploaded
// after the first: until they are there, a panel has letters.
func (g guest) seesColours(what string, fit func(colours []string) bool) {
	g.t.Helper()
	g.until(what, func(s sight) bool {
		if fit(g.colours()) {
			return true
		}
		if s.myTurn() {
			g.act(s, stayOf(s.board()))
		}
		return false
	})
}

// choosesColours has two colours in the place of four, and four again. Hearts and spades look the same in both.
func (g guest) choosesColours() {
	g.t.Helper()
	four := func(colours []string) bool {
		return slices.Contains(colours, "♣ green") || slices.Contains(colours, "♦ blue")
	}
	two := func(colours []string) bool {
		return slices.Contains(colours, "♣ black") || slices.Contains(colours, "♦ red")
	}
	g.seesColours("a club in green or a diamond in blue, as of who never chose", four)
	g.types("/settings four-colour:Black", "Black and red", "four-colour off")
	g.seesColours("a club in black or a diamond in red", func(c []string) bool { return two(c) && !four(c) })
	g.types("/settings four-colour:A colour", "A colour for each suit", "four-colour on")
	g.seesColours("a club in green or a diamond in blue again", func(c []string) bool { return four(c) && !two(c) })
}

// choosesWords has letters in the place of pictures, and the table in words below her cards.
func (g guest) choosesWords() {
	g.t.Helper()
	g.types("/settings text-only:Let", "Letters and words", "text-only on")
	s := g.until("her cards in letters, and the table", func(s sight) bool {
		return len(g.colours()) == 0 && len(s.cards()) == 2 && strings.Contains(s.panel().Text, "@Alice")
	})
	number, _ := s.board().hand()
	g.cards[number] = s.cards()
}

// choosesGerman has her panel and her answers in German, and the board as it was.
func (g guest) choosesGerman() {
	g.t.Helper()
	g.types("/settings language:Deu", "Deutsch", "Du liest Deutsch.")
	s := g.until("her cards in German", func(s sight) bool { return strings.Contains(s.panel().Text, "Deine Karten: ") })
	if !strings.Contains(s.board().Text, "NL hold'em") { // at any moment of a hand: German writes Hold’em
		g.fail(s, "the board has left the server's language")
	}
	g.types("/chips bal", "/chips balance", "Guthaben")
}

// follows finds the table in the list of the server, and follows it.
func (g guest) follows() {
	g.t.Helper()
	g.until("the board", func(s sight) bool { return s.Me == "Sam" && s.board().Text != "" })
	g.seesNoCard(g.look())
	g.types("/watch list", "/watch list", "#poker · NL hold'em")
	g.press(".message.private a", "#poker", "the board, to which the list leads", func(s sight) bool { return strings.HasPrefix(s.Focus, "button ") })
	g.types("/watch follow", "/watch follow", "You follow this table.")
}

// closes ends the table, and the hand with it.
func (g guest) closes() {
	g.t.Helper()
	g.types("/table close", "/table close", "schließt", "Der Tisch ist geschlossen") // after the hand, or at once between two
	g.until("the end of the hand", func(s sight) bool {
		if s.myTurn() && s.board().has("Fold") {
			g.act(s, "Fold")
		} else if s.myTurn() {
			g.act(s, "Check")
		}
		return s.has(false, "closed")
	})
}

// types writes the beginning of a command or of an option's value, takes what is offered for it, and sends the line. One of
// the answers comes.
func (g guest) types(line, offered string, answers ...string) {
	g.t.Helper()
	g.until("the line to be done with the last command", func(s sight) bool { return s.Note == "" })
	if g.screen.touch {
		g.press("#slash", "", "the commands", func(s sight) bool { return len(s.Options) > 1 })
		line = line[1:]
	}
	g.keys(line)
	g.until("the offer of "+offered, func(s sight) bool { return slices.Equal(s.Options, []string{offered}) })
	g.keys(kb.Enter)
	g.until(offered+" is taken", func(s sight) bool { return !slices.Contains(s.Options, offered) })
	g.keys(kb.Enter)
	g.until("the answer to "+line, func(s sight) bool {
		return slices.ContainsFunc(answers, func(a string) bool { return s.has(true, a) })
	})
}
