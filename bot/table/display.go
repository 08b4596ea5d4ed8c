package table

import (
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/engine"
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
	// Started ends Found. An idle table must not delay the tables where people play.
	Started(still, soon bool)

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
	// Vanished is called before Forgotten when the store no longer has the table; known reports whether there was one.
	Vanished(known bool)
	// Orphaned removes the buttons from the board of a table that no longer exists.
	Orphaned(was record.BoardRef)
	// Unreadable posts one notice that the table cannot be read at this version.
	Unreadable(version int64)
	// Unblocked resumes after Discord refused the bot.
	Unblocked()

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
	// Remind reminds the player to act if a reminder is due; otherwise it returns when to try again.
	Remind(w engine.Pending, now time.Time) (again time.Time)

	// Busy reports whether sleep would lose work in progress.
	Busy() bool
	Sleep()
	Woke()
}
