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
	"cardroom/internal/retry"
	"cardroom/render/text"
)

// backoff is the retry schedule after errors of Discord or the store.
var backoff = retry.Backoff{First: 5 * time.Second, Max: 10 * time.Minute}

// patience is how long a tournament that is over waits for its event to end. After that Discord ends it at its time.
const patience = 15 * time.Second

// Entry is a tournament among the events of its server. Only the goroutine of its table may use it.
type Entry struct {
	table   *table.Table
	lobby   func() text.Lobby
	refused func()

	now state // of the tournament that the table has now
}

// state is what an entry knows of the event of one tournament.
type state struct {
	retry.Attempt
	tournament engine.ID
	shown      event     // as Discord has it; zero before the program knows
	ended      bool      // over, or deleted
	until      time.Time // when the tournament waits no longer for its end; zero: it does not wait yet
}

// New returns the entry of the tournaments of a table. It calls refused after Discord has refused an event for good.
func New(t *table.Table, lobby func() text.Lobby, refused func()) *Entry {
	return &Entry{table: t, lobby: lobby, refused: refused}
}

// Show makes the event of the tournament, or brings it up to date, one request at a time.
func (c *Entry) Show() {
	e := c.table.Record().Event
	if e.ID != c.now.tournament {
		c.now = state{tournament: e.ID}
	}
	if !e.Listed && e.Event == 0 {
		c.now.Reset()
		return
	}
	want := wanted(e, c.lobby(), c.table.Locale(), c.now.shown)
	switch {
	case c.now.Blocked():
	case c.now.ended && !e.Listed && e.Event != 0: // another one may follow
		c.table.Amend(func(r *record.Table) { r.Event.Event = 0 })
		c.now = state{tournament: e.ID}
	case c.now.ended, e.Event == 0 && !want.mayBegin():
		c.now.Reset()
	case e.Event == 0:
		c.send("make", func(ctx context.Context) (event, engine.ID, error) { return c.create(ctx, want) })
	case c.now.shown == event{}:
		c.send("read", func(ctx context.Context) (event, engine.ID, error) { return c.read(ctx, e.Event) })
	default:
		c.update(e.Event, want)
	}
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
	env, guild := c.table.Env, fmt.Sprint(c.table.Key.Guild)
	c.send("edit", func(ctx context.Context) (event, engine.ID, error) {
		return next, id, env.Hook.Do(failpoint.EditListed, func() error { return env.Rest.EditEvent(ctx, guild, fmt.Sprint(id), edit) })
	})
}

// Due returns when Show has to try again after an error; zero: not.
func (c *Entry) Due() time.Time {
	if c.now.InFlight || c.now.Failures == 0 {
		return time.Time{}
	}
	return c.now.NotBefore()
}

// Settled reports whether the event of a tournament that is over has ended, or has not for so long that Discord has to end it.
func (c *Entry) Settled() bool {
	c.Show()
	if c.now.until.IsZero() {
		c.now.until = time.Now().Add(patience)
	}
	return c.now.ended || c.table.Record().Event.Event == 0 && !c.now.InFlight || time.Now().After(c.now.until)
}

// send carries out a request beside the table. It returns the event as Discord has it then, with its id.
func (c *Entry) send(verb string, do func(context.Context) (event, engine.ID, error)) {
	t, tournament := c.table, c.now.tournament
	c.now.InFlight = t.Env.Tasks.Go(func() {
		ctx, cancel := context.WithTimeout(t.Env.Ctx, message.RequestTimeout)
		defer cancel()
		shown, id, err := do(ctx)
		t.Must(func() {
			if table.InTournament(t) && c.now.tournament == tournament && t.Record().Event.ID == tournament {
				c.sent(verb, shown, id, err)
			}
		})
	})
}

// sent goes on after a request.
func (c *Entry) sent(verb string, shown event, id engine.ID, err error) {
	c.now.InFlight = false
	e := c.table.Record().Event
	switch {
	case errors.Is(err, rest.ErrGone):
		c.now.ended = true
	case e.Event == 0 && rest.Refused(err):
		c.table.Log.Warn("Discord refuses to list a tournament among the events of its server; /tournament settings event:on tries again", "err", err)
		if c.store(func(e *record.Event) { e.Listed = false }) {
			c.refused()
		}
		return
	case err != nil:
		if rest.Refused(err) { // Discord, or a moderator, may have changed it meanwhile: the next try reads it
			c.now.shown = event{}
		}
		c.now.Failed(backoff)
		c.table.Log.Info("could not "+verb+" the event of a tournament; retrying", "err", err)
		return
	case id != e.Event && !c.store(func(e *record.Event) { e.Event = id }):
		return
	default:
		c.now.shown, c.now.ended = shown, shown.isOver()
		c.now.Reset()
	}
	c.Show()
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

// errConnecting is the reason to wait while the bot does not know which events are its own.
var errConnecting = errors.New("the bot is not connected to Discord yet")

// create makes the event, unless an earlier try has.
func (c *Entry) create(ctx context.Context, want event) (event, engine.ID, error) {
	env, guild := c.table.Env, fmt.Sprint(c.table.Key.Guild)
	me := env.Me.Load()
	if me == nil {
		return event{}, 0, errConnecting
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
