package redis

import (
	"context"
	_ "embed" // the script
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/ledger"
)

func (r *Store) Forget(ctx context.Context, o store.ErasureRequest) (store.Receipt, error) {
	return r.update(ctx, o.Guild, false, ledger.TableState{Epoch: o.Epoch}, func(b ledger.Tx) (store.Receipt, error) { return ledger.Forget(b, &o) })
}

// How long things may take. A caller has three seconds to answer a person, so that is for one call with all its
// rounds.
const (
	dialTimeout   = 500 * time.Millisecond
	ioTimeout     = time.Second
	callTimeout   = 2500 * time.Millisecond
	clusterReload = time.Second // of a cluster's map: until then a dead master is still dialled
)

// guildLock is whose turn it is to move chips in a guild. Concurrent commits in one guild invalidate each other's guesses
// and retry, so this process sends those that move chips one at a time.
type guildLock chan struct{}

//go:embed redis.lua
var scriptText string

// redisStore is a store in a Redis server or cluster. redis_layout.go says what is where, redis_books.go how a change
// is worked out, redis.lua how it is written.
type Store struct {
	client   redis.UniversalClient
	script   *redis.Script
	address  address
	history  int
	readOnly bool     // and never writes
	guilds   sync.Map // engine.ID → turn, of the guilds that were in cardroom:guilds

	mu     sync.RWMutex // held for reading during a call
	closed bool
}

// begin begins a call. It is bounded in time, and Close waits for it.
func (r *Store) begin(ctx context.Context) (bounded context.Context, leave func(), err error) {
	r.mu.RLock()
	if err = ctx.Err(); r.closed {
		err = store.ErrClosed
	}
	if err != nil {
		r.mu.RUnlock()
		return nil, nil, err
	}
	bounded, cancel := context.WithTimeout(ctx, callTimeout)
	return bounded, func() { cancel(); r.mu.RUnlock() }, nil
}

// Close waits for the calls that are under way. The second call does nothing.
func (r *Store) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	r.closed = true
	return r.client.Close()
}

func (r *Store) Commit(ctx context.Context, c store.Change) (store.Receipt, error) {
	es, _ := ledger.Transfers(&c) // an error is found again by carry
	return r.update(ctx, c.Guild, len(es) > 0, expectedState(&c, es), func(b ledger.Tx) (store.Receipt, error) {
		return ledger.Apply(b, &c)
	})
}

func (r *Store) Pay(ctx context.Context, p store.Payment) (store.Receipt, error) {
	return r.update(ctx, p.Guild, true, ledger.TableState{Epoch: p.Epoch}, func(b ledger.Tx) (store.Receipt, error) { return ledger.Pay(b, &p) })
}

// SetNote comes every few seconds, to say that the program is alive. So it also sees whether the server still is the
// one that was opened, and that no guild is lost.
func (r *Store) SetNote(ctx context.Context, name, value string) error {
	ctx, leave, err := r.begin(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if err := r.checkNotReplaced(ctx); err != nil {
		return err
	}
	if err := r.registerAll(ctx); err != nil {
		return err
	}
	if value == "" {
		return r.wrap(ctx, withKey(notesKey, r.client.HDel(ctx, notesKey, name).Err()))
	}
	return r.wrap(ctx, withKey(notesKey, r.client.HSet(ctx, notesKey, name, value).Err()))
}

// update carries out work on the books of a guild, in turn where it moves chips.
func (r *Store) update(
	ctx context.Context, guild engine.ID, chips bool, guess ledger.TableState, work func(ledger.Tx) (store.Receipt, error),
) (store.Receipt, error) {
	ctx, leave, err := r.begin(ctx)
	if err != nil {
		return store.Receipt{}, err
	}
	defer leave()
	t, err := r.register(ctx, guild, guess)
	if err != nil {
		return store.Receipt{}, err
	}
	if chips {
		select {
		case t <- struct{}{}:
			defer func() { <-t }()
		case <-ctx.Done():
			return store.Receipt{}, r.wrap(ctx, ctx.Err())
		}
	}
	return r.updateOptimistically(ctx, guild, guess, work)
}

// updateOptimistically does work on books until all that it is built on was true at one moment.
func (r *Store) updateOptimistically(
	ctx context.Context, guild engine.ID, guess ledger.TableState, work func(ledger.Tx) (store.Receipt, error),
) (store.Receipt, error) {
	var observed map[location]string
	for {
		b := newRedisTx(guild, r.history, guess, observed)
		receipt, refusal := work(b)
		if refusal != nil {
			b.writes = nil
		}
		if !b.guessed && len(b.writes) == 0 {
			return receipt, refusal
		}
		var err error
		if observed, err = r.runScript(ctx, b); err != nil {
			return store.Receipt{}, err
		}
		if observed == nil {
			return receipt, refusal
		}
	}
}

// runScript calls the script. No facts mean that all was as the books said, and their writes are done.
func (r *Store) runScript(ctx context.Context, b *tx) (observed map[location]string, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err // the rounds end, too
	}
	keys, args := b.script()
	reply, err := r.script.Run(ctx, r.client, keys, args...).Result()
	if err != nil {
		return nil, r.wrap(ctx, err)
	}
	values, ok := reply.([]any)
	if !ok {
		return nil, nil
	}
	observed = map[location]string{}
	for i, a := range b.assumed {
		observed[a.location] = text(values[i])
	}
	return observed, nil
}

// register makes sure that Tables will find the guild. A table that is not there yet registers it every time: its guild
// may have been lost since, as by a failover of a cluster.
func (r *Store) register(ctx context.Context, guild engine.ID, guess ledger.TableState) (guildLock, error) {
	if t, known := r.guilds.Load(guild); known && guess.Version > 0 {
		return t.(guildLock), nil
	}
	if err := r.client.SAdd(ctx, guildsKey, decimal(guild)).Err(); err != nil {
		return nil, r.wrap(ctx, withKey(guildsKey, err))
	}
	if guess.Epoch > 0 {
		if err := r.checkNewest(ctx, guild, guess.Epoch); err != nil {
			return nil, err
		}
	}
	return r.guildLock(guild), nil
}

// registerAll registers every guild that was ever seen again.
func (r *Store) registerAll(ctx context.Context) error {
	var guilds []any
	for guild := range r.guilds.Range {
		guilds = append(guilds, decimal(guild.(engine.ID)))
	}
	if len(guilds) == 0 {
		return nil
	}
	return r.wrap(ctx, withKey(guildsKey, r.client.SAdd(ctx, guildsKey, guilds...).Err()))
}

// guildLock is that of a guild, which is known from now on.
func (r *Store) guildLock(guild engine.ID) guildLock {
	t, _ := r.guilds.LoadOrStore(guild, make(guildLock, 1))
	return t.(guildLock)
}

// wrap is an error of Redis as a caller sees it: the outcome is unknown.
func (r *Store) wrap(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	err = r.address.redact(err)
	if ended := ctx.Err(); ended != nil && !errors.Is(err, ended) {
		return fmt.Errorf("store: %s: %w (%w)", r.address, ended, err)
	}
	return fmt.Errorf("store: %s: %w", r.address, err)
}
