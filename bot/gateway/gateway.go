package gateway

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"cardroom/bot/rest"
	"cardroom/internal/retry"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// Config configures the connection and the event handlers.
type Config struct {
	Token string // the bot's token, with or without "Bot "
	API   string // "https://discord.com" or another server with its API, see [rest.Config]

	// HTTP and Dial reach the API and the gateway; nil means the network.
	HTTP *http.Client
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)

	// ShardCount 0 runs all shards that Discord recommends; otherwise shard ShardID of ShardCount runs.
	ShardID, ShardCount int
	Intents             discordgo.Intent

	// Handle receives a complete *[Interaction], a *[GuildCreate], or discordgo's *GuildDelete, *ChannelDelete, *ThreadCreate,
	// *ThreadUpdate, *ThreadDelete or *Resumed. Events arrive in the order in which their shard sent them. The shard waits for
	// Handle, so it must only enqueue.
	Handle func(event any)

	// Ready, if set, receives the READY of a new session of a shard; Application is never nil. It must only enqueue.
	Ready func(shard int, r *discordgo.Ready)

	// Identify, if set, is called before every IDENTIFY with the sessions that Discord allows the bot in a day; 0: it does
	// not say. It returns how long to wait. A [*FatalError] ends Run. Shards may call it at the same time, and it may take about
	// as long as a request to the store for each of them.
	Identify func(daily int) (wait time.Duration, err error)

	// Up, if set, is called with true when all shards are connected, and with false when one disconnects. It must not
	// block.
	Up func(bool)

	// Session is resumed first, if it fits the only shard that runs. HandOver keeps the session at Discord when Run ends, so
	// that another process can resume it. Keep, if set, receives the session where it has changed: at the start, every second,
	// and when Run ends. A zero one cannot be resumed.
	Session  Session
	HandOver bool
	Keep     func(Session)

	// Doubtful, if set, returns a channel while another process may have taken the shard over, and nil otherwise. A shard that
	// lost its connection connects again when that channel is closed: a RESUME would take the session from the other process.
	Doubtful func() <-chan struct{}

	// Debit, if set, is called before each request for the gateway, which keeps to no limit of the bot's other requests. The
	// caller can count it among those. It must be quick.
	Debit func()

	// Slots, if set, are shared with other Runs of the same bot, so that together they begin no more sessions at once than
	// Discord allows. They also ask once for the gateway.
	Slots *Slots

	// Pace is the least time between two dials of a shard and the unit of all longer waits; 0 means one second, as
	// Discord's rules require.
	Pace time.Duration

	// Patience bounds each step of a start: naming the gateway, opening a connection, HELLO and READY. The last bound
	// doubles with every failure. 0 means 6 s.
	Patience time.Duration

	Log *slog.Logger // nil means slog.Default
}

// FatalError is a refusal that no retry can overcome.
type FatalError struct {
	Code   int // the gateway's close code, or HTTP's 401; 0 if this program stops itself
	Reason string
}

// Error returns one sentence with the problem and the place to fix it.
func (e *FatalError) Error() string {
	if e.Code == 0 {
		return e.Reason
	}
	return fmt.Sprintf("%s (%d)", e.Reason, e.Code)
}

const refusedToken = "Discord refused the bot's token (DISCORD_TOKEN): copy or reset it at https://discord.com/developers/applications under Bot"

// fatal maps the close codes after which Discord forbids retries to advice for the operator.
var fatal = map[int]string{
	4004: refusedToken,
	4010: "Discord refused the shard: SHARD_ID must be less than SHARD_COUNT",
	4011: "Discord wants the bot split into more shards: raise SHARDS, or raise SHARD_COUNT or leave it out",
	4012: "Discord no longer speaks this version of the gateway: update Cardroom",
	4013: "Discord refused the intents as invalid: update Cardroom",
	4014: "Discord refused the intents: the bot is not approved for one of them, see https://discord.com/developers/applications under Bot",
}

// AsFatal returns the [*FatalError] for an error of this package or of package rest, or nil if retries may help.
func AsFatal(err error) error {
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

// stopTime bounds how long Run takes to return after its context ended.
const stopTime = 1500 * time.Millisecond

// Run connects and delivers events until ctx ends. Then it closes the connections and returns nil within 2 s, even if one
// hangs. Otherwise it returns only with a [*FatalError], or with an error about cfg itself.
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

// bot holds the state that the shards share.
type bot struct {
	Config
	rest *rest.Client

	mu   sync.Mutex
	down int // shards that are not connected
}

func newBot(cfg Config) (*bot, error) {
	token, err := rest.BareToken(cfg.Token)
	if err != nil {
		return nil, &FatalError{http.StatusUnauthorized, err.Error()}
	}
	if cfg.ShardCount > 0 && (cfg.ShardID < 0 || cfg.ShardID >= cfg.ShardCount) {
		return nil, fmt.Errorf("there is no shard %d of %d: SHARD_ID is 0 to SHARD_COUNT-1", cfg.ShardID, cfg.ShardCount)
	}
	cfg.Token = token
	if cfg.Pace == 0 {
		cfg.Pace = time.Second
	}
	if cfg.Patience == 0 {
		cfg.Patience = 6 * time.Second
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	client := http.Client{}
	if cfg.HTTP != nil {
		client = *cfg.HTTP
	}
	client.Timeout = min(cmp.Or(client.Timeout, rest.Timeout), cfg.Patience)
	discord, err := rest.New(rest.Config{Token: token, API: cfg.API, HTTP: &client})
	if err != nil {
		return nil, err
	}
	if cfg.Slots == nil {
		cfg.Slots = new(Slots)
	}
	return &bot{Config: cfg, rest: discord}, nil
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
			s := &shard{bot: b, id: id, shards: count, log: b.Log.With("shard", id)}
			if err := s.keepAndRun(ctx); err != nil {
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

// Recommended asks until Discord answers how many shards a bot should have, or ctx ends. The error is a [*FatalError], or one
// about cfg itself.
func Recommended(ctx context.Context, cfg Config) (int, error) {
	b, err := newBot(cfg)
	if err != nil {
		return 0, err
	}
	info, err := b.shards(ctx)
	if err != nil {
		return 0, err
	}
	return info.Shards, nil
}

// MostShards is how many shards a bot can have: Discord counts them in 16 bits.
const MostShards = 65_535

// shards asks until Discord answers how many shards to run, or ctx ends.
func (b *bot) shards(ctx context.Context) (info *discordgo.GatewayBotResponse, err error) {
	err = retry.Do(ctx, backoff(b.Pace), func(ctx context.Context) error {
		info, err = b.rest.Gateway(ctx)
		if refused := AsFatal(err); refused != nil {
			return retry.Permanent(refused)
		}
		answer, answered := errors.AsType[*rest.Error](err)
		switch {
		case err == nil || ctx.Err() != nil:
		case answered && answer.Status == http.StatusNotFound:
			b.Log.Warn("no Discord answers at DISCORD_API_URL: set it to the address without /api; retrying", "err", err)
		default:
			b.Log.Warn("cannot reach Discord; retrying", "err", err)
		}
		if err == nil && info.Shards > MostShards {
			return retry.Permanent(&FatalError{Reason: fmt.Sprintf("Discord recommends %d shards, but a bot has at most %d: "+
				"set SHARDS to the number of shards", info.Shards, MostShards)})
		}
		return err
	})
	return info, err
}

// count notes that a shard has connected or disconnected. It calls Up when that makes all connected, or no longer all.
func (b *bot) count(connected bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	before := b.down
	if connected {
		b.down--
	} else {
		b.down++
	}
	if b.Up != nil && (before == 0 || b.down == 0) {
		b.Up(b.down == 0)
	}
}
