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
	ID      engine.ID     `json:"id"`                // of the interaction; of a place that came free its number in the log
	At      engine.Moment `json:"at"`                // when a message was due
	Pressed engine.Moment `json:"pressed"`           // when they asked last; 0 for a place that came free
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

// Applicants returns the people who wait for an organiser.
func (e *Event) Applicants() (people []engine.ID) {
	for _, q := range e.Applications {
		if q.Outcome == Waits {
			people = append(people, q.Person)
		}
	}
	return people
}

// Application returns the application of a person who waits for an organiser.
func (e *Event) Application(who engine.ID) Application { return e.Applications[e.application(who)] }

func (e *Event) application(who engine.ID) int {
	return slices.IndexFunc(e.Applications, func(q Application) bool { return q.Person == who && q.Outcome == Waits })
}

// askAgain is how long an application stands before the press of its person brings a new message.
const askAgain = 10 * time.Minute

// Apply notes that a person asks an organiser, first or again.
func (e *Event) Apply(q Application) {
	e.forgetOutcomes(q.Person)
	i := e.application(q.Person)
	if i < 0 {
		e.Applications = append(e.Applications, q)
		return
	}
	now := &e.Applications[i]
	if now.Price, now.Pressed = q.Price, q.Pressed; q.Word != "" {
		now.Word = q.Word
	}
	if q.At >= now.At.Add(askAgain) {
		e.dropMessage(now)
		now.At = q.At
	}
}

// forgetOutcomes forgets how earlier applications of a person went, of which they have not read yet.
func (e *Event) forgetOutcomes(who engine.ID) {
	e.Applications = slices.DeleteFunc(e.Applications, func(q Application) bool { return q.Person == who && q.Outcome != Waits })
}

// EndApplications ends all applications of a person without a word: they have registered, or do not want to any more.
func (e *Event) EndApplications(who engine.ID) {
	e.forgetOutcomes(who)
	if i := e.application(who); i >= 0 {
		e.dropMessage(&e.Applications[i])
		e.Applications = slices.Delete(e.Applications, i, i+1)
	}
}

// dropMessage has the message of an application deleted.
func (e *Event) dropMessage(q *Application) {
	if q.Message != 0 {
		e.Call.Over = append(e.Call.Over, q.Message)
	}
	q.Message = 0
}

// NoteFreed notes that a person of the waitlist got a place, at a price: they read it as others read how their application went.
func (e *Event) NoteFreed(who engine.ID, price int64, at engine.Moment) {
	e.forgetOutcomes(who)
	e.Applications = append(e.Applications, Application{Person: who, ID: engine.ID(e.LastNo()), At: at, Price: price, Outcome: Entered})
}

// NoteInvited notes that a person who waited for the tournament before is about to be registered, for the price: they read it as others
// read how their application went.
func (e *Event) NoteInvited(who engine.ID, at engine.Moment) {
	e.NoteFreed(who, e.State.Options().Price, at)
	e.Applications[len(e.Applications)-1].Pressed = at
}

// Freed reports whether a place came free for the person, so that no organiser was asked.
func (q Application) Freed() bool { return q.Outcome == Entered && q.Pressed == 0 }

// Answer notes the answer of an organiser to a person, who may wait for it (T107). A person with a yes still waits to be registered.
func (e *Event) Answer(by, who engine.ID, answer text.Answer, at engine.Moment) {
	e.forgetOutcomes(who)
	if answer == text.Approved {
		e.Approve(who)
	} else {
		e.Approved = slices.DeleteFunc(e.Approved, func(id engine.ID) bool { return id == who })
		e.Declined = append(e.Declined, who)
		e.End(who, WasRefused)
	}
	e.noteAnswer(by, who, answer, at)
}

// NoteMove notes that an organiser moved the lobby to another channel (T109).
func (e *Event) NoteMove(by engine.ID, at engine.Moment) { e.noteAnswer(by, 0, text.MovedLobby, at) }

// noteAnswer notes an act for which the director has no event.
func (e *Event) noteAnswer(by, who engine.ID, answer text.Answer, at engine.Moment) {
	a := Act{By: by, Answer: answer}
	a.No, a.At, a.Person = e.LastNo(), at, who
	e.keep(a)
}

// End ends the waiting of a person. Another one may use the invitation word of a person who was not let in.
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

// Withdraw takes the application of a person back. Another one may use their invitation word.
func (e *Event) Withdraw(who engine.ID) {
	if i := e.application(who); i >= 0 {
		e.returnWord(e.Applications[i])
	}
	e.EndApplications(who)
}

// SetCode sets how often an invitation word may still be used. Earlier uses do not come back.
func (e *Event) SetCode(c Code) {
	e.Codes = slices.DeleteFunc(e.Codes, func(old Code) bool { return old.Word == c.Word })
	if c.Left > 0 {
		e.Codes = append(e.Codes, c)
	}
	for i := range e.Applications {
		if q := &e.Applications[i]; FoldWord(q.Word) == c.Word {
			q.Word = ""
		}
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
	return v.Phase >= tournament.Finished || v.NoEntry
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

// ForgetApplications forgets applications whose people have read how they went.
func (e *Event) ForgetApplications(over []Application) {
	e.Applications = slices.DeleteFunc(e.Applications, func(q Application) bool {
		return slices.ContainsFunc(over, func(x Application) bool { return x.ID == q.ID })
	})
}
