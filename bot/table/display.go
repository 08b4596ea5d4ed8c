package table

import (
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/render"
)

// Display shows a table in its channel. The table calls it in its own goroutine; package channel implements it.
type Display interface {
	// Opening forgets the messages of an earlier table.
	Opening()
	// Found is called when the program lists its tables at startup. The messages of an earlier run are unknown then.
	Found()
	// Adopted is called after reading a record: was and board are the messages of the earlier board and of this one; 0:
	// none.
	Adopted(was, board engine.ID)
	// Resumed removes the leftovers of an earlier run, or of a commit with an unknown outcome.
	Resumed()
	// Started ends Found at a table where no hand runs; soon reports whether it has work soon. An idle table must not delay the
	// tables where people play.
	Started(soon bool)

	// Committed shows the table after every commit. If answering is not nil, the board answers it.
	Committed(answering *interaction.Interaction)
	// Closing deletes messages that no record would list after the commit that closes the table, and removes them from the
	// record.
	Closing(r *record.Table)
	// Refresh shows the table's current state.
	Refresh()
	// HandStarts keeps the board of the last hand.
	HandStarts()
	// Say posts a sentence in the channel that notifies no user. The nonce makes a retry harmless.
	Say(text, nonce string)
	// Halted shows that the table is paused until the store answers. It returns false if there is no board to show it on.
	Halted() bool
	// Forgotten stops all edits, because the channel has no table.
	Forgotten()
	// Vanished is called before Forgotten when the store no longer has a table. It removes the buttons from the board that was.
	Vanished(was record.BoardRef)
	// Unreadable posts one notice that the table cannot be read at this version.
	Unreadable(version int64)

	// Heading returns the current first line of the board.
	Heading() string
	// Ready reports whether the channel has a board, and if not, when to check again; zero: never.
	Ready() (ready bool, again time.Time)
	// Prepare posts a board if there is none or an outdated one, and reports whether there is one now.
	Prepare() bool
	// Swept reports whether the leftovers of an earlier run are cleared up. No hand starts before.
	Swept() bool
	// Next returns when the display needs the alarm; zero: never.
	Next(w engine.Pending) time.Time
	// Sweep clears up an earlier run's leftovers if the next hand waits for that.
	Sweep()
	// Remind reminds the player to act if a reminder is due. It returns when to try again if one is due and no board is confirmed
	// yet; else zero.
	Remind(w engine.Pending, now time.Time) (again time.Time)

	// Busy reports whether sleep would lose work in progress.
	Busy() bool
	Sleep()
	Woke()
}

// Director decides for the table of a tournament: levels, seats and the players of the next hand. The table calls it in its
// own goroutine; package tournament implements it.
type Director interface {
	// Committing carries the table's events over to the tournament, in the same commit: next and r are the table and the
	// record that are about to be stored. It may change both, and returns the events with those of the table that it adds.
	Committing(next *engine.Table, r *record.Table, events []engine.Event) ([]engine.Event, error)
	// StartHand begins the next hand in next and r.
	StartHand(next *engine.Table, r *record.Table, now engine.Moment) ([]engine.Event, error)
	// HandDue returns when the next hand may start; 0 is not before another change.
	HandDue() engine.Moment
	// Due returns when Advance has work; zero is never.
	Due() time.Time
	// Advance does the due steps.
	Advance(now time.Time)
	// Show shows the tournament after a commit.
	Show()
	// Orphaned notes that the channel of the table was deleted, and reports whether the tournament goes on in another one.
	Orphaned() bool
	// Standing returns the tournament as the board shows it to the reader of a scene, whose view it may complete.
	Standing(s *render.Scene) *render.Tournament
}

// directed reports whether a tournament decides for a table.
func directed(t *Table) bool { return t.Director != nil && t.InTournament() }

// InTournament reports whether a table is open and one of a tournament.
func (t *Table) InTournament() bool { return t.version != 0 && t.state.record.Event != nil }
