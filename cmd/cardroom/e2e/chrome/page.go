package chrome

import (
	"fmt"
	"regexp"
	"strings"
)

// Page holds the content of a page, as its visitor reads it.
type Page struct {
	Me       string // the visitor's name.
	Lost     bool   // the page shows that it reconnects.
	Hint     string // the line with the next step.
	Note     string // the command line's message.
	Busy     bool   // the command line waits for an answer.
	Focus    string // the element with the keyboard focus, in words.
	Dialog   string // the first label of the open modal; "": none
	Options  []string
	Messages []Message
	Wide     int64 // in CSS pixels, including parts outside the screen.
	Tall     bool  // higher than the screen: the page scrolls, not only the messages
}

// Message is a message on the page.
type Message struct {
	ID      string
	Private bool
	Mine    bool // marked as the visitor's turn
	Text    string
	Alt     string // the texts of its pictures
	Buttons []string
}

const lookScript = `(() => {
  const texts = (root, selector) => [...root.querySelectorAll(selector)].map((e) => e.innerText.trim());
  const visible = (id) => { const e = document.getElementById(id); return e && !e.hidden ? e.innerText.trim() : ''; };
  const focus = document.activeElement;
  const name = (e) => (e.querySelector('.person-name') ?? e).innerText || e.getAttribute('aria-label') || '';
  const read = (m) => {
    for (const e of m.querySelectorAll('.text img.emoji')) { // read as a screen reader does
      const name = document.createElement('i');
      name.className = 'emoji-read';
      name.textContent = e.alt;
      e.after(name);
    }
    const seen = {
      ID: m.dataset.id, Private: m.matches('.private'), Mine: m.matches('.my-turn'),
      Text: texts(m, '.text').join('\n'), Alt: [...m.querySelectorAll('img.picture')].map((e) => e.alt).join('\n'), Buttons: texts(m, '.button:not(:disabled)'),
    };
    m.querySelectorAll('.emoji-read').forEach((e) => e.remove());
    return seen;
  };
  const known = globalThis.messagesRead ??= new WeakMap(); // innerText is slow, so a message is read again only when its HTML changes
  const message = (m) => {
    const html = m.outerHTML;
    if (known.get(m)?.html !== html) known.set(m, { html, seen: read(m) });
    return known.get(m).seen;
  };
  const words = (e) => [e.tagName.toLowerCase(), name(e), e.value ?? ''].join(' ').trim();
  const seen = {
    Me: document.querySelector('.person[aria-current="true"] .person-name')?.innerText ?? '',
    Lost: !document.getElementById('lost').hidden,
    Hint: visible('hint'), Note: visible('note'), Busy: document.querySelector('form.busy') !== null,
    Focus: focus === document.body ? '' : words(focus),
    Dialog: [...document.querySelectorAll('dialog[open] label, dialog[open] [role=alert]')].map((e) => e.innerText).join(' ').trim(),
    Options: document.getElementById('picker').hidden ? [] : texts(document, '#picker .pick-label'),
    Messages: [...document.querySelectorAll('.message')].map(message),
    Wide: 0, Tall: false,
  };
  seen.Wide = document.documentElement.scrollWidth;
  seen.Tall = document.documentElement.scrollHeight > innerHeight;
  return seen;
})()`

// spot is a button's place, or the problem with it.
type spot struct {
	X, Y    float64
	Problem string
}

// spotScript finds a button, scrolls it into view and waits until it stops moving. An element that covers it is a problem:
// the visitor could not press it. From then on a click on anything else is stopped, until missedScript: a page may move again
// on a busy machine.
const spotScript = `async (selector, begins) => {
  const fits = (e) => e.checkVisibility() && e.innerText.trim().startsWith(begins);
  const found = [...document.querySelectorAll(selector)].filter(fits).pop();
  if (!found) return { Problem: 'there is no such button' };
  const place = () => {
    const { left, top, width, height } = found.getBoundingClientRect();
    return { X: left + width / 2, Y: top + height / 2 };
  };
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  let over;
  for (const block of ['nearest', 'center', 'nearest', 'center']) {
    found.scrollIntoView({ block, behavior: 'instant' });
    const before = place();
    await frame();
    await frame();
    const { X, Y } = place();
    over = document.elementFromPoint(X, Y);
    if (found.contains(over) && X === before.X && Y === before.Y) {
      window.aim = (click) => {
        const hit = click.target.closest(selector);
        if (hit && fits(hit)) return;
        window.aim.missed = true;
        click.preventDefault();
        click.stopImmediatePropagation();
      };
      addEventListener('click', window.aim, true);
      return { X, Y };
    }
  }
  return { Problem: 'it moves, or is covered by ' + (over?.className || over?.tagName) };
}`

// missedScript lets clicks through again, and says whether one was stopped.
const missedScript = `removeEventListener('click', window.aim, true), window.aim?.missed === true`

var (
	ofHand    = regexp.MustCompile(`^#(\d+) · ([^·\n]+?)(?: ·|\n|$)`)
	ownCards  = regexp.MustCompile(`(?m)(?:^|Your cards: )((?:10|[2-9JQKA])[♠♥♦♣]) ((?:10|[2-9JQKA])[♠♥♦♣])`)
	countdown = regexp.MustCompile(` ?· (in \d+ (second|minute)s?|now|\d+ seconds? ago)`)
)

// Hand returns the number of the message's hand, and its phase.
func (m Message) Hand() (number, phase string) {
	if f := ofHand.FindStringSubmatch(m.Text); f != nil {
		return f[1], f[2]
	}
	return "", ""
}

// Has reports whether a button of the message starts with the text.
func (m Message) Has(begins string) bool {
	for _, label := range m.Buttons {
		if strings.HasPrefix(label, begins) {
			return true
		}
	}
	return false
}

// Still returns the text without countdowns.
func (m Message) Still() string { return countdown.ReplaceAllString(m.Text, "") }

// Line returns the first line with these words, or "".
func (m Message) Line(words string) string {
	for line := range strings.Lines(m.Text) {
		if strings.Contains(line, words) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// Board returns the newest board of a hand.
func (s Page) Board() Message { return s.newest(false) }

// Panel returns the newest private panel of a hand.
func (s Page) Panel() Message { return s.newest(true) }

func (s Page) newest(private bool) (last Message) {
	for _, m := range s.Messages {
		if number, _ := m.Hand(); number != "" && m.Private == private {
			last = m
		}
	}
	return last
}

// MyTurn reports whether the visitor is to act and the page shows it.
func (s Page) MyTurn() bool {
	b := s.Board()
	return b.Mine && strings.Contains(b.Line("▶"), "@"+s.Me) && !s.Lost
}

// Cards returns the visitor's own cards in the hand on the board, if a panel shows them.
func (s Page) Cards() []string {
	number, _ := s.Board().Hand()
	panel := s.Panel()
	if of, _ := panel.Hand(); of != number || number == "" {
		return nil
	}
	if f := ownCards.FindStringSubmatch(panel.Text); f != nil {
		return f[1:]
	}
	return nil
}

// Has reports whether any message has these words.
func (s Page) Has(private bool, words string) bool {
	for _, m := range s.Messages {
		if m.Private == private && strings.Contains(m.Text, words) {
			return true
		}
	}
	return false
}

// String returns the page in words.
func (s Page) String() string {
	var text strings.Builder
	for _, m := range s.Messages {
		kind := "public"
		if m.Private {
			kind = "private"
		}
		fmt.Fprintf(&text, "--- %s, turn %v, buttons %q\n%s\n", kind, m.Mine, m.Buttons, m.Text)
	}
	fmt.Fprintf(&text, "--- %s, lost %v, hint %q, note %q, focus %q, dialog %q, options %q",
		s.Me, s.Lost, s.Hint, s.Note, s.Focus, s.Dialog, s.Options)
	return text.String()
}
