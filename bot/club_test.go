package bot_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot"
	"cardroom/bot/beacon/beacontest"
	"cardroom/bot/discordtest"
	"cardroom/bot/discordtest/openapi"
	"cardroom/bot/emoji"
	"cardroom/bot/failpoint"
	"cardroom/bot/invariant"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/bot/shuffle"
	"cardroom/engine"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// club is a bot with its Discord, and people in one channel.
type club struct {
	t        *testing.T
	srv      *discordtest.Server
	store    *counting
	shaky    *shaky // below it
	guild    *discordtest.Guild
	channel  *discordtest.Channel
	client   *http.Client // the way to srv
	laws     *invariant.Watch
	log      *journal
	painter  message.Painter // of the boards' pictures; nil: none
	tiler    emoji.Tiler     // of the cards; nil: they are letters
	stop     func()
	key      []byte // of the bot; nil is zeros
	seed     uint64 // of the decks; 0: 7
	home     string // the only guild with commands; "" is all
	life     *life
	lives    int                            // how many there were.
	at       func(failpoint.Point) bool     // whether the program ends at a point; nil: never.
	plain    bool                           // requests are not checked against Discord's API description
	step     func() time.Duration           // how far the clock was changed; nil: the machine's value.
	twice    bool                           // interactions are delivered again.
	doubled  bool                           // each interaction is delivered twice, which the bot has to notice.
	excused  int                            // unanswered interactions while no program ran.
	extra    int                            // refusals of a channel beyond one in ten minutes and life.
	overdue  int                            // those of them that the bot answered too late.
	restarts bool                           // the program ends while panels change, and forgets the limits that it has met
	ahead    time.Duration                  // of Discord's clock
	messages int                            // how many messages a channel keeps; 0: 200
	nonces   time.Duration                  // how long Discord remembers a nonce; 0: five minutes
	lease    lease                          // the store's answer about the program's lease
	sent     func(path string, body []byte) // called with every request; may be nil
	made     shuffle.Made                   // makes commitments; nil: as always
	beacon   *beacontest.Network            // of new batches of seals; nil: none

	aiDelay     func(engine.View, uint64) time.Duration // nil: as always
	daily       int                                     // gateway sessions in a day; 0: those of a small bot
	onPress     bool                                    // no panel comes by itself
	pressBoards rest.PressBoards                        // when boards go by the tokens of presses
	process     *bot.Process                            // of all lives; nil: each has its own
	handOver    bool                                    // the bot is shard 0 of 1, and leaves its session to the next life
	first       bool                                    // no bot has registered the commands before
	preferred   map[string]bool
	sessions    sync.Map // names of the notes about its sessions
}

// counting counts the commits that reach a store.
type counting struct {
	store.Store
	commits atomic.Int64
}

func (c *counting) Commit(ctx context.Context, change store.Change) (store.Receipt, error) {
	c.commits.Add(1)
	return c.Store.Commit(ctx, change)
}

// described is Discord's API description, read once: preparing its schemas takes longer than most tests.
var described = sync.OnceValues(openapi.Find)

// open starts a bot on a fresh Discord and store. It must run inside a synctest bubble: everything is in memory, and time
// passes only while every goroutine waits.
func open(t *testing.T) *club { return openAs(t, func(*club) {}) }

// panelsOnPress makes no panel of a club come by itself, so that people press the board.
func panelsOnPress(c *club) { c.onPress = true }

// openAs works like open, for a club with changes.
func openAs(t *testing.T, how func(*club)) *club {
	t.Helper()
	st, err := storeopen.Open(t.Context(), "memory:", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := &club{t: t, laws: newLaws(t), log: new(journal), made: made.commitments}
	c.shaky = &shaky{Store: c.laws.Store(st)}
	c.store = &counting{Store: c.shaky}
	how(c)
	options := discordtest.Options{Ahead: c.ahead, NonceLife: c.nonces, Messages: c.messages, Daily: c.daily, Twice: c.doubled}
	if api, err := described(); c.plain || testing.Short() { // a check of a body starts no goroutine
	} else if err == nil {
		options.Check, options.CheckReply = api.Request, api.Reply
	} else {
		t.Log("requests are not checked against Discord's description: ", err)
	}
	if !c.first {
		if options.Commands, err = bot.Registered(); err != nil {
			t.Fatal(err)
		}
	}
	options.Check = recording(options.Check)
	c.srv = discordtest.New(options)
	c.guild = c.srv.Guild("Card Club")
	c.channel = c.guild.Channel("poker")
	c.client = c.srv.Client()
	c.look()
	c.start()
	t.Cleanup(func() {
		c.stop()
		if t.Failed() || testing.Verbose() {
			t.Log(c.log)
		}
		c.srv.Close()
		st.Close()
		if turned, all := c.srv.RateLimited(), c.srv.RequestCount(); turned*1000 > all && !(c.restarts && turned <= c.lives) { // P15
			t.Errorf("%d of %d requests were turned away by a limit", turned, all)
		}
		if n := c.srv.RefusalsInARow(); n > c.lives+c.extra { // P15; a new life does not know the last one's refusals
			t.Errorf("a channel refused the bot %d times in ten minutes, in %d lives", n, c.lives)
		}
		for _, complaint := range c.srv.Complaints() {
			if c.excused > 0 && strings.Contains(complaint, "was not answered within") {
				c.excused--
				continue
			}
			if c.overdue > 0 && strings.HasSuffix(complaint, "10062 Unknown interaction") {
				c.overdue--
				continue
			}
			if c.restarts && (strings.HasSuffix(complaint, "10015 Unknown Webhook") || strings.Contains(complaint, "/threads: 400 50024")) {
				continue // a record names a panel that an earlier run has replaced, or a lobby is in a thread, where none can be made
			}
			if c.twice && (strings.HasSuffix(complaint, "10062 Unknown interaction") || strings.HasSuffix(complaint, "40060 Interaction has already been acknowledged.")) {
				continue // a repeated interaction cannot be answered, and a new life of the program does not know
			}
			t.Errorf("Discord complains: %s", complaint)
		}
	})
	return c
}

// start starts the bot and waits until its commands are registered.
func (c *club) start() {
	seed := cmp.Or(c.seed, 7)
	if c.key == nil {
		c.key = make([]byte, shuffle.KeySize)
	}
	ctx, cancel := context.WithCancel(context.Background())
	l := &life{club: c, lease: c.leased(), ended: make(chan struct{}), end: cancel}
	c.life = l
	c.lives++
	config := bot.Config{
		Token: c.srv.Token(), API: c.srv.URL(), Guild: c.home, Key: c.key, Seed: &seed, At: l.at, ClockJump: c.step,
		Log:  slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug})),
		HTTP: &http.Client{Transport: l}, Dial: l.dial, Painter: c.painter, Tiler: c.tiler, PressBoards: c.pressBoards, AIDelay: c.aiDelay,
	}
	config.Process = c.process
	if c.handOver {
		config.HandOver, config.ShardCount = &l.lease, 1
	}
	if c.beacon != nil {
		config.Beacon, config.BeaconHTTP = c.beacon.Chain(), l.toBeacon()
	}
	b, err := bot.New(config, &mortal{c.store, l})
	if err != nil {
		c.t.Fatal(err)
	}
	b.Codec.Keys.Made = c.made
	c.laws.Opens(new(lastRead).cached(b.Read), b.HasProof)
	l.bot = b
	ended := make(chan error, 1)
	go func() {
		defer close(ended) // the program may end in Run itself
		ended <- b.Run(ctx)
	}()
	c.stop = func() {
		cancel()
		err := <-ended
		if _, fenced := errors.AsType[*store.FencedError](err); err != nil && !(fenced && c.lease.fenced()) {
			c.t.Errorf("Run: %v", err)
		}
	}
	time.Sleep(time.Second)
}

// other returns the one of alice and bob who is not p.
func (c *club) other(p *discordtest.Person) *discordtest.Person {
	if p.Name() == "alice" {
		return c.person("bob")
	}
	return c.person("alice")
}

// person returns a member of the club. At a club where panels come on a press only, they have that preference.
func (c *club) person(name string) *discordtest.Person {
	p := c.guild.Person(name)
	note := "person/" + p.ID()
	if c.onPress && !c.preferred[note] {
		if c.preferred == nil {
			c.preferred = map[string]bool{}
		}
		c.preferred[note] = true
		if err := c.store.SetNote(c.t.Context(), note, `{"panel_on_press":true}`); err != nil {
			c.t.Fatal(err)
		}
	}
	return p
}

// manager returns one of the people who may open tables. One person may open ten in ten seconds.
func (c *club) manager(n int) *discordtest.Person {
	p := c.person(fmt.Sprint("manager ", n))
	p.Grant(discordgo.PermissionManageChannels)
	return p
}

// openTable makes alice open a table in the club's channel. All seats are free.
func (c *club) openTable(options ...string) (alice, bob *discordtest.Person) {
	alice, bob = c.person("alice"), c.person("bob")
	alice.Grant(discordgo.PermissionManageChannels)
	alice.Command(c.channel, "/table open", options...)
	time.Sleep(time.Second)
	return alice, bob
}

// seated makes alice open a table, and both sit down.
func (c *club) seated(options ...string) (alice, bob *discordtest.Person) {
	alice, bob = c.openTable(options...)
	alice.Press(c.channel, "Sit down")
	bob.Press(c.channel, "Sit down")
	return alice, bob
}

// sets makes the host set a table option in the panel.
func (c *club) sets(host *discordtest.Person, option, value string) discordtest.Answer {
	host.Command(c.channel, "/table settings")
	host.Choose(c.channel, "", option)
	return host.Press(c.channel, value)
}

// confirm makes a person send a command, and confirm it where the bot asks.
func confirm(p *discordtest.Person, at *discordtest.Channel, command string, options ...string) discordtest.Answer {
	answer := p.Command(at, command, options...)
	if m := answer.Message; m != nil && m.Ephemeral && len(m.Buttons()) == 1 {
		if yes := p.PressOn(m, "Confirm"); yes.Err == nil {
			return yes
		}
	}
	return answer
}

// actor returns the player to act: alice or bob.
func (c *club) actor() *discordtest.Person {
	c.t.Helper()
	for _, p := range []*discordtest.Person{c.person("alice"), c.person("bob")} {
		if strings.Contains(lineThatActs(c), p.Mention()) {
			return p
		}
	}
	c.t.Fatalf("neither alice nor bob is to act:\n%s", board(c).Text())
	return nil
}

// winsUnseen has alice and bob play a hand in which one folds at once. It returns the winner, within the minute before the next hand.
func (c *club) winsUnseen() *discordtest.Person {
	c.t.Helper()
	c.seated("pause", "60", "clock", "off")
	time.Sleep(65 * time.Second)
	winner := c.other(c.actor())
	c.other(winner).Press(c.channel, "Fold")
	time.Sleep(3 * time.Second)
	return winner
}

// alone skips a sequential test in short runs. Otherwise the test runs beside others of its kind, and alone in its bubble of
// virtual time.
func alone(t *testing.T) {
	t.Helper()
	noRace(t)
	t.Parallel()
}

// noRace skips a sequential test in short runs: the race detector, which short runs are for, finds nothing in it and makes it
// ten times slower.
func noRace(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("one thing after another: not for the race detector")
	}
}
