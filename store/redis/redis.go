package redis

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"cardroom/store"
	"cardroom/store/internal/backend"
	"cardroom/store/internal/ledger"
	"cardroom/store/internal/redisurl"
)

// How long things may take. A caller has three seconds to answer a person; callTimeout is for one call with all its rounds.
const (
	dialTimeout   = 500 * time.Millisecond
	ioTimeout     = time.Second
	callTimeout   = 2500 * time.Millisecond
	clusterReload = time.Second // of a cluster's map; until then a dead master is still dialled
)

// Store is a [store.Store] in a Redis server or cluster.
type Store struct {
	ratelimits
	client   redis.UniversalClient
	script   *redis.Script
	address  address
	history  int
	readOnly bool // it never writes
	begins   bool // it was empty when it was opened
	fill     bool // that is no reason to warn
	mark     mark
	guilds   guildList

	mu     sync.RWMutex // held for reading during a call
	closed bool
}

// Open opens the store that a STORE_URL names. Servers that cannot be reached, or are still loading their data, are
// tried again for half a minute.
func Open(ctx context.Context, storeURL string, o store.Options) (store.Store, error) {
	r, err := dial(ctx, storeURL, o, false)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Inspect opens the store that a STORE_URL names for reading, and writes nothing.
func Inspect(ctx context.Context, storeURL string, o store.Options) (backend.Backend, error) {
	r, err := dial(ctx, storeURL, o, true)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// dial connects to the servers of a STORE_URL and waits until they are ready.
func dial(ctx context.Context, storeURL string, o store.Options, readOnly bool) (*Store, error) {
	parsed, err := redisurl.Parse(storeURL)
	if err != nil {
		scheme, _, _ := strings.Cut(storeURL, ":")
		return nil, fmt.Errorf("%s:…: %w", scheme, err)
	}
	redis.SetLogger(discardLogger{})
	a := address{parsed}
	r := &Store{
		client: a.connect(), script: redis.NewScript(scriptText), address: a, history: o.HistoryLimit(), readOnly: readOnly, fill: o.Fill,
	}
	r.mark.store, r.guilds.store, r.ratelimits = r, r, newRatelimits(r)
	warn := o.Warn
	if warn == nil {
		warn = func(string) {}
	}
	warnings, err := r.probeUntilReady(ctx, func(err error) {
		warn(fmt.Sprintf("waiting for the store: %s: %v; retrying for %v", a, err, store.StartTimeout))
	})
	if err != nil {
		r.Close()
		return nil, fmt.Errorf("%s: %w", a, err)
	}
	for _, w := range append(a.ExposureWarnings(), warnings...) {
		warn(fmt.Sprintf("%s: %s", a, w))
	}
	return r, nil
}

// address names the servers of a store.
type address struct{ redisurl.Address }

// connect returns a client of the servers. It dials when it is first used.
func (p address) connect() redis.UniversalClient {
	o := &redis.UniversalOptions{
		Addrs: p.Hosts, DB: p.DB, Username: p.User, Password: p.Password,
		DialTimeout: dialTimeout, DialerRetries: 1, ReadTimeout: ioTimeout, WriteTimeout: ioTimeout, ContextTimeoutEnabled: true,
		MaxRetries:      1, // a change with an ID is not applied twice; for one without see Fill
		Protocol:        2,
		DisableIdentity: true,
	}
	if p.TLS {
		o.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	if !p.Cluster() {
		return redis.NewClient(o.Simple())
	}
	c := o.Cluster()
	c.ClusterStateReloadInterval = clusterReload
	return redis.NewClusterClient(c)
}

// discardLogger replaces go-redis's logger, which prints every failed dial. The calls return the errors anyway.
type discardLogger struct{}

// String returns the address of the store without its user and password.
func (r *Store) String() string { return r.address.String() }

// Close waits for the calls in flight. A second call does nothing.
func (r *Store) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	r.closed = true
	return r.client.Close()
}

// begin begins a call: it bounds its time and makes Close wait for it.
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

// wrap turns an error of Redis into one for the caller: the outcome is unknown. The connection may end at the context's deadline a
// moment before the context does.
func (r *Store) wrap(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	err = r.address.withRemedy(err)
	if isServerError(err, "") {
		err = store.Unable(err)
	}
	ended := ctx.Err()
	if deadline, ok := ctx.Deadline(); ended == nil && ok && timedOut(err) && !time.Now().Before(deadline) {
		ended = context.DeadlineExceeded
	}
	if ended != nil && !errors.Is(err, ended) {
		return fmt.Errorf("store: %s: %w (%w)", r.address, ended, err)
	}
	return fmt.Errorf("store: %s: %w", r.address, err)
}

func (r *Store) Commit(ctx context.Context, c store.Change) (store.Receipt, error) {
	transfers, _ := ledger.Transfers(&c) // Apply finds an error again
	return r.update(ctx, c.Guild, len(transfers) > 0, expectedState(&c, transfers), func(b ledger.Tx) (store.Receipt, error) {
		return ledger.Apply(b, &c)
	})
}

func (r *Store) Pay(ctx context.Context, p store.Payment) (store.Receipt, error) {
	return r.update(ctx, p.Guild, true, ledger.TableState{Epoch: p.Epoch}, func(b ledger.Tx) (store.Receipt, error) { return ledger.Pay(b, &p) })
}

func (r *Store) Forget(ctx context.Context, o store.ErasureRequest) (store.Receipt, error) {
	return r.update(ctx, o.Guild, false, ledger.TableState{Epoch: o.Epoch}, func(b ledger.Tx) (store.Receipt, error) { return ledger.Forget(b, &o) })
}

// SetNote stores a note. It runs every few seconds as a heartbeat, so it also checks that the server was not replaced, and mends the list
// of guilds.
func (r *Store) SetNote(ctx context.Context, name, value string) error {
	ctx, leave, err := r.begin(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if err := r.mark.checkNotReplaced(ctx); err != nil {
		return err
	}
	if err := r.guilds.mend(ctx); err != nil {
		return err
	}
	if value == "" {
		return r.wrap(ctx, withKey(notesKey, r.client.HDel(ctx, notesKey, name).Err()))
	}
	return r.wrap(ctx, withKey(notesKey, r.client.HSet(ctx, notesKey, name, value).Err()))
}

func (discardLogger) Printf(context.Context, string, ...any) {}
