package bot

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"cardroom/bot/gateway"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/internal/retry"
)

// parents finds the channel of each thread whose table does not know it: an older version stored the table, and no player has
// used it since. It does so when a channel is deleted, as no event tells of the threads that go with it. Its zero value is ready
// to use.
type parents struct {
	mu   sync.Mutex
	last chan struct{} // closed once the latest task has ended: requests come one after another, never in a burst
}

// parentBackoff is the retry schedule of a request about a thread.
var parentBackoff = retry.Backoff{First: 2 * time.Second, Max: time.Minute, Tries: 10}

// find looks for tables of a guild in threads of a deleted channel, among those that do not know their channel.
func (p *parents) find(e *table.Env, guild, deleted engine.ID) {
	var unknown []*table.Table
	for _, t := range e.Tables.All(guild) {
		s := t.Summary()
		if lost := s.Event != nil && s.Event.Deleted; s.Open && s.Parent == 0 && !lost && t.Where().Channel != deleted {
			unknown = append(unknown, t)
		}
	}
	if len(unknown) == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	before, done := p.last, make(chan struct{})
	p.last = done
	e.Tasks.Go(func() {
		defer close(done)
		if before != nil {
			<-before
		}
		for _, t := range unknown {
			if e.Running.Err() != nil {
				return
			}
			findParent(e, t, deleted)
		}
	})
}

// findParent closes a table if its channel went with the deleted one. Otherwise the table stores the channel of its thread.
func findParent(e *table.Env, t *table.Table, deleted engine.ID) {
	at, parent, err := t.Where(), t.Summary().Parent, error(nil) // a task before may have found it
	if parent == 0 {
		parent, err = parentOf(e, at.Channel)
	}
	if err != nil && !errors.Is(err, rest.ErrNoChannel) {
		t.Log.Info("cannot tell in which channel the thread of a table is; the next deletion of a channel asks again", "channel", uint64(at.Channel), "err", err)
		return
	}
	done := make(chan struct{})
	t.Must(func() {
		defer close(done)
		switch {
		case t.Where() != at || !t.IsOpen() || t.Venue().IsDeleted(): // meanwhile closed or moved
		case err != nil || parent == deleted:
			t.Venue().CloseOrphan()
		case t.Record().Parent == 0:
			if err := t.Store("parent", func(r *record.Table) { r.Parent = parent }); err != nil {
				t.Log.Info("could not store in which channel the thread of a table is", "err", err)
			}
		}
	})
	select {
	case <-done: // the next task reads the table's new state
	case <-e.Running.Done():
	}
}

// parentOf asks Discord for the channel of a thread. Of another channel it returns the channel itself.
func parentOf(e *table.Env, id engine.ID) (parent engine.ID, err error) {
	missing := 0
	err = retry.Do(e.Running, parentBackoff, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, message.RequestTimeout)
		defer cancel()
		c, err := e.Rest.Channel(ctx, fmt.Sprint(id))
		_, limited := errors.AsType[*rest.RateLimited](err)
		if errors.Is(err, rest.ErrNoChannel) {
			e.Rest.Unblock(fmt.Sprint(id))
			missing++
		}
		switch {
		case err == nil && message.Snowflake(c.ID) != id:
			return fmt.Errorf("%w: an answer about another channel", rest.ErrOutage)
		case missing == 1: // one such answer may be wrong
			return err
		case err != nil && !limited && !errors.Is(err, rest.ErrOutage):
			return retry.Permanent(err)
		case err != nil:
			return err
		case gateway.IsThread(c.Type):
			parent = message.Snowflake(c.Parent)
		default:
			parent = id
		}
		return nil
	})
	return parent, err
}
