package table

import (
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/render/picture"
	"cardroom/render/text"
)

// Summary is what other goroutines may know of a table, without a word to it: also while it sleeps, or stands still. None of
// it is changed after it is stored. What is seen of the table is no more than everyone in its channel may see.
type Summary struct {
	Open   bool // a table is open; all but names, theme and textOnly is zero where none is
	Asleep bool
	Board  engine.ID // the message; 0 while there is none
	Mirror engine.ID // the channel that shows it too; 0 where none does
	Rules  engine.Rules
	Seated int
	Hand   int64
	State  text.State

	Chips     map[engine.ID]int64 // of wallets, by who has a seat
	Waits     []engine.ID         // for a seat or for chips
	Host      engine.ID
	Followers []engine.ID

	Names    record.People // as far as the table has met people
	Theme    picture.Theme // of its picture
	TextOnly bool          // it has none
}

// Unreadable reports whether a table is stored here that cannot be opened.
func (s *Summary) Unreadable() bool { return s.State == text.StateResting }

// Summary returns what other goroutines may know of the table. Any goroutine may call it.
func (t *Table) Summary() *Summary { return t.summary.Load() }

// summarize stores what other goroutines may know of the table.
func (t *Table) summarize() {
	r := &t.state.record
	s := &Summary{Names: t.names.met, Theme: r.Extras.Theme, TextOnly: r.Extras.TextBoard}
	if t.version != 0 {
		v := t.View()
		s.Open, s.Board, s.Mirror, s.Rules = true, r.Board.Message, r.Mirror.Channel, v.Rules
		s.Seated, s.Hand, s.State = len(v.Seats), v.Hand, stateOf(v)
		s.Chips, s.Waits, s.Host, s.Followers = map[engine.ID]int64{}, v.Waitlist, r.Host, r.Followers
		for _, seat := range v.Seats {
			s.Chips[seat.Player] = 0
			if !t.OffWallet(&v) {
				s.Chips[seat.Player] = OwnChips(&v, seat)
			}
		}
		for _, q := range r.Requests {
			s.Waits = append(s.Waits[:len(s.Waits):len(s.Waits)], q.Player)
		}
	}
	t.summary.Store(s)
}

func stateOf(v engine.View) text.State {
	switch {
	case v.Closing:
		return text.StateClosing
	case v.Phase != engine.Idle:
		return text.StatePlaying
	case v.Paused:
		return text.StatePaused
	case v.Until != 0:
		return text.StateSoon
	}
	return text.StateWaiting
}
