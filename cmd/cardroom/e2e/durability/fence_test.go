package durability_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/club"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/store"
)

// P6: the next process waits for the lease of the first, and makes no request until it has it.
func TestTheNextProcessWaitsAndPlaysSoonAfterTheGoodbyeOfTheFirst(t *testing.T) {
	t.Parallel()
	c, first, r, _ := club.NewOfTwo(t, 21)
	second := c.StartStandby(true)
	r.PlainTurn()
	if second.Ready(t) || len(second.Requests()) > 0 {
		t.Errorf("ready: %v, and it has made the requests %q", second.Ready(t), second.Requests())
	}
	b, _ := r.Until(club.BoardTime, func(b board.Board) bool { return b.Actor >= 0 })
	asked := time.Now()
	if code, took := first.Stop(); code != 0 || took > 5*time.Second {
		t.Errorf("SIGTERM: exit code %d after %v\n%s", code, took, first.Output)
	}
	released := time.Now()
	c.OnStage(second)
	second.Says(t, club.AfterDeath, "gateway ready")
	took := time.Since(released)
	t.Logf("SIGTERM to release %v, release to ready %v", released.Sub(asked), took)
	if took > afterRelease.limit() {
		t.Errorf("it took over %v after the release", took)
	}
	if !second.Ready(t) || strings.Count(second.Output.String(), "waiting to take the tables over") != 1 {
		t.Errorf("ready: %v\n%s", second.Ready(t), second.Output)
	}
	r.GoesOnFrom(b)
}

// P6: the lease of a killed process expires.
func TestTheNextProcessPlaysSoonAfterTheFirstWasKilled(t *testing.T) {
	t.Parallel()
	c, first, r, b := club.NewOfTwo(t, 22)
	second := c.StartStandby(true)
	died := time.Now()
	first.Kill()
	c.OnStage(second)
	second.Says(t, club.AfterDeath, "gateway ready")
	t.Logf("death to ready %v", time.Since(died))
	r.GoesOnFrom(b)
}

// TestOneThatWasStoppedDoesNothingWhenItWakesUp suspends the running process, round after round. The other takes over. The
// first resumes with presses in its buffers that the other has answered, and with expired clocks. It is a test of P6;
// suspended for half a minute each time it is
//
//	go test ./cmd/cardroom/e2e/durability -run OneThatWasStopped -rounds 10 -timeout 0 -v
func TestOneThatWasStoppedDoesNothingWhenItWakesUp(t *testing.T) {
	t.Parallel()
	rounds, asleep := 3, time.Duration(0)
	if *faultFlag > 0 {
		rounds, asleep = *faultFlag, 30*time.Second
	}
	c, playing, r, _ := club.NewOfTwo(t, someSeed(t))
	waiting := c.StartStandby(true)
	for round := range rounds {
		playing.Idle(t) // a request after the lease's check would be sent on resuming
		stopped := time.Now()
		playing.Cmd.Process.Signal(suspend)
		c.OnStage(waiting)
		waiting.Says(t, club.AfterDeath, "gateway ready")
		t.Logf("round %d: stopped to ready %v", round, time.Since(stopped))
		for n := 0; n < 3 || time.Since(stopped) < asleep && !t.Failed(); n++ {
			r.PlainTurn()
		}
		said := len(playing.Requests())
		t.Logf("round %d: woken after %v", round, time.Since(stopped))
		playing.Cmd.Process.Signal(wake)
		playing.Says(t, club.BoardTime, "this process was overtaken")
		for range 3 {
			r.PlainTurn()
		}
		if more := playing.Requests()[said:]; len(more) > 0 {
			t.Errorf("round %d: the overtaken process made the requests %q", round, more)
		}
		if playing.Ready(t) || !waiting.Ready(t) {
			t.Errorf("round %d: the overtaken is ready: %v, the other: %v", round, playing.Ready(t), waiting.Ready(t))
		}
		playing, waiting = waiting, playing
		if t.Failed() {
			t.Fatal(playing.Output, waiting.Output)
		}
	}
	c.OnStage(waiting)
	waiting.Kill()
	c.OnStage(playing)
	r.Leave()
	r.Wallets()
	r.CheckDeals()
	c.Verify()
}

// TestHalvesWaitForTheWhole divides the bot between two processes while one still plays everything (P6).
func TestHalvesWaitForTheWhole(t *testing.T) {
	t.Parallel()
	c, whole, r, _ := club.NewOfTwo(t, 24)
	var halves []*club.Standby
	env := c.Env
	for id := range 2 {
		c.Env = append(slices.Clone(env), fmt.Sprint("SHARD_ID=", id), "SHARD_COUNT=2")
		halves = append(halves, c.StartStandby(true))
	}
	b, _ := r.Until(club.BoardTime, func(b board.Board) bool { return b.Actor >= 0 })
	whole.Stop()
	for _, half := range halves {
		half.Says(t, afterRelease.limit(), "gateway ready")
	}
	var guild uint64
	fmt.Sscan(c.Guild.ID(), &guild)
	mine, other := halves[guild>>22%2], halves[1-guild>>22%2]
	c.OnStage(other)
	c.OnStage(mine)
	if metrics := tablesOf(t, mine); metrics != "1" {
		t.Errorf("the half with the guild has %s tables", metrics)
	}
	if metrics := tablesOf(t, other); metrics != "0" {
		t.Errorf("the half without it has %s tables", metrics)
	}
	r.GoesOnFrom(b)
}

// tablesOf returns the number of tables that a process logs.
func tablesOf(t *testing.T, u *club.Standby) string {
	t.Helper()
	_, metrics := program.Get(t, "http://"+u.Health+"/metrics")
	_, n, _ := strings.Cut(metrics, "\ncardroom_tables ")
	n, _, _ = strings.Cut(n, "\n")
	return n
}

// S5: a process without a connection to Redis changes nothing at Discord while its spare plays. It changes no message and
// acknowledges no press. It answers that nothing is confirmed, after the other process had time to answer.
func TestAProcessThatIsCutOffLeavesTheTablesToTheOther(t *testing.T) {
	t.Parallel()
	s := club.StartRedis(t)
	w := newWire(t, s.Addr)
	c, first, r, _ := club.NewOfTwoOn(t, someSeed(t), s, w.addr)
	c.Count(club.Nights)
	second := c.StartStandby(true)
	r.PlainTurn()
	b, _ := r.Until(club.BoardTime, func(b board.Board) bool { return b.Actor >= 0 })
	time.Sleep(store.LeaseTime) // the first knows that the other waits
	first.Idle(t)
	w.mode.Store(silent)
	cut := time.Now()
	c.OnStage(second)
	second.Says(t, club.AfterDeath, "gateway ready")
	t.Logf("cut to ready %v", time.Since(cut))
	if now := r.See(); board.Same(b, now) != nil && !board.Paused(now) {
		t.Errorf("the board is not as it was: %v", board.Same(b, now))
	}
	time.Sleep(time.Until(cut.Add(store.LeaseTime + 500*time.Millisecond)))
	changes, answers := first.Changes.Load(), len(first.Answers())
	for range 4 {
		if took, _ := r.PlainTurn(); took > 2*time.Second {
			t.Errorf("a turn took %v", took)
		}
		r.Do(r.People[0], r.Ch, discordtest.Slash{Command: "/chips balance"})
	}
	time.Sleep(3 * time.Second) // the first has answered its interactions
	if n := first.Changes.Load() - changes; n > 0 {
		t.Errorf("the process that is cut off made %d changes", n)
	}
	said := first.Answers()[answers:]
	for _, body := range said {
		if !strings.Contains(body, "Not confirmed yet") || !strings.Contains(body, `"type":4`) {
			t.Errorf("the process that is cut off answered %s", body)
		}
	}
	t.Logf("it answered %d times", len(said))
	if log := first.Output.String(); strings.Contains(log, "could not send an answer") {
		t.Errorf("it takes an answer of the other for a failure:\n%s", log)
	}
	w.mode.Store(whole)
	first.Says(t, club.BoardTime, "this process was overtaken")
	if _, ok := r.PlainTurn(); !ok {
		t.Error("play does not go on")
	}
	c.Verify()
}
