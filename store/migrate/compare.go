package migrate

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/backend"
)

// compare reads both stores again, because the first may have been in use, and returns the first difference.
func compare(ctx context.Context, from, to backend.Backend) error {
	guilds, err := readBoth(from, to, func(m backend.Backend) ([]engine.ID, error) { return m.Guilds(ctx) })
	if err != nil {
		return err
	}
	if err := compareField(from, to, "notes", maps.Equal, func(m backend.Backend) (map[string]string, error) { return copiedNotes(ctx, m) }); err != nil {
		return err
	}
	sums, sessions, err := sumLedger(ctx, to)
	if err != nil {
		return err
	}
	either := slices.Concat(guilds[0], guilds[1]) // an empty guild is not in both
	slices.Sort(either)
	for _, guild := range slices.Compact(either) {
		if err := compareGuild(ctx, from, to, guild, sums[guild]); err != nil {
			return fmt.Errorf("guild %d: %w", guild, err)
		}
	}
	for s := range sessions {
		if err := compareSession(ctx, from, to, s); err != nil {
			return fmt.Errorf("guild %d: %w", s.Guild, err)
		}
	}
	return nil
}

// copiedNotes returns the notes that a move copies.
func copiedNotes(ctx context.Context, m backend.Backend) (map[string]string, error) {
	notes, err := m.Notes(ctx)
	delete(notes, partNote)
	return notes, err
}

// readBoth reads one thing of both stores.
func readBoth[T any](from, to backend.Backend, read func(backend.Backend) (T, error)) (both [2]T, err error) {
	for i, m := range [...]backend.Backend{from, to} {
		if both[i], err = read(m); err != nil {
			return both, err
		}
	}
	return both, nil
}

// compareField reads one thing of both stores and compares it.
func compareField[T any](from, to backend.Backend, what string, equal func(a, b T) bool, read func(backend.Backend) (T, error)) error {
	both, err := readBoth(from, to, read)
	if err == nil && !equal(both[0], both[1]) {
		err = fmt.Errorf("the %s differ", what)
	}
	return err
}

func sameTimes[K comparable](a, b map[K]time.Time) bool { return maps.EqualFunc(a, b, time.Time.Equal) }

// sumLedger returns the balance of every account by the ledger alone, and the sessions that the ledger knows.
func sumLedger(ctx context.Context, m backend.Backend) (
	sums map[engine.ID]map[store.Account]int64, sessions map[backend.SessionKey]bool, err error,
) {
	sums, sessions = map[engine.ID]map[store.Account]int64{}, map[backend.SessionKey]bool{}
	for p, err := range m.Ledger(ctx) {
		if err != nil {
			return nil, nil, err
		}
		if p.Channel != 0 {
			sessions[backend.SessionKey{Key: p.Key, Session: p.Session}] = true
		}
		if sums[p.Guild] == nil {
			sums[p.Guild] = map[store.Account]int64{}
		}
		sums[p.Guild][p.From] -= p.Amount
		sums[p.Guild][p.To] += p.Amount
	}
	return sums, sessions, nil
}

func compareGuild(ctx context.Context, from, to backend.Backend, guild engine.ID, sums map[store.Account]int64) error {
	if err := compareAccounts(ctx, from, to, guild, sums); err != nil {
		return err
	}
	err := cmp.Or(
		compareField(from, to, "payments", sameTimes, func(m backend.Backend) (map[string]time.Time, error) { return m.Payments(ctx, guild) }),
		compareField(from, to, "stats", slices.Equal, func(m backend.Backend) ([]store.Stats, error) { return m.AllStats(ctx, guild) }),
		compareField(from, to, "people who are forgotten", sameTimes, func(m backend.Backend) (map[engine.ID]time.Time, error) { return m.Forgotten(ctx, guild) }),
	)
	if err != nil {
		return err
	}
	heads, err := readBoth(from, to, func(m backend.Backend) ([]backend.Head, error) { return m.Heads(ctx, guild) })
	if err != nil {
		return err
	}
	if !slices.EqualFunc(heads[0], heads[1], backend.Head.Equal) {
		return errors.New("the tables differ")
	}
	for _, h := range heads[0] {
		if err := compareHands(ctx, from, to, h.Key); err != nil {
			return err
		}
	}
	return nil
}

func compareAccounts(ctx context.Context, from, to backend.Backend, guild engine.ID, sums map[store.Account]int64) error {
	accounts, err := readBoth(from, to, func(m backend.Backend) (map[store.Account]int64, error) { return m.Accounts(ctx, guild) })
	if err != nil {
		return err
	}
	for a, chips := range accounts[0] {
		if after := accounts[1][a]; after != chips || sums[a] != chips {
			return fmt.Errorf("%s holds %d in the first store, %d in the second, and %d by the ledger", a, chips, after, sums[a])
		}
	}
	if len(accounts[0]) != len(accounts[1]) {
		return errors.New("the accounts differ")
	}
	return cmp.Or(
		compareField(from, to, "daily claims", maps.Equal, func(m backend.Backend) (map[engine.ID]string, error) { return m.Claims(ctx, guild) }),
		compareField(from, to, "gifts", maps.Equal, func(m backend.Backend) (map[engine.ID]store.Gifts, error) { return m.AllGifts(ctx, guild) }),
	)
}

// sameHand reports whether two stored hands are equal.
func sameHand(h, o store.Hand) bool {
	return h.Number == o.Number && h.At.Equal(o.At) && bytes.Equal(h.Data, o.Data)
}

func compareHands(ctx context.Context, from, to backend.Backend, k store.Key) error {
	oldest := int64(0)
	compare := func(hands []store.Hand, before int64) error {
		copied, err := to.Hands(ctx, k, before, handsPage)
		if err == nil && !slices.EqualFunc(hands, copied, sameHand) {
			err = fmt.Errorf("the hands of channel %d differ", k.Channel)
		}
		if len(hands) > 0 {
			oldest = hands[len(hands)-1].Number
		}
		return err
	}
	if err := store.EachHandPage(ctx, from, k, handsPage, compare); err != nil {
		return err
	}
	return compare(nil, oldest) // the copy has no more
}

func compareSession(ctx context.Context, from, to backend.Backend, s backend.SessionKey) error {
	what := fmt.Sprintf("lines in a session of channel %d", s.Channel)
	return compareField(from, to, what, slices.Equal, func(m backend.Backend) ([]store.Line, error) { return m.Session(ctx, s.Key, s.Session) })
}
