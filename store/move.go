package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"time"

	"cardroom/engine"
)

// movable is a store that can be read to the last entry, and be filled.
type movable interface {
	Store
	allGuilds(ctx context.Context) ([]engine.ID, error)
	// heads are all tables of a guild, in the order of their channels, closed ones too.
	heads(ctx context.Context, guild engine.ID) ([]head, error)
	// postings are the ledger, those of a guild in their order.
	postings(ctx context.Context) iter.Seq2[posting, error]
	// payments are when each was made, by their IDs.
	payments(ctx context.Context, guild engine.ID) (map[string]time.Time, error)
	claims(ctx context.Context, guild engine.ID) (map[engine.ID]string, error)
	allNotes(ctx context.Context) (map[string]string, error)
	// fill does work on the books of a guild as one whole.
	fill(ctx context.Context, guild engine.ID, work func(books) error) error
}

// head is a table without its hands and sessions.
type head struct {
	Record
	session int64
	open    bool
	at      time.Time
}

// posting is an entry of the ledger.
type posting struct {
	origin
	entry
}

// How much is written at once, at most: one script holds a Redis server up.
const (
	manyPostings = 500
	manyHands    = 50
	manyFields   = 1000
)

// moved is the ID of the last change of every table that was moved. Older IDs are not taken along.
const moved = "moved"

// Move copies all that one store holds into another, empty one: tables with their versions, hands, sessions, accounts
// and the ledger, payments, notes. Afterwards it compares both and adds the ledger up. The first is left as it is.
// Nothing else may use either of them meanwhile. An error is a sentence for an operator; the second store may hold a
// part then, and has to be deleted before the next attempt.
func Move(ctx context.Context, fromURL, toURL string) error {
	from, err := openMovable(ctx, fromURL)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := openMovable(ctx, toURL)
	if err != nil {
		return err
	}
	err = move(ctx, from, to)
	return cmp.Or(err, to.Close())
}

func openMovable(ctx context.Context, url string) (movable, error) {
	s, err := Open(ctx, url, Options{History: math.MaxInt32})
	if err != nil {
		return nil, err
	}
	m, ok := s.(movable)
	if !ok {
		s.Close()
		return nil, errors.New("a store in memory is gone with its process: it cannot be moved")
	}
	return m, nil
}

func move(ctx context.Context, from, to movable) error {
	if empty, err := isEmpty(ctx, to); err != nil || !empty {
		return cmp.Or(err, errors.New("the store to move into is not empty; it is left as it is, name another or delete it"))
	}
	if empty, err := isEmpty(ctx, from); err != nil || empty {
		return cmp.Or(err, errors.New("the store to move from is empty; see whether it is the right one"))
	}
	for _, err := range from.Tables(ctx) {
		if err != nil {
			return err // before anything is written
		}
	}
	if err := copyAll(ctx, from, to); err != nil {
		return fmt.Errorf("the store is moved in part, delete the second one before the next attempt: %w", err)
	}
	if err := compare(ctx, from, to); err != nil {
		return fmt.Errorf("the moved store is not the same, keep the first one: %w", err)
	}
	return nil
}

func isEmpty(ctx context.Context, m movable) (bool, error) {
	guilds, err := m.allGuilds(ctx)
	if err != nil {
		return false, err
	}
	notes, err := m.allNotes(ctx)
	return len(guilds) == 0 && len(notes) == 0, err
}

func copyAll(ctx context.Context, from, to movable) error {
	guilds, err := from.allGuilds(ctx)
	if err != nil {
		return err
	}
	for _, guild := range guilds {
		for _, part := range []func(context.Context, movable, movable, engine.ID) error{copyAccounts, copyPayments, copyTables} {
			if err := part(ctx, from, to, guild); err != nil {
				return err
			}
		}
	}
	if err := copyLedger(ctx, from, to); err != nil {
		return err
	}
	notes, err := from.allNotes(ctx)
	for name, value := range notes {
		err = cmp.Or(err, to.SetNote(ctx, name, value))
	}
	return err
}

func copyAccounts(ctx context.Context, from, to movable, guild engine.ID) error {
	accounts, err := from.Accounts(ctx, guild)
	if err != nil {
		return err
	}
	claims, err := from.claims(ctx, guild)
	if err != nil {
		return err
	}
	for names := range slices.Chunk(slices.Sorted(maps.Keys(accounts)), manyFields) {
		err := to.fill(ctx, guild, func(b books) (err error) {
			for _, a := range names {
				err = cmp.Or(err, b.writeBalance(guild, a, accounts[a]))
				if person, ok := a.Person(); ok && claims[person] != "" {
					err = cmp.Or(err, b.writeClaimed(guild, person, claims[person]))
				}
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func copyPayments(ctx context.Context, from, to movable, guild engine.ID) error {
	payments, err := from.payments(ctx, guild)
	if err != nil {
		return err
	}
	for ids := range slices.Chunk(slices.Sorted(maps.Keys(payments)), manyFields) {
		err := to.fill(ctx, guild, func(b books) (err error) {
			for _, id := range ids {
				err = cmp.Or(err, b.writePaid(&Payment{Guild: guild, ID: id, At: payments[id]}))
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func copyTables(ctx context.Context, from, to movable, guild engine.ID) error {
	heads, err := from.heads(ctx, guild)
	if err != nil {
		return err
	}
	for _, h := range heads {
		c := Change{Key: h.Key, ID: moved, Session: h.session, At: h.at, Data: h.Data, Closed: !h.open}
		if err := to.fill(ctx, guild, func(b books) error { return b.writeTable(&c, h.Version) }); err != nil {
			return err
		}
		if err := copyHands(ctx, from, to, h.Key); err != nil {
			return err
		}
	}
	return nil
}

func copyHands(ctx context.Context, from, to movable, k Key) error {
	for before := int64(0); ; {
		hands, err := from.Hands(ctx, k, before, manyHands)
		if err != nil || len(hands) == 0 {
			return err
		}
		if before = hands[len(hands)-1].Number; before == 0 {
			return errors.New("a hand has the number 0")
		}
		err = to.fill(ctx, k.Guild, func(b books) (err error) {
			for _, h := range hands {
				err = cmp.Or(err, b.writeHand(k, h))
			}
			return err
		})
		if err != nil {
			return err
		}
	}
}

// copyLedger copies the ledger, and of every session in it the lines.
func copyLedger(ctx context.Context, from, to movable) error {
	waiting, sessions := map[engine.ID][]posting{}, map[sessionKey]bool{}
	flush := func(guild engine.ID) error {
		ps := waiting[guild]
		delete(waiting, guild)
		return to.fill(ctx, guild, func(b books) (err error) {
			for _, p := range ps {
				err = cmp.Or(err, b.writeEntry(p.origin, p.entry))
			}
			return err
		})
	}
	for p, err := range from.postings(ctx) {
		if err != nil {
			return err
		}
		if p.Channel != 0 {
			sessions[sessionKey{p.Key, p.session}] = true
		}
		waiting[p.Guild] = append(waiting[p.Guild], p)
		if len(waiting[p.Guild]) < manyPostings {
			continue
		}
		if err := flush(p.Guild); err != nil {
			return err
		}
	}
	for guild := range waiting {
		if err := flush(guild); err != nil {
			return err
		}
	}
	return copySessions(ctx, from, to, sessions)
}

func copySessions(ctx context.Context, from, to movable, sessions map[sessionKey]bool) error {
	for s := range sessions {
		lines, err := from.Session(ctx, s.Key, s.session)
		if err != nil {
			return err
		}
		err = to.fill(ctx, s.Guild, func(b books) (err error) {
			for _, l := range lines {
				err = cmp.Or(err, b.writeLine(s.Key, s.session, l))
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// compare reads both stores again: the first may have been in use.
func compare(ctx context.Context, from, to movable) error {
	guilds, err := from.allGuilds(ctx)
	if err != nil {
		return err
	}
	sums, err := addUp(ctx, to)
	if err != nil {
		return err
	}
	for _, guild := range guilds {
		if err := compareGuild(ctx, from, to, guild, sums[guild]); err != nil {
			return fmt.Errorf("guild %d: %w", guild, err)
		}
	}
	return nil
}

// addUp is the balance of every account, by the ledger alone.
func addUp(ctx context.Context, m movable) (map[engine.ID]map[Account]int64, error) {
	sums := map[engine.ID]map[Account]int64{}
	for p, err := range m.postings(ctx) {
		if err != nil {
			return nil, err
		}
		if sums[p.Guild] == nil {
			sums[p.Guild] = map[Account]int64{}
		}
		sums[p.Guild][p.from] -= p.amount
		sums[p.Guild][p.to] += p.amount
	}
	return sums, nil
}

func compareGuild(ctx context.Context, from, to movable, guild engine.ID, sums map[Account]int64) error {
	before, err := from.Accounts(ctx, guild)
	if err != nil {
		return err
	}
	after, err := to.Accounts(ctx, guild)
	if err != nil {
		return err
	}
	for a, chips := range before {
		if after[a] != chips || sums[a] != chips {
			return fmt.Errorf("%s held %d, holds %d, and %d by the ledger", a, chips, after[a], sums[a])
		}
	}
	old, err := from.heads(ctx, guild)
	if err != nil {
		return err
	}
	present, err := to.heads(ctx, guild)
	if err != nil {
		return err
	}
	same := func(a, b head) bool {
		return a.Key == b.Key && a.Version == b.Version && a.open == b.open && a.session == b.session && bytes.Equal(a.Data, b.Data)
	}
	if len(before) != len(after) || !slices.EqualFunc(old, present, same) {
		return errors.New("there are other accounts or tables")
	}
	return nil
}
