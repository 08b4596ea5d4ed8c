package channel

import (
	"context"
	"encoding/binary"
	"errors"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/internal/retry"
	"cardroom/render/text"
)

// opening posts the message of a hand under a beacon. The message fixes the beacon's round, so a hand has one for good: it is
// never edited and never deleted. If a request has no answer, opening looks for the message in the channel, and of two the
// older one counts.
type opening struct {
	retry.Attempt
	table   *table.Table
	hand    int64     // the hand of the following two
	posted  engine.ID // its message, if that stands and is not stored yet
	unknown bool      // its message may stand in the channel
}

// suspect notes, at the start of the program, that an earlier run may have posted the message of the hand that waits for it.
func (o *opening) suspect() {
	if o.table.IsOpen() && o.table.Dealer.LacksMessage() {
		o.hand, o.posted, o.unknown = o.table.View().Hand, 0, true
	}
}

// next returns when advance has work; zero: never, or when a request that is under way is answered.
func (o *opening) next() time.Time {
	switch {
	case !o.table.Dealer.Waits():
		return time.Time{}
	case !o.table.Dealer.LacksMessage():
		return o.table.Dealer.ValueDue()
	case o.InFlight:
		return time.Time{}
	case o.NotBefore().After(time.Now()):
		return o.NotBefore()
	}
	return time.Now()
}

// advance takes the next step of a hand that waits for the beacon: it posts the message, or fetches the value.
func (o *opening) advance() {
	if !o.table.Dealer.LacksMessage() {
		o.table.Dealer.FetchValue()
		return
	}
	hand := o.table.View().Hand
	if o.hand != hand {
		o.hand, o.posted, o.unknown = hand, 0, false
	}
	switch {
	case o.Blocked():
	case o.posted != 0:
		o.InFlight = true // else the commit would run inside another one
		o.table.Must(func() { o.accept(hand, o.posted, nil) })
	case o.unknown && o.table.Env.Me.Load() == nil: // it is not known yet which messages are the bot's
		o.Postpone(connectWait)
	case o.table.Dealer.LacksClient(): // the operator has removed the beacon
		o.InFlight = true
		o.table.Must(func() { o.accept(hand, 0, nil) })
	default:
		o.post(hand)
	}
}

// post posts the message of a hand, unless the channel has it.
func (o *opening) post(hand int64) {
	r, look, unsure, compose := o.table.Record(), o.unknown, o.table.Dealer.IsUnsure(), o.table.Dealer.HandMessage()
	s, began := r.Shuffle, time.Time{}
	if len(r.Log) > 0 { // it begins with the hand
		began = r.Log[0].At.Time()
	}
	start := s.Start.Half()
	nonce := o.table.Nonce("hand", hand, int64(binary.BigEndian.Uint64(s.Start[:])))
	o.InFlight = o.table.Env.Tasks.Go(func() {
		var unknown atomic.Bool
		id, err := engine.ID(0), error(nil)
		hidden := false
		if look {
			id, hidden, err = o.find(start, began, unsure)
		}
		if id == 0 && err == nil && !hidden {
			id, err = o.create(hand, compose, nonce, &unknown)
		}
		if err == nil && unknown.Load() { // an earlier try may have been the first
			if older, _, _ := o.find(start, began, false); older != 0 {
				id = older
			}
		}
		if hidden {
			o.table.Log.Warn("the message of a hand that waited for it cannot be found, because the channel has too many new messages or cannot be read; the hand is void", "hand", hand)
		}
		o.table.Must(func() {
			o.unknown = o.unknown || unknown.Load()
			if err == nil && o.unknown {
				o.reportOthers(hand, start, id, began)
			}
			o.accept(hand, id, err)
		})
	})
}

// create posts the message of a hand that still waits for it, and notes whether the outcome of a try is unknown.
func (o *opening) create(hand int64, compose func(context.Context) (string, bool), nonce string, unknown *atomic.Bool) (engine.ID, error) {
	content, err := o.compose(hand, compose)
	if err != nil {
		return 0, err
	}
	d := rest.Draft{Message: &discordgo.MessageSend{Content: content}, Nonce: nonce, Plain: true, OnUnknown: func() { unknown.Store(true) }}
	return o.table.Send(o.table.Env.Ctx, failpoint.PostHand, d)
}

// askTime is how long the table's answer to await may take. Then the moment for the message has passed.
const askTime = 300 * time.Millisecond

// compose waits for a moment at which the message of a hand may be posted, and returns its text. The hand may be void
// meanwhile: then its message must not come any more, because players would take it for a try.
func (o *opening) compose(hand int64, compose func(context.Context) (string, bool)) (string, error) {
	for {
		content, ok := compose(o.table.Env.Running)
		asked := time.Now()
		if !ok || !o.await(hand) {
			return "", context.Canceled
		}
		if time.Since(asked) < askTime {
			return content, nil
		}
	}
}

// await reports whether a hand still waits for its message. It asks the table, so call it outside the table's jobs.
func (o *opening) await(hand int64) bool {
	answer := make(chan bool, 1)
	o.table.Must(func() { answer <- o.lacks(hand) })
	select {
	case waits := <-answer:
		return waits
	case <-o.table.Env.Running.Done():
		return false
	}
}

// lacks reports whether a hand waits for its message.
func (o *opening) lacks(hand int64) bool {
	return o.table.IsOpen() && o.table.Dealer.LacksMessage() && o.table.View().Hand == hand
}

// accept stores the message of a hand.
func (o *opening) accept(hand int64, id engine.ID, err error) {
	o.InFlight = false
	if !o.lacks(hand) {
		return // void meanwhile; the message stays
	}
	if err == nil {
		o.posted = id // 0: the hand will be void
		err = o.table.Dealer.PlaceMessage(id)
	}
	if err == nil {
		o.Reset()
		return
	}
	o.table.Venue().Failed(&o.Attempt, err)
	o.table.Log.Log(o.table.Env.Ctx, o.Level(), "could not post the message of a hand; retrying", "hand", hand, "err", err)
	o.table.Venue().CloseIfDeleted(err, o.Failures)
}

// clockError is how far this machine's clock may differ from Discord's where find compares the two.
const clockError = 30 * time.Second

// find returns the oldest message in the channel that shows the start of a hand that began at a time; 0 where there is none. If it
// finds none, hidden reports whether there may be one: the channel has too many messages since then, or, if unsure, the bot could not
// read all of them.
func (o *opening) find(start string, began time.Time, unsure bool) (found engine.ID, hidden bool, err error) {
	all, reach, err := o.all(start, began)
	if errors.Is(err, rest.ErrForbidden) {
		return 0, unsure, nil
	}
	for _, id := range all {
		if found == 0 || id < found {
			found = id
		}
	}
	return found, found == 0 && (reach == message.Cut || unsure && reach != message.Whole), err
}

// all returns the bot's messages in the channel that show the start of a hand that began at a time.
func (o *opening) all(start string, began time.Time) (found []engine.ID, reach message.Reach, err error) {
	e := o.table.Env
	return e.Posts.Own(e.Ctx, o.table.Where().Channel, e.Me.Load(), began.Add(-clockError), func(content string) bool { return showsStart(content, start) })
}

// showsStart reports whether a text is the message of a hand with a start.
func showsStart(content, start string) bool {
	m, ok := text.ParseHandMessage(content)
	return ok && m.Start == start
}

// reportOthers counts and logs other messages of a hand, when no late request can bring one any more. They stay: a message
// that vanished would look like another try.
func (o *opening) reportOthers(hand int64, start string, id engine.ID, began time.Time) {
	time.AfterFunc(duplicateTime, func() {
		o.table.Env.Tasks.Go(func() {
			all, _, err := o.all(start, began)
			if err != nil {
				o.table.Log.Info("could not look for other messages of a hand", "hand", hand, "err", err)
			}
			for _, other := range all {
				if other != id {
					o.table.Env.Metrics.Beacon.Duplicates.Inc()
					o.table.Log.Warn("a hand has a second message, because Discord did not answer the request for the first; the first one counts", "hand", hand, "message", uint64(id), "second", uint64(other))
				}
			}
		})
	})
}
