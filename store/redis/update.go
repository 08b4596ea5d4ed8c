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

// update runs work in a transaction of a guild, under its lock if the work moves chips.
func (r *Store) update(
	ctx context.Context, guild engine.ID, chips bool, guess ledger.TableState, work func(ledger.Tx) (store.Receipt, error),
) (store.Receipt, error) {
	ctx, leave, err := r.begin(ctx)
	if err != nil {
		return store.Receipt{}, err
	}
	defer leave()
	t, err := r.guilds.register(ctx, guild, guess)
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
