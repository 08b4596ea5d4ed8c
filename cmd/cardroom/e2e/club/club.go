package club

import (
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
	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/store/storetest"
)

// Club is a guild with the bot's process, which may be killed and started again at any moment.
type Club struct {
	T       *testing.T
	Seed    uint64
	Discord *discordtest.Server
	Guild   *discordtest.Guild
	Dir     string
	Env     []string // of the bot, besides the usual
	Rooms   []*Room
	Steps   bool        // check the store after every step
	Polite  bool        // stop the program with a signal, never kill it
	closed  atomic.Bool // the test is over: no goroutine may fail it
	audits

	mu sync.Mutex // guards the fields below
	life
	weather
	findings
}

// audits check the messages, and the content of the store, against the invariants.
type audits struct {
	laws    *invariant.Watch
	found   *invariant.Watch // for the content of the store
	looking sync.Mutex       // one check of the store at a time
}

// life is the running process, and those before it.
type life struct {
	Bot     *program.Process
	Lives   int           // how many processes there were.
	ending  bool          // the process of this life is ending.
	over    chan struct{} // closed when the process of this life is killed.
	up      chan struct{} // closed when the next one is online.
	journal []*program.Log
}

// weather holds the faults between the process, Discord and the store.
type weather struct {
	Redis *storetest.Redis // nil if the store is a file
	night sync.WaitGroup   // Redis is unavailable
	shaky time.Time        // until then the gateway may be unavailable.
	rough time.Time        // until then edits may fail.
	young time.Time        // until then Discord's limit of five edits in five seconds includes those of the last life.
	dark  time.Time        // until then the store may be unavailable.

	starved time.Time // the last time when the machine kept the program waiting.
}

// findings holds counts and measurements.
type findings struct {
	Secrets []string       // tokens that no log may hold
	excused map[string]int // unanswered interactions by person, while no process could answer.
	late    []string       // the requests that would have answered them.
	tally   map[string]int
	slowest map[string]time.Duration
}

// New returns a guild with a bot online.
func New(t *testing.T, seed uint64) *Club {
	c := NewQuiet(t, seed)
	c.Start()
	return c
}

// NewOnRedis returns a guild whose bot has its store in a Redis.
func NewOnRedis(t *testing.T, seed uint64, s *storetest.Redis) *Club {
	c := NewQuiet(t, seed)
	c.Redis, c.Env, c.Secrets = s, []string{"STORE_URL=" + s.URL()}, append(c.Secrets, RedisPassword)
	c.Start()
	return c
}

// described is Discord's API description, read once.
var described = sync.OnceValues(openapi.Find)

// NewQuiet returns a guild whose bot is not started yet.
func NewQuiet(t *testing.T, seed uint64) *Club {
	t.Helper()
	o := discordtest.Options{Keep: 1000}
	switch api, err := described(); {
	case err == nil:
		o.Check, o.CheckReply = api.Request, api.Reply
	case errors.Is(err, fs.ErrNotExist):
		t.Log("requests are not checked against Discord's API description: the file is missing")
	default:
		t.Fatal(err)
	}
	c := &Club{
		T: t, Seed: seed, Discord: program.ListenDiscord(t, o), Dir: t.TempDir(),
		life:     life{over: make(chan struct{}), up: make(chan struct{})},
		findings: findings{excused: map[string]int{}, tally: map[string]int{}, slowest: map[string]time.Duration{}},
	}
	c.laws, c.found = c.newLaws(), c.newLaws()
	c.Guild = c.Discord.Guild("Card Club")
	c.Secrets = []string{c.Discord.Token()}
	stop := c.watchMachine()
	t.Cleanup(func() {
		stop()
		c.closed.Store(true)
		if c.Bot != nil {
			c.Bot.Kill()
		}
		c.night.Wait()
	})
	return c
}

// Start starts a process and waits until people can act.
func (c *Club) Start() {
	p := program.Start(c.T, c.Dir, program.Environ(c.Discord, c.Dir, c.Env...))
	program.WaitOnline(c.T, c.Discord, p)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Bot, c.Lives, c.young = p, c.Lives+1, time.Now().Add(5*time.Second)
	c.journal = append(c.journal, p.Output)
	c.over, c.ending = make(chan struct{}), false
	close(c.up)
}

// kill ends the process with SIGKILL and starts the next one. Of several concurrent callers only the first does.
func (c *Club) kill(why string) { c.Restart("kills "+why, func() { c.Bot.Kill() }) }

// Retire stops the process with a signal and starts the next one.
func (c *Club) Retire(why string) {
	c.Restart("stops "+why, c.stop)
}

// stop ends the process with a signal: within five seconds, if the machine lets it.
func (c *Club) stop() {
	if code, took := c.Bot.Stop(); code != 0 || took > 5*time.Second && !c.starvedSince(took) {
		c.T.Errorf("seed %d: SIGTERM: exit code %d after %v", c.Seed, code, took)
	}
}

// Restart ends the process with end and starts the next one. Of several concurrent callers only the first does.
func (c *Club) Restart(why string, end func()) {
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
	for c.Discord.Online() {
		time.Sleep(time.Millisecond)
	}
	if c.Steps {
		c.examined()
	}
	time.Sleep(50 * time.Millisecond) // pending requests have arrived
	for _, r := range c.Rooms {
		r.freeze()
	}
	began := time.Now()
	c.Start()
	c.note("start", time.Since(began))
}

// wait blocks while there is no process, and returns the number of the running one.
func (c *Club) wait() int {
	c.mu.Lock()
	up := c.up
	c.mu.Unlock()
	select {
	case <-up:
	case <-time.After(30 * time.Second):
		c.T.Error("the bot is not back after 30 s")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Lives
}

// Count adds one to a tally.
func (c *Club) Count(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tally[what]++
}

// counted returns a tally.
func (c *Club) counted(what string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tally[what]
}

// quick is how long a result that usually follows a press at once may take if it may also never come.
const quick = 5 * time.Second

// BoardTime is how long a board or a panel that has to come may take: at least ten times the usual time.
const BoardTime = 20 * time.Second

// Patience returns how long an edit may take: longer during faults of Discord.
func (c *Club) Patience() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return quick + max(0, time.Until(c.rough))
}

// tempered returns Patience, and more for a while after a start, when an edit may exceed Discord's limit.
func (c *Club) tempered() time.Duration {
	c.mu.Lock()
	young := c.young
	c.mu.Unlock()
	return c.Patience() + max(0, time.Until(young))
}

func (c *Club) note(what string, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slowest[what] = max(c.slowest[what], took)
}

// outcome is the result of an act.
type outcome struct {
	discordtest.Answer
	lost bool // it may have happened or not: the process died before an answer, or the store was unavailable
}

// isUnavailable reports whether an answer says that the store is unavailable.
func isUnavailable(text string) bool {
	return strings.HasPrefix(text, "Not confirmed yet") || strings.HasPrefix(text, "I couldn't read that right now")
}

// Do lets a person act. A missing answer is a failure unless the process died.
func (c *Club) Do(p *discordtest.Person, ch *discordtest.Channel, a discordtest.Act) outcome {
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
	if out.lost || out.Type != discordtest.AnswerMessage || !isUnavailable(out.Text()) {
		return out
	}
	switch {
	case dark, c.isDark():
		out.lost = true
		c.Count("not confirmed while Redis was away")
	case c.starvedSince(out.Took):
		out.lost = true
		c.Count("not confirmed while the machine was overloaded")
	}
	return out
}

func (c *Club) await(p *discordtest.Person, i *discordtest.Interaction, over chan struct{}, what string) outcome {
	c.mu.Lock()
	c.Secrets = append(c.Secrets, i.Token)
	c.mu.Unlock()
	select {
	case <-i.Done():
	case <-over:
		time.Sleep(30 * time.Millisecond)
	}
	select {
	case <-i.Done():
	default:
		c.Excuse(p, i)
		return outcome{lost: true}
	}
	a := i.Answer()
	c.mu.Lock()
	shaky := time.Now().Before(c.shaky) || c.ending // without its store a process takes seconds to end
	c.mu.Unlock()
	switch {
	case a.Err != nil && shaky:
		c.Excuse(p, i)
		return outcome{lost: true}
	case a.Err != nil && c.Starved(p, i):
		return outcome{lost: true}
	case a.Err != nil:
		c.T.Errorf("seed %d: %s: %v", c.Seed, what, a.Err)
	}
	c.note("answer", a.Took)
	return outcome{Answer: a}
}

// Person creates a member; the first of a table hosts it.
func (c *Club) Person(name string, host bool) *discordtest.Person {
	p := c.Guild.Person(name)
	if host {
		p.Grant(discordgo.PermissionManageChannels)
	}
	return p
}

// Verify makes the checks that need the end of the test.
func (c *Club) Verify() {
	c.stop()
	c.verifyComplaints()
	if turned, all := c.Discord.RateLimited(), c.Discord.RequestCount(); turned*1000 > all && len(c.journal) == 1 { // P15; in one life only
		c.T.Errorf("seed %d: %d of %d requests were turned away by a limit", c.Seed, turned, all)
	}
	if n := c.Discord.RefusalsInARow(); n > len(c.journal) {
		c.T.Errorf("seed %d: a channel refused the bot %d times in ten minutes, in %d lives", c.Seed, n, len(c.journal))
	}
	for life, j := range c.journal {
		c.VerifyLog(life+1, j.String())
	}
	tally, slowest := c.Findings() // people may still look at their boards
	for _, what := range slices.Sorted(maps.Keys(tally)) {
		c.T.Logf("%6d %s", tally[what], what)
	}
	for _, what := range slices.Sorted(maps.Keys(slowest)) {
		c.T.Logf("%v slowest %s", slowest[what].Round(time.Millisecond), what)
	}
}

const unknownInteraction = "10062 Unknown interaction"

// verifyComplaints fails the test for every complaint of Discord, except about presses that no process could answer.
func (c *Club) verifyComplaints() {
	c.mu.Lock()
	excused, late := maps.Clone(c.excused), slices.Clone(c.late)
	c.mu.Unlock()
	if len(excused) > 0 {
		time.Sleep(3100 * time.Millisecond) // clients without an answer have given up
	}
	starved, stood := c.overloaded()
	for _, complaint := range c.Discord.Complaints() {
		if _, name, unanswered := strings.Cut(complaint, " by "); unanswered {
			name, _, _ = strings.Cut(name, " ")
			if excused[name] > 0 {
				excused[name]--
				continue
			}
		}
		if strings.HasSuffix(complaint, unknownInteraction) && slices.ContainsFunc(late, func(path string) bool { return strings.HasPrefix(complaint, path) }) {
			continue
		}
		if (starved || stood >= bunched) && strings.HasSuffix(complaint, "requests in a second") ||
			(starved || stood >= hanging) && strings.HasSuffix(complaint, "40060 Interaction has already been acknowledged.") {
			c.T.Logf("seed %d: this machine was overloaded, or stood still for %v, and Discord complains: %s", c.Seed, stood, complaint)
			continue
		}
		if c.counted(repeats) > 0 && (strings.HasSuffix(complaint, unknownInteraction) || strings.HasSuffix(complaint, "10015 Unknown Webhook")) {
			continue // a repeated interaction cannot be answered, and a new process does not know
		}
		c.T.Errorf("seed %d: Discord complains: %s", c.Seed, complaint)
	}
}

// VerifyLog checks a process's log: no cards, no tokens, no panics.
func (c *Club) VerifyLog(life int, text string) {
	c.mu.Lock()
	secrets := slices.Clone(c.Secrets)
	c.mu.Unlock()
	for line := range strings.Lines(text) {
		for _, secret := range secrets {
			if strings.Contains(line, secret) {
				c.T.Errorf("seed %d, life %d: a token in the log: %s", c.Seed, life, line)
			}
		}
		switch {
		case board.CardForm.MatchString(line):
			c.T.Errorf("seed %d, life %d: a card in the log: %s", c.Seed, life, line)
		case c.counted(Nights) > 0 && strings.Contains(line, "level=ERROR") && aboutTheStore(line):
			c.Count("errors while Redis was away")
		case c.counted("restores") > 0 && strings.Contains(line, "the store lost commits"): // on purpose
			c.Count("stores that went back")
		case strings.Contains(line, "level=ERROR"), strings.Contains(line, "panic"), strings.Contains(line, "the store lost commits"):
			c.T.Errorf("seed %d, life %d: %s", c.Seed, life, line)
		case strings.Contains(line, "level=WARN"):
			_, what, _ := strings.Cut(line, "msg=")
			c.Count("warnings: " + strings.Split(what, `" `)[0])
		}
	}
}

// Gone reports whether the process that was asked to stop has ended.
func (c *Club) Gone() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.over:
		return true
	default:
		return false
	}
}

// Excuse allows a person's interaction to stay without an answer, or to get it too late.
func (c *Club) Excuse(p *discordtest.Person, i *discordtest.Interaction) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.excused[p.Name()]++
	c.late = append(c.late, "POST /interactions/"+i.ID+"/")
}

// Findings returns the tallies so far, and the slowest time of each kind.
func (c *Club) Findings() (tally map[string]int, slowest map[string]time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.tally), maps.Clone(c.slowest)
}
