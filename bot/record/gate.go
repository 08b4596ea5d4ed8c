package record

import (
	"slices"
	"strings"

	"cardroom/engine"
)

// Gate says who may register for a tournament (T11), and keeps who has passed it.
type Gate struct {
	Roles        []engine.ID   `json:"roles,omitempty"`    // members with one of them may register; none: all
	NotRoles     []engine.ID   `json:"notRoles,omitempty"` // members with one of them may not
	Codes        []Code        `json:"codes,omitempty"`    // invitation words; none: players need no word
	Coded        []engine.ID   `json:"coded,omitempty"`    // people who have given a word
	Approval     bool          `json:"approval,omitempty"` // an organiser has to say yes
	Approved     []engine.ID   `json:"approved,omitempty"`
	Applications []Application `json:"applications,omitempty"` // of people who wait for the organiser
}

// Code is an invitation word, in lower case.
type Code struct {
	Word string `json:"word"`
	Left int    `json:"left,omitempty"` // people who may still use it
}

// Application is a person who asks to register, and the message that asks the organiser.
type Application struct {
	Person  engine.ID `json:"person"`
	ID      engine.ID `json:"id"`                // of the interaction
	Message engine.ID `json:"message,omitempty"` // 0 until it is posted
}

// MostApplications is how many people may wait for the organiser of a tournament.
const MostApplications = 20

// Clone returns a copy that shares nothing.
func (g *Gate) Clone() Gate {
	c := *g
	c.Roles, c.NotRoles, c.Codes = slices.Clone(g.Roles), slices.Clone(g.NotRoles), slices.Clone(g.Codes)
	c.Coded, c.Approved, c.Applications = slices.Clone(g.Coded), slices.Clone(g.Approved), slices.Clone(g.Applications)
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

// NeedsApproval reports whether a person still needs the yes of an organiser.
func (g *Gate) NeedsApproval(who engine.ID) bool {
	return g.Approval && !slices.Contains(g.Approved, who)
}

// UseWord counts a use of an invitation word by a person. It reports false for a word that is unknown or used up.
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

// Approve lets a person pass, and ends their application.
func (e *Event) Approve(who engine.ID) {
	if !slices.Contains(e.Approved, who) {
		e.Approved = append(e.Approved, who)
	}
	e.EndApplications(func(q Application) bool { return q.Person == who })
}

// Applies reports whether a person waits for the organiser.
func (g *Gate) Applies(who engine.ID) bool {
	return slices.ContainsFunc(g.Applications, func(q Application) bool { return q.Person == who })
}

// Asked notes the message of an application. It is to be deleted if the application has ended meanwhile.
func (e *Event) Asked(application, message engine.ID) {
	i := slices.IndexFunc(e.Applications, func(q Application) bool { return q.ID == application })
	if i < 0 {
		e.Call.Over = append(e.Call.Over, message)
		return
	}
	e.Applications[i].Message = message
}

// EndApplications ends the applications of some people. Their messages are to be deleted.
func (e *Event) EndApplications(ends func(Application) bool) {
	for _, q := range e.Applications {
		if ends(q) && q.Message != 0 {
			e.Call.Over = append(e.Call.Over, q.Message)
		}
	}
	e.Applications = slices.DeleteFunc(e.Applications, ends)
}
