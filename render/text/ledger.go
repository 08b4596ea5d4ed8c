package text

import (
	"slices"
	"strings"

	"cardroom/render/locale"
)

// Ledger is the session of a table: a line a person, which begins with "<@id>" as no other line does, a line of the house
// where it has won or lost, then the payments that settle it among the people. Owed is the session of free chips that was left
// when the table went over to others: only its payments are told. It keeps to 2,000 characters; a longer one says how many
// people and payments are not shown.
func Ledger(l *locale.Lang, people, owed []Line) string {
	lines := []string{string(l.Say.LedgerNone)}
	if len(people) > 0 {
		lines = append([]string{string(l.Say.LedgerHead)}, fitLines(l, ledgerLines(l, people), locale.MaxText*2/3)...)
		lines = append(lines, houseLine(l, people)...)
	}
	for _, payments := range [][]string{paymentLines(l, people), owedLines(l, owed)} {
		lines = append(lines, fitLines(l, payments, locale.MaxText-locale.Length(strings.Join(lines, "\n"))-1)...)
	}
	return strings.Join(lines, "\n")
}

// ledgerLines are those of the people.
func ledgerLines(l *locale.Lang, people []Line) []string {
	each := make([]string, len(people))
	for i, p := range people {
		each[i] = l.Say.LedgerLine.Format("player", person(l, p.Person), "in", l.Chips(p.In), "out", l.Chips(p.Out), "net", l.Chips(p.Net))
	}
	return each
}

// houseLine is what house players have of the people's chips, or they of theirs: a ledger adds up.
func houseLine(l *locale.Lang, people []Line) []string {
	net := int64(0)
	for _, p := range people {
		net -= p.Net
	}
	if net == 0 {
		return nil
	}
	return []string{l.Money.HouseLine.Format("net", l.Chips(net))}
}

// paymentLines are the lines below the people; the first is their heading. Where only house players are owed or owe, there
// is nothing to say.
func paymentLines(l *locale.Lang, people []Line) []string {
	if len(people) > 0 && !slices.ContainsFunc(people, func(p Line) bool { return p.Net != 0 }) {
		return []string{"-# " + string(l.Say.Even)}
	}
	return settledLines(l, people, l.Say.Settle)
}

// owedLines is the payments of free chips from before.
func owedLines(l *locale.Lang, people []Line) []string { return settledLines(l, people, l.Money.Owed) }

// settledLines is payments under a heading; nothing where there are none.
func settledLines(l *locale.Lang, people []Line, heading locale.Text) []string {
	payments := Settlement(people)
	if len(payments) == 0 {
		return nil
	}
	lines := []string{"-# " + string(heading)}
	for _, p := range payments {
		lines = append(lines, "-# "+l.Say.SettlePay.Format("from", person(l, p.From), "to", person(l, p.To), "amount", l.Chips(p.Amount)))
	}
	return lines
}

// fitLines is the lines that have room, the last of them saying how many have not.
func fitLines(l *locale.Lang, lines []string, room int) []string {
	if locale.Length(strings.Join(lines, "\n")) <= room {
		return lines
	}
	for n := len(lines) - 1; n > 0; n-- {
		more := "-# " + l.Say.LedgerMore.Format("n", l.Chips(int64(len(lines)-n)))
		if some := append(lines[:n:n], more); locale.Length(strings.Join(some, "\n")) <= room {
			return some
		}
	}
	return nil
}
