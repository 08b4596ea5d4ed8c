package store_test

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
)

const (
	crashFile   = "STORE_CRASH_FILE" // set in the child alone: the store it writes to until it is killed
	crashRounds = 20
	crashTables = 4
)

// TestKillLosesNothingAcknowledged kills a process that commits, again and again, and reads what it left.
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
			inDoubt += wasKept(t, s, k, version)
		}
		addsUp(t, s)
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

// wasKept checks a table against the last version acknowledged, and counts commits that nobody was told of.
func wasKept(t *testing.T, s store.Store, k store.Key, version int64) int {
	t.Helper()
	r, err := s.Load(t.Context(), k)
	if err != nil {
		t.Fatalf("%v: %v", k, err)
	}
	if r.Version != version && r.Version != version+1 || string(r.Data) != fmt.Sprint("data of ", r.Version) {
		t.Errorf("%v is at version %d with %q, version %d was acknowledged", k, r.Version, r.Data, version)
	}
	again, err := s.Commit(t.Context(), topUp(k, version))
	if err != nil || again != (store.Receipt{Version: version, Duplicate: true}) {
		t.Errorf("%v: the acknowledged change again gave %+v, %v", k, again, err)
	}
	hands, err := s.Hands(t.Context(), k, 0, 1)
	if err != nil || len(hands) != 1 || hands[0].Number != r.Version {
		t.Errorf("%v at version %d has the hands %v, %v", k, r.Version, hands, err)
	}
	return int(r.Version - version)
}

func addsUp(t *testing.T, s store.Store) {
	t.Helper()
	for guild := engine.ID(1); guild <= 2; guild++ {
		accounts, err := s.Accounts(t.Context(), guild)
		if err != nil {
			t.Fatal(err)
		}
		sum := int64(0)
		for _, n := range accounts {
			sum += n
		}
		if sum != 0 {
			t.Errorf("the accounts of guild %d add up to %d", guild, sum)
		}
		for r, err := range s.Tables(t.Context()) {
			if r.Guild == guild && (err != nil || accounts[store.TableAccount(r.Channel)] != chipsAt(r.Version)) {
				t.Errorf("%v at version %d holds %d chips, %v", r.Key, r.Version, accounts[store.TableAccount(r.Channel)], err)
			}
		}
	}
}

// topUp is the commit that makes a version: every odd one brings 10 chips, every even one takes 9 away.
func topUp(k store.Key, version int64) store.Change {
	c := change(k, version)
	c.Chips = chipsAt(version)
	c.Hands = []store.Hand{{Number: version, At: noon, Data: []byte("hand")}}
	c.Events = []engine.Event{{Kind: engine.ToppedUp, Player: 5, Amount: 10, Practice: version%4 == 1}}
	if version%2 == 0 {
		c.Events = []engine.Event{{Kind: engine.StoodUp, Player: 6, Amount: 9, Practice: version%4 == 0}}
	}
	return c
}

func chipsAt(version int64) int64 { return (version+1)/2*10 - version/2*9 }

// TestCommitUntilKilled is the child: it commits to several tables at once and prints what was acknowledged.
func TestCommitUntilKilled(t *testing.T) {
	path := os.Getenv(crashFile)
	if path == "" {
		t.Skip("run by TestKillLosesNothingAcknowledged")
	}
	s, err := store.Open(context.Background(), "file:"+path, store.Options{History: 50})
	if err != nil {
		t.Fatal(err)
	}
	pay(t, s)
	var wg sync.WaitGroup
	for i := range engine.ID(crashTables) {
		wg.Go(func() { commitForEver(t, s, store.Key{Guild: 1 + i%2, Channel: 100 + i}) })
	}
	wg.Wait()
}

// pay makes sure that the one who tops up can.
func pay(t *testing.T, s store.Store) {
	for guild := engine.ID(1); guild <= 2; guild++ {
		p := store.Payment{Guild: guild, ID: "funds", At: noon, To: 5, Amount: 1_000_000_000, Reason: store.ReasonGrant}
		if _, err := s.Pay(t.Context(), p); err != nil {
			t.Error(err)
		}
	}
}

func commitForEver(t *testing.T, s store.Store, k store.Key) {
	r, err := s.Load(t.Context(), k)
	if err != nil && !errors.Is(err, store.ErrNotFound) { // which is version 0
		t.Error(err)
		return
	}
	for version := r.Version + 1; ; version++ {
		if _, err := s.Commit(t.Context(), topUp(k, version)); err != nil {
			t.Error(err)
			return
		}
		fmt.Printf("acked %d %d %d.\n", k.Guild, k.Channel, version)
	}
}
