package task

import "sync"

// Queue runs jobs one after another. Adding a job starts a goroutine if none is running; an empty queue has none.
//
// The goroutine runs the job of Next as long as More is true, or ends itself with Yield.
type Queue struct {
	Begin func() bool // starts the goroutine that runs the jobs; false when the program has stopped

	mu           sync.Mutex
	jobs         []func()
	busy         bool           // the goroutine is running
	alarmPending bool           // the alarm rang since More was last called
	reserved     map[uint64]int // jobs in the queue, by user
}

// Put queues a job. It returns false, and queues nothing, if that many jobs already wait, or if the program has stopped.
func (q *Queue) Put(job func(), most int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	fits := len(q.jobs) < most
	if fits {
		q.jobs = append(q.jobs, job)
	}
	if !q.busy {
		q.busy = q.Begin()
	}
	return fits && q.busy
}

// Ring queues the job of an alarm if the queue is empty. Each job sets the alarm again, so one is enough.
func (q *Queue) Ring(job func()) {
	q.noteAlarm()
	q.Put(job, 1)
}

func (q *Queue) noteAlarm() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.alarmPending = true
}

// Reserve counts one more job of a user. Where they have most already it returns false and counts nothing.
func (q *Queue) Reserve(user uint64, most int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.reserved[user] >= most {
		return false
	}
	if q.reserved == nil {
		q.reserved = map[uint64]int{}
	}
	q.reserved[user]++
	return true
}

// Release counts one job less of a user who has reserved it.
func (q *Queue) Release(user uint64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.reserved[user]--; q.reserved[user] <= 0 {
		delete(q.reserved, user)
	}
}

// Len returns how many jobs wait.
func (q *Queue) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.jobs)
}

// More reports whether a job waits. If none does, it marks the goroutine as finished.
func (q *Queue) More() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.alarmPending = false
	if len(q.jobs) == 0 {
		q.busy, q.jobs = false, nil
	}
	return q.busy
}

// Next removes and returns the first job.
func (q *Queue) Next() (job func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	job, q.jobs = q.jobs[0], q.jobs[1:]
	return job
}

// Yield ends the goroutine although jobs may wait; the next queued job starts another, which runs them. It returns false,
// and the goroutine goes on, if the alarm rang since More was called: that alarm found the goroutine running and started
// none, and no other alarm follows.
func (q *Queue) Yield() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.busy = q.alarmPending
	return !q.busy
}
