package record

import (
	"slices"
	"strings"
	"time"

	"cardroom/engine"
)

// Gate says who may register for a tournament (T11), and keeps the people who have passed it. The next tournament of a series has the same
// gate: people who have passed it once need not again, and a used word stays used.
type Gate struct {
	Roles    []engine.ID `json:"roles,omitempty"`    // members with one of them may register; none: all
	NotRoles []engine.ID `json:"notRoles,omitempty"` // members with one of them may not
	Codes    []Code      `json:"codes,omitempty"`    // invitation words; none: players need no word
	Coded    []engine.ID `json:"coded,omitempty"`    // people who have given a word
	Approval bool        `json:"approval,omitempty"` // an organiser has to say yes
	Approved []engine.ID `json:"approved,omitempty"`
	Declined []engine.ID `json:"declined,omitempty"` // they cannot ask again

	Left []Withdrawal `json:"left,omitempty"` // the latest
}

// Code is an invitation word, in lower case.
type Code struct {
	Word string `json:"word"`
	Left int    `json:"left,omitempty"` // people who may still use it
}

// clone returns a copy that shares nothing.
func (g *Gate) clone() Gate {
	c := *g
	c.Roles, c.NotRoles, c.Codes = slices.Clone(g.Roles), slices.Clone(g.NotRoles), slices.Clone(g.Codes)
	c.Coded, c.Approved, c.Declined = slices.Clone(g.Coded), slices.Clone(g.Approved), slices.Clone(g.Declined)
	c.Left = slices.Clone(g.Left)
	return c
}

// LacksRole reports whether a person with some roles has none of those that let them register.
func (g *Gate) LacksRole(has func(engine.ID) bool) bool {
	return len(g.Roles) > 0 && !slices.ContainsFunc(g.Roles, has)
}

// Bars reports whether a role keeps a person with some roles out.
func (g *Gate) Bars(has func(engine.ID) bool) bool { return slices.ContainsFunc(g.NotRoles, has) }

// ByRole reports whether the roles of a person matter.
func (g *Gate) ByRole() bool { return len(g.Roles)+len(g.NotRoles) > 0 }

// NeedsWord reports whether a person still has to give an invitation word.
func (g *Gate) NeedsWord(who engine.ID) bool {
	return len(g.Codes) > 0 && !slices.Contains(g.Coded, who)
}

// UseWord counts a use of an invitation word by a person who needs one. It reports false for a word that is unknown or used up.
func (g *Gate) UseWord(who engine.ID, typed string) bool {
	i := slices.IndexFunc(g.Codes, func(c Code) bool { return c.Left > 0 && c.Word == FoldWord(typed) })
	if i < 0 {
		return false
	}
	g.Codes[i].Left--
	g.Coded = append(g.Coded, who)
	return true
}

// FoldWord returns an invitation word in the form in which words are compared.
func FoldWord(typed string) string { return strings.ToLower(strings.TrimSpace(typed)) }

// NeedsApproval reports whether a person still needs the yes of an organiser.
func (g *Gate) NeedsApproval(who engine.ID) bool {
	return g.Approval && !slices.Contains(g.Approved, who)
}

// Approve lets a person pass, also after a no.
func (g *Gate) Approve(who engine.ID) {
	g.Declined = slices.DeleteFunc(g.Declined, func(id engine.ID) bool { return id == who })
	if !slices.Contains(g.Approved, who) {
		g.Approved = append(g.Approved, who)
	}
}

// Withdrawal is that a person unregistered.
type Withdrawal struct {
	Person engine.ID     `json:"p"`
	At     engine.Moment `json:"at"`
}

// A person may unregister mostWithdrawals times in withdrawalTime: the journal keeps each entry.
const (
	mostWithdrawals = 3
	withdrawalTime  = 10 * time.Minute
)

// Withdrew notes that a person unregistered, and forgets withdrawals that no longer count.
func (g *Gate) Withdrew(who engine.ID, now engine.Moment) {
	g.Left = slices.DeleteFunc(g.Left, func(w Withdrawal) bool { return now >= w.At.Add(withdrawalTime) })
	g.Left = append(g.Left, Withdrawal{Person: who, At: now})
}

// BarredUntil returns until when a person may not register because they unregistered too often.
func (g *Gate) BarredUntil(who engine.ID) (until engine.Moment) {
	n := 0
	for _, w := range slices.Backward(g.Left) {
		if w.Person != who {
			continue
		}
		if n++; n == mostWithdrawals {
			return w.At.Add(withdrawalTime)
		}
	}
	return 0
}
