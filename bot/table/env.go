package table

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"cardroom/bot/beacon"
	"cardroom/bot/editor"
	"cardroom/bot/emoji"
	"cardroom/bot/failpoint"
	"cardroom/bot/gateway"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/metrics"
	"cardroom/bot/prefs"
	"cardroom/bot/record"
	"cardroom/bot/reply"
	"cardroom/bot/rest"
	"cardroom/bot/storage"
	"cardroom/bot/task"
	"cardroom/engine"
	"cardroom/store"
)

// Env holds the services that tables and handlers share.
type Env struct {
	Ctx     context.Context // of requests to the store and to Discord; ends when the bot has stopped
	Running context.Context // of work that may be left undone; ends when the bot begins to stop
	Store   store.Store
	Codec   record.Codec
	Hook    failpoint.Hook
	Log     *slog.Logger
	Seed    *uint64 // tests only: the seed of house players' decisions
	Metrics *metrics.Set
	Tasks   task.Group
	Outage  *storage.Outage
	Prefs   *prefs.All
	Beacons *beacon.Clients

	Unused       engine.Moment               // the end of the last long time in which no program used the store; 0: none is known
	ConfirmLease func(context.Context) error // asks the store whether the tables are still this process's; nil: they always are

	Rest    *rest.Client // nil before Run
	Reply   reply.Responder
	Studio  message.Studio
	Posts   message.Poster
	Screens editor.Env
	Emoji   *emoji.Set
	Me      atomic.Pointer[string] // the bot's user; nil before the first session

	Tables      Registry
	Threads     sync.Map                               // by store.Key, Discord's answer about a table's thread. Only package lobby uses it.
	Throttle    storage.Throttle                       // for the tables' background work
	Opening     task.Gate                              // held until all tables are open, and Discord is there or late; panels of an earlier run come after it
	Draining    atomic.Bool                            // takes no more presses, stops every clock
	Handle      func(*Table, *interaction.Interaction) // handles an interaction at a table.
	NewDisplay  func(*Table) Display
	NewDirector func(*Table) Director
	TooMany     func(*interaction.Interaction)                   // answers users who send too many.
	Failed      context.CancelCauseFunc                          // ends Run
	Random      func() uint64                                    // for values that need not be secret: lots, references
	AIDelay     func(v engine.View, random uint64) time.Duration // before a house player acts
	Uptime      func() time.Duration                             // how long ago the bot began
	Jump        func() time.Duration                             // how far the machine's clock was changed since the start
}

// LogPanic logs a panic with the type of its value and its stack. The value itself may hold cards.
func LogPanic(e *Env, log *slog.Logger, v any) {
	e.Metrics.Panics.Inc()
	log.Error("panic", "err", fmt.Sprintf("%T", v), "stack", gateway.Stack())
}

// Registry holds the tables of a bot by channel.
type Registry struct {
	Env   *Env
	mu    sync.Mutex
	byKey map[store.Key]*Table
	moved map[store.Key]store.Key // the keys of the tables that play in another channel, by that
}

// All lists the tables of a guild, or of all guilds if guild is 0.
func (r *Registry) All(guild engine.ID) (list []*Table) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for k, t := range r.byKey {
		if guild == 0 || k.Guild == guild {
			list = append(list, t)
		}
	}
	return list
}

// Get returns the table of a channel. It creates one if there is none.
func (r *Registry) Get(k store.Key) *Table {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := r.byKey[k]
	if t == nil {
		t = newTable(r.Env, k)
		if r.byKey == nil {
			r.byKey = map[store.Key]*Table{}
		}
		r.byKey[k] = t
	}
	return t
}

// Known returns the table of a channel that has or had one; otherwise nil.
func (r *Registry) Known(k store.Key) *Table {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.byKey[k]
}

// Plays reports whether a channel has a table, readable or not.
func (r *Registry) Plays(guild, channel engine.ID) bool {
	t := r.Known(r.At(store.Key{Guild: guild, Channel: channel}))
	return t != nil && t.Where().Channel == channel && (t.Summary().Open || t.Summary().Unreadable())
}

// Each queues a job at the tables of a guild: at all of them, or at those in one channel and its threads. The lobby's channel is
// also one of a tournament, because its table has a thread there.
func (r *Registry) Each(guild, channel engine.ID, job func(*Table)) {
	for _, t := range r.All(guild) {
		s := t.Summary()
		if channel == 0 || channel == t.Where().Channel || channel == s.Parent || s.Event != nil && channel == s.Event.Lobby.Channel {
			t.Must(func() { job(t) })
		}
	}
}
