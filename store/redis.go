package store

import (
	"context"
	"crypto/tls"
	_ "embed" // the script
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"cardroom/engine"
)

// How long things may take. A caller has three seconds to answer a person, so that is for one call with all its
// rounds.
const (
	redisDial   = 500 * time.Millisecond
	redisIO     = time.Second
	redisCall   = 2500 * time.Millisecond
	redisReload = time.Second // of a cluster's map: until then a dead master is still dialled
)

// turn is whose turn it is to move chips in a guild. Concurrent commits in one guild invalidate each other's guesses
// and retry, so this process sends those that move chips one at a time.
type turn chan struct{}

//go:embed redis.lua
var redisScript string

// redisStore is a store in a Redis server or cluster. redis_layout.go says what is where, redis_books.go how a change
// is worked out, redis.lua how it is written.
type redisStore struct {
	client  redis.UniversalClient
	script  *redis.Script
	place   redisPlace
	history int
	reads   bool     // and never writes
	turns   sync.Map // engine.ID → turn, of the guilds that were in cardroom:guilds

	mu     sync.RWMutex // held for reading during a call
	closed bool
}

// openRedis opens the store that a STORE_URL names. Servers that cannot be reached, or are still reading their data,
// are tried again for half a minute.
func openRedis(ctx context.Context, url string, o Options) (Store, error) {
	place, err := parseRedisURL(url)
	if err != nil {
		scheme, _, _ := strings.Cut(url, ":")
		return nil, fmt.Errorf("STORE_URL %s:…: %w", scheme, err)
	}
	redis.SetLogger(silence{})
	r := &redisStore{client: place.dial(), script: redis.NewScript(redisScript), place: place, history: o.History, reads: o.reads}
	warn := o.Warn
	if warn == nil {
		warn = func(string) {}
	}
	warnings, err := r.greetPatiently(ctx, func(err error) {
		warn(fmt.Sprintf("waiting for the store: STORE_URL %s: %v; retrying for %v", place, err, startTime))
	})
	if err != nil {
		r.Close()
		return nil, fmt.Errorf("STORE_URL %s: %w", place, err)
	}
	for _, w := range append(place.exposed(), warnings...) {
		warn(fmt.Sprintf("STORE_URL %s: %s", place, w))
	}
	return r, nil
}

// silence is go-redis's logger: it would print every failed dial. The errors come back from the calls.
type silence struct{}

func (silence) Printf(context.Context, string, ...any) {}

func (p redisPlace) dial() redis.UniversalClient {
	o := &redis.UniversalOptions{
		Addrs: p.hosts, DB: p.db, Username: p.user, Password: p.password,
		DialTimeout: redisDial, DialerRetries: 1, ReadTimeout: redisIO, WriteTimeout: redisIO, ContextTimeoutEnabled: true,
		MaxRetries:      1, // what has an ID is not carried out again; for what has none see fill
		Protocol:        2,
		DisableIdentity: true,
	}
	if p.tls {
		o.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	if !p.cluster() {
		return redis.NewClient(o.Simple())
	}
	c := o.Cluster()
	c.ClusterStateReloadInterval = redisReload
	return redis.NewClusterClient(c)
}

// greetPatiently greets until it is heard. The first time that it is not, waiting is told why.
func (r *redisStore) greetPatiently(ctx context.Context, waiting func(error)) (warnings []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	why := errors.New("no answer")
	for first := true; ; first = false {
		warnings, err = r.greet(ctx)
		if err == nil || final(err) {
			return warnings, r.place.explain(err)
		}
		if ctx.Err() == nil {
			why = r.place.explain(err) // and not that we gave up
		}
		if first {
			waiting(why)
		}
		select {
		case <-ctx.Done():
			return nil, gaveUp(why, ctx.Err())
		case <-time.After(startPause):
		}
	}
}

// gaveUp tells a server that did not answer from one that would not.
func gaveUp(why, ended error) error {
	if _, said := errors.AsType[redis.Error](why); said {
		return notReadyError{why, ended}
	}
	if errors.Is(why, ended) {
		return fmt.Errorf("%w: %w", ErrUnreachable, why)
	}
	return fmt.Errorf("%w: %w (%w)", ErrUnreachable, why, ended)
}

// notReadyError is an ErrUnreachable with what the server said.
type notReadyError struct{ why, ended error }

func (e notReadyError) Error() string   { return "the server is not ready: " + e.why.Error() }
func (e notReadyError) Unwrap() []error { return []error{ErrUnreachable, e.why, e.ended} }

// final says that trying again will not help.
func final(err error) bool {
	if errors.Is(err, ErrUnsafe) || errors.Is(err, ErrSchema) || errors.Is(err, ErrForeign) {
		return true
	}
	return says(err, "WRONGPASS", "NOAUTH", "NOPERM", "WRONGTYPE", "ERR") && !says(err, "ERR max number of clients")
}

// greet asks every master how it is set up, marks the store as one of this program and tries what it will have to do.
func (r *redisStore) greet(ctx context.Context) (warnings []string, err error) {
	var mu sync.Mutex
	ask := func(ctx context.Context, node *redis.Client) error {
		ws, err := inspectRedis(ctx, node, !r.place.cluster())
		mu.Lock()
		defer mu.Unlock()
		for _, w := range ws {
			warnings = append(warnings, node.Options().Addr+": "+w)
		}
		return err
	}
	switch c := r.client.(type) {
	case *redis.Client:
		err = ask(ctx, c)
	case *redis.ClusterClient:
		err = c.ForEachMaster(ctx, ask)
	}
	if says(err, "ERR This instance has cluster support disabled") {
		return nil, fmt.Errorf("%w: STORE_URL names several hosts, which means a Redis Cluster, but this server is not "+
			"in one; name a single host", ErrUnsafe)
	}
	if err != nil {
		return nil, err
	}
	if r.reads {
		return warnings, r.known(ctx)
	}
	if err := r.mark(ctx); err != nil {
		return nil, err
	}
	return warnings, r.rehearse(ctx)
}

func inspectRedis(ctx context.Context, node *redis.Client, alone bool) (warnings []string, err error) {
	text, err := node.Info(ctx).Result()
	if says(err, "ERR unknown command 'info'", "ERR unknown command `info`") {
		return nil, fmt.Errorf("%w: it does not know INFO, so that nobody can see whether it keeps chips; allow INFO, "+
			"or name another server in STORE_URL", ErrUnsafe)
	}
	if err != nil {
		return nil, err
	}
	info := redisInfo{fields: readInfo(text), alone: alone}
	if info.loading() {
		return nil, errors.New("LOADING: it is still reading its data")
	}
	if config, err := node.ConfigGet(ctx, "appendfsync").Result(); err == nil {
		info.fsync = config["appendfsync"]
	}
	return info.judge()
}

// mark writes the schema where there is none or an older one, which an older program refuses from then on, and refuses one
// that is not ours.
func (r *redisStore) mark(ctx context.Context) error {
	made, err := r.client.SetNX(ctx, schemaKey, redisSchema, 0).Result()
	if err != nil || made {
		return err
	}
	if err := r.known(ctx); err != nil {
		return err
	}
	schema, err := r.client.Get(ctx, schemaKey).Result()
	if err != nil || schema == number(redisSchema) {
		return err
	}
	return named(schemaKey, r.client.Set(ctx, schemaKey, redisSchema, 0).Err())
}

// enter begins a call. It is bounded in time, and Close waits for it.
func (r *redisStore) enter(ctx context.Context) (bounded context.Context, leave func(), err error) {
	r.mu.RLock()
	if err = ctx.Err(); r.closed {
		err = ErrClosed
	}
	if err != nil {
		r.mu.RUnlock()
		return nil, nil, err
	}
	bounded, cancel := context.WithTimeout(ctx, redisCall)
	return bounded, func() { cancel(); r.mu.RUnlock() }, nil
}

// Close waits for the calls that are under way. The second call does nothing.
func (r *redisStore) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	r.closed = true
	return r.client.Close()
}

func (r *redisStore) Commit(ctx context.Context, c Change) (Receipt, error) {
	es, _ := moves(&c) // an error is found again by carry
	return r.do(ctx, c.Guild, len(es) > 0, standingBefore(&c, es), func(b books) (Receipt, error) {
		return carry(b, &c)
	})
}

func (r *redisStore) Pay(ctx context.Context, p Payment) (Receipt, error) {
	return r.do(ctx, p.Guild, true, standing{epoch: p.Epoch}, func(b books) (Receipt, error) { return pay(b, &p) })
}

// SetNote comes every few seconds, to say that the program is alive. So it also sees whether the server still is the
// one that was opened, and that no guild is lost.
func (r *redisStore) SetNote(ctx context.Context, name, value string) error {
	ctx, leave, err := r.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if err := r.isSame(ctx); err != nil {
		return err
	}
	if err := r.registerAll(ctx); err != nil {
		return err
	}
	if value == "" {
		return r.fault(ctx, named(notesKey, r.client.HDel(ctx, notesKey, name).Err()))
	}
	return r.fault(ctx, named(notesKey, r.client.HSet(ctx, notesKey, name, value).Err()))
}

// isSame sees whether the schema is where it was written: an emptied server, or an empty one in its place, has none.
func (r *redisStore) isSame(ctx context.Context) error {
	n, err := r.client.Exists(ctx, schemaKey).Result()
	if err == nil && n == 0 {
		err = fmt.Errorf("%w: %s is gone; bring its data back, or restart to begin anew", ErrReplaced, schemaKey)
	}
	return r.fault(ctx, err)
}

// do carries out work on the books of a guild, in turn where it moves chips.
func (r *redisStore) do(
	ctx context.Context, guild engine.ID, chips bool, hunch standing, work func(books) (Receipt, error),
) (Receipt, error) {
	ctx, leave, err := r.enter(ctx)
	if err != nil {
		return Receipt{}, err
	}
	defer leave()
	t, err := r.register(ctx, guild, hunch)
	if err != nil {
		return Receipt{}, err
	}
	if chips {
		select {
		case t <- struct{}{}:
			defer func() { <-t }()
		case <-ctx.Done():
			return Receipt{}, r.fault(ctx, ctx.Err())
		}
	}
	return r.settle(ctx, guild, hunch, work)
}

// settle does work on books until all that it is built on was true at one moment.
func (r *redisStore) settle(
	ctx context.Context, guild engine.ID, hunch standing, work func(books) (Receipt, error),
) (Receipt, error) {
	var told map[fact]string
	for {
		b := newRedisBooks(guild, r.history, hunch, told)
		receipt, refusal := work(b)
		if refusal != nil {
			b.writes = nil
		}
		if !b.guessed && len(b.writes) == 0 {
			return receipt, refusal
		}
		var err error
		if told, err = r.run(ctx, b); err != nil {
			return Receipt{}, err
		}
		if told == nil {
			return receipt, refusal
		}
	}
}

// run calls the script. No facts mean that all was as the books said, and their writes are done.
func (r *redisStore) run(ctx context.Context, b *redisBooks) (told map[fact]string, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err // the rounds end, too
	}
	keys, args := b.script()
	reply, err := r.script.Run(ctx, r.client, keys, args...).Result()
	if err != nil {
		return nil, r.fault(ctx, err)
	}
	values, ok := reply.([]any)
	if !ok {
		return nil, nil
	}
	told = map[fact]string{}
	for i, a := range b.asked {
		told[a.fact] = text(values[i])
	}
	return told, nil
}

// register makes sure that Tables will find the guild. A table that is not there yet registers it every time: its guild
// may have been lost since, as by a failover of a cluster.
func (r *redisStore) register(ctx context.Context, guild engine.ID, hunch standing) (turn, error) {
	if t, known := r.turns.Load(guild); known && hunch.version > 0 {
		return t.(turn), nil
	}
	if err := r.client.SAdd(ctx, guildsKey, decimal(guild)).Err(); err != nil {
		return nil, r.fault(ctx, named(guildsKey, err))
	}
	if hunch.epoch > 0 {
		if err := r.isNewest(ctx, guild, hunch.epoch); err != nil {
			return nil, err
		}
	}
	return r.turn(guild), nil
}

// registerAll registers every guild that was ever seen again.
func (r *redisStore) registerAll(ctx context.Context) error {
	var guilds []any
	for guild := range r.turns.Range {
		guilds = append(guilds, decimal(guild.(engine.ID)))
	}
	if len(guilds) == 0 {
		return nil
	}
	return r.fault(ctx, named(guildsKey, r.client.SAdd(ctx, guildsKey, guilds...).Err()))
}

// turn is that of a guild, which is known from now on.
func (r *redisStore) turn(guild engine.ID) turn {
	t, _ := r.turns.LoadOrStore(guild, make(turn, 1))
	return t.(turn)
}

// fault is an error of Redis as a caller sees it: the outcome is unknown.
func (r *redisStore) fault(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	err = r.place.redact(err)
	if ended := ctx.Err(); ended != nil && !errors.Is(err, ended) {
		return fmt.Errorf("store: %s: %w (%w)", r.place, ended, err)
	}
	return fmt.Errorf("store: %s: %w", r.place, err)
}
