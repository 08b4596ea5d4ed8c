package redis

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/redis/go-redis/v9"

	"cardroom/internal/retry"
	"cardroom/store"
	"cardroom/store/internal/backend"
)

// OpenRedis opens the store that a STORE_URL names. Servers that cannot be reached, or are still loading their data, are
// tried again for half a minute.
func Open(ctx context.Context, storeURL string, o store.Options) (store.Store, error) {
	r, err := dial(ctx, storeURL, o, false)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// InspectRedis opens the store that a STORE_URL names for reading, and writes nothing.
func Inspect(ctx context.Context, storeURL string, o store.Options) (backend.Backend, error) {
	r, err := dial(ctx, storeURL, o, true)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// dial connects to the servers of a STORE_URL and waits until they are ready.
func dial(ctx context.Context, storeURL string, o store.Options, readOnly bool) (*Store, error) {
	a, err := parseRedisURL(storeURL)
	if err != nil {
		scheme, _, _ := strings.Cut(storeURL, ":")
		return nil, fmt.Errorf("STORE_URL %s:…: %w", scheme, err)
	}
	redis.SetLogger(discardLogger{})
	r := &Store{
		client: a.connect(), script: redis.NewScript(scriptText), address: a, history: o.HistoryLimit(), readOnly: readOnly,
	}
	warn := o.Warn
	if warn == nil {
		warn = func(string) {}
	}
	warnings, err := r.probeUntilReady(ctx, func(err error) {
		warn(fmt.Sprintf("waiting for the store: STORE_URL %s: %v; retrying for %v", a, err, store.StartTimeout))
	})
	if err != nil {
		r.Close()
		return nil, fmt.Errorf("STORE_URL %s: %w", a, err)
	}
	for _, w := range append(a.exposureWarnings(), warnings...) {
		warn(fmt.Sprintf("STORE_URL %s: %s", a, w))
	}
	return r, nil
}

// discardLogger is go-redis's logger: it would print every failed dial. The errors come back from the calls.
type discardLogger struct{}

func (discardLogger) Printf(context.Context, string, ...any) {}

func (p address) connect() redis.UniversalClient {
	o := &redis.UniversalOptions{
		Addrs: p.hosts, DB: p.db, Username: p.user, Password: p.password,
		DialTimeout: dialTimeout, DialerRetries: 1, ReadTimeout: ioTimeout, WriteTimeout: ioTimeout, ContextTimeoutEnabled: true,
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
	c.ClusterStateReloadInterval = clusterReload
	return redis.NewClusterClient(c)
}

// probeUntilReady probes the servers until they are ready, for up to half a minute. Waiting receives the first failure.
func (r *Store) probeUntilReady(ctx context.Context, waiting func(error)) (warnings []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, store.StartTimeout)
	defer cancel()
	failure, warned := errors.New("no answer"), false
	err = retry.Do(ctx, store.WhileStarting, func(ctx context.Context) error {
		warnings, err = r.probe(ctx)
		if err == nil {
			return nil
		}
		if isPermanent(err) {
			return retry.Permanent(r.address.explain(err))
		}
		if ctx.Err() == nil {
			failure = r.address.explain(err) // and not that time was up
		}
		if !warned {
			warned = true
			waiting(failure)
		}
		return err
	})
	if err != nil && !isPermanent(err) {
		return nil, gaveUpError(failure, cmp.Or(ctx.Err(), context.DeadlineExceeded))
	}
	return warnings, err
}

// gaveUpError tells a server that did not answer from one that would not.
func gaveUpError(why, ended error) error {
	if _, said := errors.AsType[redis.Error](why); said {
		return notReadyError{why, ended}
	}
	if errors.Is(why, ended) {
		return fmt.Errorf("%w: %w", store.ErrUnreachable, why)
	}
	return fmt.Errorf("%w: %w (%w)", store.ErrUnreachable, why, ended)
}

// notReadyError is an ErrUnreachable with what the server said.
type notReadyError struct{ why, ended error }

func (e notReadyError) Error() string { return "the server is not ready: " + e.why.Error() }

func (e notReadyError) Unwrap() []error { return []error{store.ErrUnreachable, e.why, e.ended} }

// isPermanent says that trying again will not help.
func isPermanent(err error) bool {
	if errors.Is(err, store.ErrUnsafe) || errors.Is(err, store.ErrSchema) || errors.Is(err, store.ErrForeign) {
		return true
	}
	return isServerError(err, "WRONGPASS", "NOAUTH", "NOPERM", "WRONGTYPE", "ERR") && !isServerError(err, "ERR max number of clients")
}

// probe asks every master how it is set up, marks the store as one of this program and tries what it will have to do.
func (r *Store) probe(ctx context.Context) (warnings []string, err error) {
	var mu sync.Mutex
	ask := func(ctx context.Context, node *redis.Client) error {
		ws, err := checkNode(ctx, node, !r.address.cluster())
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
	if isServerError(err, "ERR This instance has cluster support disabled") {
		return nil, fmt.Errorf("%w: STORE_URL names several hosts, which means a Redis Cluster, but this server is not "+
			"in one; name a single host", store.ErrUnsafe)
	}
	if err != nil {
		return nil, err
	}
	if r.readOnly {
		return warnings, r.checkSchema(ctx)
	}
	if err := r.writeSchema(ctx); err != nil {
		return nil, err
	}
	return warnings, r.checkPermissions(ctx)
}

// writeSchema writes the schema where there is none or an older one, which an older program refuses from then on, and refuses one
// that is not ours.
func (r *Store) writeSchema(ctx context.Context) error {
	made, err := r.client.SetNX(ctx, schemaKey, schemaVersion, 0).Result()
	if err != nil || made {
		return err
	}
	if err := r.checkSchema(ctx); err != nil {
		return err
	}
	schema, err := r.client.Get(ctx, schemaKey).Result()
	if err != nil || schema == formatInt(schemaVersion) {
		return err
	}
	return withKey(schemaKey, r.client.Set(ctx, schemaKey, schemaVersion, 0).Err())
}

// checkNotReplaced sees whether the schema is where it was written: an emptied server, or an empty one in its place, has none.
func (r *Store) checkNotReplaced(ctx context.Context) error {
	n, err := r.client.Exists(ctx, schemaKey).Result()
	if err == nil && n == 0 {
		err = fmt.Errorf("%w: %s is gone; bring its data back, or restart to begin anew", store.ErrReplaced, schemaKey)
	}
	return r.wrap(ctx, err)
}

// checkSchema says whether the schema is ours.
func (r *Store) checkSchema(ctx context.Context) error {
	schema, err := r.client.Get(ctx, schemaKey).Result()
	if errors.Is(err, redis.Nil) {
		return fmt.Errorf("%w: it has no %s; name the server that the bot uses", store.ErrForeign, schemaKey)
	}
	if err != nil {
		return withKey(schemaKey, err)
	}
	switch n, err := strconv.ParseUint(schema, 10, 32); {
	case err == nil && n >= 1 && n <= schemaVersion:
		return nil
	case err != nil || n == 0:
		return fmt.Errorf("%w: %s is no number; it is left as it is, name another server or database in STORE_URL",
			store.ErrForeign, schemaKey)
	default:
		return fmt.Errorf("%w of this program (schema %q, known is %d); it is left as it is, use that version",
			store.ErrSchema, schema, schemaVersion)
	}
}
