// Package gateway keeps a bot connected to Discord's gateway and hands on its
// events, one after the other.
//
// A tour: [Run] starts one shard after the other (shard.go); a shard dials,
// lives through one connection (conn.go), decides what its end means and dials
// again. [Session] makes the discordgo session that all requests go through.
//
// The events are discordgo's, the connection is not: discordgo's own one hangs
// for ever when a RESUME is answered by op 9 or when op 7 comes before READY, it
// repeats a refused login until Discord resets the token, notices a silent
// connection after five heartbeats, and keeps its session id to itself, so that
// nobody else can mend it. Here a connection is one loop that reads and one
// goroutine that beats; both end with it, and nothing waits without a limit:
//
//   - A silent start is given up after [Config.Patience]; a missing heartbeat
//     acknowledgement ends a connection after half a heartbeat more.
//   - A lost connection is resumed, so that a press in between is not lost. One
//     try: what a second could replay is older than the 3 s it may be answered in.
//   - Identifies keep their distance (max_concurrency) and stop when the day's
//     are used up: Discord resets the token of a bot that goes on.
//   - What cannot get better ends Run with a [*FatalError]; everything else is
//     tried again after 1, 2, 4 … 60 s.
package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"cardroom/bot/rest"
	"cardroom/internal/retry"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// Config says where to connect and where events go.
type Config struct {
	Token string // the bot's token, with or without "Bot "
	API   string // "https://discord.com" or another server of its kind, see [Session]

	// HTTP and Dial reach the API and the gateway; nil means the network.
	HTTP *http.Client
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)

	// ShardCount 0 runs all shards that Discord recommends; otherwise shard
	// ShardID of ShardCount is run.
	ShardID, ShardCount int
	Intents             discordgo.Intent

	// Handle takes *[Interaction] (always whole: with every part it must have) and discordgo's *GuildCreate,
	// *GuildDelete, *ChannelDelete, *ThreadDelete and *Resumed, in the order in which
	// their shard sent them. The shard waits for it: it must only enqueue.
	Handle func(event any)

	// Ready, when set, takes the READY of a new session of a shard; Application is
	// never nil. It must only enqueue.
	Ready func(shard int, r *discordgo.Ready)

	// Identify, when set, is asked before every IDENTIFY. It may have it wait; its error ends Run where it is a
	// [*FatalError]. It is to take no longer than a moment.
	Identify func() (wait time.Duration, err error)

	// Up, when set, is told true when all shards are connected and false when
	// that ends. It must not block.
	Up func(bool)

	// Pace is the least time between two dials of a shard and the unit of all
	// longer waits; 0 means the second that Discord's rules are made for.
	Pace time.Duration

	// Patience is how long Discord may take to name the gateway, to open a
	// connection, to greet and to make it ready (each); the last doubles while that
	// fails. 0 means 6 s.
	Patience time.Duration

	Log *slog.Logger // nil means slog.Default
}

// FatalError is a refusal that will not get better by trying again.
type FatalError struct {
	Code   int // the gateway's close code, or HTTP's 401; 0 where it is this program that stops
	Reason string
}

// Error says in one sentence what is wrong and where to mend it.
func (e *FatalError) Error() string {
	if e.Code == 0 {
		return e.Reason
	}
	return fmt.Sprintf("%s (%d)", e.Reason, e.Code)
}

const refusedToken = "Discord refused the bot's token (DISCORD_TOKEN): copy or reset it at https://discord.com/developers/applications under Bot"

// fatal are the close codes after which Discord wants no further try.
var fatal = map[int]string{
	4004: refusedToken,
	4010: "Discord refused the shard: SHARD_ID must be less than SHARD_COUNT",
	4011: "Discord wants the bot split into more shards: raise SHARD_COUNT or leave it out",
	4012: "Discord no longer speaks this version of the gateway: update Cardroom",
	4013: "Discord refused the intents as invalid: update Cardroom",
	4014: "Discord refused the intents: the bot is not approved for one of them, see https://discord.com/developers/applications under Bot",
}

// asFatal is the FatalError that err amounts to, or nil.
func asFatal(err error) error {
	if errors.Is(err, rest.ErrUnauthorized) {
		return &FatalError{http.StatusUnauthorized, refusedToken}
	}
	var own *FatalError
	if errors.As(err, &own) {
		return own
	}
	var closed *websocket.CloseError
	if errors.As(err, &closed) && fatal[closed.Code] != "" {
		return &FatalError{closed.Code, fatal[closed.Code]}
	}
	return nil
}

// stopTime is how long Run takes at most to return after its context ended.
const stopTime = 1500 * time.Millisecond

// Run connects and hands on events until ctx ends, then says goodbye and returns
// nil, within 2 s whatever hangs. Otherwise it returns only with a [*FatalError],
// or with an error about cfg itself.
func Run(ctx context.Context, cfg Config) error {
	b, err := newBot(cfg)
	if err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- b.run(ctx) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(stopTime):
		return nil
	}
}

// bot is what the shards share.
type bot struct {
	Config
	rest *rest.Client

	mu    sync.Mutex
	slots map[int]chan time.Time // per identify bucket: when it is free; taken while an identify is under way
	down  int                    // shards that are not connected
}

func newBot(cfg Config) (*bot, error) {
	s, err := Session(cfg.Token, cfg.API, cfg.HTTP)
	if err != nil {
		return nil, err
	}
	if cfg.ShardCount > 0 && (cfg.ShardID < 0 || cfg.ShardID >= cfg.ShardCount) {
		return nil, fmt.Errorf("there is no shard %d of %d", cfg.ShardID, cfg.ShardCount)
	}
	cfg.Token = strings.TrimPrefix(s.Token, "Bot ")
	if cfg.Pace == 0 {
		cfg.Pace = time.Second
	}
	if cfg.Patience == 0 {
		cfg.Patience = 6 * time.Second
	}
	s.Client.Timeout = min(s.Client.Timeout, cfg.Patience)
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	return &bot{Config: cfg, rest: rest.New(s, ""), slots: map[int]chan time.Time{}}, nil
}

func (b *bot) run(ctx context.Context) error {
	first, count := b.ShardID, b.ShardCount
	last := first
	if count == 0 {
		info, err := b.shards(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		first, last, count = 0, info.Shards-1, info.Shards
	}
	b.down = last - first + 1

	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var all sync.WaitGroup
	for id := first; id <= last; id++ {
		all.Go(func() {
			s := shard{bot: b, id: id, shards: count, log: b.Log.With("shard", id)}
			if err := s.run(ctx); err != nil {
				stop(err)
			}
		})
	}
	all.Wait()
	if refused := new(FatalError); errors.As(context.Cause(ctx), &refused) {
		return refused
	}
	return nil
}

// shards asks until Discord tells how many shards to run, or ctx ends.
func (b *bot) shards(ctx context.Context) (info *discordgo.GatewayBotResponse, err error) {
	err = retry.Do(ctx, backoff(b.Pace), func(ctx context.Context) error {
		info, err = b.rest.Gateway(ctx)
		if refused := asFatal(err); refused != nil {
			return retry.Permanent(refused)
		}
		if err != nil && ctx.Err() == nil {
			b.Log.Warn("Discord cannot be reached", "err", err)
		}
		return err
	})
	return info, err
}

// reserve waits for the right to identify in a bucket. It must be followed by a
// call of the returned function with whether it was used.
func (b *bot) reserve(ctx context.Context, bucket int) (release func(used bool), ok bool) {
	b.mu.Lock()
	slot := b.slots[bucket]
	if slot == nil {
		slot = make(chan time.Time, 1)
		slot <- time.Time{}
		b.slots[bucket] = slot
	}
	b.mu.Unlock()

	var free time.Time
	select {
	case free = <-slot:
	case <-ctx.Done():
		return nil, false
	}
	release = func(used bool) {
		if used {
			free = time.Now().Add(5 * b.Pace)
		}
		slot <- free
	}
	if !retry.Sleep(ctx, time.Until(free)) {
		release(false)
		return nil, false
	}
	return release, true
}

// count notes that one shard more (or less) is connected, and tells Up when that
// makes them all, or no longer all.
func (b *bot) count(connected bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	before := b.down
	b.down++
	if connected {
		b.down = before - 1
	}
	if b.Up != nil && (before == 0 || b.down == 0) {
		b.Up(b.down == 0)
	}
}
