package bot

import "cardroom/engine"

// inbox is how many jobs may wait at a table. Beyond it people are told that the table is busy.
const inbox = 64

// post queues a job. It is false when too many wait.
func (a *actor) post(job func()) bool { return a.enqueue(job, inbox) }

// mostOfOne is how many of the jobs in the inbox may be one person's asks: so nobody keeps the others from a table. Who has
// so many on their way is pressing without looking.
const mostOfOne = 8

// ask queues an ask. It is false when too many wait.
func (a *actor) ask(k *ask) bool {
	if !a.counts(k.user, 1) {
		a.bot.excess(k)
		return true
	}
	queued := a.post(func() {
		a.counts(k.user, -1)
		a.take(k)
	})
	if !queued {
		a.counts(k.user, -1)
	}
	return queued
}

// counts takes in that a person has one ask more or less in the queue. It is false, and nothing is counted, beyond
// mostOfOne.
func (a *actor) counts(person engine.ID, change int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	n := a.asking[person] + change
	switch {
	case n > mostOfOne:
		return false
	case n == 0:
		delete(a.asking, person)
	default:
		if a.asking == nil {
			a.asking = map[engine.ID]int{}
		}
		a.asking[person] = n
	}
	return true
}

// must queues a job that may not be refused: the answers to what the actor itself began.
func (a *actor) must(job func()) { a.enqueue(job, 1<<30) }

// ring queues the job of the alarm, where no other waits: after any job the alarm is set anew. A table that stands still
// for a doubt would otherwise fill its inbox with alarms.
func (a *actor) ring(job func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.queue) == 0 {
		a.queue = append(a.queue, job)
	}
	if !a.busy {
		a.busy = a.bot.start(a.work)
	}
}

func (a *actor) enqueue(job func(), limit int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.queue) >= limit {
		return false
	}
	a.queue = append(a.queue, job)
	if !a.busy {
		a.busy = a.bot.start(a.work)
	}
	return a.busy
}
