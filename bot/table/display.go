package table

import (
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/engine"
)

// Display is what stands in its channel for a table. The table calls it in its own goroutine; package channel implements it.
type Display interface {
	// Opening forgets what stood there for an earlier table.
	Opening()
	// Found is called when a start of the program lists the table: what an earlier life left in the channel is unknown.
	Found()
	// Adopted is called when a record was read: was and board are the messages of the boards before and now; 0: none.
	Adopted(was, board engine.ID)
	// Resumed tidies up what an earlier life of the program, or a commit in doubt, has left.
	Resumed()
	// Started ends Found. A table that lies still does not keep those waiting where people play.
	Started(still, soon bool)

	// Committed shows the table after every commit, and answers with it where answering is not nil.
	Committed(answering *interaction.Interaction)
	// Closing deletes what nobody would know of after the commit that closes the table, and takes it out of the record.
	Closing(r *record.Table)
	// Refresh shows the table as it is.
	Refresh()
	// HandStarts keeps the board of the hand before.
	HandStarts()
	// Halted shows that the table stands still until the store answers. It is false where there is no board to show it.
	Halted() bool
	// Forgotten edits nothing any more: there is no table here.
	Forgotten()
	// Vanished is called when the store has no table any more, before Forgotten. Its board was was; known reports whether
	// there was a table.
	Vanished(known bool)
	// Orphaned takes the buttons off the board of a table that is no more.
	Orphaned(was record.BoardRef)
	// Unreadable says once that the table cannot be read at this version.
	Unreadable(version int64)
	// Unblocked goes on after Discord has refused the bot.
	Unblocked()

	// Heading returns the first line of the board as it is now.
	Heading() string
	// Ready reports whether there is a board on which people could see what happens, and else when to look again; zero: never.
	Ready() (ready bool, again time.Time)
	// Prepare posts a board where there is none or it is behind, and reports whether there is one.
	Prepare() bool
	// Swept reports whether what an earlier life left was seen. No hand starts before.
	Swept() bool
	// Next returns when the display wants to be woken; zero: never.
	Next(w engine.Pending) time.Time
	// Sweep looks at what an earlier life left, where the next hand waits for that.
	Sweep()
	// Remind reminds the player to act as far as it is time for that, or returns when to try again.
	Remind(w engine.Pending, now time.Time) (again time.Time)

	// Busy reports whether something is under way that would be lost asleep.
	Busy() bool
	Sleep()
	Woke()
}
