package calendar

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/internal/retry"
	"cardroom/render/text"
)

// backoff is the retry schedule after errors of Discord or the store.
var backoff = retry.Backoff{First: 5 * time.Second, Max: 10 * time.Minute}

// patience is how long a tournament that is over waits for its event to end. After that Discord ends the event at its time.
const patience = 5 * time.Minute

// Entry is a tournament among the events of its server. Only the goroutine of its table may use it.
type Entry struct {
	table   *table.Table
	lobby   func() text.Lobby
	refused func()

	now *state // of the event that the table's record names; nil before the first Show, and at a cash table
}

// state is an entry's knowledge of an event.
type state struct {
	retry.Attempt
	tournament engine.ID
	id         engine.ID     // 0 before it is made
	shown      event         // as Discord has it; zero before the program knows
	heard      engine.Moment // when Discord last said so
	cancels    bool          // an edit that cancels it was sent
	ended      bool          // over, or deleted
	forbidden  bool          // the bot lacks the permission
	until      time.Time     // when the tournament waits no longer for its end; zero: it does not wait yet
}

// New returns the entry of the tournaments of a table. It calls refused after Discord has refused an event for good.
func New(t *table.Table, lobby func() text.Lobby, refused func()) *Entry {
	return &Entry{table: t, lobby: lobby, refused: refused}
}

// Show makes the event of the tournament, or brings it up to date, one request at a time.
func (c *Entry) Show() {
	e := c.table.Record().Event
	if c.now == nil || e.ID != c.now.tournament || e.Event != c.now.id {
		c.now = &state{tournament: e.ID, id: e.Event}
	}
	if !e.Listed && e.Event == 0 {
		c.now.Reset()
		return
	}
	lobby := c.lobby()
	want := wanted(e, lobby, c.table.Locale(), c.now.shown)
	switch over := lobby.View.Phase >= tournament.Finished; {
	case c.now.Blocked():
	case c.now.ended && e.Event != 0 && !over && (!e.Listed || c.now.shown.isOver()): // another one may follow
		c.table.Amend(func(r *record.Table) { r.Event.Event = 0 })
		c.Show()
	case c.now.ended, e.Event == 0 && !want.mayBegin():
		c.now.Reset()
	case e.Event == 0:
		c.send("make", func(ctx context.Context) (event, engine.ID, error) { return c.create(ctx, want) })
	case c.now.stale():
		c.send("read", func(ctx context.Context) (event, engine.ID, error) { return c.read(ctx, e.Event) })
	default:
		c.update(e.Event, want)
	}
}

// stale reports whether to ask Discord for the event: the program does not know, or Discord may have started the event.
func (s *state) stale() bool {
	started := s.shown.status == scheduled && s.heard < s.shown.start && s.shown.start <= engine.At(time.Now())
	return s.shown == event{} || started
}

// update makes the next edit on the way to the event that is wanted.
func (c *Entry) update(id engine.ID, want event) {
	next := c.now.shown.toward(want)
	if next == c.now.shown {
		c.now.Reset()
		return
	}
	edit := next.params()
	if next.start == c.now.shown.start { // which may be past
		edit.ScheduledStartTime = nil
	}
	if next.status != c.now.shown.status {
		edit.Status = next.status
	}
	c.now.cancels = c.now.cancels || next.status == canceled
	env, guild := c.table.Env, fmt.Sprint(c.table.Key.Guild)
	c.send("edit", func(ctx context.Context) (event, engine.ID, error) {
		return next, id, env.Hook.Do(failpoint.EditListed, func() error { return env.Rest.EditEvent(ctx, guild, fmt.Sprint(id), edit) })
	})
}

// Due returns when Show has to try again after an error, or to move the end of an event under way; zero: not.
func (c *Entry) Due() time.Time {
	switch {
	case c.now == nil, c.now.InFlight:
		return time.Time{}
	case c.now.Failures > 0:
		return c.now.NotBefore()
	case c.now.shown.status == active && !c.now.ended:
		return c.now.shown.end.Add(-ahead).Time()
	}
	return time.Time{}
}

// Settled reports whether the event of a tournament that is over has ended, or is left to Discord: after a while, or at once where
// the bot may not edit it.
func (c *Entry) Settled() bool {
	c.Show()
	if c.now.until.IsZero() {
		c.now.until = time.Now().Add(patience)
	}
	return c.now.ended || c.now.forbidden || c.now.id == 0 && !c.now.InFlight || time.Now().After(c.now.until)
}

// send carries out a request beside the table. It returns the event as Discord has it then, with its id.
func (c *Entry) send(verb string, do func(context.Context) (event, engine.ID, error)) {
	t, now := c.table, c.now
	now.InFlight = t.Env.Tasks.Go(func() {
		ctx, cancel := context.WithTimeout(t.Env.Ctx, message.RequestTimeout)
		defer cancel()
		shown, id, err := do(ctx)
		t.Must(func() {
			now.InFlight = false
			if c.now == now && t.InTournament() && t.Record().Event.ID == now.tournament {
				c.sent(verb, shown, id, err)
			}
		})
	})
}

// sent goes on after a request.
func (c *Entry) sent(verb string, shown event, id engine.ID, err error) {
	switch {
	case errors.Is(err, rest.ErrGone):
		if c.now.ended = true; c.now.cancels { // and not a moderator has
			c.now.shown = event{status: canceled}
		}
	case c.now.id == 0 && (errors.Is(err, rest.ErrForbidden) || isFull(err)):
		c.table.Log.Warn("Discord refuses to list a tournament among the events of its server; /tournament settings event:on tries again", "err", err)
		if c.store(func(e *record.Event) { e.Listed = false }) {
			c.refused()
		}
		return
	case err != nil:
		c.failed(verb, err)
		return
	case id != c.now.id:
		c.now.id, c.now.shown, c.now.heard = id, shown, engine.At(time.Now()) // the commit shows it
		if !c.store(func(e *record.Event) { e.Event = id }) {
			c.now.id, c.now.shown = 0, event{}
			return
		}
	default:
		c.now.shown, c.now.heard, c.now.ended = shown, engine.At(time.Now()), shown.isOver()
	}
	c.now.forbidden = false
	c.now.Reset()
	c.Show()
}

// failed schedules another try after an error.
func (c *Entry) failed(verb string, err error) {
	wait := c.now.Failed(backoff)
	if after, limited := retry.After(err); limited {
		c.now.Postpone(max(wait, after))
	}
	if c.now.forbidden = errors.Is(err, rest.ErrForbidden); c.now.forbidden {
		c.now.Postpone(rest.BlockTime)
	}
	c.now.shown = event{} // the edit may have been carried out, or Discord have another state: the next try reads it
	c.table.Log.Warn("could not "+verb+" the event of a tournament; retrying", "err", err)
}

// mostEvents is Discord's code for a server that has as many events as it may.
const mostEvents = 30038

// isFull reports whether Discord takes no more events on a server.
func isFull(err error) bool {
	e, refused := errors.AsType[*rest.Error](err)
	return refused && e.Code == mostEvents
}

// store stores a change. After an error Show tries again.
func (c *Entry) store(edit func(*record.Event)) (stored bool) {
	err := c.table.Store("event", func(r *record.Table) { edit(r.Event) })
	if err != nil {
		c.now.Failed(backoff)
		c.table.Log.Info("could not store the event of a tournament; retrying", "err", err)
		return false
	}
	return true
}

// ErrConnecting is the reason to wait while the bot does not know which events in Discord are its own.
var ErrConnecting = errors.New("the bot is not connected to Discord yet")

// create makes the event, unless an earlier try has.
func (c *Entry) create(ctx context.Context, want event) (event, engine.ID, error) {
	env, guild := c.table.Env, fmt.Sprint(c.table.Key.Guild)
	me := env.Me.Load()
	if me == nil {
		return event{}, 0, ErrConnecting
	}
	list, err := env.Rest.Events(ctx, guild)
	if err != nil {
		return event{}, 0, err
	}
	for _, x := range list {
		if found := eventOf(x); x.CreatorID == *me && found.location == want.location && !found.isOver() {
			return found, message.Snowflake(x.ID), nil
		}
	}
	var id string
	err = env.Hook.Do(failpoint.ListEvent, func() (err error) {
		id, err = env.Rest.MakeEvent(ctx, guild, want.params())
		return err
	})
	return want, message.Snowflake(id), err
}

// read reads the event. The error is rest.ErrGone where it is over.
func (c *Entry) read(ctx context.Context, id engine.ID) (event, engine.ID, error) {
	list, err := c.table.Env.Rest.Events(ctx, fmt.Sprint(c.table.Key.Guild))
	for _, x := range list {
		if message.Snowflake(x.ID) == id && err == nil {
			return eventOf(x), id, nil
		}
	}
	if err == nil {
		err = rest.ErrGone
	}
	return event{}, id, err
}
