package bot

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/audit"
	"cardroom/bot/beacon"
	"cardroom/bot/channel"
	"cardroom/bot/command"
	"cardroom/bot/editor"
	"cardroom/bot/emoji"
	"cardroom/bot/failpoint"
	"cardroom/bot/gateway"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/prefs"
	"cardroom/bot/record"
	"cardroom/bot/reply"
	"cardroom/bot/rest"
	"cardroom/bot/shuffle"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/bot/tournament"
	"cardroom/bot/tournament/orphan"
	"cardroom/engine"
	"cardroom/engine/ai"
	"cardroom/engine/fair"
	"cardroom/store"
)

// KeySize is the length of [Config.Key], in bytes.
const KeySize = shuffle.KeySize

// Config configures a bot.
type Config struct {
	Token       string           // the bot's token; never logged
	API         string           // "https://discord.com" or another server with its API
	Guild       string           // registers the commands in this guild only; "" registers them everywhere
	Rate        int              // requests that Discord allows the bot in a second; 0: [rest.Rate]
	PressBoards rest.PressBoards // when new boards may go by the tokens of presses
	Key         []byte           // KeySize bytes, which encrypt the cards of stored tables
	Keyless     bool             // for [Bot.Examine] alone: the key is missing, and no table can be opened
	Seed        *uint64          // tests only: decks are a function of seed, table and hand, and lots are drawn from it
	At          failpoint.Hook   // tests only: called before and after each effect on the store and Discord; it may end the goroutine there
	Log         *slog.Logger

	ClockJump func() time.Duration // tests only: how far the clock was changed since the start

	AIDelay func(v engine.View, random uint64) time.Duration // before a house player acts; nil: ai.Think

	Painter message.Painter // draws the boards' pictures; nil: boards have no pictures
	Tiler   emoji.Tiler     // draws the cards in texts, if Process is nil; nil: they are letters

	Beacon     *beacon.Chain     // mixed into the hands of new batches of seals; nil: none
	BeaconHTTP http.RoundTripper // to its relays; nil: the network

	ShardID, ShardCount int      // 0, 0: as many shards as Discord recommends
	Process             *Process // shared with the bots of other shards; nil: there are none

	// HandOver, if set, is the lease of the shard. The store has the shard's session, for the processes that play the shard
	// under the leases before and after.
	HandOver *store.Lease

	HTTP *http.Client                                                      // nil: an ordinary one
	Dial func(ctx context.Context, network, addr string) (net.Conn, error) // of the gateway; nil: an ordinary one
}

// Bot is a running card room. Env has the services for its tables and handlers.
type Bot struct {
	*table.Env
	config    Config
	routes    *command.Routes
	process   *Process
	watchdog  watchdog
	arrivals  arrivals
	stopWork  context.CancelFunc // ends the tables' requests to the store and to Discord
	app       application
	inherited inheritance   // from the leases before this one
	born      time.Time     // start of the program
	up        atomic.Bool   // connected to Discord
	drawn     atomic.Uint64 // numbers taken from a fixed seed

	guilds  guilds
	parents parents
	orphans orphan.List
}

// lease is a store that another process may take over, as a *store.LeaseHolder.
type lease interface {
	Doubtful() <-chan struct{}
	Confirm(context.Context) error
}

// New returns a bot over a store. The caller closes the store after Run has returned.
func New(c Config, st store.Store) (*Bot, error) {
	codec, err := record.NewCodec(c.Key, c.Seed)
	if c.Keyless {
		codec, err = record.NewKeylessCodec()
	}
	if err != nil {
		return nil, err
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.AIDelay == nil {
		c.AIDelay = ai.Think
	}
	if c.Process == nil {
		c.Process = NewProcess(c.Tiler, c.At, c.Log)
	}
	ctx, cancel := context.WithCancel(context.Background())
	b := &Bot{
		config: c, process: c.Process, routes: routes(), stopWork: cancel, app: application{id: make(chan string, 1)}, born: time.Now(),
		Env: &table.Env{
			Ctx: ctx, Running: ctx, Store: st, Codec: codec, Hook: c.At, Log: c.Log, Seed: c.Seed,
			Metrics: c.Process.Metrics, Emoji: &c.Process.emoji, Outage: c.Process.NewOutage(), Failed: func(error) {},
		},
	}
	e := b.Env
	e.Beacons = beacon.NewClients(c.Beacon, beacon.Config{
		HTTP: c.BeaconHTTP, Now: b.discordTime, Log: c.Log, Requested: e.Metrics.Relay, Go: e.Tasks.Go,
	})
	e.Random, e.Jump, e.AIDelay = b.random, b.clockJump, c.AIDelay
	e.Uptime = func() time.Duration { return time.Since(b.born) }
	e.Tasks.Panicked = func(v any) { table.LogPanic(e, e.Log, v) }
	e.Prefs = prefs.New(prefs.Notes{Ctx: ctx, Store: st, Hook: c.At, Log: c.Log})
	e.Reply = reply.Responder{Ctx: ctx, Hook: c.At, Metrics: e.Metrics, Tasks: &e.Tasks, Log: c.Log, Random: b.random}
	if l, ok := st.(lease); ok {
		e.Reply.Doubtful, e.ConfirmLease = l.Doubtful, l.Confirm
		e.Reply.NotConfirmed = func(in *interaction.Interaction) string { return string(b.Prefs.LocaleOf(in.Origin).Say.NotConfirmed) }
	}
	e.Studio = message.Studio{Painter: c.Painter, Tasks: &e.Tasks, Metrics: e.Metrics, Log: c.Log}
	e.Posts = message.Poster{Hook: c.At}
	e.Screens = editor.Env{Ctx: ctx, Studio: &e.Studio, Reply: &e.Reply, Hook: c.At, Tasks: &e.Tasks, Metrics: e.Metrics}
	e.Throttle = storage.NewThrottle(table.AtOnce, e.Outage)
	e.Tables.Env = e
	e.Handle, e.TooMany, e.NewDisplay, e.NewDirector = b.run, b.tooMany, channel.New, tournament.Directors(&b.orphans)
	b.watchdog.Timeout = b.timeout
	return b, nil
}

// Run plays until the context ends, which is no error. It returns an error when
//   - Discord refuses the bot permanently (*gateway.FatalError, rest.ErrUnauthorized),
//   - another process has taken over the tables (*store.FencedError),
//   - the store cannot be read for half a minute at the start (store.ErrUnreachable).
//
// It finishes its work in progress before it returns.
func (b *Bot) Run(ctx context.Context) error {
	ctx, b.Failed = context.WithCancelCause(ctx)
	b.Running = ctx
	defer b.Failed(nil)
	var err error
	b.Rest, err = b.process.client(rest.Config{
		Token: b.config.Token, API: b.config.API, Rate: b.config.Rate, PressBoards: b.config.PressBoards, HTTP: b.Metrics.Client(b.config.HTTP, b.Failed),
	})
	if err != nil {
		return err
	}
	defer b.addGauges()()
	b.Reply.Rest, b.Posts.Rest, b.Screens.Rest = b.Rest, b.Rest, b.Rest
	var last time.Time
	b.Opening.Hold()
	err = store.RetryUntilReady(ctx, func(err error) { b.Log.Warn("waiting for the store", "err", err) }, func() (err error) {
		if last, err = b.lastAlive(ctx); err == nil {
			err = b.noteUnused(ctx, last)
		}
		if err == nil && b.config.HandOver != nil {
			err = b.inherit(ctx)
		}
		if err == nil {
			err = b.load(ctx, last)
		}
		return err
	})
	if err == nil {
		err = b.play(ctx)
	}
	cause := context.Cause(ctx)
	b.Failed(nil)
	b.stop()
	b.Outage.Leave()
	if cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}

// connectTime is how long panels of an earlier run wait for the connection. It usually takes less. Hands that go on may move a panel.
const connectTime = 10 * time.Second

// play starts the background tasks, and stays connected to Discord until the context ends.
func (b *Bot) play(ctx context.Context) error {
	b.Tasks.Go(func() { b.stayAlive(ctx) })
	b.Tasks.Go(func() { b.Emoji.Sync(ctx, b.Rest, b.app.id) })
	b.Tasks.Go(func() { audit.CheckBalances(ctx, b.Env) })
	opened := sync.OnceFunc(b.Opening.Release)
	defer time.AfterFunc(connectTime, opened).Stop()
	up := func(connected bool) {
		b.up.Store(connected)
		if connected {
			opened()
		}
	}
	c := gateway.Config{
		Token: b.config.Token, API: b.config.API, HTTP: b.Metrics.Client(b.config.HTTP, func(error) {}), Debit: b.Rest.Debit, Dial: b.config.Dial,
		ShardID: b.config.ShardID, ShardCount: b.config.ShardCount, Intents: discordgo.IntentsGuilds,
		Handle: b.handle, Ready: b.onReady, Identify: b.identify, Up: up, Log: b.Log,
	}
	if b.config.HandOver != nil {
		c.Session, c.HandOver, c.Keep = b.inherited.session, true, b.keepSession()
		c.Doubtful = b.Reply.Doubtful
	}
	if b.inherited.session.Application != "" {
		b.learnClock(ctx)
	}
	if b.config.HandOver != nil || b.config.ShardCount > 1 { // a process that is alone need not wait for its last run
		c.Slots = &b.process.slots
	}
	return gateway.Run(ctx, c)
}

// learnClock asks for Discord's time, unless it is known. Discord sends acts again that people did while no process was there, and
// only its clock says how old that is.
func (b *Bot) learnClock(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, message.AnswerTimeout)
	defer cancel()
	if _, known := b.Rest.Age(time.Now()); !known {
		_, _ = b.Rest.Gateway(ctx) // any answer has the time, even a refusal
	}
}

// These bound how long Run waits at its end: first for running work to finish and its answers to be sent, then for the rest
// to give up.
const (
	drainTime  = 2 * time.Second
	answerTime = 300 * time.Millisecond // for answers under way, where another process waits for the shard
	giveUpTime = time.Second
)

// stop ends the bot. It accepts no more presses, stores and answers those already accepted, and tells players that wait for
// an unavailable store.
func (b *Bot) stop() {
	b.Draining.Store(true)
	if b.config.HandOver != nil { // the next process waits; it makes boards and mentions again
		b.watchdog.WaitUntilIdle(drainTime)
		b.Tasks.Wait(answerTime)
		b.stopWork()
	}
	b.Tasks.Wait(drainTime)
	b.watchdog.Flush()
	b.Tasks.Close()
	if !b.Tasks.Wait(giveUpTime) {
		b.Log.Warn("stopped with requests still under way; their outcome is unknown")
	}
	b.stopWork()
}

// random returns a number for values that need not be secret: lots, thinking times. With a fixed seed it is the next of a
// sequence.
func (b *Bot) random() uint64 {
	var r [8]byte
	if b.config.Seed != nil {
		m := fair.Mac(fair.U64(*b.config.Seed), "cardroom/roll", fair.U64(b.drawn.Add(1)))
		copy(r[:], m[:])
	} else {
		rand.Read(r[:])
	}
	return binary.BigEndian.Uint64(r[:])
}

// mostOff is how far this machine's clock may be from Discord's estimated time, which is known to about a second.
const mostOff = time.Second

// discordTime returns the time at Discord, whose messages fix the beacon's rounds: by this machine's clock, unless that is
// wrong.
func (b *Bot) discordTime() time.Time {
	now := time.Now()
	if b.Rest == nil {
		return now
	}
	if age, known := b.Rest.Age(now); known && age.Abs() > mostOff {
		return now.Add(age)
	}
	return now
}

// clockJump returns how far the machine's clock was changed since the bot began. The time of a sleeping machine counts as a
// change.
func (b *Bot) clockJump() time.Duration {
	if b.config.ClockJump != nil {
		return b.config.ClockJump()
	}
	return clockStep(b.born, time.Now(), time.Since(b.born))
}

// clockStep returns how far the wall clock was changed between then and now. elapsed is the monotonic time between them.
func clockStep(then, now time.Time, elapsed time.Duration) time.Duration {
	return now.Round(0).Sub(then.Round(0)) - elapsed
}
