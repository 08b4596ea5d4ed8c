package main_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"cardroom/bot/discordtest"
)

// How soon the next process plays after the one before has said goodbye, and after one that could not.
const (
	afterGoodbye = 2 * time.Second
	afterDeath   = 10 * time.Second
)

// door is a way to the fake that counts the requests of one process.
type door struct {
	srv  *discordtest.Server
	http *httptest.Server
	n    atomic.Int64
}

func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.n.Add(1)
	d.srv.ServeHTTP(w, r)
}

// understudy is a process that waits until it may play.
type understudy struct {
	*program
	*door
	health string // its HTTP_ADDR
	read   int    // how much of its log was looked at
}

// understudy launches one more process on the club's store, and waits until it says that it waits.
func (c *club) understudy(waits bool) *understudy {
	c.t.Helper()
	u := &understudy{door: &door{srv: c.srv}, health: freePort(c.t)}
	u.http = httptest.NewServer(u.door)
	c.t.Cleanup(u.http.Close)
	env := environ(c.srv, c.dir, append(slices.Clone(c.env), "DISCORD_API_URL="+u.http.URL, "HTTP_ADDR="+u.health)...)
	u.program = launch(c.t, c.dir, env)
	c.t.Cleanup(u.kill)
	if waits {
		u.says(c.t, 5*time.Second, "waiting to take the tables over")
	}
	return u
}

// says waits until the process logs something that was not looked at yet.
func (u *understudy) says(t *testing.T, patience time.Duration, what string) {
	t.Helper()
	at := -1
	if !within(patience, func() bool { at = strings.Index(u.out.String()[u.read:], what); return at >= 0 }) {
		t.Fatalf("it does not say %q within %v:\n%s", what, patience, u.out)
	}
	u.read += at + len(what)
}

func (u *understudy) ready(t *testing.T) bool {
	t.Helper()
	status, _ := get(t, "http://"+u.health+"/readyz")
	return status == http.StatusOK
}

// onStage makes a process the one that people play with.
func (c *club) onStage(u *understudy) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bot = u.program
	if !slices.Contains(c.journal, u.out) {
		c.journal = append(c.journal, u.out)
	}
}

// clubOfTwo is a club with a hand in progress whose first process is an understudy, too.
func clubOfTwo(t *testing.T, seed uint64) (c *club, first *understudy, r *room, b board) {
	t.Helper()
	c = quietClub(t, seed)
	c.redis = startRedis(t)
	c.env = []string{"STORE_URL=" + c.redis.URL()}
	c.secrets = append(c.secrets, redisPassword)
	first = c.understudy(false)
	online(t, c.srv, first.program)
	first.says(t, afterDeath, "gateway ready")
	c.onStage(first)
	close(c.up)
	r, b = c.midHand()
	return c, first, r, b
}

// P6: the next process waits for the lease of the first, and makes no request until it has it.
func TestTheNextProcessWaitsAndPlaysSoonAfterTheGoodbyeOfTheFirst(t *testing.T) {
	t.Parallel()
	c, first, r, _ := clubOfTwo(t, 21)
	second := c.understudy(true)
	r.plainTurn()
	if second.ready(t) || second.n.Load() > 0 {
		t.Errorf("ready: %v, and it has made %d requests", second.ready(t), second.n.Load())
	}
	b, _ := r.until(5*time.Second, func(b board) bool { return b.actor >= 0 })
	asked := time.Now()
	if code, took := first.stop(); code != 0 || took > 5*time.Second {
		t.Errorf("SIGTERM: exit code %d after %v\n%s", code, took, first.out)
	}
	goodbye := time.Now()
	c.onStage(second)
	second.says(t, afterDeath, "gateway ready")
	took := time.Since(goodbye)
	t.Logf("SIGTERM to goodbye %v, goodbye to ready %v", goodbye.Sub(asked), took)
	if took > afterGoodbye {
		t.Errorf("it took over %v after the goodbye", took)
	}
	if !second.ready(t) || strings.Count(second.out.String(), "waiting to take the tables over") != 1 {
		t.Errorf("ready: %v\n%s", second.ready(t), second.out)
	}
	r.goesOnFrom(b)
}

// P6: of one that was killed the lease runs out.
func TestTheNextProcessPlaysSoonAfterTheFirstWasKilled(t *testing.T) {
	t.Parallel()
	c, first, r, b := clubOfTwo(t, 22)
	second := c.understudy(true)
	died := time.Now()
	first.kill()
	c.onStage(second)
	second.says(t, afterDeath, "gateway ready")
	t.Logf("death to ready %v", time.Since(died))
	r.goesOnFrom(b)
}

// TestOneThatWasStoppedDoesNothingWhenItWakesUp stops the process that plays, round after round. The other takes over;
// the first wakes up with presses in its buffers that the other has answered, and with clocks that have run out. It is a
// test of P6; stopped for half a minute each time it is
//
//	go test ./cmd/cardroom -run OneThatWasStopped -rounds 10 -timeout 0 -v
func TestOneThatWasStoppedDoesNothingWhenItWakesUp(t *testing.T) {
	t.Parallel()
	rounds, asleep := 3, time.Duration(0)
	if *faultFlag > 0 {
		rounds, asleep = *faultFlag, 30*time.Second
	}
	c, playing, r, _ := clubOfTwo(t, someSeed(t))
	waiting := c.understudy(true)
	for round := range rounds {
		stopped := time.Now()
		playing.cmd.Process.Signal(syscall.SIGSTOP)
		c.onStage(waiting)
		waiting.says(t, afterDeath, "gateway ready")
		t.Logf("round %d: stopped to ready %v", round, time.Since(stopped))
		for n := 0; n < 3 || time.Since(stopped) < asleep && !t.Failed(); n++ {
			r.plainTurn()
		}
		said := playing.n.Load()
		t.Logf("round %d: woken after %v", round, time.Since(stopped))
		playing.cmd.Process.Signal(syscall.SIGCONT)
		playing.says(t, 5*time.Second, "this process was overtaken")
		for range 3 {
			r.plainTurn()
		}
		if more := playing.n.Load() - said; more > 0 {
			t.Errorf("round %d: the overtaken process made %d requests", round, more)
		}
		if playing.ready(t) || !waiting.ready(t) {
			t.Errorf("round %d: the overtaken is ready: %v, the other: %v", round, playing.ready(t), waiting.ready(t))
		}
		playing, waiting = waiting, playing
		if t.Failed() {
			t.Fatal(playing.out, waiting.out)
		}
	}
	c.onStage(waiting)
	waiting.kill()
	c.onStage(playing)
	r.leave()
	r.wallets()
	r.checkDeals()
	c.verify()
}

// TestHalvesWaitForTheWhole divides the bot among two processes while one still plays everything (P6).
func TestHalvesWaitForTheWhole(t *testing.T) {
	t.Parallel()
	c, whole, r, _ := clubOfTwo(t, 24)
	var halves []*understudy
	env := c.env
	for id := range 2 {
		c.env = append(slices.Clone(env), fmt.Sprint("SHARD_ID=", id), "SHARD_COUNT=2")
		halves = append(halves, c.understudy(true))
	}
	b, _ := r.until(5*time.Second, func(b board) bool { return b.actor >= 0 })
	whole.stop()
	for _, half := range halves {
		half.says(t, afterGoodbye+time.Second, "gateway ready")
	}
	var guild uint64
	fmt.Sscan(c.guild.ID(), &guild)
	mine, other := halves[guild>>22%2], halves[1-guild>>22%2]
	c.onStage(other)
	c.onStage(mine)
	if metrics := tablesOf(t, mine); metrics != "1" {
		t.Errorf("the half with the guild has %s tables", metrics)
	}
	if metrics := tablesOf(t, other); metrics != "0" {
		t.Errorf("the half without it has %s tables", metrics)
	}
	r.goesOnFrom(b)
}

// tablesOf is how many tables a process says that it has.
func tablesOf(t *testing.T, u *understudy) string {
	t.Helper()
	_, metrics := get(t, "http://"+u.health+"/metrics")
	_, n, _ := strings.Cut(metrics, "\ncardroom_tables ")
	n, _, _ = strings.Cut(n, "\n")
	return n
}
