package render

import (
	"slices"
	"strings"
)

// Ledger is the session of a table: a line a person, which begins with "<@id>" as no other line does, then the payments
// that settle it. It keeps to 2,000 characters; a longer one says how many people and payments are not shown.
func (l *Lang) Ledger(people []Line) string {
	if len(people) == 0 {
		return string(l.Say.LedgerNone)
	}
	each := make([]string, len(people))
	for i, p := range people {
		each[i] = l.Say.LedgerLine.With("player", l.person(p.Person), "in", l.Chips(p.In), "out", l.Chips(p.Out), "net", l.Chips(p.Net))
	}
	lines := append([]string{string(l.Say.LedgerHead)}, l.fit(each, maxText*2/3)...)
	payments := l.payments(people)
	return strings.Join(append(lines, l.fit(payments, maxText-length(strings.Join(lines, "\n"))-1)...), "\n")
}

// payments are the lines below the people; the first is their heading. Where only house players are owed or owe, there
// is nothing to say.
func (l *Lang) payments(people []Line) []string {
	payments := Settle(people)
	if !slices.ContainsFunc(people, func(p Line) bool { return p.Net != 0 }) {
		return []string{"-# " + string(l.Say.Even)}
	}
	if len(payments) == 0 {
		return nil
	}
	lines := []string{"-# " + string(l.Say.Settle)}
	for _, p := range payments {
		lines = append(lines, "-# "+l.Say.SettlePay.With("from", l.person(p.From), "to", l.person(p.To), "amount", l.Chips(p.Amount)))
	}
	return lines
}

// fit is the lines that have room, the last of them saying how many have not.
func (l *Lang) fit(lines []string, room int) []string {
	if length(strings.Join(lines, "\n")) <= room {
		return lines
	}
	for n := len(lines) - 1; n > 0; n-- {
		more := "-# " + l.Say.LedgerMore.With("n", l.Chips(int64(len(lines)-n)))
		if some := append(lines[:n:n], more); length(strings.Join(some, "\n")) <= room {
			return some
		}
	}
	return nil
}
