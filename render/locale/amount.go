package locale

// AmountError says why a text is not an amount to wager or bring. Min and Max are the legal ends, in chips. Both are 0
// where none is known.
type AmountError struct {
	Why      AmountWhy
	Min, Max int64
}

// AmountWhy is the fault of an amount.
type AmountWhy uint8

// The reasons to refuse an amount.
const (
	Garbage AmountWhy = iota + 1 // no amount at all
	Unclear                      // "1,250k": it can be read in two ways
	Over                         // more than is legal; never silently cut (R22)
	NoWager                      // no bet or raise is legal now
)

// Error returns the text for logs. [Lang.BadAmount] returns the one for players.
func (e *AmountError) Error() string { return "the text is not a legal amount" }

// BadAmount returns the sentence for a refused amount, with the amounts that are right.
func (l *Lang) BadAmount(e *AmountError) string {
	span, legal := l.Range(e.Min, e.Max), l.Amount.Only.Format("amount", l.Chips(e.Min))
	if e.Min != e.Max {
		legal = l.Amount.Legal.Format("range", span)
	}
	if e.Why == NoWager {
		return string(l.Amount.NoRaise)
	}
	if e.Why == Over && e.Max == MaxChips {
		return l.Amount.TooMany.Format("range", span)
	}
	if e.Why == Over && e.Min == e.Max {
		return l.Numbered(legal, 22)
	}
	if e.Why == Over {
		return l.Amount.TooMuch.Format("range", span)
	}
	text := string(l.Amount.NoChips)
	if e.Max > 0 {
		text = string(l.Amount.Garbage)
	}
	if e.Why == Unclear {
		text = string(l.Amount.Unclear)
	}
	if e.Max > 0 {
		text = Sentences(text, legal)
	}
	return text
}

// AmountWord returns the English of a word for an amount: a word of the language, of English, or of any other. It
// returns "" for any other text.
func (l *Lang) AmountWord(text string) string {
	word := Fold(PlainAmount(text))
	for _, l := range append([]*Lang{l}, languages()...) {
		for _, a := range l.Amount.words() {
			if word == a.word {
				return a.means
			}
		}
	}
	return ""
}

type amountWord struct{ means, word string }

// words returns the words for amounts as [Fold] writes them, by their English.
func (t AmountText) words() [4]amountWord {
	return [...]amountWord{
		{"min", Fold(t.Min)}, {"half", Fold(t.Half)}, {"pot", Fold(t.Pot)}, {"max", Fold(t.Max)},
	}
}
