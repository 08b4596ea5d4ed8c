package store

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
)

// compare reads both stores again: the first may have been in use.
func compare(ctx context.Context, from, to movable) error {
	guilds, err := pair(from, to, func(m movable) ([]engine.ID, error) { return m.allGuilds(ctx) })
	if err != nil {
		return err
	}
	if err := same(from, to, "notes", maps.Equal, func(m movable) (map[string]string, error) { return m.allNotes(ctx) }); err != nil {
		return err
	}
	sums, sessions, err := addUp(ctx, to)
	if err != nil {
		return err
	}
	either := slices.Concat(guilds[0], guilds[1]) // one without anything is not in both
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

// pair reads the same of both stores.
func pair[T any](from, to movable, read func(movable) (T, error)) (both [2]T, err error) {
	for i, m := range [...]movable{from, to} {
		if both[i], err = read(m); err != nil {
			return both, err
		}
	}
	return both, nil
}

// same reads the same of both stores, and says what differs.
func same[T any](from, to movable, what string, equal func(a, b T) bool, read func(movable) (T, error)) error {
	both, err := pair(from, to, read)
	if err == nil && !equal(both[0], both[1]) {
		err = fmt.Errorf("there are other %s", what)
	}
	return err
}

func sameTimes[K comparable](a, b map[K]time.Time) bool { return maps.EqualFunc(a, b, time.Time.Equal) }

// addUp is the balance of every account, by the ledger alone, and the sessions that the ledger knows.
func addUp(ctx context.Context, m movable) (
	sums map[engine.ID]map[Account]int64, sessions map[sessionKey]bool, err error,
) {
	sums, sessions = map[engine.ID]map[Account]int64{}, map[sessionKey]bool{}
	for p, err := range m.postings(ctx) {
		if err != nil {
			return nil, nil, err
		}
		if p.Channel != 0 {
			sessions[sessionKey{p.Key, p.session}] = true
		}
		if sums[p.Guild] == nil {
			sums[p.Guild] = map[Account]int64{}
		}
		sums[p.Guild][p.from] -= p.amount
		sums[p.Guild][p.to] += p.amount
	}
	return sums, sessions, nil
}

func compareGuild(ctx context.Context, from, to movable, guild engine.ID, sums map[Account]int64) error {
	if err := compareAccounts(ctx, from, to, guild, sums); err != nil {
		return err
	}
	err := cmp.Or(
		same(from, to, "payments", sameTimes, func(m movable) (map[string]time.Time, error) { return m.payments(ctx, guild) }),
		same(from, to, "stats", slices.Equal, func(m movable) ([]Stats, error) { return m.allStats(ctx, guild) }),
		same(from, to, "people who are forgotten", sameTimes, func(m movable) (map[engine.ID]time.Time, error) { return m.Forgotten(ctx, guild) }),
	)
	if err != nil {
		return err
	}
	heads, err := pair(from, to, func(m movable) ([]head, error) { return m.heads(ctx, guild) })
	if err != nil {
		return err
	}
	if !slices.EqualFunc(heads[0], heads[1], head.equal) {
		return errors.New("there are other tables")
	}
	for _, h := range heads[0] {
		if err := compareHands(ctx, from, to, h.Key); err != nil {
			return err
		}
	}
	return nil
}

func compareAccounts(ctx context.Context, from, to movable, guild engine.ID, sums map[Account]int64) error {
	accounts, err := pair(from, to, func(m movable) (map[Account]int64, error) { return m.Accounts(ctx, guild) })
	if err != nil {
		return err
	}
	for a, chips := range accounts[0] {
		if after := accounts[1][a]; after != chips || sums[a] != chips {
			return fmt.Errorf("%s held %d, holds %d, and %d by the ledger", a, chips, after, sums[a])
		}
	}
	if len(accounts[0]) != len(accounts[1]) {
		return errors.New("there are other accounts")
	}
	return cmp.Or(
		same(from, to, "daily claims", maps.Equal, func(m movable) (map[engine.ID]string, error) { return m.claims(ctx, guild) }),
		same(from, to, "gifts", maps.Equal, func(m movable) (map[engine.ID]Gifts, error) { return m.gifts(ctx, guild) }),
	)
}

func (h head) equal(o head) bool {
	return h.Key == o.Key && h.Version == o.Version && h.open == o.open && h.session == o.session &&
		h.at.Equal(o.at) && bytes.Equal(h.Data, o.Data)
}

func (h Hand) equal(o Hand) bool {
	return h.Number == o.Number && h.At.Equal(o.At) && bytes.Equal(h.Data, o.Data)
}

func compareHands(ctx context.Context, from, to movable, k Key) error {
	return eachPage(ctx, from, k, func(hands []Hand, before int64) error {
		copied, err := to.Hands(ctx, k, before, manyHands)
		if err == nil && !slices.EqualFunc(hands, copied, Hand.equal) {
			err = fmt.Errorf("there are other hands of channel %d", k.Channel)
		}
		return err
	})
}

func compareSession(ctx context.Context, from, to movable, s sessionKey) error {
	what := fmt.Sprintf("lines in a session of channel %d", s.Channel)
	return same(from, to, what, slices.Equal, func(m movable) ([]Line, error) { return m.Session(ctx, s.Key, s.session) })
}
