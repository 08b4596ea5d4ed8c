package record

import (
	"maps"
	"slices"

	"cardroom/bot/message"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/draw"
	"cardroom/engine/tournament/proof"
	"cardroom/internal/fastjson"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
	"cardroom/store"
)

// Event is the tournament of a table, as the table's record keeps it: the director's state, and the messages in Discord. So
// one commit has a hand and its effect on the tournament.
type Event struct {
	ID engine.ID `json:"id"` // of the interaction that made it
	Conditions
	Lobby message.Ref `json:"lobby"` // the message may be still to come
	Messages
	Entries []engine.ID          `json:"entries,omitempty"` // persons at the start, in order: they fix the draws, too
	Bots    map[engine.ID]string `json:"bots,omitempty"`    // names of house players
	locale.Cancellation
	Reasons map[int]string `json:"reasons,omitempty"` // of disqualifications, by entry
	Logs
	Venue  Venue  `json:"venue,omitzero"`
	Series Series `json:"series,omitzero"`
	// Standing is since when the deadline of a running hand stands, in a pause for vanished players (T100); 0: it does not.
	Standing engine.Moment `json:"standing,omitempty"`
	State    Director      `json:"state"`

	sinceCommit
}

// Logs keeps the course of a tournament so far.
type Logs struct {
	Log     Log            `json:"log,omitempty"`     // of the director, the newest
	Acts    []Act          `json:"acts,omitempty"`    // of organisers, the newest
	Journal *proof.Journal `json:"journal,omitempty"` // of all commands; nil where the tournament is older than journals
}

// sinceCommit holds a tournament's changes for the next commit. It is not stored.
type sinceCommit struct {
	moves []store.Move // of prize chips
	ended bool
}

// Conditions holds its organiser's choices, beside the options of the director: the name, the conditions to register, and the like.
type Conditions struct {
	Name   string    `json:"name"`
	By     engine.ID `json:"by"`               // the organiser
	Thread string    `json:"thread,omitempty"` // name that the bot gave to the table's thread; "": it made none
	Gate
	Again  bool `json:"again,omitempty"`  // its start opens the next one (T122)
	Listed bool `json:"listed,omitempty"` // among the events of the server (T121)
}

// Messages is the messages of a tournament beside its lobby; each is 0 before it is posted.
type Messages struct {
	Commitment engine.ID `json:"seal,omitempty"`  // with the seal of the draws
	Start      engine.ID `json:"start,omitempty"` // announces the start, which fixes the draws
	Result     engine.ID `json:"result,omitempty"`
	Reported   News      `json:"reported,omitempty"` // news that a message of its own has told
	Call       Call      `json:"call,omitzero"`
	Event      engine.ID `json:"event,omitempty"` // in the list of the server's events (T121)

	Applications []Application `json:"applications,omitempty"`
}

// HidesCards reports whether a player who was dealt in sees their cards only by a press. The price may come back to those who never
// press (T71).
func (e *Event) HidesCards(v *engine.View, who engine.ID) bool {
	if e == nil || !slices.ContainsFunc(v.Seats, func(s engine.SeatView) bool { return s.Player == who && s.InHand }) {
		return false
	}
	n := e.State.EntryOf(who)
	return n != 0 && e.State.Entry(n).NoShow
}

// People returns the persons whom the tournament with view v still needs: those who play or may still buy in, and those who wait for a
// place, for an organiser or for the next tournament.
func (e *Event) People(v tournament.View) []engine.ID {
	if v.Phase >= tournament.Finished {
		return e.Series.Waiting
	}
	list := slices.Concat(v.Waitlist, e.Series.Waiting, e.Series.Invited)
	for _, x := range e.State.Entries() {
		if x.House == engine.Person && !x.Out {
			list = append(list, x.Person)
		}
	}
	return append(list, e.Applicants()...)
}

// Over reports whether the tournament has ended or was cancelled. A cash table has none.
func (e *Event) Over() bool { return e != nil && e.State.View().Phase >= tournament.Finished }

// News is a set of events that a tournament tells by a message of its own (T116).
type News uint8

// The news.
const (
	NewsBurst   News = 1 << iota // the bubble: all who are left win a prize
	NewsHeadsUp                  // two players are left
)

// News returns the news that the tournament has not told yet (T116).
func (e *Event) News() (news News) {
	v := e.State.View()
	if v.Phase != tournament.Running || !v.Closed || v.Alive < 2 {
		return 0
	}
	if v.Deal.Made == 0 && len(v.Prizes) > 0 && v.Prizes[0] > 0 && v.Alive <= len(v.Prizes) && v.Counted > len(v.Prizes) {
		news |= NewsBurst
	}
	if v.Alive == 2 && v.Counted > 2 {
		news |= NewsHeadsUp
	}
	return news &^ e.Reported
}

// Director is the state of a tournament, stored as its snapshot.
type Director struct {
	tournament.Tournament
	text []byte // the snapshot: most commits do not change it; nil where it was not written yet
}

// Try returns the error with which the director would refuse a command now, or nil. Nothing changes.
func (d *Director) Try(c tournament.Command) error {
	_, _, err := d.Apply(c, draw.InOrder{}, nil)
	return err
}

// MarshalJSON returns the snapshot.
func (d Director) MarshalJSON() ([]byte, error) {
	if d.text != nil {
		return d.text, nil
	}
	return d.Snapshot()
}

// AppendJSON appends the snapshot.
func (d Director) AppendJSON(b []byte) ([]byte, error) {
	text, err := d.MarshalJSON()
	return append(b, text...), err
}

// UnmarshalJSON reads a snapshot. The error is one of package tournament.
func (d *Director) UnmarshalJSON(b []byte) (err error) {
	d.Tournament, err = tournament.Restore(b)
	return err
}

// Log is the events of the director.
type Log []*Logged

// AppendJSON appends the JSON of the events.
func (l Log) AppendJSON(b []byte) (_ []byte, err error) {
	b = append(b, '[')
	for i, x := range l {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = x.appendJSON(b); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

// Logged is an event of the director.
type Logged struct {
	tournament.Event
	text []byte // its JSON, the same in each commit; nil where the event was read from the store
}

func (l *Logged) appendJSON(b []byte) ([]byte, error) {
	switch {
	case l == nil:
		return append(b, "null"...), nil
	case l.text == nil:
		return fastjson.Append(b, &l.Event)
	}
	return append(b, l.text...), nil
}

// mostLogged is how many events of its director a tournament keeps, and how many acts of organisers.
const mostLogged = 60

// routine reports whether an event comes with every hand. The log keeps none of those but the newest event: hands are in the
// history, and draws in the journal.
func (l *Logged) routine() bool {
	return l.Kind == tournament.HandStarted || l.Kind == tournament.HandEnded || l.Kind == tournament.Drawn
}

// Act is an act of an organiser (T109): the event of the director, and the text they typed. An answer to a person who wants to register has
// no kind of event.
type Act struct {
	tournament.Event
	Nth    int         `json:"nth,omitempty"` // of all acts, from 1; 0 where a program without that number noted it
	By     engine.ID   `json:"by"`
	Words  string      `json:"words,omitempty"`
	Answer text.Answer `json:"answer,omitempty"`
}

// Act notes the events that a command of an organiser brought, after a number of the log.
func (e *Event) Act(by engine.ID, words string, after int64) {
	for _, x := range e.Log {
		switch x.Kind {
		case tournament.Changed, tournament.Paused, tournament.Resumed, tournament.Struck, tournament.Warned, tournament.Ending, tournament.WasCancelled, tournament.TableOpened:
			if x.No > after {
				e.keep(Act{Event: x.Event, By: by, Words: words})
			}
		}
	}
}

// keep adds an act to the newest.
func (e *Event) keep(a Act) {
	a.Nth = e.EarlierActs() + len(e.Acts) + 1
	e.Acts = append(e.Acts, a)
	e.Acts = e.Acts[max(0, len(e.Acts)-mostLogged):]
}

// EarlierActs returns how many acts are not kept any more.
func (e *Event) EarlierActs() int {
	if len(e.Acts) == 0 {
		return 0
	}
	return max(0, e.Acts[len(e.Acts)-1].Nth-len(e.Acts))
}

// Title returns the name of the tournament, for messages.
func (e *Event) Title() string { return render.EscapeLine(e.Name, render.MostTitle) }

// LastNo returns the number of the newest event of the director, 0 for none.
func (e *Event) LastNo() int64 {
	if len(e.Log) == 0 {
		return 0
	}
	return e.Log[len(e.Log)-1].No
}

// Clone returns a copy that shares nothing that can change.
func (e *Event) Clone() *Event {
	c := *e
	c.moves, c.Call.Over, c.Call.Earlier = slices.Clone(e.moves), slices.Clone(e.Call.Over), slices.Clone(e.Call.Earlier)
	c.Entries, c.Log, c.Gate, c.Acts = slices.Clone(e.Entries), slices.Clip(e.Log), e.Gate.clone(), slices.Clip(e.Acts) // events never change
	c.Applications = slices.Clone(e.Applications)
	c.Bots, c.Reasons = maps.Clone(e.Bots), maps.Clone(e.Reasons)
	if e.Journal != nil {
		j := *e.Journal
		c.Journal = &j
	}
	return &c
}

// Direct brings the director a command, and keeps its events in the log and the command in the journal. After an error nothing
// has changed.
func (e *Event) Direct(c tournament.Command, lots tournament.Lots) ([]tournament.Event, error) {
	next, events, err := e.State.Apply(c, lots, nil)
	if err != nil {
		return nil, err
	}
	if len(events) > 0 || !e.State.Same(&next) { // most presses change nothing, and the journal leaves them out
		text, err := next.Snapshot()
		if err != nil {
			return nil, err
		}
		if e.Journal != nil {
			if err := e.Journal.Add(c); err != nil {
				return nil, err
			}
		}
		e.noteSuccessor(&next)
		e.noteCause(c, events)
		e.State = Director{next, text}
		e.Keep(events)
	}
	switch c := c.(type) {
	case tournament.Press:
		e.Call.pressed(next.Entry(c.Entry).Person)
	case tournament.Leave:
		e.Call.pressed(next.Entry(c.Entry).Person)
	}
	return events, nil
}

// noteCause notes why the events of a command cancel the tournament, from the state before them, if no organiser did it (T15, T101).
func (e *Event) noteCause(c tournament.Command, events []tournament.Event) {
	cancelled := slices.ContainsFunc(events, func(x tournament.Event) bool { return x.Kind == tournament.WasCancelled })
	if _, asked := c.(tournament.Cancel); !cancelled || e.Reason != "" || asked && e.Venue.Deleted == 0 {
		return
	}
	switch v := e.State.View(); {
	case v.Phase >= tournament.Running && !v.Halt.Cancels():
	case e.Venue.Deleted != 0:
		e.Cause = locale.NoChannel
	case v.Phase >= tournament.Running:
		e.Cause = locale.LongPause
	case e.State.Options().Scheduled:
		e.Cause = locale.TooFewPlayers
	default:
		e.Cause = locale.NotFull
	}
}

// log adds events of the director to the log.
func (e *Event) log(events []tournament.Event) {
	log := slices.DeleteFunc(slices.Clone(e.Log), (*Logged).routine)
	for i := range events {
		if x := (&Logged{Event: events[i]}); i == len(events)-1 || !x.routine() {
			x.text, _ = fastjson.Marshal(&x.Event) // after an error the next commit tries again, and fails
			log = append(log, x)
		}
	}
	if len(events) > 0 {
		e.Log = log[max(0, len(log)-mostLogged):]
	}
}

// Keep adds events of the director to the log. The next commit makes their moves of prize chips.
func (e *Event) Keep(events []tournament.Event) {
	e.log(events)
	e.call(events)
	for _, x := range events {
		if x.Kind == tournament.WentOut {
			e.Call.pressed(x.Person)
		}
		e.ended = e.ended || x.Kind == tournament.WasFinished || x.Kind == tournament.WasCancelled
		m := store.Move{Person: x.Person, Amount: x.Amount, Reason: reasons[x.Kind]}
		if m.Reason == "" || m.Amount == 0 {
			continue
		}
		switch x.Kind {
		case tournament.Refunded, tournament.Paid, tournament.HeadTaken, tournament.GivenBack:
			m.Amount = -m.Amount
		}
		e.moves = append(e.moves, m)
	}
}

// reasons has the reason in the ledger of each kind of event that moves prize chips (T125).
var reasons = map[tournament.Kind]store.Reason{
	tournament.Funded: store.ReasonAdded, tournament.GivenBack: store.ReasonGivenBack, tournament.Registered: store.ReasonEntry,
	tournament.RebuyPaid: store.ReasonRebuy, tournament.AddOnPaid: store.ReasonAddOn, tournament.Refunded: store.ReasonRefund, tournament.Paid: store.ReasonPrize,
	tournament.HeadTaken: store.ReasonBounty,
}

// Committed forgets the changes that a commit has stored: the moves of prize chips, and that the tournament ended. A cash table
// has neither.
func (e *Event) Committed() {
	if e != nil {
		e.moves, e.ended = nil, false
	}
}

// Escrow returns the prize chips of the tournament, with the moves since the last commit. A cash table has none.
func (e *Event) Escrow() store.Escrow {
	if e == nil {
		return store.Escrow{}
	}
	return store.Escrow{Tournament: e.ID, Chips: e.State.Escrow(), Moves: e.moves}
}
