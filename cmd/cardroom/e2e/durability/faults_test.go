package durability_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/club"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/store/storetest"
)

// These are the times until play continues after the store is back (P3), and after another process released its lease (P6).
var (
	afterServer  = promise{2 * time.Second, 20 * time.Second}
	afterMaster  = promise{10 * time.Second, 30 * time.Second} // a master of a cluster was killed
	afterRelease = promise{2 * time.Second, 20 * time.Second}
)

// promise is a limit for a duration. A run with -rounds, which has the machine to itself, must keep the promised limit; an
// ordinary run leaves room for a busy machine. The log has the actual time.
type promise struct{ quiet, busy time.Duration }

func (p promise) limit() time.Duration {
	if *faultFlag > 0 {
		return p.quiet
	}
	return p.busy
}

// wire is the connection from the bot to its Redis, which can be cut.
type wire struct {
	addr string
	mode atomic.Int32
	met  atomic.Int32 // scripts under the fault
}

// These are the faults of a wire for a script.
const (
	whole      int32 = iota
	cutBefore        // the connection ends before the script arrives
	cutBetween       // the server gets half of it
	cutAfter         // the server carries it out, and the answer is lost
	silent           // no data passes in either direction, and no connection ends
)

func newWire(t *testing.T, target string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	w := &wire{addr: l.Addr().String()}
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			go w.join(near, target)
		}
	}()
	return w
}

func (w *wire) join(near net.Conn, target string) {
	defer near.Close()
	far, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	defer far.Close()
	var deaf atomic.Bool
	go func() {
		defer near.Close()
		defer far.Close()
		for buffer := make([]byte, 1<<20); ; {
			n, err := near.Read(buffer)
			w.waitWhileSilent()
			if bytes.Contains(bytes.ToLower(buffer[:n]), []byte("evalsha")) {
				mode := w.mode.Load()
				if mode != whole {
					w.met.Add(1)
				}
				switch mode {
				case cutBefore:
					return
				case cutBetween:
					far.Write(buffer[:n/2])
					return
				case cutAfter:
					deaf.Store(true)
				}
			}
			if _, werr := far.Write(buffer[:n]); err != nil || werr != nil {
				return
			}
		}
	}()
	for buffer := make([]byte, 1<<20); ; {
		n, err := far.Read(buffer)
		w.waitWhileSilent()
		if err != nil || deaf.Load() {
			return
		}
		if _, err := io.Copy(near, bytes.NewReader(buffer[:n])); err != nil {
			return
		}
	}
}

// waitWhileSilent delays data under way.
func (w *wire) waitWhileSilent() {
	for w.mode.Load() == silent {
		time.Sleep(10 * time.Millisecond)
	}
}

// storeFault is a fault of a Redis, and its end.
type storeFault struct {
	name   string
	begin  func(*storetest.Redis, *wire)
	end    func(*storetest.Redis, *wire)
	acts   bool          // presses meanwhile take effect at once
	counts bool          // a press takes effect, but its answer is lost
	long   time.Duration // its promised length; zero is a moment
}

var storeFaults = []storeFault{
	{name: "killed", begin: func(s *storetest.Redis, _ *wire) { s.Kill() }, end: func(s *storetest.Redis, _ *wire) { s.Start() }},
	{
		name: "stopped", begin: func(s *storetest.Redis, _ *wire) { s.Signal(suspend) },
		end: func(s *storetest.Redis, _ *wire) { s.Signal(wake) }, long: 10 * time.Second,
	},
	{name: "cut before a commit", begin: onWire(cutBefore), end: onWire(whole)},
	{name: "cut in mid-commit", begin: onWire(cutBetween), end: onWire(whole)},
	{name: "cut after a commit", begin: onWire(cutAfter), end: onWire(whole), counts: true},
	{name: "full", begin: says("CONFIG", "SET", "maxmemory", 1), end: says("CONFIG", "SET", "maxmemory", 0)},
	{name: "unable to save", begin: cannotSave, end: canSave},
	{name: "read-only", begin: says("REPLICAOF", "127.0.0.1", 1), end: says("REPLICAOF", "NO", "ONE")},
	{
		name: "without replicas", begin: says("CONFIG", "SET", "min-replicas-to-write", 1),
		end: says("CONFIG", "SET", "min-replicas-to-write", 0),
	},
	{name: "loading", begin: load, end: func(s *storetest.Redis, _ *wire) { loaded(s) }},
	{
		name: "another password",
		begin: func(s *storetest.Redis, _ *wire) {
			s.Must("CONFIG", "SET", "requirepass", "another")
			s.Must("CLIENT", "KILL", "TYPE", "normal")
		},
		end: says("CONFIG", "SET", "requirepass", club.RedisPassword),
	},
	{name: "scripts flushed", begin: says("SCRIPT", "FLUSH"), end: says("PING"), acts: true},
	{name: "connections closed", begin: says("CLIENT", "KILL", "TYPE", "normal"), end: says("PING"), acts: true},
}

func onWire(mode int32) func(*storetest.Redis, *wire) {
	return func(_ *storetest.Redis, w *wire) { w.mode.Store(mode) }
}

func says(command ...any) func(*storetest.Redis, *wire) {
	return func(s *storetest.Redis, _ *wire) { s.Must(command...) }
}

// cannotSave puts a folder in place of the server's snapshot, and returns when the server reports that (MISCONF).
func cannotSave(s *storetest.Redis, _ *wire) {
	_ = os.Mkdir(filepath.Join(s.Dir, "dump.rdb"), 0o700)
	s.Must("CONFIG", "SET", "save", "3600 1000000")
	s.Must("BGSAVE")
	program.Within(club.BoardTime, func() bool {
		err := s.Set(context.Background(), "ballast", 1, 0).Err()
		return err != nil && strings.HasPrefix(err.Error(), "MISCONF")
	})
}

func canSave(s *storetest.Redis, _ *wire) {
	_ = os.Remove(filepath.Join(s.Dir, "dump.rdb"))
	s.Must("CONFIG", "SET", "save", "")
}

// load makes the server read its data again, slowly, and returns when that has begun. With more data the server reports it
// more often.
func load(s *storetest.Redis, _ *wire) {
	for i := range 60 {
		s.Must("SET", fmt.Sprint("ballast ", i), strings.Repeat(fmt.Sprint(i, " "), 1000))
	}
	s.Must("CONFIG", "SET", "rdbcompression", "no")
	s.Must("CONFIG", "SET", "key-load-delay", 130_000) // µs, each
	go s.WithTimeout(time.Minute).Do(context.Background(), "DEBUG", "RELOAD")
	program.Within(club.BoardTime, func() bool {
		err := s.Ping(context.Background()).Err()
		return err != nil && strings.HasPrefix(err.Error(), "LOADING")
	})
}

// loaded waits until the server has read its data.
func loaded(s *storetest.Redis) {
	program.Within(30*time.Second, func() bool { return s.Ping(context.Background()).Err() == nil })
	s.Must("CONFIG", "SET", "key-load-delay", 0)
}

// TestPlayGoesOnAfterWhateverHappensToItsRedis causes one fault after another in the middle of a hand (P3), at four tables
// of as many bots. Ten times each, at the promised length, is
//
//	go test ./cmd/cardroom/e2e/durability -run PlayGoesOnAfter -rounds 10 -timeout 0 -v
func TestPlayGoesOnAfterWhateverHappensToItsRedis(t *testing.T) {
	t.Parallel()
	for faults := range slices.Chunk(storeFaults, 4) {
		if testing.Short() {
			faults = faults[:1]
		}
		t.Run("it is "+faults[0].name, func(t *testing.T) {
			t.Parallel()
			meetsAll(t, faults)
		})
	}
}

// meetsAll causes faults at a table, repeatedly in a long run.
func meetsAll(t *testing.T, faults []storeFault) {
	s := storetest.StartRedis(t, "--requirepass", club.RedisPassword, "--enable-debug-command", "yes",
		"--loading-process-events-interval-bytes", "1024") // it answers while it is loading
	w := newWire(t, s.Addr)
	c := club.NewQuiet(t, someSeed(t))
	c.Redis, c.Secrets = s, append(c.Secrets, club.RedisPassword)
	c.Env = []string{"STORE_URL=" + strings.Replace(s.URL(), s.Addr, w.addr, 1)}
	c.Count(club.Nights)
	c.Start()
	r := c.Open(0, 3, 1)
	r.SeatAll()
	rounds := max(1, *faultFlag)
	for round := range rounds {
		for _, f := range faults {
			meets(r, f, s, w)
			if t.Failed() {
				t.Fatalf("round %d, after it was %s", round, f.name)
			}
		}
	}
	r.Leave()
	r.Wallets()
	r.CheckDeals()
	c.Verify()
	if log := c.Bot.Output.String(); strings.Count(log, "level=WARN")+strings.Count(log, "level=ERROR") > rounds*len(faults)+3 {
		t.Errorf("the log says more than a line for each:\n%s", log)
	}
}

// meets makes the player to act press a button under a fault.
func meets(r *club.Room, f storeFault, s *storetest.Redis, w *wire) {
	r.T.Helper()
	b, ok := r.Until(club.BoardTime, func(b board.Board) bool { return b.Actor >= 0 && !board.Paused(b) })
	if !ok {
		r.T.Fatalf("%s: no decision:\n%s", f.name, b.Text)
	}
	me, m, label := r.ByID(b.Seats[b.Actor].Person), r.BoardMessage(b), board.CallOrCheck(b)
	r.Ask = &board.Intent{Before: b}
	r.Mean(b, label)
	begun := time.Now()
	f.begin(s, w)
	out := r.PressOn(me, m, label)
	if f.acts {
		if out.Err != nil || out.Type != discordtest.AnswerUpdate {
			r.T.Errorf("%s: a press is answered with %v", f.name, out.Answer)
		}
	} else {
		r.IsUnconfirmed(out, f.name)
		waits(r, f, b)
	}
	if w.mode.Load() != whole && w.met.Swap(0) == 0 {
		r.T.Errorf("%s: the wire has met no script", f.name)
	}
	if *faultFlag > 0 {
		time.Sleep(f.long - time.Since(begun))
	}
	f.end(s, w)
	back := time.Now()
	now, ok := r.Until(afterServer.limit(), func(now board.Board) bool {
		return !board.Paused(now) && (!f.acts && !f.counts || board.Same(b, now) != nil)
	})
	r.T.Logf("%s: goes on %v after the Redis is back", f.name, time.Since(back))
	if !ok {
		r.T.Errorf("%s: %v after the Redis is back the board says\n%s", f.name, afterServer.limit(), now.Text)
	}
	if board.Same(b, now) == nil { // no press was stored or confirmed
		r.PlainTurn()
	} else if err := board.Follows(*r.Ask, now); err != nil {
		r.T.Errorf("%s: %v:\n%s\n\n%s", f.name, err, b.Text, now.Text)
	}
}

// waits checks that the board shows the wait and its player during the fault.
func waits(r *club.Room, f storeFault, b board.Board) {
	r.T.Helper()
	pausing := club.BoardTime
	now, ok := r.Until(pausing, func(now board.Board) bool { return board.Paused(now) || board.Same(b, now) != nil })
	if !ok || board.Same(b, now) != nil && !f.counts {
		r.T.Errorf("%s: the board does not say that it waits:\n%s", f.name, now.Text)
	}
}

// TestPlayGoesOnAfterAMasterWasKilled kills in turn the cluster's master with the guild, and the one with the lease (P3).
func TestPlayGoesOnAfterAMasterWasKilled(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("six servers")
	}
	cluster := storetest.StartCluster(t, 3, 3)
	c := club.NewQuiet(t, someSeed(t))
	c.Env = []string{"STORE_URL=" + cluster.URL()}
	c.Count(club.Nights)
	c.Start()
	r := c.Open(0, 3, 1)
	r.SeatAll()
	for round := range max(2, *faultFlag) {
		of := []string{"{g:" + c.Guild.ID() + "}", "cardroom:{leases}"}[round%2]
		master := cluster.Owner(t, of)
		b, ok := r.Until(club.BoardTime, func(b board.Board) bool { return b.Actor >= 0 && !board.Paused(b) })
		if !ok {
			t.Fatalf("no decision:\n%s", b.Text)
		}
		time.Sleep(200 * time.Millisecond) // the replica has all data
		master.Signal(os.Kill)
		killed := time.Now()
		me := r.ByID(b.Seats[b.Actor].Person)
		r.Ask = &board.Intent{Before: b}
		r.Mean(b, board.CallOrCheck(b))
		acted := func(now board.Board) bool { return board.Same(b, now) != nil && !board.Paused(now) }
		for now, ok := b, false; !ok; now, ok = r.Until(500*time.Millisecond, acted) {
			if time.Since(killed) > afterMaster.limit() {
				t.Fatalf("%v after the master was killed:\n%s\n%s", afterMaster.limit(), now.Text, c.Bot.Output)
			}
			m := r.BoardMessage(b)
			if board.ButtonOf(m, board.CallOrCheck(b)) == "" {
				continue // the table has gone on, and the board's picture follows
			}
			if out := r.PressOn(me, m, board.CallOrCheck(b)); out.Err != nil || out.Took > 3*time.Second {
				t.Errorf("a press is answered with %v after %v", out.Answer, out.Took)
			}
		}
		t.Logf("round %d: goes on %v after the master of %s was killed", round, time.Since(killed), of)
		master.Start() // it comes back as a replica
		cluster.Whole(t)
	}
	r.PlainTurn()
	c.Verify()
}
