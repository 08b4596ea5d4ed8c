package table

import (
	"math"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/task"
	"cardroom/engine"
)

// inboxSize is the number of jobs that may wait at a table. Beyond it, the bot tells users that the table is busy.
const inboxSize = 64

// mailbox queues the table's jobs.
type mailbox struct {
	task.Queue
	before engine.ID // interactions up to it were handled before the program started; only jobs may use it
}

// Post queues a job. It returns false when too many wait.
func (t *Table) Post(job func()) bool { return t.mailbox.Put(job, inboxSize) }

// mostOfOne limits one user's interactions in the inbox, so that a user cannot keep others from the table. A user with more
// is pressing without looking.
const mostOfOne = 8

// Enqueue queues an interaction. It returns false when too many wait.
func (t *Table) Enqueue(in *interaction.Interaction) bool {
	if !t.mailbox.Reserve(uint64(in.User), mostOfOne) {
		t.Env.TooMany(in)
		return true
	}
	queued := t.Post(func() {
		t.mailbox.Release(uint64(in.User))
		former := t.journal.presses[in.User]
		t.Env.Handle(t, in)
		if in.OpensModal() && former != nil { // no message follows a modal
			t.journal.presses[in.User] = former
		}
	})
	if !queued {
		t.mailbox.Release(uint64(in.User))
	}
	return queued
}

// Must queues a job that may not be refused: the answers to the table's own requests.
func (t *Table) Must(job func()) { t.mailbox.Put(job, math.MaxInt) }

// QueueAfter queues a job once some time has passed.
func (t *Table) QueueAfter(wait time.Duration, job func()) {
	time.AfterFunc(wait, func() { t.Must(job) })
}

// Queued returns how many jobs wait.
func (t *Table) Queued() int { return t.mailbox.Len() }
