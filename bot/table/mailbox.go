package table

import (
	"sync"

	"cardroom/bot/interaction"
	"cardroom/engine"
)

// inboxSize is the number of jobs that may wait at a table. Beyond it, the bot tells users that the table is busy.
const inboxSize = 64

// mailbox queues the table's jobs. Adding a job starts a goroutine if none is running; an empty mailbox has none.
type mailbox struct {
	begin func() bool // starts the goroutine that runs the jobs; false when the bot has stopped

	seen interaction.Seen // only jobs may use it

	mu           sync.Mutex
	queue        []func()
	busy         bool              // the goroutine is running
	alarmPending bool              // the alarm rang since more was last called
	by           map[engine.ID]int // queued interactions, by user
}

// Post queues a job. It returns false when too many wait.
func (t *Table) Post(job func()) bool { return t.mailbox.put(job, inboxSize) }

// mostOfOne limits one user's interactions in the inbox, so that a user cannot keep others from the table. A user with more
// is pressing without looking.
const mostOfOne = 8

// Enqueue queues an interaction. It returns false when too many wait.
func (t *Table) Enqueue(k *interaction.Interaction) bool {
	if !t.mailbox.reserve(k.User, 1) {
		t.Env.TooMany(k)
		return true
	}
	queued := t.Post(func() {
		t.mailbox.reserve(k.User, -1)
		t.Env.Handle(t, k)
	})
	if !queued {
		t.mailbox.reserve(k.User, -1)
	}
	return queued
}

// Must queues a job that may not be refused: the answers to the table's own requests.
func (t *Table) Must(job func()) { t.mailbox.put(job, 1<<30) }

// Queued returns how many jobs of a table wait.
func Queued(t *Table) int {
	t.mailbox.mu.Lock()
	defer t.mailbox.mu.Unlock()
	return len(t.mailbox.queue)
}

// ring queues the alarm's job if the mailbox is empty, because every job sets the alarm again. A table paused by an
// uncertain commit would otherwise fill its inbox with alarms.
func (i *mailbox) ring(job func()) {
	i.noteAlarm()
	i.put(job, 1)
}

func (i *mailbox) noteAlarm() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.alarmPending = true
}

func (i *mailbox) put(job func(), most int) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	fits := len(i.queue) < most
	if fits {
		i.queue = append(i.queue, job)
	}
	if !i.busy {
		i.busy = i.begin()
	}
	return fits && i.busy
}

// reserve adds change to the user's queued interactions. Beyond mostOfOne it returns false and counts nothing.
func (i *mailbox) reserve(person engine.ID, change int) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	n := i.by[person] + change
	switch {
	case n > mostOfOne:
		return false
	case n == 0:
		delete(i.by, person)
	default:
		if i.by == nil {
			i.by = map[engine.ID]int{}
		}
		i.by[person] = n
	}
	return true
}

// more reports whether a job waits. If none does, it marks the goroutine as finished.
func (i *mailbox) more() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.alarmPending = false
	if len(i.queue) == 0 {
		i.busy, i.queue = false, nil
	}
	return i.busy
}

// next removes and returns the first job.
func (i *mailbox) next() (job func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	job, i.queue = i.queue[0], i.queue[1:]
	return job
}

// yield ends the goroutine although jobs may wait; the next queued job starts another, which runs them. It returns false,
// and the goroutine goes on, if the alarm rang since more was called: that alarm found the goroutine running and started
// none, and no other alarm follows.
func (i *mailbox) yield() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.busy = i.alarmPending
	return !i.busy
}
