package sqlite_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/escrowtest"
	"cardroom/store/sqlite"
	"cardroom/store/storetest"
)

const (
	crashFile   = "STORE_CRASH_FILE" // set in the child alone: the store it writes to until it is killed
	crashRounds = 20
	crashTables = 4
)

// TestKillLosesNothingAcknowledged kills a process that commits, again and again, and reads the file that it left. Each table also moves
// the prize chips of a tournament, which the kill must not part from the table.
func TestKillLosesNothingAcknowledged(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	path := filepath.Join(t.TempDir(), "cardroom.db")
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 0))
	total, inDoubt := 0, 0
	for round := range crashRounds {
		acked := killedCommits(t, path, time.Duration(r.IntN(40_000))*time.Microsecond)
		s := openAt(t, "file:"+path, store.Options{})
		for k, version := range acked {
			total++
			inDoubt += storetest.CheckKept(t, s, escrowtest.Step(k, version))
		}
		storetest.CheckBalances(t, s)
		escrowtest.CheckEscrows(t, s, 1, 2)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if t.Failed() {
			t.Fatalf("seed %d, round %d", seed, round)
		}
	}
	db := raw(t, path)
	checkLedger(t, db)
	var verdict string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Errorf("integrity_check: %s, %v", verdict, err)
	}
	if total == 0 {
		t.Error("no commit was acknowledged in any round")
	}
	t.Logf("seed %d: %d tables checked after %d kills, %d had a commit nobody was told of",
		seed, total, crashRounds, inDoubt)
}

// killedCommits runs the child, kills it some time after its first commit, and gives the last version acknowledged of
// each table.
func killedCommits(t *testing.T, path string, after time.Duration) map[store.Key]int64 {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^TestCommitUntilKilled$", "-test.count=1")
	child.Env = append(os.Environ(), crashFile+"="+path)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	acked := map[store.Key]int64{}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var k store.Key
		var version int64
		if n, _ := fmt.Sscanf(lines.Text(), "acked %d %d %d.", &k.Guild, &k.Channel, &version); n != 3 {
			continue
		}
		acked[k] = version
		once.Do(func() { time.AfterFunc(after, func() { child.Process.Kill() }) })
	}
	if err := child.Wait(); err == nil {
		t.Fatal("the child ended by itself")
	}
	return acked
}

// TestCommitUntilKilled is the child: it commits to several tables at once and prints what was acknowledged.
func TestCommitUntilKilled(t *testing.T) {
	path := os.Getenv(crashFile)
	if path == "" {
		t.Skip("run by TestKillLosesNothingAcknowledged")
	}
	s, err := sqlite.Open(context.Background(), "file:"+path, store.Options{History: 50})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Fund(t, s)
	var wg sync.WaitGroup
	for i := range engine.ID(crashTables) {
		wg.Go(func() { commitForEver(t, s, store.Key{Guild: 1 + i%2, Channel: 100 + i}) })
	}
	wg.Wait()
}

func commitForEver(t *testing.T, s store.Store, k store.Key) {
	r, err := s.Load(t.Context(), k)
	if err != nil && !errors.Is(err, store.ErrNotFound) { // which is version 0
		t.Error(err)
		return
	}
	for version := r.Version + 1; ; version++ {
		if _, err := s.Commit(t.Context(), escrowtest.Step(k, version)); err != nil {
			t.Error(err)
			return
		}
		fmt.Printf("acked %d %d %d.\n", k.Guild, k.Channel, version)
	}
}
