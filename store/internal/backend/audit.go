package backend

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"cardroom/engine"
	"cardroom/store"
)

// How often an audit reads a guild whose chips move meanwhile, and the pause between two reads.
const (
	auditAttempts = 20
	auditPause    = 100 * time.Millisecond
)

// Audit reads the accounts of a guild before and after its ledger, until no chip has moved meanwhile. Then it compares
// them.
func (i readOnly) Audit(ctx context.Context, guild engine.ID) (differences []string, err error) {
	for range auditAttempts {
		before, err := i.stored(ctx, guild)
		if err != nil {
			return nil, err
		}
		byLedger, err := i.fromLedger(ctx, guild)
		if err != nil {
			return nil, err
		}
		after, err := i.stored(ctx, guild)
		if err != nil {
			return nil, err
		}
		if before.equal(after) { // no chip moved meanwhile
			return after.compare(byLedger), nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(auditPause):
		}
	}
	return []string{"its chips never stood still long enough to be counted: ask again when it is quieter"}, nil
}

// accountState holds the values that a ledger determines: balances, the days of the last claims, and gifts.
type accountState struct {
	balances map[store.Account]int64
	claims   map[engine.ID]string
	gifts    map[engine.ID]store.Gifts
}

func (a accountState) equal(b accountState) bool {
	return maps.Equal(a.balances, b.balances) && maps.Equal(a.claims, b.claims) && maps.Equal(a.gifts, b.gifts)
}

// stored reads the values that are stored beside the ledger.
func (i readOnly) stored(ctx context.Context, guild engine.ID) (b accountState, err error) {
	if b.balances, err = i.source.Accounts(ctx, guild); err != nil {
		return b, err
	}
	if b.claims, err = i.source.Claims(ctx, guild); err != nil {
		return b, err
	}
	b.gifts, err = i.source.AllGifts(ctx, guild)
	return b, err
}

// fromLedger computes from the ledger what should be stored.
func (i readOnly) fromLedger(ctx context.Context, guild engine.ID) (accountState, error) {
	l := accountState{balances: map[store.Account]int64{}, claims: map[engine.ID]string{}, gifts: map[engine.ID]store.Gifts{}}
	for p, err := range i.source.GuildLedger(ctx, guild) {
		if err != nil {
			return l, err
		}
		l.balances[p.From] -= p.Amount
		l.balances[p.To] += p.Amount
		if p.Reason == store.ReasonDaily {
			l.claims[p.Person] = max(l.claims[p.Person], store.Day(p.At))
		}
		from, fromWallet := p.From.Person()
		if to, toWallet := p.To.Person(); fromWallet && toWallet {
			l.gifts[from] = l.gifts[from].After(store.Day(p.At), p.Amount, 0)
			l.gifts[to] = l.gifts[to].After(store.Day(p.At), 0, p.Amount)
		}
	}
	return l, nil
}

// compare returns a sentence for each difference from the ledger, and for each impossible balance.
func (b accountState) compare(ledger accountState) (differences []string) {
	report := func(format string, a ...any) { differences = append(differences, fmt.Sprintf(format, a...)) }
	sum := int64(0)
	for _, a := range unionKeys(b.balances, ledger.balances) {
		have, due := b.balances[a], ledger.balances[a]
		sum += have
		if have != due {
			report("%s holds %d, by the ledger %d", a, have, due)
		}
		if _, stored := b.balances[a]; !stored && have == due {
			report("%s is in the ledger, and the account is missing", a)
		}
		if have < 0 && !a.MayOwe() {
			report("%s holds %d, which is less than nothing", a, have)
		}
	}
	if sum != 0 {
		report("all accounts together are %d, and must be 0", sum)
	}
	for _, person := range unionKeys(b.claims, ledger.claims) {
		if have, last := b.claims[person], ledger.claims[person]; have != last {
			report("%s claimed its daily chips last on %q, by the ledger on %q", store.WalletAccount(person), have, last)
		}
	}
	for _, person := range unionKeys(b.gifts, ledger.gifts) {
		if have, due := b.gifts[person], ledger.gifts[person]; giftsExceed(have, due) {
			report("%s gave and was given %q, by the ledger %q", store.WalletAccount(person), have, due)
		}
	}
	return differences
}

// giftsExceed reports whether stored gifts are more than the ledger shows. They may be fewer on the same day, or none at all:
// gifts from before there were limits were not counted.
func giftsExceed(have, ledger store.Gifts) bool {
	if have == (store.Gifts{}) {
		return false
	}
	return have.Day != ledger.Day || have.Given > ledger.Given || have.Taken > ledger.Taken
}

// unionKeys returns the keys of two maps, sorted.
func unionKeys[K ~string | ~uint64, V any](a, b map[K]V) []K {
	keys := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(keys)
	return slices.Compact(keys)
}
