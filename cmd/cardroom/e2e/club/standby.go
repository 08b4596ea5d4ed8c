package club

import (
	"bytes"
	"cmp"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/store/storetest"
)

// AfterDeath is how soon the next process plays after one that could not release its lease.
const AfterDeath = 10 * time.Second

// door is a reverse proxy for the fake Discord that counts the requests of one process.
type door struct {
	srv     *discordtest.Server
	http    *httptest.Server
	Changes atomic.Int64 // those requests that post, edit or delete something

	mu      sync.Mutex
	made    []string // methods and paths of the requests
	answers []string // to interactions: the bodies that were sent
}

// ServeHTTP counts a request and passes it on.
func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	d.made = append(d.made, r.Method+" "+r.URL.Path)
	d.mu.Unlock()
	switch {
	case strings.HasSuffix(r.URL.Path, "/callback"):
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		d.mu.Lock()
		d.answers = append(d.answers, string(body))
		d.mu.Unlock()
	case r.Method != http.MethodGet:
		d.Changes.Add(1)
	}
	d.srv.ServeHTTP(w, r)
}

// Answers returns the answers of the process to interactions so far.
func (d *door) Answers() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.answers)
}

// Requests returns the methods and paths of all requests so far.
func (d *door) Requests() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.made)
}

// Idle waits until the process has made no request for a while. A new bot uploads its emoji for some ten seconds, ten a second.
func (d *door) Idle(t *testing.T) {
	t.Helper()
	const quiet = time.Second
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); {
		before := len(d.Requests())
		if time.Sleep(quiet); len(d.Requests()) == before {
			return
		}
	}
	t.Fatal("the process makes requests without a pause")
}

// Standby is a process that waits for the lease.
type Standby struct {
	*program.Process
	*door
	Health string // its HTTP_ADDR
	read   int    // the checked part of its log
}

// StartStandby starts one more process on the club's store, and waits until it logs that it waits.
func (c *Club) StartStandby(waits bool) *Standby {
	c.T.Helper()
	u := &Standby{door: &door{srv: c.Discord}, Health: storetest.FreeAddr(c.T)}
	u.http = httptest.NewServer(u.door)
	c.T.Cleanup(u.http.Close)
	env := program.Environ(c.Discord, c.Dir, append(slices.Clone(c.Env), "DISCORD_API_URL="+u.http.URL, "HTTP_ADDR="+u.Health)...)
	u.Process = program.Start(c.T, c.Dir, env)
	if waits {
		u.Says(c.T, BoardTime, "waiting to take the tables over")
	}
	return u
}

// Says waits until the process logs a text after those already found.
func (u *Standby) Says(t *testing.T, patience time.Duration, what string) {
	t.Helper()
	at := -1
	if !program.Within(patience, func() bool { at = strings.Index(u.Output.String()[u.read:], what); return at >= 0 }) {
		t.Fatalf("it does not say %q within %v:\n%s", what, patience, u.Output)
	}
	u.read += at + len(what)
}

// Ready reports whether the process reports that it plays.
func (u *Standby) Ready(t *testing.T) bool {
	t.Helper()
	status, _ := program.Get(t, "http://"+u.Health+"/readyz")
	return status == http.StatusOK
}

// OnStage makes a process the one that the club stops and kills, and whose log it reads.
func (c *Club) OnStage(u *Standby) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Bot = u.Process
	if !slices.Contains(c.journal, u.Output) {
		c.journal = append(c.journal, u.Output)
	}
}

// NewOfTwo returns a club with a hand in progress, whose process another one can take over from.
func NewOfTwo(t *testing.T, seed uint64) (c *Club, first *Standby, r *Room, b board.Board) {
	t.Helper()
	return NewOfTwoOn(t, seed, StartRedis(t), "")
}

// NewOfTwoOn makes the club of NewOfTwo on a Redis that the first process reaches by another address, if one is given.
func NewOfTwoOn(t *testing.T, seed uint64, s *storetest.Redis, addr string) (c *Club, first *Standby, r *Room, b board.Board) {
	t.Helper()
	c, first = NewToTakeOver(t, seed, s, addr)
	r, b = c.MidHand()
	return c, first, r, b
}

// NewToTakeOver returns a club without a table, whose process another one can take over from. That process reaches its Redis by
// another address, if one is given.
func NewToTakeOver(t *testing.T, seed uint64, s *storetest.Redis, addr string) (c *Club, first *Standby) {
	t.Helper()
	c = NewQuiet(t, seed)
	c.Redis = s
	c.Env = []string{"STORE_URL=" + strings.Replace(s.URL(), s.Addr, cmp.Or(addr, s.Addr), 1)}
	c.Secrets = append(c.Secrets, RedisPassword)
	first = c.StartStandby(false)
	program.WaitOnline(t, c.Discord, first.Process)
	first.Says(t, AfterDeath, "gateway ready")
	c.OnStage(first)
	close(c.up)
	c.Env = []string{"STORE_URL=" + s.URL()}
	return c, first
}
