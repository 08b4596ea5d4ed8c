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
	"cardroom/bot/shuffle"
	"cardroom/bot/storage"
	"cardroom/bot/task"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/store"

	"github.com/bwmarrin/discordgo"
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
	config  Config
	store   store.Store
	log     *slog.Logger
	ctx     context.Context // of everything that is asked of the store and of Discord; ends when the bot has stopped
	cancel  context.CancelFunc
	codec   record.Codec // of what is stored
	hook    failpoint.Hook
	reply   reply.Responder
	studio  message.Studio
	posts   message.Poster
	screens editor.Env
	emoji   emoji.Set
	rest    *rest.Client
	failed  context.CancelCauseFunc // ends Run

	app      chan string // the application's id, once Discord has told it
	prefs    *prefs.All
	outage   *storage.Outage
	waiting  sync.Map // *ask: those that came in the last moments
	sessions sessions
	metrics  *metrics.Set
	born     time.Time              // when the program began
	up       atomic.Bool            // connected to Discord
	me       atomic.Pointer[string] // the bot's user; nil before the first session
	rolls    atomic.Uint64          // of a fixed seed
	line     chan struct{}          // the places of tables that do what nobody waits for
	draining atomic.Bool            // no more presses are taken, no clock runs
	tasks    task.Group             // every goroutine of the bot
	mu       sync.Mutex
	actors   map[store.Key]*actor
	left     map[engine.ID]bool // guilds that have removed the bot
}

// New is a bot over a store. The store stays the caller's to close, after Run has returned.
func New(c Config, st store.Store) (*Bot, error) {
	cdc, err := record.NewCodec(c.Key, c.Seed)
	if err != nil {
		return nil, err
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	b := &Bot{
		config: c, store: st, log: c.Log, codec: cdc, hook: c.At, failed: func(error) {},
		actors: map[store.Key]*actor{}, left: map[engine.ID]bool{}, outage: storage.NewOutage(c.Log), born: time.Now(),
		app: make(chan string, 1), line: make(chan struct{}, atOnce),
	}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	b.metrics = metrics.New()
	b.addGauges()
	b.prefs = prefs.New(prefs.Notes{Ctx: b.ctx, Store: st, Hook: c.At, Log: c.Log})
	b.reply = reply.Responder{Ctx: b.ctx, Hook: c.At, Metrics: b.metrics, Tasks: &b.tasks, Log: c.Log, Random: b.roll}
	b.studio = message.Studio{Painter: c.Painter, Tasks: &b.tasks, Metrics: b.metrics, Log: c.Log}
	b.posts = message.Poster{Hook: c.At}
	b.screens = editor.Env{Ctx: b.ctx, Studio: &b.studio, Reply: &b.reply, Hook: c.At, Tasks: &b.tasks, Metrics: b.metrics}
	b.emoji = emoji.Set{Tiler: c.Tiler, Hook: c.At, Log: c.Log}
	b.tasks.Panicked = func(v any) { b.panicked(b.log, v) }
	return b, nil
}

// Run plays until the context ends, which is no error, or until Discord refuses the bot for good (*gateway.FatalError,
// rest.ErrUnauthorized), another process has taken the tables over (*store.FencedError), or the store cannot be read for
// half a minute at the start (store.ErrUnreachable). It finishes what it has begun before it returns.
func (b *Bot) Run(ctx context.Context) error {
	ctx, b.failed = context.WithCancelCause(ctx)
	defer b.failed(nil)
	var err error
	b.rest, err = rest.New(rest.Config{Token: b.config.Token, API: b.config.API, HTTP: b.metrics.Client(b.config.HTTP, b.failed)})
	if err != nil {
		return err
	}
	b.reply.Rest, b.posts.Rest, b.screens.Rest = b.rest, b.rest, b.rest
	var last time.Time
	err = store.RetryUntilReady(ctx, func(err error) { b.log.Warn("waiting for the store", "err", err) }, func() (err error) {
		if last, err = b.lastAlive(ctx); err == nil {
			err = b.load(ctx, last)
		}
		return err
	})
	if err != nil {
		return err
	}
	b.tasks.Go(func() { b.stayAlive(ctx) })
	b.tasks.Go(func() { b.emoji.Sync(ctx, b.rest, b.app) })
	b.tasks.Go(func() { b.addUp(ctx) })
	err = gateway.Run(ctx, gateway.Config{
		Token: b.config.Token, API: b.config.API, HTTP: b.config.HTTP, Dial: b.config.Dial,
		ShardID: b.config.ShardID, ShardCount: b.config.ShardCount, Intents: discordgo.IntentsGuilds,
		Handle: b.handle, Ready: b.onReady, Identify: b.identify, Up: b.up.Store, Log: b.log,
	})
	cause := context.Cause(ctx)
	b.failed(nil)
	b.stop()
	if cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}

// panicked logs a panic by the type of its value, which may hold anything, and by the functions it went through.
func (b *Bot) panicked(log *slog.Logger, v any) {
	b.metrics.Panics.Inc()
	log.Error("panic", "err", fmt.Sprintf("%T", v), "stack", gateway.Stack())
}

// How long Run waits at its end: first for what is under way to finish and be answered, then for what is left to give up.
const (
	drainTime  = 2 * time.Second
	giveUpTime = time.Second
)

// stop takes no more presses, lets the ones that were taken be stored and answered, and begins nothing new after that. Who
// waits for a store that does not answer is told so.
func (b *Bot) stop() {
	b.draining.Store(true)
	b.tasks.Wait(drainTime)
	for k := range b.waiting.Range {
		b.late(k.(*interaction.Interaction))
	}
	b.tasks.Close()
	if !b.tasks.Wait(giveUpTime) {
		b.log.Warn("stopped while requests were under way")
	}
	b.cancel()
}

// opened is how many tables a start opens at once: enough to have some ready whenever the store takes the next, and few enough to
// take no memory beside the tables'.
const opened = 4 * atOnce

// load reads every open table and lets it go on where it was: the time in which the program was down is nobody's. One that
// is damaged is named and left as it is, as is a list of tables; one that the store did not give is asked for again; the
// others play. Each is opened in its own actor, so all processors have a part in it; when load returns, all are.
func (b *Bot) load(ctx context.Context, last time.Time) error {
	var list []listed
	for stored, err := range b.store.Tables(ctx) {
		if stored.Channel != 0 || err == nil {
			list = append(list, listed{stored, err})
			continue
		}
		if _, damaged := errors.AsType[*store.DamagedError](err); !damaged {
			return fmt.Errorf("reading the tables: %w", err)
		}
		b.log.Error("not all tables can be found; the others play", "guild", uint64(stored.Guild), "err", err)
	}
	var all sync.WaitGroup
	door := make(chan struct{}, opened)
	for i, l := range list {
		list[i] = listed{} // its record need not stay in memory until the last is open
		a, leave := b.actor(l.stored.Key), b.standIn(door)
		all.Add(1)
		a.must(func() {
			defer all.Done()
			defer leave()
			a.begin(l, last)
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

// begin opens a table that the store has listed.
func (a *actor) begin(l listed, last time.Time) {
	a.unswept = true
	if err := a.read(l.stored, l.err); err != nil {
		a.log.Warn("a table could not be read and will be asked for again", "err", err)
		a.doubt = doubt{is: true, since: last}
		return
	}
	if a.board != nil {
		a.board.Hold(sweepTime)
	}
	defer a.bot.standIn(a.bot.line)()
	a.resume(last)
	if a.board != nil && !a.moves() { // of a thousand that lie still none shall stand in the way of those where people play
		a.board.Release(!soon(a.nextDue()))
	}
}

// tables lists the actors of a guild, or of all where guild is 0.
func (b *Bot) tables(guild engine.ID) []*actor {
	b.mu.Lock()
	defer b.mu.Unlock()
	var list []*actor
	for k, a := range b.actors {
		if guild == 0 || k.Guild == guild {
			list = append(list, a)
		}
	}
	return list
}

// actor is the actor of a channel, made when there is none.
func (b *Bot) actor(k store.Key) *actor {
	b.mu.Lock()
	defer b.mu.Unlock()
	a := b.actors[k]
	if a == nil {
		a = newActor(b, k)
		b.actors[k] = a
	}
	return a
}

// known is the actor of a channel where there is or was a table; nil elsewhere.
func (b *Bot) known(k store.Key) *actor {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.actors[k]
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
	common, err := b.store.Note(ctx, aliveNote)
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
	own, err := b.store.Note(ctx, b.ownAlive(b.config.ShardID))
	if t, ran := readAlive(own); ran {
		last = t
	}
	return last, err
}

func (b *Bot) noteAlive(ctx context.Context, name string, t time.Time) error {
	return b.hook.Do(failpoint.SayAlive, func() error { return b.store.SetNote(ctx, name, b.aliveAt(t)) })
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
			b.outage.Begin(aliveNote, err)
		default:
			b.outage.End(aliveNote)
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
	if b.config.Seed != nil {
		m := fair.Mac(fair.U64(*b.config.Seed), "cardroom/roll", fair.U64(b.rolls.Add(1)))
		copy(r[:], m[:])
	} else {
		rand.Read(r[:])
	}
	return binary.BigEndian.Uint64(r[:])
}
