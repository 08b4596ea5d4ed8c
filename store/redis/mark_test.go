package redis_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/alicebob/miniredis/v2"

	"cardroom/store"
	"cardroom/store/redis"
	"cardroom/store/storetest"
)

// askEverything asks a store for everything that it can be asked for, and returns the errors by method.
func askEverything(ctx context.Context, s store.Store) map[string]error {
	k, errs := storetest.Felt, map[string]error{}
	do := func(name string, call func() error) { errs[name] = call() }
	do("Load", func() error { _, err := s.Load(ctx, k); return err })
	do("Tables", func() (last error) {
		for _, err := range s.Tables(ctx) {
			last = err
		}
		return last
	})
	do("Commit", func() error { _, err := s.Commit(ctx, storetest.TopUp(k, 2)); return err })
	do("Commit of a new guild", func() error {
		_, err := s.Commit(ctx, storetest.NextChange(store.Key{Guild: 909, Channel: 1}, 1))
		return err
	})
	do("Pay", func() error {
		_, err := s.Pay(ctx, store.Payment{Guild: k.Guild, ID: "p", At: storetest.Noon, To: 5, Amount: 1, Reason: store.ReasonGrant})
		return err
	})
	do("Forget", func() error {
		_, err := s.Forget(ctx, store.ErasureRequest{Guild: k.Guild, ID: "o", Person: 5, At: storetest.Noon})
		return err
	})
	do("Forgotten", func() error { _, err := s.Forgotten(ctx, k.Guild); return err })
	do("Wallet", func() error { _, err := s.Wallet(ctx, k.Guild, 5); return err })
	do("TopWallets", func() error { _, err := s.TopWallets(ctx, k.Guild, 3); return err })
	do("Rank", func() error { _, err := s.Rank(ctx, k.Guild, 5); return err })
	do("Session", func() error { _, err := s.Session(ctx, k, 1); return err })
	do("Stats", func() error { _, err := s.Stats(ctx, k.Guild, 5); return err })
	do("Hands", func() error { _, err := s.Hands(ctx, k, 0, 3); return err })
	do("Accounts", func() error { _, err := s.Accounts(ctx, k.Guild); return err })
	do("Acquire", func() error {
		_, err := s.Acquire(ctx, store.Lease{Shard: store.Shard{Count: 1}, Owner: "me", For: store.LeaseTime})
		return err
	})
	do("Renew", func() error {
		return s.Renew(ctx, store.Lease{Shard: store.Shard{Count: 1}, Owner: "me", For: store.LeaseTime, Epoch: 1 << 50})
	})
	do("Note", func() error { _, err := s.Note(ctx, "alive"); return err })
	do("SetNote", func() error { return s.SetNote(ctx, "alive", "2") })
	return errs
}

// S6: a server that lost all its data is refused for tables, money and notes, and nothing is written to it. A backup that is
// put back is used again at once.
func TestAnEmptiedServerIsRefusedUntilItsDataIsBack(t *testing.T) {
	m := miniredis.RunT(t)
	s := openAt(t, "redis://"+m.Addr(), store.Options{})
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	m.SwapDB(0, 1) // as FLUSHALL, or a failover to an empty replica
	for what, err := range askEverything(t.Context(), s) {
		if !errors.Is(err, store.ErrReplaced) || !strings.Contains(err.Error(), "put a backup back, or restart") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if keys := m.Keys(); len(keys) > 0 {
		t.Errorf("it was written to: %v", keys)
	}
	var said string
	begun := openAt(t, "redis://"+m.Addr(), store.Options{Warn: func(text string) { said += text }}) // a restart
	if !strings.Contains(said, "it is empty: every wallet and table begins anew") {
		t.Errorf("a restart says %q", said)
	}
	storetest.Commit(t, begun, storetest.TopUp(storetest.Felt, 1))
	for what, err := range askEverything(t.Context(), s) {
		if !errors.Is(err, store.ErrReplaced) && (what == "Note" || strings.HasPrefix(what, "Commit") || what == "Pay" || what == "SetNote") {
			t.Errorf("while another program has begun anew, %s: %v", what, err)
		}
	}
	m.SwapDB(0, 1) // the backup
	for what, err := range askEverything(t.Context(), s) {
		if errors.Is(err, store.ErrReplaced) {
			t.Errorf("the backup is refused: %s: %v", what, err)
		}
	}
	if r, err := s.Load(t.Context(), storetest.Felt); err != nil || r.Version != 2 {
		t.Errorf("the table of the backup: version %d, %v", r.Version, err)
	}
}

// A backup of a version that knew no mark gets the one of the store.
func TestABackupWithoutAMarkIsTaken(t *testing.T) {
	m := miniredis.RunT(t)
	s := openAt(t, "redis://"+m.Addr(), store.Options{})
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	mark := m.HGet("cardroom:{leases}:store", "id")
	m.Del("cardroom:{leases}:store")
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 2))
	if now := m.HGet("cardroom:{leases}:store", "id"); mark == "" || now != mark {
		t.Errorf("the mark was %q and is %q", mark, now)
	}
}

// S6: of a cluster each master can be emptied by itself, and the mark may lie on another.
func TestAnEmptiedMasterOfAClusterIsRefused(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("three servers")
	}
	cluster := storetest.StartCluster(t, 3, 0)
	s := openAt(t, cluster.URL(), store.Options{})
	held, err := store.AcquireLease(t.Context(), s, store.Shard{Count: 1}, "me", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer held.End(context.Background())
	leases, schema := cluster.Owner(t, "cardroom:{leases}"), cluster.Owner(t, "cardroom:schema")
	guild := storetest.Felt.Guild
	for owner := leases; owner == leases || owner == schema; owner = cluster.Owner(t, redis.GuildTag(guild)) {
		guild++
	}
	k := store.Key{Guild: guild, Channel: 1}
	storetest.Commit(t, held, storetest.TopUp(k, 1))
	redis.AgeFences(s)
	cluster.Owner(t, redis.GuildTag(guild)).Must("FLUSHALL")
	_, err = held.Commit(t.Context(), storetest.TopUp(k, 2))
	_, missing := held.Load(t.Context(), k)
	_, wallet := held.Wallet(t.Context(), guild, 5)
	for what, err := range map[string]error{"Commit": err, "Load": missing, "Wallet": wallet} {
		if !errors.Is(err, store.ErrReplaced) {
			t.Errorf("%s: %v", what, err)
		}
	}
	other := store.Key{Guild: guild, Channel: 1}
	for cluster.Owner(t, redis.GuildTag(other.Guild)) != leases {
		other.Guild++
	}
	storetest.Commit(t, held, storetest.TopUp(other, 1)) // the others play on
}
