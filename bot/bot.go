package bot

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/channel"
	"cardroom/bot/command"
	"cardroom/bot/editor"
	"cardroom/bot/emoji"
	"cardroom/bot/failpoint"
	"cardroom/bot/gateway"
	"cardroom/bot/message"
	"cardroom/bot/metrics"
	"cardroom/bot/prefs"
	"cardroom/bot/record"
	"cardroom/bot/reply"
	"cardroom/bot/rest"
	"cardroom/bot/shuffle"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/store"
)

// KeySize is the length of [Config.Key], in bytes.
const KeySize = shuffle.KeySize

// Config is what a bot has to know.
type Config struct {
	Token string               // the bot's; never logged
	API   string               // "https://discord.com" or another server that speaks the same
	Guild string               // register the commands there only; "" is everywhere
	Key   []byte               // KeySize bytes: seals the cards of stored tables
	Seed  *uint64              // tests only: decks are a function of seed, table and hand
	At    failpoint.Hook       // tests only: told of every point that is passed, and may end the goroutine there
	Step  func() time.Duration // tests only: how far the clock was set since the start
	Log   *slog.Logger

	Painter message.Painter // of the boards' pictures; nil: boards are text alone
	Tiler   emoji.Tiler     // of the cards in texts; nil: they are letters

	ShardID, ShardCount int // 0, 0: all that Discord recommends

	HTTP *http.Client                                                      // nil: an ordinary one
	Dial func(ctx context.Context, network, addr string) (net.Conn, error) // of the gateway; nil: an ordinary one
}

// Bot is a running card room.
type Bot struct {
	*table.Env
	config   Config
	routes   *command.Routes
	stopWork context.CancelFunc // ends what the tables ask of the store and of Discord
	app      chan string        // the application's id, once Discord has told it
	watchdog watchdog
	sessions sessions
	born     time.Time     // when the program began
	up       atomic.Bool   // connected to Discord
	rolls    atomic.Uint64 // of a fixed seed

	mu   sync.Mutex
	left map[engine.ID]bool // guilds that have removed the bot
}

// New returns a bot over a store. The store stays the caller's to close, after Run has returned.
func New(c Config, st store.Store) (*Bot, error) {
	codec, err := record.NewCodec(c.Key, c.Seed)
	if err != nil {
		return nil, err
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithCancel(context.Background())
	b := &Bot{
		config: c, routes: command.NewRoutes(rows), stopWork: cancel, app: make(chan string, 1), born: time.Now(), left: map[engine.ID]bool{},
		Env: &table.Env{
			Ctx: ctx, Store: st, Codec: codec, Hook: c.At, Log: c.Log, Seed: c.Seed,
			Metrics: metrics.New(), Outage: storage.NewOutage(c.Log), Failed: func(error) {},
		},
	}
	e := b.Env
	e.Random, e.Jump = b.roll, b.stepped
	e.Tasks.Panicked = func(v any) { table.LogPanic(e, e.Log, v) }
	e.Prefs = prefs.New(prefs.Notes{Ctx: ctx, Store: st, Hook: c.At, Log: c.Log})
	e.Reply = reply.Responder{Ctx: ctx, Hook: c.At, Metrics: e.Metrics, Tasks: &e.Tasks, Log: c.Log, Random: b.roll}
	e.Studio = message.Studio{Painter: c.Painter, Tasks: &e.Tasks, Metrics: e.Metrics, Log: c.Log}
	e.Posts = message.Poster{Hook: c.At}
	e.Screens = editor.Env{Ctx: ctx, Studio: &e.Studio, Reply: &e.Reply, Hook: c.At, Tasks: &e.Tasks, Metrics: e.Metrics}
	e.Emoji = emoji.Set{Tiler: c.Tiler, Hook: c.At, Log: c.Log}
	e.Throttle = table.NewThrottle(table.AtOnce, e.Outage)
	e.Tables.Env = e
	e.Handle, e.TooMany, e.NewDisplay = b.run, b.tooMany, channel.New
	b.watchdog.Timeout = b.timeout
	b.addGauges()
	return b, nil
}

// Run plays until the context ends, which is no error, or until Discord refuses the bot for good (*gateway.FatalError,
// rest.ErrUnauthorized), another process has taken the tables over (*store.FencedError), or the store cannot be read for
// half a minute at the start (store.ErrUnreachable). It finishes what it has begun before it returns.
func (b *Bot) Run(ctx context.Context) error {
	ctx, b.Failed = context.WithCancelCause(ctx)
	defer b.Failed(nil)
	var err error
	b.Rest, err = rest.New(rest.Config{Token: b.config.Token, API: b.config.API, HTTP: b.Metrics.Client(b.config.HTTP, b.Failed)})
	if err != nil {
		return err
	}
	b.Reply.Rest, b.Posts.Rest, b.Screens.Rest = b.Rest, b.Rest, b.Rest
	var last time.Time
	err = store.RetryUntilReady(ctx, func(err error) { b.Log.Warn("waiting for the store", "err", err) }, func() (err error) {
		if last, err = b.lastAlive(ctx); err == nil {
			err = b.load(ctx, last)
		}
		return err
	})
	if err != nil {
		return err
	}
	b.Tasks.Go(func() { b.stayAlive(ctx) })
	b.Tasks.Go(func() { b.Emoji.Sync(ctx, b.Rest, b.app) })
	b.Tasks.Go(func() { b.addUp(ctx) })
	err = gateway.Run(ctx, gateway.Config{
		Token: b.config.Token, API: b.config.API, HTTP: b.config.HTTP, Dial: b.config.Dial,
		ShardID: b.config.ShardID, ShardCount: b.config.ShardCount, Intents: discordgo.IntentsGuilds,
		Handle: b.handle, Ready: b.onReady, Identify: b.identify, Up: b.up.Store, Log: b.Log,
	})
	cause := context.Cause(ctx)
	b.Failed(nil)
	b.stop()
	if cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}

// How long Run waits at its end: first for what is under way to finish and be answered, then for what is left to give up.
const (
	drainTime  = 2 * time.Second
	giveUpTime = time.Second
)

// stop takes no more presses, lets the ones that were taken be stored and answered, and begins nothing new after that. Who
// waits for a store that does not answer is told so.
func (b *Bot) stop() {
	b.Draining.Store(true)
	b.Tasks.Wait(drainTime)
	b.watchdog.Flush()
	b.Tasks.Close()
	if !b.Tasks.Wait(giveUpTime) {
		b.Log.Warn("stopped while requests were under way")
	}
	b.stopWork()
}

// opened is how many tables a start opens at once: enough to have some ready whenever the store takes the next, and few enough to
// take no memory beside the tables'.
const opened = 4 * table.AtOnce

// load reads every open table and lets it go on where it was: the time in which the program was down is nobody's. One that
// is damaged is named and left as it is, as is a list of tables; one that the store did not give is asked for again; the
// others play. Each is opened in its own actor, so all processors have a part in it; when load returns, all are.
func (b *Bot) load(ctx context.Context, last time.Time) error {
	var list []listed
	for stored, err := range b.Store.Tables(ctx) {
		if stored.Channel != 0 || err == nil {
			list = append(list, listed{stored, err})
			continue
		}
		if _, damaged := errors.AsType[*store.DamagedError](err); !damaged {
			return fmt.Errorf("reading the tables: %w", err)
		}
		b.Log.Error("not all tables can be found; the others play", "guild", uint64(stored.Guild), "err", err)
	}
	var all sync.WaitGroup
	door := table.NewThrottle(opened, b.Outage)
	for i, l := range list {
		list[i] = listed{} // its record need not stay in memory until the last is open
		a, leave := b.Tables.Get(l.stored.Key), door.Acquire()
		all.Add(1)
		a.Must(func() {
			defer all.Done()
			defer leave()
			a.Start(l.stored, l.err, last)
		})
	}
	all.Wait()
	return nil
}

// listed is a table as the store lists it.
type listed struct {
	stored store.Record
	err    error
}

// aliveNote is when a program last ran on the store, and among how many the guilds were divided then; aliveEvery is how exact
// that is. Where there are several, each has a note of its own, too (ownAlive): that one of them is alive says nothing of another.
const (
	aliveNote  = "alive"
	aliveEvery = 5 * time.Second
)

// ownAlive is the note of the tables that the program with a number plays.
func (b *Bot) ownAlive(shard int) string {
	if b.config.ShardCount <= 1 {
		return aliveNote
	}
	return fmt.Sprintf("%s %d/%d", aliveNote, shard, b.config.ShardCount)
}

// aliveAt is what a note says of a moment: in milliseconds, and /N where the guilds are divided among N.
func (b *Bot) aliveAt(t time.Time) string {
	ms := strconv.FormatInt(t.UnixMilli(), 10)
	if b.config.ShardCount <= 1 {
		return ms
	}
	return fmt.Sprintf("%s/%d", ms, b.config.ShardCount)
}

// lastAlive is when a program last played these tables.
func (b *Bot) lastAlive(ctx context.Context) (time.Time, error) {
	common, err := b.Store.Note(ctx, aliveNote)
	if err != nil {
		return time.Time{}, err
	}
	last, ran := readAlive(common)
	if !ran {
		return time.Now(), nil
	}
	if common != b.aliveAt(last) { // the guilds were divided otherwise: what each says of itself is of before that
		for shard := range b.config.ShardCount {
			if err := b.noteAlive(ctx, b.ownAlive(shard), last); err != nil {
				return time.Time{}, err
			}
		}
	}
	own, err := b.Store.Note(ctx, b.ownAlive(b.config.ShardID))
	if t, ran := readAlive(own); ran {
		last = t
	}
	return last, err
}

func (b *Bot) noteAlive(ctx context.Context, name string, t time.Time) error {
	return b.Hook.Do(failpoint.SayAlive, func() error { return b.Store.SetNote(ctx, name, b.aliveAt(t)) })
}

// readAlive reads a moment that aliveAt wrote; false where no program ever ran.
func readAlive(note string) (time.Time, bool) {
	text, _, _ := strings.Cut(note, "/")
	ms, err := strconv.ParseInt(text, 10, 64)
	return time.UnixMilli(ms), err == nil
}

func (b *Bot) stayAlive(ctx context.Context) {
	tick := time.NewTicker(aliveEvery)
	defer tick.Stop()
	for {
		err := b.sayAlive(ctx, time.Now())
		switch {
		case ctx.Err() != nil:
		case err != nil:
			b.Outage.Begin(aliveNote, err)
		default:
			b.Outage.End(aliveNote)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// sayAlive notes a moment, for everybody and for these tables.
func (b *Bot) sayAlive(ctx context.Context, now time.Time) error {
	for _, name := range slices.Compact([]string{b.ownAlive(b.config.ShardID), aliveNote}) {
		if err := b.noteAlive(ctx, name, now); err != nil {
			return err
		}
	}
	return nil
}

// roll is a number for what need not be secret: lots, thinking times.
func (b *Bot) roll() uint64 {
	var r [8]byte
	if b.Seed != nil {
		m := fair.Mac(fair.U64(*b.Seed), "cardroom/roll", fair.U64(b.rolls.Add(1)))
		copy(r[:], m[:])
	} else {
		rand.Read(r[:])
	}
	return binary.BigEndian.Uint64(r[:])
}
