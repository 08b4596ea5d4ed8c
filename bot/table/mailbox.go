package table

import (
	"sync"

	"cardroom/bot/interaction"
	"cardroom/engine"
)

// inboxSize is how many jobs may wait at a table. Beyond it people are told that the table is busy.
const inboxSize = 64

// mailbox is the jobs that wait at a table. Whoever puts one in sees to it that somebody works them off; while there are none
// there is no goroutine.
type mailbox struct {
	begin func() bool // starts the goroutine that works them off; false when the bot has stopped

	seen interaction.Seen // belongs to the jobs

	mu           sync.Mutex
	queue        []func()
	busy         bool              // it works
	alarmPending bool              // the alarm did, since more was asked
	by           map[engine.ID]int // asks in it, by person
}

// Post queues a job. It is false when too many wait.
func (t *Table) Post(job func()) bool { return t.mailbox.put(job, inboxSize) }

// mostOfOne is how many of the jobs in the inbox may be one person's asks: so nobody keeps the others from a table. Who has
// so many on their way is pressing without looking.
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

// Must queues a job that may not be refused: the answers to what the table itself began.
func (t *Table) Must(job func()) { t.mailbox.put(job, 1<<30) }

// Queued returns how many jobs wait.
func (t *Table) Queued() int {
	t.mailbox.mu.Lock()
	defer t.mailbox.mu.Unlock()
	return len(t.mailbox.queue)
}

// ring queues the job of the alarm, where no other waits: after any job the alarm is set anew. A table that stands still
// for a doubt would otherwise fill its inbox with alarms.
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

// reserve takes in that a person has one ask more or less in the inbox. It is false, and nothing is counted, beyond
// mostOfOne.
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

// more reports whether a job waits. Where none does, the work is over.
func (i *mailbox) more() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.alarmPending = false
	if len(i.queue) == 0 {
		i.busy, i.queue = false, nil
	}
	return i.busy
}

// next returns the first job that waits.
func (i *mailbox) next() (job func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	job, i.queue = i.queue[0], i.queue[1:]
	return job
}

// yield ends the work before its time. What waits is taken up again with the next job that is put in. It is false, and the work
// goes on, where the alarm rang since more was asked: it found the work under way and began none, and there is no other.
func (i *mailbox) yield() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.busy = i.alarmPending
	return !i.busy
}
