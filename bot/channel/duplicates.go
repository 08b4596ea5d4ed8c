package channel

import (
	"errors"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/board"
	"cardroom/bot/channel/lookback"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/engine"
)

// How often the channel is read after a request for a board without an answer, and for how long: until then, a slow network may
// still deliver the request. A board that arrives then is deleted within three seconds.
const (
	duplicateEvery = 1500 * time.Millisecond
	duplicateTime  = 20 * time.Second
)

// duplicates finds and deletes unknown boards. If Discord does not answer the request for a board, the message may still be
// posted, or arrive after the retry. The nonce merges both while Discord remembers it. Later, a second board appears. The search
// finds it in the channel, deletes it and counts it.
type duplicates struct {
	lookback.Reader
	channel *Channel
	since   engine.ID   // is older than the first request without an answer; later messages may be duplicates
	until   time.Time   // when no more of them arrive; zero where there was none
	started bool        // the program started while a hand waited for its board
	known   []engine.ID // boards that were placed since
}

// expect starts the search for duplicates after a board was requested, if the outcome of a try is unknown. Messages up to since
// are older than the request.
func (d *duplicates) expect(since engine.ID, unknown bool) {
	if !unknown {
		return
	}
	if d.until.IsZero() {
		d.since, d.known = since, nil
	}
	d.until = time.Now().Add(duplicateTime)
	d.Table.Amend(func(r *record.Table) { r.Search = engine.At(d.until) }) // for the next run of the program
	d.Read()
}

// resume goes on with the search of an earlier run of the program.
func (d *duplicates) resume() {
	if r := d.Table.Record(); d.until.IsZero() && r.Search.Time().After(time.Now()) {
		d.since, d.until = r.Board.Message, r.Search.Time()
		d.Read()
	}
}

// placed remembers a message that becomes the board.
func (d *duplicates) placed(id engine.ID) {
	d.started = false
	if !d.until.IsZero() {
		d.known = append(d.known, id)
	}
}

// mayExist reports whether the board may be in the channel already: by a request without an answer, or by an earlier run of the
// program.
func (d *duplicates) mayExist() bool { return !d.until.IsZero() || d.started }

// handle deletes the duplicates in a list of messages, and reads again later.
func (d *duplicates) handle(list []rest.Message, _ message.Reach, err error) {
	switch {
	case err != nil: // the bot may not read the channel
		d.until = time.Time{}
		return
	case !d.channel.posting.InFlight && d.channel.board != nil && !d.channel.outdated(): // otherwise one may still become the board
		for _, m := range list {
			if id := message.Snowflake(m.ID); d.isDuplicate(&m, id) {
				d.channel.posting.pressBoards.found(&m)
				d.delete(id)
			}
		}
	}
	if time.Now().After(d.until) {
		d.until, d.known = time.Time{}, nil
		return
	}
	d.ReadIn(duplicateEvery)
}

// isDuplicate reports whether a message is an unknown board of this table. Boards that were placed stay: a hand's first message
// is part of its proof.
func (d *duplicates) isDuplicate(m *rest.Message, id engine.ID) bool {
	r := d.Table.Record()
	return id > d.since && board.IsBoard(m, d.Table.Key.Channel, *d.Table.Env.Me.Load()) && id != r.Board.Message && id != d.channel.posting.stray.Message &&
		!r.WasBoard(id) && !slices.Contains(d.known, id)
}

// delete deletes a duplicate and counts it.
func (d *duplicates) delete(id engine.ID) {
	d.placed(id) // or the next list would delete it again
	d.Table.Env.Metrics.Boards.Duplicates.Inc()
	d.Table.Log.Info("deleting a second board", "message", uint64(id))
	d.channel.messages.delete(id, nil)
}

// findPosted returns the oldest board of a hand that stands in the channel and is newer than a message; none where there is
// none. Whole reports whether the bot has read all messages since. A press board whose request had no answer never becomes the board: it
// has no nonce, so there might be several to choose from.
func (d *duplicates) findPosted(hand int64, after engine.ID) (found record.BoardRef, whole bool, err error) {
	me := d.Table.Env.Me.Load()
	if me == nil {
		return found, false, nil
	}
	list, reach, err := d.Table.Env.Posts.Since(d.Table.Env.Ctx, d.Table.Where().Channel, after)
	if errors.Is(err, rest.ErrForbidden) {
		return found, false, nil
	}
	for _, m := range list { // the newest first
		if id := message.Snowflake(m.ID); id > after && m.Type == discordgo.MessageTypeDefault && board.IsBoard(&m, d.Table.Key.Channel, *me) && board.HandOf(&m) == hand {
			found = record.BoardRef{Message: id, Hand: hand, Components: m.V2()}
		}
	}
	return found, reach == message.Whole, err
}
