package redis

import (
	"context"
	_ "embed" // the script

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/ledger"
)

//go:embed redis.lua
var scriptText string

// guildLock lets one commit at a time move chips in a guild. Concurrent ones would invalidate each other's guesses and retry.
type guildLock chan struct{}

// guildLock returns the lock of a guild, and remembers the guild.
func (r *Store) guildLock(guild engine.ID) guildLock {
	t, _ := r.guilds.LoadOrStore(guild, make(guildLock, 1))
	return t.(guildLock)
}

// register makes sure that Tables will find the guild. The first commit of each table registers it anew: the guild may have
// been lost since, as by a failover of a cluster.
func (r *Store) register(ctx context.Context, guild engine.ID, guess ledger.TableState) (guildLock, error) {
	if t, known := r.guilds.Load(guild); known && guess.Version > 0 {
		return t.(guildLock), nil
	}
	if err := r.mark.checkNotReplaced(ctx); err != nil {
		return nil, err
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

// registerAll registers every known guild anew.
func registerAll(ctx context.Context, r *Store) error {
	var guilds []any
	for guild := range r.guilds.Range {
		guilds = append(guilds, decimal(guild.(engine.ID)))
	}
	if len(guilds) == 0 {
		return nil
	}
	return r.wrap(ctx, withKey(guildsKey, r.client.SAdd(ctx, guildsKey, guilds...).Err()))
}

// update runs work in a transaction of a guild, under its lock if the work moves chips.
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

// updateOptimistically runs work again and again, until everything that it assumed was true at one moment.
func (r *Store) updateOptimistically(
	ctx context.Context, guild engine.ID, guess ledger.TableState, work func(ledger.Tx) (store.Receipt, error),
) (store.Receipt, error) {
	var observed map[location]string
	for {
		b, receipt, refusal := r.attempt(guild, guess, observed, work)
		if !b.matters() {
			return receipt, refusal
		}
		var err error
		if observed, err = r.runScript(ctx, b); err != nil {
			return store.Receipt{}, err
		}
		if observed == nil {
			r.mark.noteFence(guild, guess.Epoch)
			return receipt, refusal
		}
		if err := r.mark.checkFound(ctx, guild, guess.Epoch, observed); err != nil {
			return store.Receipt{}, err
		}
	}
}

// attempt does work in a transaction of a guild, which the script may then carry out. Work that is refused writes nothing.
func (r *Store) attempt(
	guild engine.ID, guess ledger.TableState, observed map[location]string, work func(ledger.Tx) (store.Receipt, error),
) (b *tx, receipt store.Receipt, refusal error) {
	b = newTx(guild, r.history, guess, observed)
	if !r.address.Cluster() {
		r.mark.expect(b)
	}
	receipt, refusal = work(b)
	if refusal != nil {
		b.writes = nil
	}
	return b, receipt, refusal
}

// runScript runs the script with the assumptions and writes of a transaction. It returns nil if all assumptions were true, and
// the writes are done; otherwise it returns the true values.
func (r *Store) runScript(ctx context.Context, b *tx) (observed map[location]string, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err // which ends the rounds, too
	}
	keys, args := b.script()
	reply, err := r.script.Run(ctx, r.client, keys, args...).Result()
	if err != nil {
		return nil, r.wrap(ctx, err)
	}
	return b.observations(reply), nil
}
