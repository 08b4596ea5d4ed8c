package render

import (
	"strconv"
	"strings"

	"cardroom/render/locale"
)

// ModalForm is what a modal says: behind "Bet…" and "Raise…", whose answer is for [ParseAmount], behind "Draw…", or
// behind the "Other…" of an option of the house.
type ModalForm struct {
	Title       string // at most 45 characters
	Label       string // at most 45; has the range as "80–1,000"
	Placeholder string // at most 100
	Min, Max    int64  // the legal street totals
}

// maxLabel is the most characters of a modal's title and of an input's label.
const maxLabel = 45

// Modal is the question for the size of a bet or raise. It has meaning only where [Buttons] has VerbAsk.
func Modal(s Scene) ModalForm {
	l, legal := s.Language(), s.View.Legal
	title := l.Modal.Raise
	if legal.Bet {
		title = l.Modal.Bet
	}
	return ModalForm{
		Title: HandNumber(s.View.Hand) + locale.Dot + string(title), Label: rangeLabel(l, legal.Min, legal.Max), Placeholder: string(l.Modal.Placeholder),
		Min: legal.Min, Max: legal.Max,
	}
}

// DrawModal is the question which cards to exchange. Its answer is for [ParseDiscards].
func DrawModal(s Scene) ModalForm {
	t := s.Language().Modal
	return ModalForm{
		Title: HandNumber(s.View.Hand) + locale.Dot + string(t.Draw), Label: t.Cards.Format("n", strconv.Itoa(s.View.Discards)),
		Placeholder: string(t.Which),
	}
}

// rangeLabel names a range at the length there is room for; astronomic ones go without words, then without marks.
func rangeLabel(l *locale.Lang, low, high int64) string {
	span := l.Range(low, high)
	if label := l.Modal.Range.Format("range", span); locale.Length(label) <= maxLabel {
		return label
	}
	if locale.Length(span) <= maxLabel {
		return span
	}
	return strings.ReplaceAll(span, string(l.Group), "")
}
