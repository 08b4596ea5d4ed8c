package redis_test

import (
	"maps"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/escrowtest"
	"cardroom/store/storetest"
)

// TestKillingRedisLosesNothingAcknowledged kills the server amid commits, again and again, and asks what it has kept.
// The store stays open all the while. Each table also moves the prize chips of a tournament, which the kill must not part from
// the table. With appendfsync everysec a mere kill can lose commits: so always.
func TestKillingRedisLosesNothingAcknowledged(t *testing.T) {
	t.Parallel()
	rounds := 8
	if testing.Short() {
		rounds = 2
	}
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 0))
	server := storetest.StartRedis(t)
	s := openAt(t, server.URL(), store.Options{History: 50})
	storetest.Fund(t, s)
	acked, inDoubt, total := map[store.Key]int64{}, 0, 0
	for round := range rounds {
		time.AfterFunc(time.Duration(10+r.IntN(60))*time.Millisecond, func() { server.Signal(os.Kill) })
		commitUntilRefused(t, s, acked)
		server.Kill() // and wait until it is gone
		server.Start()
		back := time.Now()
		storetest.Until(t, "the store answers again", func() error {
			_, err := s.Note(t.Context(), "any")
			return err
		})
		if took := time.Since(back); took > 2*time.Second {
			t.Errorf("the store answered %v after the server", took)
		}
		for k, version := range acked {
			total++
			inDoubt += storetest.CheckKept(t, s, escrowtest.Step(k, version))
		}
		storetest.CheckBalances(t, s)
		escrowtest.CheckEscrows(t, s, 1, 2)
		if t.Failed() {
			t.Fatalf("seed %d, round %d", seed, round)
		}
	}
	t.Logf("seed %d: %d tables checked after %d kills, %d had a commit nobody was told of", seed, total, rounds, inDoubt)
	if total == 0 {
		t.Error("no commit was acknowledged in any round")
	}
}

// commitUntilRefused commits to several tables at once until the server is gone. It notes the last acknowledged version of
// each.
func commitUntilRefused(t *testing.T, s store.Store, acked map[store.Key]int64) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	before := maps.Clone(acked)
	for i := range engine.ID(4) {
		k := store.Key{Guild: 1 + i%2, Channel: 100 + i}
		wg.Go(func() {
			for version := before[k] + 1; ; version++ { // a caller sends an unacknowledged commit again
				if _, err := s.Commit(t.Context(), escrowtest.Step(k, version)); err != nil {
					return
				}
				mu.Lock()
				acked[k] = version
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}
