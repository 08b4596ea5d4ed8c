package text

import (
	"slices"
	"strings"

	"cardroom/render/locale"
)

// Ledger returns the session of a table. It has a line for each person, which begins with "<@id>" as no other line does, a
// line for the house players where they won or lost, and the payments that settle it among the people. Owed is the session
// of free chips from before the table changed to others: only its payments follow. The text has at most 2,000 characters,
// and a longer one says how many people and payments it leaves out.
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

// TournamentLedger returns the prize chips that each person paid into a tournament and got out of it: a line for each, which
// begins with "<@id>" as no other line does. They are paid already, so nothing is left to settle.
func TournamentLedger(l *locale.Lang, people []Line) string {
	t := &l.Tournament.Ledger
	if len(people) == 0 {
		return string(t.None)
	}
	lines := append([]string{string(t.Head)}, fitLines(l, ledgerLines(l, people), locale.MaxText*2/3)...)
	return strings.Join(append(lines, "-# "+string(t.Terms)), "\n")
}

// ledgerLines returns the lines of the people.
func ledgerLines(l *locale.Lang, people []Line) []string {
	each := make([]string, len(people))
	for i, p := range people {
		each[i] = l.Say.LedgerLine.Format("player", person(l, p.Person), "in", l.Chips(p.In), "out", l.Chips(p.Out), "net", l.Chips(p.Net))
	}
	return each
}

// houseLine returns the winnings of house players from the people, or their losses, so that the ledger adds up.
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

// paymentLines returns the lines below the people, first their heading. It returns none where only house players are owed
// or owe.
func paymentLines(l *locale.Lang, people []Line) []string {
	if len(people) > 0 && !slices.ContainsFunc(people, func(p Line) bool { return p.Net != 0 }) {
		return []string{"-# " + string(l.Say.Even)}
	}
	return settledLines(l, people, l.Say.Settle)
}

// owedLines returns the payments of free chips from before.
func owedLines(l *locale.Lang, people []Line) []string { return settledLines(l, people, l.Money.Owed) }

// settledLines returns payments under a heading, and nothing where there are none.
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

// fitLines returns the lines that fit, the last of which says how many do not.
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
