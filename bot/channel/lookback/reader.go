package lookback

import (
	"time"

	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
)

// Reader reads a table's channel for Done, one read at a time, and back to the last hand that the store knows.
type Reader struct {
	Table   *table.Table
	Done    func([]rest.Message, message.Reach, error)
	OnePage bool           // read the newest page only
	busy    bool           // a read is under way or scheduled
	list    []rest.Message // read so far
}

// IsBusy reports whether a read is under way or scheduled.
func (r *Reader) IsBusy() bool { return r.busy }

// Read reads the channel when the rate limits have room for it, unless it does so already.
func (r *Reader) Read() {
	e := r.Table.Env
	if !r.Table.IsOpen() {
		r.list = nil
	}
	if r.busy || !r.Table.IsOpen() || e.Me.Load() == nil {
		return
	}
	in, since, before := r.Table.Where().Channel, r.Table.Dealer.Since(), r.list
	if r.OnePage {
		since = ^engine.ID(0)
	}
	r.busy = e.Tasks.Go(func() {
		list, reach, err := e.Posts.Older(rest.NoWait(e.Ctx), in, since, before)
		r.Table.Must(func() {
			r.busy = false
			wait, hope := message.Retryable(err)
			switch {
			case hope:
				r.ReadIn(wait)
			case err == nil && reach == message.More:
				r.list = list
				r.Read()
			default:
				r.list = nil
				r.Done(list, reach, err)
			}
		})
	})
}

// ReadIn reads the channel after a wait.
func (r *Reader) ReadIn(wait time.Duration) {
	r.busy = true
	r.Table.QueueAfter(wait, func() {
		r.busy = false
		r.Read()
	})
}
