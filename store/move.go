package store

import (
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
	// channels are where a guild has or had tables, in their order.
	channels(ctx context.Context, guild engine.ID) ([]engine.ID, error)
	// postings are the ledger, those of a guild in their order; ledgerOf is that of one guild.
	postings(ctx context.Context) iter.Seq2[posting, error]
	ledgerOf(ctx context.Context, guild engine.ID) iter.Seq2[posting, error]
	// payments are when each was made, by their IDs.
	payments(ctx context.Context, guild engine.ID) (map[string]time.Time, error)
	claims(ctx context.Context, guild engine.ID) (map[engine.ID]string, error)
	// gifts are those of the wallets that have given or been given any since there are limits.
	gifts(ctx context.Context, guild engine.ID) (map[engine.ID]Gifts, error)
	// allStats are those of everyone in a guild, by person.
	allStats(ctx context.Context, guild engine.ID) ([]Stats, error)
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
// and the ledger, payments, stats, who is forgotten, notes. Afterwards it compares both and adds the ledger up. The first is left as it is.
// Nothing else may use either of them meanwhile. An error is a sentence for an operator; the second store may hold a
// part then, and has to be deleted before the next attempt. warn is that of [Options].
func Move(ctx context.Context, fromURL, toURL string, warn func(string)) error {
	from, err := openMovable(ctx, fromURL, warn)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := openMovable(ctx, toURL, warn)
	if err != nil {
		return err
	}
	err = move(ctx, from, to)
	return cmp.Or(err, to.Close())
}

func openMovable(ctx context.Context, url string, warn func(string)) (movable, error) {
	s, err := Open(ctx, url, Options{History: math.MaxInt32, Warn: warn})
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
		if err := copyGuild(ctx, from, to, guild); err != nil {
			return err
		}
	}
	if err := copyLedger(ctx, from, to); err != nil {
		return err
	}
	notes, err := from.allNotes(ctx)
	if err != nil {
		return err
	}
	for name, value := range notes {
		if err := to.SetNote(ctx, name, value); err != nil {
			return err
		}
	}
	return nil
}

// fillEach writes things to the books of a guild, at most many at once.
func fillEach[T any](
	ctx context.Context, to movable, guild engine.ID, things []T, many int, write func(books, T) error,
) error {
	for some := range slices.Chunk(things, many) {
		err := to.fill(ctx, guild, func(b books) error {
			for _, t := range some {
				if err := write(b, t); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func copyGuild(ctx context.Context, from, to movable, guild engine.ID) error {
	if err := copyAccounts(ctx, from, to, guild); err != nil {
		return err
	}
	if err := copyPayments(ctx, from, to, guild); err != nil {
		return err
	}
	all, err := from.allStats(ctx, guild)
	if err != nil {
		return err
	}
	if err := fillEach(ctx, to, guild, all, manyFields, func(b books, s Stats) error { return b.addStats(guild, s) }); err != nil {
		return err
	}
	gone, err := from.Forgotten(ctx, guild)
	if err != nil {
		return err
	}
	people := slices.Sorted(maps.Keys(gone))
	err = fillEach(ctx, to, guild, people, manyFields, func(b books, who engine.ID) error {
		return b.writeForgotten(guild, who, gone[who].UnixMilli())
	})
	if err != nil {
		return err
	}
	return copyTables(ctx, from, to, guild)
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
	gifts, err := from.gifts(ctx, guild)
	if err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(accounts))
	return fillEach(ctx, to, guild, names, manyFields, func(b books, a Account) error {
		if err := b.writeBalance(guild, a, accounts[a]); err != nil {
			return err
		}
		person, isWallet := a.Person()
		if !isWallet {
			return nil
		}
		if claims[person] != "" {
			if err := b.writeClaimed(guild, person, claims[person]); err != nil {
				return err
			}
		}
		if gifts[person] == (Gifts{}) {
			return nil
		}
		return b.writeGifts(guild, person, gifts[person])
	})
}

func copyPayments(ctx context.Context, from, to movable, guild engine.ID) error {
	payments, err := from.payments(ctx, guild)
	if err != nil {
		return err
	}
	ids := slices.Sorted(maps.Keys(payments))
	return fillEach(ctx, to, guild, ids, manyFields, func(b books, id string) error {
		return b.writePaid(&Payment{Guild: guild, ID: id, At: payments[id]})
	})
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
	return eachPage(ctx, from, k, func(hands []Hand, _ int64) error {
		return fillEach(ctx, to, k.Guild, hands, manyHands, func(b books, h Hand) error { return b.writeHand(k, h) })
	})
}

// eachPage hands over all hands of a table, page by page, and below which number each page was asked for.
func eachPage(ctx context.Context, m movable, k Key, work func(hands []Hand, before int64) error) error {
	for before := int64(0); ; {
		hands, err := m.Hands(ctx, k, before, manyHands)
		if err != nil {
			return err
		}
		if err := work(hands, before); err != nil || len(hands) == 0 {
			return err
		}
		if before = hands[len(hands)-1].Number; before == 0 {
			return errors.New("a hand has the number 0")
		}
	}
}

// copyLedger copies the ledger, and of every session in it the lines.
func copyLedger(ctx context.Context, from, to movable) error {
	waiting, sessions := map[engine.ID][]posting{}, map[sessionKey]bool{}
	flush := func(guild engine.ID) error {
		ps := waiting[guild]
		delete(waiting, guild)
		return fillEach(ctx, to, guild, ps, manyPostings, func(b books, p posting) error {
			return b.writeEntry(p.origin, p.entry)
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
		err = fillEach(ctx, to, s.Guild, lines, manyFields, func(b books, l Line) error { return b.writeLine(s.Key, s.session, l) })
		if err != nil {
			return err
		}
	}
	return nil
}
