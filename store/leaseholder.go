package store

import (
	"context"
	"errors"
	"iter"
	"sync"
	"time"
)

// LeaseTime is how long a lease lasts without being renewed: so long after the death of a process the next one may have
// to wait. It is renewed four times as often.
const LeaseTime = 2 * time.Second

// LeaseHolder is a Store in the hands of the one process that plays the tables of a shard. What it writes carries the epoch
// of its lease, and Tables gives those of the shard. Notes are everybody's: what is kept of a guild or a person there is found
// again where the guilds are divided anew.
//
// It ends when another process has taken the tables over, which it is told by the store: by a refused commit, or when it
// renews its lease. From then on nothing it holds of the tables can be believed, and nothing may be shown.
type LeaseHolder struct {
	Store
	lease   Lease
	lost    chan struct{}      // closed when the tenure has ended
	stop    context.CancelFunc // by End
	stopped chan struct{}      // closed when nobody renews any more

	mu       sync.Mutex
	err      error         // of the end
	answered time.Time     // when the last renewal was tried and the store had had its say, or none
	renewal  chan struct{} // closed by the next one
}

// AcquireLease waits for the lease of a shard, and renews it until End. Owner is as in [Lease]. Waiting is told once who
// holds it, or why the store does not answer, which is waited for as by [Insist]. An error is of the store or the context.
func AcquireLease(ctx context.Context, s Store, shard Shard, owner string, waiting func(error)) (*LeaseHolder, error) {
	l, err := acquireWhenFree(ctx, s, Lease{Shard: shard, Owner: owner, For: LeaseTime}, waiting)
	if err != nil {
		return nil, err
	}
	keeping, stop := context.WithCancel(context.Background())
	t := &LeaseHolder{
		Store: s, lease: l, answered: time.Now(),
		lost: make(chan struct{}), stop: stop, stopped: make(chan struct{}), renewal: make(chan struct{}),
	}
	go t.renewUntilStopped(keeping)
	return t, nil
}

// acquirePause is the least time between two tries to get a lease.
const acquirePause = 100 * time.Millisecond

func acquireWhenFree(ctx context.Context, s Store, l Lease, waiting func(error)) (got Lease, err error) {
	for said := false; ; said = true {
		var held *HeldError
		err := RetryUntilReady(ctx, waiting, func() error {
			var err error
			got, err = s.Acquire(ctx, l)
			if held, _ = errors.AsType[*HeldError](err); held != nil {
				return nil
			}
			return err
		})
		if err != nil || held == nil {
			return got, err
		}
		if !said && waiting != nil {
			waiting(held)
		}
		select {
		case <-time.After(acquirePause):
		case <-ctx.Done():
			return Lease{}, ctx.Err()
		}
	}
}

// renewUntilStopped renews the lease. A store that does not answer takes it from nobody: there is nobody else whom it would answer.
func (t *LeaseHolder) renewUntilStopped(ctx context.Context) {
	defer close(t.stopped)
	every := t.lease.For / 4
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		case <-t.lost:
			return
		}
		renewing, cancel := context.WithTimeout(ctx, max(every, time.Second))
		_ = t.checkFenced(t.Store.Renew(renewing, t.lease))
		cancel()
		t.mu.Lock()
		close(t.renewal)
		t.answered, t.renewal = time.Now(), make(chan struct{})
		t.mu.Unlock()
	}
}

// checkFenced ends the tenure where an error of the store says so.
func (t *LeaseHolder) checkFenced(err error) error {
	fenced, ok := errors.AsType[*FencedError](err)
	t.mu.Lock()
	defer t.mu.Unlock()
	if ok && t.err == nil {
		t.err = fenced
		close(t.lost)
	}
	return err
}

// Lost is closed when the tenure has ended.
func (t *LeaseHolder) Lost() <-chan struct{} { return t.lost }

// Err is nil while the tables are this process's, and a *FencedError afterwards. A process that was asleep, longer than a
// lease lasts, waits here until it knows.
func (t *LeaseHolder) Err() error {
	for {
		t.mu.Lock()
		why, checked, tried := t.err, t.answered, t.renewal
		t.mu.Unlock()
		if why != nil || time.Since(checked) < t.lease.For {
			return why
		}
		select {
		case <-tried:
		case <-t.lost:
		case <-t.stopped:
			return nil // it was given back, with everything said
		}
	}
}

// End gives the lease back, so that the next process need not wait for it to run out. The Store stays the caller's to
// close.
func (t *LeaseHolder) End(ctx context.Context) error {
	t.stop()
	<-t.stopped
	return t.Store.Release(ctx, t.lease)
}

// Commit is that of the Store, with the lease's epoch. *FencedError ends the tenure.
func (t *LeaseHolder) Commit(ctx context.Context, c Change) (Receipt, error) {
	c.Epoch = t.lease.Epoch
	r, err := t.Store.Commit(ctx, c)
	return r, t.checkFenced(err)
}

// Pay is that of the Store, with the lease's epoch. *FencedError ends the tenure.
func (t *LeaseHolder) Pay(ctx context.Context, p Payment) (Receipt, error) {
	p.Epoch = t.lease.Epoch
	r, err := t.Store.Pay(ctx, p)
	return r, t.checkFenced(err)
}

// Forget is that of the Store, with the lease's epoch. *FencedError ends the tenure.
func (t *LeaseHolder) Forget(ctx context.Context, o ErasureRequest) (Receipt, error) {
	o.Epoch = t.lease.Epoch
	r, err := t.Store.Forget(ctx, o)
	return r, t.checkFenced(err)
}

// Tables gives the tables of the shard. What is damaged and of no known guild is everybody's.
func (t *LeaseHolder) Tables(ctx context.Context) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for r, err := range t.Store.Tables(ctx) {
			if r.Guild != 0 && !t.lease.Shard.Has(r.Guild) {
				continue
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// SetNote is that of the Store. A tenure that has ended writes none. It asks itself and not the store: notes have no
// epoch, for in a Redis Cluster a script reaches a note or a lease, not both. So a process that was stopped between the
// question and the write may write one when it wakes up, and what is kept as a note has to bear that. No chip and no hand
// that runs depends on one. Of those there are, a moment of being alive that is too early gives players time back; a count
// of sessions is one too low; somebody's choice of a moment ago has to be made again; a channel is told twice. The seals of a
// closed table are of numbers of hands: when these are behind, the next ones are sealed anew, and else they are the very
// seals that stand in the channel.
func (t *LeaseHolder) SetNote(ctx context.Context, name, value string) error {
	if err := t.Err(); err != nil {
		return err
	}
	return t.Store.SetNote(ctx, name, value)
}
