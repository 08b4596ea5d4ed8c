package redis_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/escrowtest"
	"cardroom/store/fleettest"
	"cardroom/store/storetest"
)

func openMini(t testing.TB, o store.Options) store.Store {
	m := miniredis.RunT(t)
	age(t, m)
	return openAt(t, "redis://"+m.Addr(), o)
}

// age lets the time of a miniredis go by, which it does not by itself: leases run out.
func age(t testing.TB, m *miniredis.Miniredis) {
	tick, stop, stopped := time.NewTicker(5*time.Millisecond), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for last := time.Now(); ; {
			select {
			case now := <-tick.C:
				m.FastForward(now.Sub(last)) // a busy machine drops ticks
				last = now
			case <-stop:
				return
			}
		}
	}()
	t.Cleanup(func() {
		tick.Stop()
		close(stop)
		<-stopped
	})
}

func TestMiniredisKeepsTheContract(t *testing.T) {
	t.Parallel()
	storetest.Run(t, openMini)
	fleettest.Run(t, openMini)
	escrowtest.Run(t, openMini)
}

// leastRights has the fewest rights with which the store works, as ACL rules.
const leastRights = "~{g:* ~cardroom:* -@all +@read +@write +@scripting +@connection -@dangerous +info +cluster|slots"

func TestThePageForOperatorsNamesTheLeastRights(t *testing.T) {
	text, err := os.ReadFile("../../docs/operating.md")
	if err != nil || !strings.Contains(string(text), "`"+leastRights+"`") {
		t.Errorf("docs/operating.md does not have %s (%v)", leastRights, err)
	}
}

// employ makes a user with the least rights, and adds it to a URL.
func employ(url string, servers ...*storetest.Redis) string {
	rule := []any{"ACL", "SETUSER", "bot", "on", ">secret"}
	for word := range strings.FieldsSeq(leastRights) {
		rule = append(rule, word)
	}
	for _, s := range servers {
		s.Must(rule...)
	}
	return strings.Replace(url, "://", "://bot:secret@", 1)
}

func TestRedisKeepsTheContractUnderTheLeastRights(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	url := employ(server.URL(), server)
	open := func(t testing.TB, o store.Options) store.Store {
		server.Must("FLUSHALL")
		return openAt(t, url, o)
	}
	storetest.Run(t, open)
	fleettest.Run(t, open)
	escrowtest.Run(t, open)
}

func TestRedisClusterKeepsTheContractUnderTheLeastRights(t *testing.T) {
	t.Parallel()
	c := storetest.StartCluster(t, 3, 0)
	url := employ(c.URL(), c.Masters...)
	open := func(t testing.TB, o store.Options) store.Store {
		flush(t, c)
		return openAt(t, url, o)
	}
	storetest.Run(t, open)
	fleettest.Run(t, open)
	escrowtest.Run(t, open)
	for _, m := range c.Masters {
		for _, denied := range m.Must("ACL", "LOG").([]any) {
			if text := fmt.Sprint(denied); !strings.Contains(text, "config|get") {
				t.Errorf("denied: %s", text)
			}
		}
	}
}

func TestACommitIsOneRoundTripAndOneThatMovesChipsTwo(t *testing.T) {
	server := storetest.StartRedis(t)
	s := openAt(t, server.URL(), store.Options{})
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 2))
	calls := func() int64 {
		var n int64
		stats := server.Must("INFO", "commandstats").(string)
		_, stats, _ = strings.Cut(stats, "cmdstat_evalsha:calls=")
		fmt.Sscan(strings.Split(stats, ",")[0], &n)
		return n
	}
	before := calls()
	for version := int64(3); version <= 22; version++ {
		c := storetest.NextChange(storetest.Felt, version)
		c.Chips = storetest.ChipsAt(2)
		storetest.Commit(t, s, c)
	}
	if got := calls() - before; got != 20 {
		t.Errorf("20 commits without chips took %d scripts", got)
	}
	before = calls()
	c := storetest.NextChange(storetest.Felt, 23)
	c.Chips, c.Events = storetest.ChipsAt(2)+10, []engine.Event{{Kind: engine.ToppedUp, Player: 5, Amount: 10}}
	storetest.Commit(t, s, c)
	if got := calls() - before; got != 2 {
		t.Errorf("a commit with chips took %d scripts", got)
	}
}

func TestRedisForgetsOldIDsAndKeepsTheRest(t *testing.T) {
	m := miniredis.RunT(t)
	s := openAt(t, "redis://"+m.Addr(), store.Options{History: 7})
	const commits = store.Remembered + 44
	for version := int64(1); version <= commits; version++ {
		storetest.Commit(t, s, storetest.TopUp(storetest.Felt, version))
	}
	changes, _ := m.ZMembers("{g:700}:changes:10")
	hands, _ := m.ZMembers("{g:700}:hands:10")
	ledger, _ := m.Stream("{g:700}:ledger")
	if len(changes) != store.Remembered || len(hands) != 7 || len(ledger) < commits {
		t.Errorf("%d ids, %d hands and %d entries are kept", len(changes), len(hands), len(ledger))
	}
	for _, key := range m.Keys() {
		if m.TTL(key) != 0 || !strings.HasPrefix(key, "{g:700}:") && !strings.HasPrefix(key, "cardroom:") {
			t.Errorf("the key %s", key)
		}
	}
}

func TestTheRichestAreRankedByNumberNotByDigits(t *testing.T) {
	s := openMini(t, store.Options{})
	for person, amount := range map[engine.ID]int64{100: 50, 9: 50, 10: 100_000} {
		p := store.Payment{
			Guild: storetest.Felt.Guild, ID: fmt.Sprint(person), At: storetest.Noon, To: person, Amount: amount, Reason: store.ReasonGrant,
		}
		if _, err := s.Pay(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	for n, want := range map[int][]engine.ID{1: {10}, 2: {10, 9}, 3: {10, 9, 100}} {
		var got []engine.ID
		ws, err := s.TopWallets(t.Context(), storetest.Felt.Guild, n)
		for _, w := range ws {
			got = append(got, w.Person)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("the richest %d are %v, %v, want %v", n, got, err, want)
		}
	}
}

func TestAHandThatCannotBeNumberedLeavesNothing(t *testing.T) {
	m := miniredis.RunT(t)
	s := openAt(t, "redis://"+m.Addr(), store.Options{})
	c := storetest.TopUp(storetest.Felt, 1)
	c.Hands[0].Number = 1<<53 + 1 // a sorted set would take it for its neighbour
	if _, err := s.Commit(t.Context(), c); err == nil {
		t.Error("the store accepted it")
	}
	if keys := m.Keys(); !slices.Equal(keys, []string{"cardroom:guilds", "cardroom:schema", "cardroom:{leases}:store"}) {
		t.Errorf("left: %v", keys)
	}
}

func TestACloseWaitsForWhatIsUnderWay(t *testing.T) {
	m := miniredis.RunT(t)
	for range 20 {
		m.FlushAll()
		s := openAt(t, "redis://"+m.Addr(), store.Options{})
		done := make(chan error)
		go func() {
			version := int64(1)
			for ; ; version++ {
				if _, err := s.Commit(t.Context(), storetest.TopUp(storetest.Felt, version)); err != nil {
					done <- err
					return
				}
			}
		}()
		storetest.Until(t, "it is committing", func() error { _, err := s.Load(t.Context(), storetest.Felt); return err })
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := <-done; !errors.Is(err, store.ErrClosed) {
			t.Fatalf("a commit beside Close: %v, want it done or ErrClosed", err)
		}
	}
}

func flush(t testing.TB, c *storetest.Cluster) {
	t.Helper()
	for _, m := range c.Masters {
		if err := m.FlushAll(context.Background()).Err(); err != nil {
			t.Fatal(err)
		}
	}
}
