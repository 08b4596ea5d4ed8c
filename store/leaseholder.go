package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"cardroom/internal/clock"
	"cardroom/internal/retry"
)

// LeaseTime is how long a lease lasts without a renewal. After the death of its holder the next process may have to wait so
// long. A holder renews it four times as often.
const LeaseTime = 2 * time.Second

// whileHeld is the schedule of tries while another process holds the lease.
var whileHeld = retry.Backoff{First: 100 * time.Millisecond}

// LeaseHolder is the Store of the one process that plays the tables of a shard. Its writes carry the epoch of its lease, and
// Tables returns those of the shard. Notes belong to all shards: those of a guild or a person must be found again when the
// guilds are divided anew.
//
// The lease is lost when the store says that another process has taken over, by refusing a commit or a renewal. From then
// on nothing that the process knows of its tables can be believed, and nothing may be shown.
type LeaseHolder struct {
	Store
	lease   Lease
	lost    chan struct{}      // closed when the lease is lost
	stop    context.CancelFunc // stops renewing
	stopped chan struct{}      // closed when renewing has stopped

	mu       sync.Mutex
	now      func() clock.Moment
	err      error         // why the lease is lost
	answered clock.Moment  // when the last renewal ended, with whatever result
	renewal  chan struct{} // closed when the next one ends
	renewed  clock.Moment  // when the last renewal that succeeded began
	success  chan struct{} // closed when the next one succeeds
	rival    rival

	contested bool // other processes would take the lease as soon as it runs out
	slept     bool // the process slept for LeaseTime or longer, and has not renewed since: another one may wait unnoticed
}

// rival describes a process that waits for the holder's lease, as far as the holder knows.
type rival struct {
	said  string       // the newest note of one that waits
	read  bool         // the note was read before: what it said then may be old
	since clock.Moment // when it last changed
	waits bool         // one waited at the last renewal
}

// A process that waits for a lease says so in a note every sayWaiting. It has ended, or has the lease, where the note does not
// change within waitingFor.
const (
	sayWaiting = time.Second
	waitingFor = 5 * time.Second
)

// waitingNote returns the name of the note of the processes that wait for the lease of a shard.
func waitingNote(s Shard) string { return fmt.Sprintf("waits %v", s) }

// hear takes in the note at a moment.
func (r *rival) hear(said string, now clock.Moment) {
	if r.read && said != r.said {
		r.since, r.waits = now, true
	}
	r.said, r.read = said, true
	r.waits = r.waits && now.Since(r.since) < waitingFor
}

// AcquireLease waits for the lease of a shard, and renews it until End. Owner is as in [Lease]. Waiting receives once who
// holds the lease, and once why the store does not answer, for which AcquireLease waits as [RetryUntilReady] does.
func AcquireLease(ctx context.Context, s Store, shard Shard, owner string, waiting func(error)) (*LeaseHolder, error) {
	l, began, err := acquireWhenFree(ctx, s, Lease{Shard: shard, Owner: owner, For: LeaseTime}, waiting)
	if err != nil {
		return nil, err
	}
	return newLeaseHolder(s, l, began), nil
}

// TryLease acquires the lease of a shard, if no other process has it, and renews it until End. The error is that of Acquire.
func TryLease(ctx context.Context, s Store, shard Shard, owner string) (*LeaseHolder, error) {
	began := clock.Now()
	l, err := s.Acquire(ctx, Lease{Shard: shard, Owner: owner, For: LeaseTime})
	if err != nil {
		return nil, err
	}
	return newLeaseHolder(s, l, began), nil
}

// AcquireBriefly acquires the lease of all tables for work of an operator, and renews it until End. It waits until the lease of a
// process that was killed has expired, and returns a *HeldError while one plays.
func AcquireBriefly(ctx context.Context, s Store, owner string) (h *LeaseHolder, err error) {
	waiting, cancel := context.WithTimeout(ctx, LeaseTime+time.Second)
	defer cancel()
	err = retry.Do(waiting, whileHeld, func(context.Context) error {
		got, err := TryLease(ctx, s, Shard{Count: 1}, owner)
		if held, ok := errors.AsType[*HeldError](err); ok {
			return fmt.Errorf("%w: stop it first", held)
		}
		h = got
		return retry.Permanent(err)
	})
	return h, err
}

// newLeaseHolder renews a lease that was acquired by a call that began at a moment.
func newLeaseHolder(s Store, l Lease, began clock.Moment) *LeaseHolder {
	renewing, stop := context.WithCancel(context.Background())
	h := &LeaseHolder{
		Store: s, lease: l, now: clock.Now, answered: clock.Now(), renewed: began,
		lost: make(chan struct{}), stop: stop, stopped: make(chan struct{}), renewal: make(chan struct{}), success: make(chan struct{}),
	}
	go h.renewUntilStopped(renewing, h.answered.Since(began))
	return h
}

// Lease returns the lease, as it was acquired.
func (h *LeaseHolder) Lease() Lease { return h.lease }

// Shard returns the shard of the lease.
func (h *LeaseHolder) Shard() Shard { return h.lease.Shard }

// Contest notes whether other processes would take the lease as soon as it runs out.
func (h *LeaseHolder) Contest(others bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.contested = others
}

// acquireWhenFree waits for a lease, and says so to its holder. It returns when the call began that acquired it.
func acquireWhenFree(ctx context.Context, s Store, l Lease, waiting func(error)) (got Lease, began clock.Moment, err error) {
	warned, said := false, time.Time{}
	err = retry.Do(ctx, whileHeld, func(context.Context) error {
		var held *HeldError
		err := RetryUntilReady(ctx, waiting, func() (err error) {
			began = clock.Now()
			got, err = s.Acquire(ctx, l)
			if held, _ = errors.AsType[*HeldError](err); held != nil {
				return nil
			}
			return err
		})
		if err != nil || held == nil {
			return retry.Permanent(err)
		}
		if !warned && waiting != nil {
			warned = true
			waiting(held)
		}
		if time.Since(said) >= sayWaiting {
			said = time.Now()
			_ = s.SetNote(ctx, waitingNote(held.Shard), fmt.Sprint(l.Owner, " ", said.UnixNano())) // again in a second
		}
		return held
	})
	if err != nil {
		return Lease{}, began, cmp.Or(ctx.Err(), err)
	}
	return got, began, nil
}

// renewUntilStopped renews the lease, at once where acquiring it took long. A store that does not answer has not said that the
// lease is lost. After LeaseTime without a renewal, another process may hold it.
func (h *LeaseHolder) renewUntilStopped(ctx context.Context, acquiring time.Duration) {
	defer close(h.stopped)
	every := h.lease.For / 4
	tick := time.NewTicker(every)
	defer tick.Stop()
	if acquiring >= every { // the grant may be that old
		h.renew(ctx)
	}
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		case <-h.lost:
			return
		}
		for !h.renew(ctx) && ctx.Err() == nil {
		}
	}
}

// renew renews the lease once, and learns whether another process waits for it. It reports whether the answer is current. If the
// process slept for LeaseTime or longer during the call, it is stale, and the caller must ask again.
func (h *LeaseHolder) renew(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, max(h.lease.For/4, time.Second))
	defer cancel()
	began := h.moment()
	err := h.Confirm(ctx)
	confirmed, said := err == nil, ""
	if confirmed {
		said, err = h.Store.Note(ctx, waitingNote(h.lease.Shard))
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.now()
	if now.Since(began) >= h.lease.For && h.err == nil {
		h.slept = true
		return false
	}
	if err == nil {
		h.rival.hear(said, now)
	}
	h.slept = !confirmed && (h.slept || began.Since(h.answered) >= h.lease.For)
	close(h.renewal)
	h.answered, h.renewal = now, make(chan struct{})
	return true
}

// moment returns the time by the clocks.
func (h *LeaseHolder) moment() clock.Moment {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now()
}

// Confirm asks the store whether the lease is still this process's, and renews it. After a *FencedError it is lost. After any
// other error nothing is known.
func (h *LeaseHolder) Confirm(ctx context.Context) error {
	began := h.moment()
	if err := h.checkFenced(h.Store.Renew(ctx, h.lease)); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	close(h.success)
	h.renewed, h.success = began, make(chan struct{})
	return nil
}

// Doubtful returns nil while no other process can have the lease. Otherwise it returns a channel that is closed at the next
// renewal. The lease is in doubt after LeaseTime without a renewal, if another process waits or would take it at once (Contest).
// So it is where one may have come while this one slept. Otherwise the store is away for every process.
func (h *LeaseHolder) Doubtful() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.now()
	asleep := h.slept || now.Since(h.answered) >= h.lease.For // it may be waking up
	if h.err != nil || !(h.rival.waits || h.contested || asleep) || now.Since(h.renewed) < h.lease.For {
		return nil
	}
	return h.success
}

// checkFenced marks the lease as lost if an error of the store says so, and returns the error.
func (h *LeaseHolder) checkFenced(err error) error {
	fenced, ok := errors.AsType[*FencedError](err)
	h.mu.Lock()
	defer h.mu.Unlock()
	if ok && h.err == nil {
		h.err = fenced
		close(h.lost)
		close(h.success)
		h.success = make(chan struct{})
	}
	return err
}

// Lost returns a channel that closes when the lease is lost.
func (h *LeaseHolder) Lost() <-chan struct{} { return h.lost }

// Err returns nil while the process holds the lease, and a *FencedError afterwards. In a process that was asleep for longer
// than a lease lasts, by the wall clock or the monotonic one, Err waits until it knows.
func (h *LeaseHolder) Err() error {
	for {
		h.mu.Lock()
		err, since, renewal := h.err, h.now().Since(h.answered), h.renewal
		h.mu.Unlock()
		if err != nil || since < h.lease.For {
			return err
		}
		select {
		case <-renewal:
		case <-h.lost:
		case <-h.stopped:
			return nil // released, after everything was said
		}
	}
}

// End releases the lease, so that the next process need not wait until it expires. It does not close the Store.
func (h *LeaseHolder) End(ctx context.Context) error {
	h.stop()
	<-h.stopped
	return h.Store.Release(ctx, h.lease)
}

// Commit commits to the Store with the lease's epoch. After a *FencedError the lease is lost.
func (h *LeaseHolder) Commit(ctx context.Context, c Change) (Receipt, error) {
	c.Epoch = h.lease.Epoch
	r, err := h.Store.Commit(ctx, c)
	return r, h.checkFenced(err)
}

// Pay pays through the Store with the lease's epoch. After a *FencedError the lease is lost.
func (h *LeaseHolder) Pay(ctx context.Context, p Payment) (Receipt, error) {
	p.Epoch = h.lease.Epoch
	r, err := h.Store.Pay(ctx, p)
	return r, h.checkFenced(err)
}

// Forget erases in the Store with the lease's epoch. After a *FencedError the lease is lost.
func (h *LeaseHolder) Forget(ctx context.Context, o ErasureRequest) (Receipt, error) {
	o.Epoch = h.lease.Epoch
	r, err := h.Store.Forget(ctx, o)
	return r, h.checkFenced(err)
}

// Tables reads the tables of the shard, and damaged records of no known guild. A Store that can do so reads no others.
func (h *LeaseHolder) Tables(ctx context.Context) iter.Seq2[Record, error] {
	if r, ok := h.Store.(ShardReader); ok {
		return r.ShardTables(ctx, h.lease.Shard)
	}
	return func(yield func(Record, error) bool) {
		for r, err := range h.Store.Tables(ctx) {
			if r.Guild != 0 && !h.lease.Shard.Has(r.Guild) {
				continue
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// SetNote sets a note of the Store, unless the lease is lost. It checks the lease here and not in the store: notes have no
// epoch, because in a Redis Cluster a script reaches a note or a lease, not both. So a process that is stopped between the
// check and the write may write a note when it wakes up. Every note has to bear that; no chip and no running hand depends
// on one:
//
//   - A time of being alive that is too early gives players time back.
//   - A count of sessions is one too low.
//   - A session is in a note of the old lease. The next process reads the note of a newer lease first, and then deletes the old one.
//   - The epochs of leases with a session are those of before. The next process looks at the last lease first, and finds them again.
//   - A choice that a person made a moment ago has to be made again.
//   - A channel is notified twice.
//   - The seals of a closed table belong to numbers of hands, and to the last one. If they are behind or others replaced them,
//     the next hands are sealed anew; otherwise they are the very seals that stand in the channel.
//   - An end of a time without a program that is wrong makes tables seal anew.
func (h *LeaseHolder) SetNote(ctx context.Context, name, value string) error {
	if err := h.Err(); err != nil {
		return err
	}
	return h.Store.SetNote(ctx, name, value)
}
