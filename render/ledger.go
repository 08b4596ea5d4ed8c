package render

import (
	"slices"
	"strings"
)

// Ledger is the session of a table: a line a person, which begins with "<@id>" as no other line does, a line of the house
// where it has won or lost, then the payments that settle it among the people. Owed is the session of free chips that was left
// when the table went over to others: only its payments are told. It keeps to 2,000 characters; a longer one says how many
// people and payments are not shown.
func (l *Lang) Ledger(people, owed []Line) string {
	lines := []string{string(l.Say.LedgerNone)}
	if len(people) > 0 {
		lines = append([]string{string(l.Say.LedgerHead)}, l.fit(l.lines(people), maxText*2/3)...)
		lines = append(lines, l.house(people)...)
	}
	for _, payments := range [][]string{l.payments(people), l.owed(owed)} {
		lines = append(lines, l.fit(payments, maxText-length(strings.Join(lines, "\n"))-1)...)
	}
	return strings.Join(lines, "\n")
}

// lines are those of the people.
func (l *Lang) lines(people []Line) []string {
	each := make([]string, len(people))
	for i, p := range people {
		each[i] = l.Say.LedgerLine.Format("player", l.person(p.Person), "in", l.Chips(p.In), "out", l.Chips(p.Out), "net", l.Chips(p.Net))
	}
	return each
}

// house is what house players have of the people's chips, or they of theirs: a ledger adds up.
func (l *Lang) house(people []Line) []string {
	net := int64(0)
	for _, p := range people {
		net -= p.Net
	}
	if net == 0 {
		return nil
	}
	return []string{l.Money.HouseLine.Format("net", l.Chips(net))}
}

// payments are the lines below the people; the first is their heading. Where only house players are owed or owe, there
// is nothing to say.
func (l *Lang) payments(people []Line) []string {
	if len(people) > 0 && !slices.ContainsFunc(people, func(p Line) bool { return p.Net != 0 }) {
		return []string{"-# " + string(l.Say.Even)}
	}
	return l.settled(people, l.Say.Settle)
}

// owed is the payments of free chips from before.
func (l *Lang) owed(people []Line) []string { return l.settled(people, l.Money.Owed) }

// settled is payments under a heading; nothing where there are none.
func (l *Lang) settled(people []Line, heading Text) []string {
	payments := Settle(people)
	if len(payments) == 0 {
		return nil
	}
	lines := []string{"-# " + string(heading)}
	for _, p := range payments {
		lines = append(lines, "-# "+l.Say.SettlePay.Format("from", l.person(p.From), "to", l.person(p.To), "amount", l.Chips(p.Amount)))
	}
	return lines
}

// fit is the lines that have room, the last of them saying how many have not.
func (l *Lang) fit(lines []string, room int) []string {
	if length(strings.Join(lines, "\n")) <= room {
		return lines
	}
	for n := len(lines) - 1; n > 0; n-- {
		more := "-# " + l.Say.LedgerMore.Format("n", l.Chips(int64(len(lines)-n)))
		if some := append(lines[:n:n], more); length(strings.Join(some, "\n")) <= room {
			return some
		}
	}
	return nil
}
