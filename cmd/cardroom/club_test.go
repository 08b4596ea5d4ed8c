package main_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/discordtest/openapi"
	"cardroom/bot/invariant"
	"cardroom/store/storetest"
)

// club is a guild with the bot's process in it, which may be killed and started again at any moment.
type club struct {
	t      *testing.T
	seed   uint64
	srv    *discordtest.Server
	guild  *discordtest.Guild
	dir    string
	env    []string         // of the bot, beside the usual
	redis  *storetest.Redis // nil where the store is a file
	rooms  []*room
	laws   *invariant.Watch
	found  *invariant.Watch // of what was found in the store
	steps  bool             // the store is looked at after every step
	polite bool             // the program is asked to end, and never killed
	front  *front           // nil where the bot talks to the fake directly
	closed atomic.Bool      // nobody may fail the test any more
	night  sync.WaitGroup   // the Redis is away

	looking sync.Mutex // at the store, one after the other

	mu      sync.Mutex
	bot     *program
	life    int           // how many processes there were
	ending  bool          // the process of this life is on its way out
	shaky   time.Time     // until then the gateway may be away
	rough   time.Time     // until then edits may fail
	young   time.Time     // until then Discord's five edits in five seconds count those of the life before
	dark    time.Time     // until then the store may be away
	over    chan struct{} // closed when the process of this life is killed
	up      chan struct{} // closed when the next one is online
	journal []*journal
	secrets []string       // tokens that no log may hold
	excused map[string]int // unanswered interactions by person, because there was nobody to answer
	tally   map[string]int
	slowest map[string]time.Duration
}

// newClub is a guild with a bot online.
func newClub(t *testing.T, seed uint64) *club {
	c := quietClub(t, seed)
	c.start()
	return c
}

// newClubOn is one whose bot has a Redis for its store.
func newClubOn(t *testing.T, seed uint64, s *storetest.Redis) *club {
	c := quietClub(t, seed)
	c.redis, c.env, c.secrets = s, []string{"STORE_URL=" + s.URL()}, append(c.secrets, redisPassword)
	c.start()
	return c
}

// newClubBehind is one whose bot is connected through a front.
func newClubBehind(t *testing.T) *club {
	c := quietClub(t, 0)
	c.front = newFront(t, c.srv)
	c.start()
	return c
}

// described is Discord's description, read once.
var described = sync.OnceValues(openapi.Find)

// quietClub is a guild whose bot is not there yet.
func quietClub(t *testing.T, seed uint64) *club {
	t.Helper()
	o := discordtest.Options{Keep: 1000}
	switch api, err := described(); {
	case err == nil:
		o.Check, o.CheckReply = api.Request, api.Reply
	case errors.Is(err, fs.ErrNotExist):
		t.Log("requests are not checked against Discord's description, which is not there")
	default:
		t.Fatal(err)
	}
	c := &club{
		t: t, seed: seed, srv: listen(t, o), dir: t.TempDir(), over: make(chan struct{}), up: make(chan struct{}),
		excused: map[string]int{}, tally: map[string]int{}, slowest: map[string]time.Duration{},
	}
	c.laws, c.found = c.newLaws(), c.newLaws()
	c.guild = c.srv.Guild("Card Club")
	c.secrets = []string{c.srv.Token()}
	t.Cleanup(func() {
		c.closed.Store(true)
		if c.bot != nil {
			c.bot.kill()
		}
		c.night.Wait()
	})
	return c
}

// start launches a process and waits until people can act.
func (c *club) start() {
	p := launch(c.t, c.dir, environ(c.srv, c.dir, c.env...))
	online(c.t, c.srv, p)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bot, c.life, c.young = p, c.life+1, time.Now().Add(5*time.Second)
	c.journal = append(c.journal, p.out)
	c.over, c.ending = make(chan struct{}), false
	close(c.up)
}

// kill ends the process with SIGKILL and starts it anew. Of several who would, the first does.
func (c *club) kill(why string) { c.restart("kills "+why, func() { c.bot.kill() }) }

// retire asks the process to end and starts it anew.
func (c *club) retire(why string) {
	c.restart("stops "+why, func() {
		if code, took := c.bot.stop(); code != 0 || took > 5*time.Second {
			c.t.Errorf("seed %d: SIGTERM: exit code %d after %v", c.seed, code, took)
		}
	})
}

func (c *club) restart(why string, end func()) {
	c.mu.Lock()
	over := c.over
	if c.ending {
		c.mu.Unlock()
		return
	}
	c.ending, c.up = true, make(chan struct{})
	c.tally[why]++
	c.mu.Unlock()
	end()
	close(over)
	for c.srv.Online() {
		time.Sleep(time.Millisecond)
	}
	if c.steps {
		c.examined()
	}
	time.Sleep(50 * time.Millisecond) // what was on its way has arrived
	for _, r := range c.rooms {
		r.freeze()
	}
	began := time.Now()
	c.start()
	c.note("start", time.Since(began))
}

// wait blocks while there is no process, and says which life it is.
func (c *club) wait() int {
	c.mu.Lock()
	up := c.up
	c.mu.Unlock()
	select {
	case <-up:
	case <-time.After(30 * time.Second):
		c.t.Error("the bot is not back after 30 s")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.life
}

func (c *club) count(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tally[what]++
}

// patience is how long what comes by an edit may take: longer while Discord is in trouble.
func (c *club) patience() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return 5*time.Second + max(0, time.Until(c.rough))
}

// tempered is patience with an edit, which may be one too many for a while after a start.
func (c *club) tempered() time.Duration {
	c.mu.Lock()
	young := c.young
	c.mu.Unlock()
	return c.patience() + max(0, time.Until(young))
}

func (c *club) note(what string, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slowest[what] = max(c.slowest[what], took)
}

// outcome is what came of an act.
type outcome struct {
	discordtest.Answer
	lost bool // it may have happened or not: the process died before an answer came, or the store was away
}

// notConfirmed is the answer while the store is away.
const notConfirmed = "Not confirmed yet; the board will show whether it counted."

// do lets a person act. Only the death of the process excuses that no answer comes.
func (c *club) do(p *discordtest.Person, ch *discordtest.Channel, a discordtest.Act) outcome {
	c.wait()
	c.mu.Lock()
	over := c.over
	c.mu.Unlock()
	dark := c.isDark()
	i, err := p.Start(ch, a)
	if err != nil {
		return outcome{Answer: discordtest.Answer{Err: err}}
	}
	out := c.await(p, i, over, fmt.Sprintf("%T %+v", a, a))
	if !out.lost && (dark || c.isDark()) && out.Type == discordtest.AnswerMessage && out.Text() == notConfirmed {
		out.lost = true
		c.count("not confirmed while Redis was away")
	}
	return out
}

func (c *club) await(p *discordtest.Person, i *discordtest.Interaction, over chan struct{}, what string) outcome {
	c.mu.Lock()
	c.secrets = append(c.secrets, i.Token)
	c.mu.Unlock()
	select {
	case <-i.Done():
	case <-over:
		time.Sleep(30 * time.Millisecond)
	}
	select {
	case <-i.Done():
	default:
		c.mu.Lock()
		c.excused[p.Name()]++
		c.mu.Unlock()
		return outcome{lost: true}
	}
	a := i.Answer()
	c.mu.Lock()
	shaky := time.Now().Before(c.shaky) || c.ending // without its store a process takes seconds to end
	if a.Err != nil && shaky {
		c.excused[p.Name()]++
	}
	c.mu.Unlock()
	switch {
	case a.Err != nil && shaky:
		return outcome{lost: true}
	case a.Err != nil:
		c.t.Errorf("seed %d: %s: %v", c.seed, what, a.Err)
	}
	c.note("answer", a.Took)
	return outcome{Answer: a}
}

// person makes a member; the first of a table hosts it.
func (c *club) person(name string, host bool) *discordtest.Person {
	p := c.guild.Person(name)
	if host {
		p.Grant(discordgo.PermissionManageChannels)
	}
	return p
}

// verify looks at everything that can only be judged at the end.
func (c *club) verify() {
	code, took := c.bot.stop()
	if code != 0 || took > 5*time.Second {
		c.t.Errorf("seed %d: SIGTERM: exit code %d after %v", c.seed, code, took)
	}
	c.verifyComplaints()
	if turned, all := c.srv.TurnedAway(), c.srv.RequestCount(); turned*1000 > all && len(c.journal) == 1 { // P15; a new life does not know what the last one asked for
		c.t.Errorf("seed %d: %d of %d requests were turned away by a limit", c.seed, turned, all)
	}
	if n := c.srv.RefusalsInARow(); n > len(c.journal) {
		c.t.Errorf("seed %d: a channel refused the bot %d times in ten minutes, in %d lives", c.seed, n, len(c.journal))
	}
	for life, j := range c.journal {
		c.verifyLog(life+1, j.String())
	}
	for _, what := range slices.Sorted(maps.Keys(c.tally)) {
		c.t.Logf("%6d %s", c.tally[what], what)
	}
	for _, what := range slices.Sorted(maps.Keys(c.slowest)) {
		c.t.Logf("%v slowest %s", c.slowest[what].Round(time.Millisecond), what)
	}
}

// verifyComplaints lets only those pass who had nobody to answer them.
func (c *club) verifyComplaints() {
	if len(c.excused) > 0 {
		time.Sleep(3100 * time.Millisecond) // those whom nobody answered have given up
	}
	for _, complaint := range c.srv.Complaints() {
		if _, name, unanswered := strings.Cut(complaint, " by "); unanswered {
			name, _, _ = strings.Cut(name, " ")
			if c.excused[name] > 0 {
				c.excused[name]--
				continue
			}
		}
		if c.tally[repeats] > 0 && (strings.HasSuffix(complaint, "10062 Unknown interaction") || strings.HasSuffix(complaint, "10015 Unknown Webhook")) {
			continue // an interaction that came again cannot be answered, and a new process does not know
		}
		c.t.Errorf("seed %d: Discord complains: %s", c.seed, complaint)
	}
}

// verifyLog reads what a process wrote: no cards, no tokens, nothing about panics.
func (c *club) verifyLog(life int, text string) {
	for line := range strings.Lines(text) {
		for _, secret := range c.secrets {
			if strings.Contains(line, secret) {
				c.t.Errorf("seed %d, life %d: a token in the log: %s", c.seed, life, line)
			}
		}
		switch {
		case cardForm.MatchString(line):
			c.t.Errorf("seed %d, life %d: a card in the log: %s", c.seed, life, line)
		case c.tally[nights] > 0 && strings.Contains(line, "level=ERROR") && aboutTheStore(line):
			c.count("errors while Redis was away")
		case c.tally["restores"] > 0 && strings.Contains(line, "the store went back"): // as it did
			c.count("stores that went back")
		case strings.Contains(line, "level=ERROR"), strings.Contains(line, "panic"), strings.Contains(line, "the store went back"):
			c.t.Errorf("seed %d, life %d: %s", c.seed, life, line)
		case strings.Contains(line, "level=WARN"):
			_, what, _ := strings.Cut(line, "msg=")
			c.count("warnings: " + strings.Split(what, `" `)[0])
		}
	}
}

// within polls until something is true.
func within(d time.Duration, f func() bool) bool {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	for !f() {
		select {
		case <-ctx.Done():
			return f()
		case <-time.After(3 * time.Millisecond):
		}
	}
	return true
}
