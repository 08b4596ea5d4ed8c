package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cardroom/engine"
)

// ReadOnly is a store open to be looked at, beside the bot that writes to it. What would change it gives ErrReadOnly.
// A file is seen as it was at the first look; Redis as it is at every look.
type ReadOnly struct {
	Store
	all movable
}

// Inspect opens a store that is there to be looked at. It takes no lock and writes nothing. Its errors are those of
// Open, but for ErrLocked.
func Inspect(ctx context.Context, url string, o Options) (*ReadOnly, error) {
	o.reads = true
	var s Store
	var err error
	switch path, isFile := strings.CutPrefix(url, "file:"); {
	case isFile:
		s, err = inspectFile(ctx, path)
	default:
		s, err = Open(ctx, url, o)
	}
	if err != nil {
		return nil, err
	}
	all, ok := s.(movable)
	if !ok {
		s.Close()
		return nil, errors.New("a store in memory is gone with its process: there is nothing to look at")
	}
	return &ReadOnly{Store: readOnly{s}, all: all}, nil
}

// inspectFile opens a file that another process may be writing to. All that is read of it is read in one transaction.
func inspectFile(ctx context.Context, path string) (*file, error) {
	refuse := func(err error) (*file, error) { return nil, fmt.Errorf("STORE_URL file:%s: %w", path, err) }
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return refuse(errors.New("there is no store in this file"))
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return refuse(err)
	}
	if err := inspectHeader(abs); err != nil {
		return refuse(err)
	}
	if err := inspect(ctx, abs); err != nil {
		return refuse(err)
	}
	f := &file{path: abs}
	if f.read, err = openReader(ctx, abs); err != nil {
		return refuse(err)
	}
	f.read.db.SetMaxOpenConns(1)
	if _, err := f.read.db.ExecContext(ctx, "BEGIN"); err != nil {
		f.Close()
		return refuse(err)
	}
	return f, nil
}

// readOnly is a store that writes nothing.
type readOnly struct{ Store }

func (readOnly) Commit(context.Context, Change) (Receipt, error) { return Receipt{}, ErrReadOnly }
func (readOnly) Pay(context.Context, Payment) (Receipt, error)   { return Receipt{}, ErrReadOnly }
func (readOnly) SetNote(context.Context, string, string) error   { return ErrReadOnly }
func (readOnly) Acquire(context.Context, Lease) (Lease, error)   { return Lease{}, ErrReadOnly }
func (readOnly) Renew(context.Context, Lease) error              { return ErrReadOnly }
func (readOnly) Release(context.Context, Lease) error            { return ErrReadOnly }
func (readOnly) Forget(context.Context, ErasureRequest) (Receipt, error) {
	return Receipt{}, ErrReadOnly
}

// Guilds are those of which something is stored. With a *DamagedError come those that could be read.
func (i *ReadOnly) Guilds(ctx context.Context) ([]engine.ID, error) { return i.all.allGuilds(ctx) }

// Channels are where a guild has or had tables, closed ones too. With a *DamagedError come those that could be read.
func (i *ReadOnly) Channels(ctx context.Context, guild engine.ID) ([]engine.ID, error) {
	return i.all.channels(ctx, guild)
}

// AllStats are what everyone in a guild has done, by person.
func (i *ReadOnly) AllStats(ctx context.Context, guild engine.ID) ([]Stats, error) {
	return i.all.allStats(ctx, guild)
}

// How often a guild is looked at again whose chips move meanwhile, and how long to wait for that.
const (
	looks     = 20
	lookAgain = 100 * time.Millisecond
)

// Audit recomputes all accounts of a guild from its ledger, entry by entry, and the days of the last daily claims and
// gifts. It gives a sentence for each that differs, and for what cannot be: a wallet below zero, accounts that do not add
// up.
func (i *ReadOnly) Audit(ctx context.Context, guild engine.ID) (differs []string, err error) {
	for range looks {
		before, err := i.books(ctx, guild)
		if err != nil {
			return nil, err
		}
		byLedger, err := i.reckoned(ctx, guild)
		if err != nil {
			return nil, err
		}
		after, err := i.books(ctx, guild)
		if err != nil {
			return nil, err
		}
		if before.equal(after) { // no chip has moved meanwhile
			return after.compare(byLedger), nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lookAgain):
		}
	}
	return []string{"its chips never stood still long enough to be counted: ask again when it is quieter"}, nil
}

// ledgered is what a ledger gives: balances, the days of the last claims, and gifts.
type ledgered struct {
	balances map[Account]int64
	claims   map[engine.ID]string
	gifts    map[engine.ID]Gifts
}

func (a ledgered) equal(b ledgered) bool {
	return maps.Equal(a.balances, b.balances) && maps.Equal(a.claims, b.claims) && maps.Equal(a.gifts, b.gifts)
}

// books are what is stored beside the ledger.
func (i *ReadOnly) books(ctx context.Context, guild engine.ID) (b ledgered, err error) {
	if b.balances, err = i.all.Accounts(ctx, guild); err != nil {
		return b, err
	}
	if b.claims, err = i.all.claims(ctx, guild); err != nil {
		return b, err
	}
	b.gifts, err = i.all.gifts(ctx, guild)
	return b, err
}

// reckoned is what the ledger says that should be stored.
func (i *ReadOnly) reckoned(ctx context.Context, guild engine.ID) (ledgered, error) {
	l := ledgered{balances: map[Account]int64{}, claims: map[engine.ID]string{}, gifts: map[engine.ID]Gifts{}}
	for p, err := range i.all.ledgerOf(ctx, guild) {
		if err != nil {
			return l, err
		}
		l.balances[p.from] -= p.amount
		l.balances[p.to] += p.amount
		if p.reason == ReasonDaily {
			l.claims[p.person] = max(l.claims[p.person], day(p.at))
		}
		from, fromWallet := p.from.Person()
		if to, toWallet := p.to.Person(); fromWallet && toWallet {
			l.gifts[from] = l.gifts[from].after(day(p.at), p.amount, 0)
			l.gifts[to] = l.gifts[to].after(day(p.at), 0, p.amount)
		}
	}
	return l, nil
}

// compare says what differs from the ledger, and what cannot be.
func (b ledgered) compare(ledger ledgered) (differs []string) {
	say := func(format string, a ...any) { differs = append(differs, fmt.Sprintf(format, a...)) }
	sum := int64(0)
	for _, a := range either(b.balances, ledger.balances) {
		have, due := b.balances[a], ledger.balances[a]
		sum += have
		if have != due {
			say("%s holds %d, by the ledger %d", a, have, due)
		}
		if have < 0 && !a.owes() {
			say("%s holds %d, which is less than nothing", a, have)
		}
	}
	if sum != 0 {
		say("all accounts together are %d, and must be 0", sum)
	}
	for _, person := range either(b.claims, ledger.claims) {
		if have, last := b.claims[person], ledger.claims[person]; have != last {
			say("%s claimed its daily chips last on %q, by the ledger on %q", WalletAccount(person), have, last)
		}
	}
	for _, person := range either(b.gifts, ledger.gifts) {
		if have, due := b.gifts[person], ledger.gifts[person]; have.beyond(due) {
			say("%s gave and was given %q, by the ledger %q", WalletAccount(person), have, due)
		}
	}
	return differs
}

// either is the keys of two maps, in their order.
func either[K ~string | ~uint64, V any](a, b map[K]V) []K {
	keys := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(keys)
	return slices.Compact(keys)
}
