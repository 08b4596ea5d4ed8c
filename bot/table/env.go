package table

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/emoji"
	"cardroom/bot/failpoint"
	"cardroom/bot/gateway"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/metrics"
	"cardroom/bot/options"
	"cardroom/bot/prefs"
	"cardroom/bot/record"
	"cardroom/bot/reply"
	"cardroom/bot/rest"
	"cardroom/bot/storage"
	"cardroom/bot/task"
	"cardroom/engine"
	"cardroom/internal/retry"
	"cardroom/store"
)

// Env is what every table, and every handler beside the tables, needs of the program.
type Env struct {
	Ctx     context.Context // of what is asked of the store and of Discord; ends when the bot has stopped
	Store   store.Store
	Codec   record.Codec
	Hook    failpoint.Hook
	Log     *slog.Logger
	Seed    *uint64 // tests only: house players decide by it
	Metrics *metrics.Set
	Tasks   task.Group
	Outage  *storage.Outage
	Prefs   *prefs.All

	Rest    *rest.Client // nil before Run
	Reply   reply.Responder
	Studio  message.Studio
	Posts   message.Poster
	Screens editor.Env
	Emoji   emoji.Set
	Me      atomic.Pointer[string] // the bot's user; nil before the first session

	Tables     Registry
	Threads    sync.Map                               // store.Key → *thread: those with tables, as far as Discord was asked
	Throttle   Throttle                               // of what tables do that nobody waits for
	Draining   atomic.Bool                            // no more presses are taken, no clock runs
	Handle     func(*Table, *interaction.Interaction) // does what a person asks of a table
	NewDisplay func(*Table) Display
	TooMany    func(*interaction.Interaction) // answers what one person asks beyond their share
	Failed     context.CancelCauseFunc        // ends Run
	Random     func() uint64                  // for what need not be secret: lots, references
	Jump       func() time.Duration           // how far the machine's clock was set since the start
}

// LogPanic logs a panic by the type of its value, which may hold anything, and by the functions it went through.
func LogPanic(e *Env, log *slog.Logger, v any) {
	e.Metrics.Panics.Inc()
	log.Error("panic", "err", fmt.Sprintf("%T", v), "stack", gateway.Stack())
}

// Registry is the tables of a bot, by their channels.
type Registry struct {
	Env   *Env
	mu    sync.Mutex
	byKey map[store.Key]*Table
}

// All lists the tables of a guild, or of all guilds where guild is 0.
func (r *Registry) All(guild engine.ID) (list []*Table) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for k, a := range r.byKey {
		if guild == 0 || k.Guild == guild {
			list = append(list, a)
		}
	}
	return list
}

// Get returns the table of a channel, and makes it where there is none.
func (r *Registry) Get(k store.Key) *Table {
	r.mu.Lock()
	defer r.mu.Unlock()
	a := r.byKey[k]
	if a == nil {
		a = newTable(r.Env, k)
		if r.byKey == nil {
			r.byKey = map[store.Key]*Table{}
		}
		r.byKey[k] = a
	}
	return a
}

// Known returns the table of a channel where there is or was one; nil elsewhere.
func (r *Registry) Known(k store.Key) *Table {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.byKey[k]
}

// Throttle lets so many tables work at once. During an outage of the store it lets all of them: each has to find out for
// itself, so that its players get their time back.
type Throttle struct {
	slots  chan struct{}
	outage *storage.Outage
}

func NewThrottle(slots int, o *storage.Outage) Throttle {
	return Throttle{make(chan struct{}, slots), o}
}

// Acquire blocks until a slot is free, and returns what frees it.
func (t Throttle) Acquire() (release func()) {
	select {
	case t.slots <- struct{}{}:
		return func() { <-t.slots }
	case <-t.outage.Started():
		return func() {}
	}
}

// Plays reports whether a channel has a table, also one that cannot be read.
func (r *Registry) Plays(guild, channel engine.ID) bool {
	return slices.ContainsFunc(r.All(guild), func(t *Table) bool {
		s := t.Summary()
		return t.Key.Channel == channel && (s.Open || s.Unreadable())
	})
}

// Mirrors reports whether a channel shows the board of another channel's table.
func (r *Registry) Mirrors(guild, channel engine.ID) bool {
	return slices.ContainsFunc(r.All(guild), func(t *Table) bool { return t.Summary().Mirror == channel })
}

// postBackoff is the schedule of posting a message that Discord refuses.
var postBackoff = retry.Backoff{First: 2 * time.Second, Max: time.Minute}

// Failed postpones an attempt that has failed. A channel where Discord refuses the bot is left alone for longer: asking soon
// would count towards a ban.
func (t *Table) Failed(try *retry.Attempt, err error) {
	try.Failed(postBackoff)
	if t.forbidden = errors.Is(err, rest.ErrForbidden) || errors.Is(err, rest.ErrNoChannel); t.forbidden {
		try.Postpone(rest.BlockTime)
	}
}

// Each queues a job at the tables of a guild: at all of them, or at the one of a channel.
func (r *Registry) Each(guild, channel engine.ID, job func(*Table)) {
	for _, t := range r.All(guild) {
		if channel == 0 || channel == t.Key.Channel {
			t.Must(func() { job(t) })
		}
	}
}

// DefaultBuyIn returns the chips a player sits down with who named no number: the maximum, or 100 big blinds where there is none.
func DefaultBuyIn(r engine.Rules) int64 {
	if r.MaxBuyIn > 0 {
		return r.MaxBuyIn
	}
	return max(options.DefaultMaxBuyIn*r.BigBlind, r.MinBuyIn)
}
