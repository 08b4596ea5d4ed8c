package redis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"cardroom/store"
	"cardroom/store/internal/ledger"
)

// probeUntilReady probes the servers until they are ready, for up to half a minute. Waiting receives the first failure.
func (r *Store) probeUntilReady(ctx context.Context, waiting func(error)) (warnings []string, failure error) {
	limited, cancel := context.WithTimeout(ctx, store.StartTimeout)
	defer cancel()
	failure = errors.New("no answer")
	err := store.RetryUntilReady(ctx, waiting, func() error {
		found, err := r.probe(limited)
		if err = r.address.explain(err); err == nil || limited.Err() == nil {
			warnings, failure = found, err // and not that time was up
		}
		if err == nil || isPermanent(err) {
			return nil
		}
		if _, answered := errors.AsType[notReady](err); answered { // in a failover the name may lead to another server by now
			r.client.Close()
			r.client = r.address.connect()
		}
		return err
	})
	if err != nil {
		failure = gaveUpError(failure, cmp.Or(ctx.Err(), context.DeadlineExceeded))
	}
	return warnings, failure
}

// probe checks the settings of every master and the permissions, and marks the store as one of this program.
func (r *Store) probe(ctx context.Context) (warnings []string, err error) {
	warnings, err = checkNodes(ctx, r.client)
	if isServerError(err, "ERR This instance has cluster support disabled") {
		return nil, fmt.Errorf("%w: the URL names several hosts, which means a Redis Cluster, but this server is not "+
			"in one; name a single host", store.ErrUnsafe)
	}
	if err != nil {
		return nil, err
	}
	if r.readOnly {
		return warnings, r.checkSchema(ctx)
	}
	if err := r.checkKnown(ctx); err != nil { // before the permissions: that check writes
		return nil, err
	}
	if err := r.checkPermissions(ctx); err != nil { // before the mark: only the start that makes it knows that the store was empty
		return nil, err
	}
	begins, err := r.writeSchema(ctx)
	if err != nil {
		return nil, err
	}
	if begins {
		r.begins = true
	}
	if r.begins && !r.fill {
		warnings = append(warnings, "it is empty: every wallet and table begins anew; if it is not a new store, stop and put a backup back")
	}
	return warnings, r.mark.read(ctx)
}

// checkNodes checks the settings of every master. In a cluster its error names each server that has a fault.
func checkNodes(ctx context.Context, client redis.UniversalClient) (warnings []string, err error) {
	var mu sync.Mutex
	var faults []error
	alone, single := client.(*redis.Client)
	ask := func(ctx context.Context, node *redis.Client) error {
		ws, err := checkNode(ctx, node, single)
		mu.Lock()
		defer mu.Unlock()
		for _, w := range ws {
			warnings = append(warnings, node.Options().Addr+": "+w)
		}
		if err != nil {
			faults = append(faults, withKey(node.Options().Addr, err))
		}
		return err
	}
	if single {
		err = ask(ctx, alone)
		return warnings, err
	}
	err = client.(*redis.ClusterClient).ForEachMaster(ctx, ask)
	slices.SortFunc(faults, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
	if len(faults) > 0 {
		err = faults[0]
		for _, fault := range faults[1:] {
			err = fmt.Errorf("%w; %w", err, fault)
		}
	}
	return warnings, err
}

// checkPermissions runs once every command that the store will need: a permission that its user lacks must be known at the
// start. The commands of the script use keys of a tag that no guild has, and delete them; the others use keys of their own. In
// a cluster one master stands for all.
func (r *Store) checkPermissions(ctx context.Context) error {
	const (
		hash, zset, stream = "{g:rehearsal}:hash", "{g:rehearsal}:zset", "{g:rehearsal}:stream"
		guilds, notes      = "cardroom:rehearsal:guilds", "cardroom:rehearsal:notes"
		schema             = "cardroom:rehearsal:schema"
	)
	b := newTx(0, 0, ledger.TableState{}, nil)
	b.read("HGET", hash, "none", "") // never written, so that leftovers of an attempt without permissions do no harm
	b.read("ZSCORE", zset, "none", "")
	b.write("HSET", hash, "a", "1")
	b.write("HDEL", hash, "b")
	b.write("PEXPIRE", hash, "1000")
	b.write("ZADD", zset, "1", "a")
	b.write("ZREMRANGEBYSCORE", zset, "0", "0")
	b.write("ZREMRANGEBYRANK", zset, "0", "-2")
	b.write("XADD", stream, "*", "a", "1")
	for _, key := range []string{hash, zset, stream} {
		b.write("DEL", key)
	}
	keys, args := b.script()
	if err := r.script.Eval(ctx, r.client, keys, args...).Err(); err != nil {
		return err
	}
	if err := r.script.EvalSha(ctx, r.client, keys, args...).Err(); err != nil {
		return err
	}
	for _, command := range [][]any{
		{"SADD", guilds, 1}, {"DEL", guilds}, {"SET", schema, 1}, {"GET", schema}, {"DEL", schema}, {"HSET", notes, "a", 1}, {"HDEL", notes, "a"}, {"DEL", notes},
		{"EXISTS", schemaKey}, {"SSCAN", guildsKey, 0}, {"HMGET", notesKey, "a"},
		{"HGETALL", hash}, {"ZRANGE", zset, 0, 0}, {"ZSCORE", zset, "a"}, {"ZCOUNT", zset, 0, 0}, {"ZREVRANGEBYSCORE", zset, 0, 0},
	} {
		if err := r.client.Do(ctx, command...).Err(); err != nil && !errors.Is(err, redis.Nil) {
			return withKey(fmt.Sprint(command[0], " ", command[1]), err)
		}
	}
	if _, _, err := r.TakeRate(ctx, store.Rate{Limit: "rehearsal", Cost: time.Millisecond, Most: time.Second, Longest: time.Minute}); err != nil {
		return err
	}
	return withKey(rateKey("rehearsal"), r.client.Del(ctx, rateKey("rehearsal")).Err())
}

// isPermanent reports whether trying again will not help.
func isPermanent(err error) bool {
	if errors.Is(err, store.ErrUnsafe) || errors.Is(err, store.ErrSchema) || errors.Is(err, store.ErrForeign) {
		return true
	}
	return isServerError(err, "WRONGPASS", "NOAUTH", "NOPERM", "WRONGTYPE", "ERR") && !isServerError(err, "ERR max number of clients")
}

// gaveUpError returns the error for the last failure, and tells a server that did not answer from one that refused.
func gaveUpError(why, ended error) error {
	_, refused := errors.AsType[redis.Error](why)
	if _, answered := errors.AsType[notReady](why); refused || answered {
		return notReadyError{why, ended}
	}
	if errors.Is(why, ended) {
		return fmt.Errorf("%w: %w", store.ErrUnreachable, why)
	}
	return fmt.Errorf("%w: %w (%w)", store.ErrUnreachable, why, ended)
}

// notReady is why a server cannot be used yet, as it says itself. It may be fit later without a change of its settings.
type notReady string

func (n notReady) Error() string { return string(n) }

// notReadyError is an ErrUnreachable with the server's answer.
type notReadyError struct{ why, ended error }

func (e notReadyError) Error() string { return "the server is not ready: " + e.why.Error() }

func (e notReadyError) Unwrap() []error { return []error{store.ErrUnreachable, e.why, e.ended} }
