package redis_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/backend"
	"cardroom/store/redis"
	"cardroom/store/storetest"
)

// TestAProcessReadsTheTablesOfItsShardOnly opens two tables in each of 1,100 guilds, more than a page of them. Another guild
// has 150 tables, and one guild of each shard has a damaged index.
func TestAProcessReadsTheTablesOfItsShardOnly(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	s := openAt(t, server.URL(), store.Options{})
	mine := store.Shard{ID: 1, Count: 2}
	var want []store.Key
	guildOf := func(n int) engine.ID { return engine.ID(n)<<22 + 5 }
	for n := range 1100 {
		for i := range engine.ID(2) {
			k := store.Key{Guild: guildOf(n), Channel: engine.ID(10*n) + 10 + i}
			writeTable(server, k)
			if mine.Has(k.Guild) {
				want = append(want, k)
			}
		}
	}
	for i := range engine.ID(150) {
		k := store.Key{Guild: guildOf(1101), Channel: 20_000 + i}
		writeTable(server, k)
		want = append(want, k)
	}
	for n := 1102; n < 1104; n++ {
		server.Must("SADD", "cardroom:guilds", fmt.Sprint(guildOf(n)))
		server.Must("SET", redis.IndexKey(guildOf(n)), "damage")
	}
	held, err := store.AcquireLease(t.Context(), s, mine, "mine", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer held.End(t.Context())
	server.Must("CONFIG", "RESETSTAT")
	var got []store.Key
	damaged := 0
	for r, err := range held.Tables(t.Context()) {
		switch {
		case r.Channel == 0 && r.Guild == guildOf(1103):
			damaged++
		case err != nil:
			t.Errorf("%v: %v", r.Key, err)
		default:
			got = append(got, r.Key)
		}
	}
	if !slices.Equal(got, want) || damaged != 1 {
		t.Errorf("%d tables, want %d; %d damaged guilds, want that of the shard", len(got), len(want), damaged)
	}
	stats := fmt.Sprint(server.Must("INFO", "commandstats"))
	for command, most := range map[string]int{"hgetall": 560, "hmget": len(want)} { // beside a renewal of the lease
		var calls int
		fmt.Sscan(callsOf(stats, command), &calls)
		if calls == 0 || calls > most {
			t.Errorf("%s was called %d times, want at most %d", command, calls, most)
		}
	}
}

// callsOf returns how often a command was called, by INFO.
func callsOf(stats, command string) string {
	found := regexp.MustCompile(`cmdstat_` + command + `:calls=(\d+)`).FindStringSubmatch(stats)
	return strings.Join(found[min(1, len(found)):], "")
}

// writeTable stores a table as the store does, without its ledger.
func writeTable(server *storetest.Redis, k store.Key) {
	table := storetest.NextChange(k, 1)
	server.Must("SADD", "cardroom:guilds", fmt.Sprint(k.Guild))
	server.Must("HSET", redis.IndexKey(k.Guild), fmt.Sprint(k.Channel), "open")
	server.Must("HSET", redis.TableKey(k),
		"version", 1, "open", 1, "session", 1, "at", 0, "sum", backend.Checksum(k, 1, table.Data), "data", string(table.Data))
}

// addGuilds makes a server know guilds of the shard 0 of 1.
func addGuilds(server *storetest.Redis, count int) {
	for n := range count {
		server.Must("SADD", "cardroom:guilds", fmt.Sprint((n+1)<<22))
	}
}

// With many guilds a lease would run out while they are fenced, and the process that waits would take it. Acquire renews it meanwhile.
func TestALeaseIsRenewedWhileGuildsAreFenced(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	through := startProxy(t, server.Addr)
	s := openAt(t, "redis://"+through.addr, store.Options{})
	addGuilds(server, 3)
	through.blocking.Store(true)
	release := sync.OnceFunc(func() { close(through.unblock) })
	t.Cleanup(release)
	all := store.Lease{Shard: store.Shard{Count: 1}, Owner: "first", For: 400 * time.Millisecond}
	acquired := make(chan error, 1)
	go func() {
		_, err := s.Acquire(t.Context(), all)
		acquired <- err
	}()
	for renewals, last := -1, int64(0); renewals < 2; {
		now := server.Must("PTTL", "cardroom:{leases}:0/1").(int64)
		if now > last {
			renewals++ // the first is the grant
		}
		last = now
		select {
		case err := <-acquired:
			t.Fatalf("after %d renewals, before all guilds were fenced: %v", renewals, err)
		case <-time.After(5 * time.Millisecond):
		}
	}
	release()
	if err := <-acquired; err != nil {
		t.Fatal(err)
	}
}

// A second acquisition fences each guild with one script, because it guesses the epoch of the first one.
func TestManyGuildsAreFencedWithOneScriptEach(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	s := openAt(t, server.URL(), store.Options{})
	const guilds = 1200
	addGuilds(server, guilds)
	all := store.Lease{Shard: store.Shard{Count: 1}, Owner: "first", For: time.Minute}
	scripts := 0
	for range 2 {
		server.Must("CONFIG", "RESETSTAT")
		l, err := s.Acquire(t.Context(), all)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Sscan(callsOf(fmt.Sprint(server.Must("INFO", "commandstats")), "evalsha"), &scripts)
		for n := range guilds {
			if epoch := server.Must("HGET", redis.FenceKey(engine.ID(n+1)<<22), "epoch"); epoch != fmt.Sprint(l.Epoch) {
				t.Fatalf("guild %d has the epoch %v, want %d", n, epoch, l.Epoch)
			}
		}
	}
	if scripts < guilds || scripts > guilds+10 {
		t.Errorf("%d scripts for %d guilds", scripts, guilds)
	}
}
