package record

import (
	"slices"
	"time"

	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/render/text"
)

// Application is a person who asks an organiser to let them register for a tournament (T11). It stays until they have read how it went.
type Application struct {
	Person  engine.ID     `json:"person"`
	ID      engine.ID     `json:"id"`                // of the interaction
	At      engine.Moment `json:"at"`                // when they asked last
	Price   int64         `json:"price,omitempty"`   // of the tournament then, in chips
	Word    string        `json:"word,omitempty"`    // that they used for it
	Message engine.ID     `json:"message,omitempty"` // asks the organiser; 0 until it is posted
	Outcome Outcome       `json:"outcome,omitempty"`
}

// Outcome is how an application went. The store keeps it.
type Outcome int

// The outcomes.
const (
	Waits      Outcome = iota
	Entered            // the person is registered, or on the waitlist
	MayEnter           // an organiser let them in, and they could not be registered
	WasRefused         // by an organiser
	TooLate            // registration is over
)

// Applies reports whether a person waits for an organiser.
func (e *Event) Applies(who engine.ID) bool { return e.application(who) >= 0 }

// Application returns the application of a person who waits for an organiser.
func (e *Event) Application(who engine.ID) Application { return e.Applications[e.application(who)] }

func (e *Event) application(who engine.ID) int {
	return slices.IndexFunc(e.Applications, func(q Application) bool { return q.Person == who && q.Outcome == Waits })
}

// askAgain is how long an application stands before the press of its person brings a new message.
const askAgain = 10 * time.Minute

// AskAgain brings a new message for a person who waits for an organiser, and reports whether it is time for one.
func (e *Event) AskAgain(who engine.ID, now engine.Moment) bool {
	q := &e.Applications[e.application(who)]
	due := now >= q.At.Add(askAgain)
	if due {
		e.dropMessage(q)
		q.At = now
	}
	return due
}

// dropMessage has the message of an application deleted.
func (e *Event) dropMessage(q *Application) {
	if q.Message != 0 {
		e.Call.Over = append(e.Call.Over, q.Message)
	}
	q.Message = 0
}

// Answer notes the answer of an organiser to a person, who may wait for it (T107). A person with a yes still waits to be registered.
func (e *Event) Answer(by, who engine.ID, answer text.Answer, at engine.Moment) {
	if answer == text.Approved {
		e.Approve(who)
	} else {
		e.Declined = append(e.Declined, who)
		e.End(who, WasRefused)
	}
	a := Act{By: by, Answer: answer}
	a.No, a.At, a.Person = e.LastNo(), at, who
	e.keep(a)
}

// End ends the waiting of a person. Another one may use the invitation word of who was not let in.
func (e *Event) End(who engine.ID, outcome Outcome) {
	i := e.application(who)
	if i < 0 {
		return
	}
	q := &e.Applications[i]
	e.dropMessage(q)
	if q.Outcome = outcome; outcome > MayEnter {
		e.returnWord(*q)
	}
}

// Withdraw takes the application of a person back.
func (e *Event) Withdraw(who engine.ID) {
	if i := e.application(who); i >= 0 {
		e.dropMessage(&e.Applications[i])
		e.returnWord(e.Applications[i])
		e.Applications = slices.Delete(e.Applications, i, i+1)
	}
}

// returnWord lets another person use the invitation word of an application.
func (e *Event) returnWord(q Application) {
	if i := slices.IndexFunc(e.Codes, func(c Code) bool { return c.Word == FoldWord(q.Word) }); i >= 0 {
		e.Codes[i].Left++
		e.Coded = slices.DeleteFunc(e.Coded, func(id engine.ID) bool { return id == q.Person })
	}
}

// Admitted returns the person who has waited longest of those who need wait no longer, 0 for none: they have the yes of an organiser or do
// not need it, or registration is over.
func (e *Event) Admitted() engine.ID {
	for _, q := range e.Applications {
		if q.Outcome == Waits && (!e.NeedsApproval(q.Person) || e.EntriesOver()) {
			return q.Person
		}
	}
	return 0
}

// EntriesOver reports whether no person can register any more.
func (e *Event) EntriesOver() bool {
	v := e.State.View()
	return v.Phase >= tournament.Finished || v.Phase >= tournament.Seated && v.Closed
}

// Asked notes the message of an application. It is to be deleted if the person does not wait any more.
func (e *Event) Asked(application, message engine.ID) {
	i := slices.IndexFunc(e.Applications, func(q Application) bool { return q.ID == application && q.Outcome == Waits })
	if i < 0 {
		e.Call.Over = append(e.Call.Over, message)
		return
	}
	e.Applications[i].Message = message
}

// ForgetApplication forgets an application whose person has read how it went.
func (e *Event) ForgetApplication(application engine.ID) {
	e.Applications = slices.DeleteFunc(e.Applications, func(q Application) bool { return q.ID == application })
}
