package bot_test

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/message"
)

var (
	seeds = flag.Uint64("seeds", 3, "how many random evenings TestARandomClub plays")
	seed  = flag.Uint64("seed", 0, "the only one that a test of random play plays; 0 plays them all")
)

// TestARandomClub has people press any button they see or have seen, type any command, and send forged interactions. They
// do so at tables of all kinds, while the program restarts and the store loses answers. At the end every chip is accounted
// for. No person has seen another's hidden card, all got their answers, the log has no error, and the table can be closed.
func TestARandomClub(t *testing.T) {
	t.Parallel()
	evenings := *seeds
	if testing.Short() { // the race detector takes ten times as long, and sees every kind of step in one
		evenings = 1
	}
	for n := range evenings {
		if n++; *seed != 0 {
			n = *seed
		}
		t.Run(fmt.Sprint("seed ", n), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { evening(t, n) })
		})
		if *seed != 0 {
			return
		}
	}
}

// evening plays one table from opening to closing.
func evening(t *testing.T, seed uint64) {
	w := &watch{public: map[int64]map[string]bool{}}
	r := &rabble{club: openAs(t, func(c *club) { c.painter = paints(seed) }), Rand: rand.New(rand.NewPCG(seed, 0)), watch: w}
	r.shaky.commit, r.shaky.load = w.commit, w.load
	for _, name := range []string{"alice", "bob", "carol", "dave", "erin", "frank"} {
		r.people = append(r.people, r.person(name))
	}
	r.people[0].Grant(discordgo.PermissionManageChannels)
	r.openTable()
	for r.steps = 0; r.steps < 250 && !t.Failed(); r.steps++ {
		r.step()
		r.secrets(r.channel.Messages())
		r.secrets(r.lobby().Messages())
	}
	r.closeTable()
	r.secrets(r.channel.Log())
	r.secrets(r.lobby().Log())
	r.books()
	r.checkWords()
	r.leftovers()
	t.Logf("%d hands, %d asks, answers by type %v, followers told %d times, %d mirrors, %d to forget", w.now(), r.asks, r.types, r.notices(), len(r.lobby().Log()), r.forgotten)
}

// paints returns the painter of an evening: of three, one draws its boards, one has them in words, and one has pictures that
// cost nothing.
func paints(seed uint64) message.Painter {
	switch seed % 3 {
	case 0:
		return &noting{}
	case 1:
		return touchy{}
	}
	return nil
}

// rabble is a group of people who do anything.
type rabble struct {
	*club
	*rand.Rand
	people    []*discordtest.Person
	watch     *watch
	seen      []discordtest.Press  // presses that were possible once
	modals    []discordtest.Answer // answers with a modal
	steps     int
	asks      int
	forgotten int // people who asked to be forgotten

	types map[string]int
}

// lobby returns the channel in which the board is sometimes mirrored.
func (r *rabble) lobby() *discordtest.Channel { return r.guild.Channel("lobby") }

func any1[T any](r interface{ IntN(int) int }, list ...T) T { return list[r.IntN(len(list))] }

func (r *rabble) openTable() {
	game := any1(r, "holdem", "holdem", "omaha", "draw")
	options := []string{"game", game, "limit", any1(r, "nl", "pl", "fl"), "seats", any1(r, "2", "3", "4", "5"),
		"clock", any1(r, "10s", "45s", "45s", "off", "2h"), "pause", any1(r, "0", "2", "8")}
	if a := r.people[0].Command(r.channel, "/table open", options...); !strings.Contains(a.Text(), "open") {
		r.t.Fatalf("%v: %v %s", options, a.Err, a.Text())
	}
	time.Sleep(2 * time.Second)
	host := r.people[0]
	host.Grant(discordgo.PermissionManageGuild)
	if r.IntN(2) == 0 {
		host.Command(r.channel, "/server", "house-chips", "wallet")
	}
	if r.IntN(3) == 0 {
		confirm(host, r.channel, "/table bot add")
	}
	if r.IntN(4) > 0 {
		host.Command(r.channel, "/watch mirror", "channel", r.lobby().ID())
	}
	r.people[5].Command(r.channel, "/watch follow")
	host.Command(r.channel, "/table settings")
	for _, m := range host.See(r.channel) {
		if m.Ephemeral && len(m.Menus()) > 0 {
			funds := any1(r, "chips wallet", "chips wallet", "chips approved", "chips free")
			for _, set := range []string{"run-it 3", "straddle on", "auto-muck off", "ping nudge", "runout slow", "ante bb", funds} {
				if set == funds || r.IntN(2) == 0 {
					host.Forge(r.channel, m.ID, fmt.Sprintf("v1:%s:0:0:set %s", r.channel.ID(), set))
				}
			}
			break
		}
	}
}

// step makes a player do something, or causes an event.
func (r *rabble) step() {
	p := any1(r, r.people...)
	switch n := r.IntN(100); {
	case n < 50:
		r.play()
	case n < 54:
		r.answerRequests()
	case n < 55:
		r.forgets(p)
	case n < 70:
		r.pressAnything(p)
	case n < 84:
		r.typeAnything(p)
	case n < 92:
		r.forge(p)
	case n < 93:
		r.srv.Fail(any1(r, "POST /channels", "PATCH /channels"), any1(r, discordtest.Fault{Status: 500}, discordtest.Fault{Silent: true},
			discordtest.Fault{Status: 503, Applied: true}, discordtest.Fault{Delay: 3 * time.Second},
			discordtest.TooMany(2*time.Second, "shared")))
	case n < 96:
		time.Sleep(any1(r, 3*time.Second, 12*time.Second, 40*time.Second, 90*time.Second, 5*time.Minute, 20*time.Minute))
	case n < 98:
		r.watch.fail(any1(r, 0, time.Second, 10*time.Second, time.Minute))
	case n < 99:
		time.Sleep(3 * time.Second) // pending requests are answered
		r.stop()
		r.start()
		for range 60 { // it reads its tables first, and the store may be unavailable: until then no user can reach it
			if r.counters()["cardroom_gateway_up"] == 1 {
				break
			}
			time.Sleep(time.Second)
		}
	default:
		from := any1(r, r.channel, r.lobby())
		if list := from.Messages(); len(list) > 0 {
			from.DeleteMessage(any1(r, list...).ID)
		}
	}
	time.Sleep(any1(r, 0, 0, 200*time.Millisecond, 1500*time.Millisecond, 5*time.Second))
}

// do sends an act, and waits for the answer half of the time.
func (r *rabble) do(p *discordtest.Person, act discordtest.Act) {
	i, err := p.Start(r.channel, act)
	if err != nil {
		return // the client refuses
	}
	r.asks++
	if r.IntN(3) == 0 {
		return // others act meanwhile
	}
	a := i.Answer()
	if errors.Is(a.Err, discordtest.ErrNoAnswer) {
		r.t.Errorf("step %d: %s is not answered: %+v", r.steps, p.Name(), act)
	}
	if a.Modal != nil {
		r.modals = append(r.modals, a)
	}
	if r.types == nil {
		r.types = map[string]int{}
	}
	r.types[fmt.Sprint(a.Type)]++
}

// pressAnything presses a button, or chooses in a menu, of one of the newest messages that the person sees.
func (r *rabble) pressAnything(p *discordtest.Person) {
	var allowed []discordtest.Press
	list := p.See(r.channel)
	for _, m := range list[max(0, len(list)-4):] {
		for _, b := range m.Buttons() {
			allowed = append(allowed, discordtest.Press{Message: m.ID, CustomID: b.CustomID})
		}
		for _, c := range m.Menus() {
			values := []string{any1(r, c.Options...).Value}
			if second := any1(r, c.Options...).Value; c.MaxValues != nil && *c.MaxValues > 1 && second != values[0] {
				values = append(values, second)
			}
			allowed = append(allowed, discordtest.Press{Message: m.ID, CustomID: c.CustomID, Values: values})
		}
	}
	if len(allowed) == 0 {
		return
	}
	act := any1(r, allowed...)
	r.seen = append(r.seen, act)
	r.do(p, act)
}

// play makes the player to act press one of the first buttons of the board; without one, any player.
func (r *rabble) play() {
	m := board(r.club)
	buttons := m.Buttons()
	if len(buttons) == 0 {
		r.do(any1(r, r.people...), discordtest.Slash{Command: "sit"})
		return
	}
	p, line := any1(r, r.people...), lineThatActs(r.club)
	for _, other := range r.people {
		if strings.Contains(line, other.Mention()) {
			p = other
		}
	}
	if line == "" && r.IntN(2) == 0 {
		id := fmt.Sprintf("v1:%s:%d:0:show:%d", r.channel.ID(), r.watch.now(), 1+r.IntN(3))
		r.do(p, discordtest.Press{Message: m.ID, CustomID: id, Forged: true})
		return
	}
	b := buttons[min(r.IntN(len(buttons)), r.IntN(len(buttons)))]
	if b.Label == "Fold" && r.IntN(3) > 0 {
		b = buttons[1]
	}
	r.do(p, discordtest.Press{Message: m.ID, CustomID: b.CustomID})
	if last, _ := p.Last(r.channel); last.Ephemeral && r.IntN(3) > 0 {
		p.PressOn(&last, "Confirm")
	}
}

// typeAnything sends a slash command, or fills in a modal from any time.
func (r *rabble) typeAnything(p *discordtest.Person) {
	amount := func() string {
		return any1(r, "min", "half", "pot", "max", "60%", "20", "100", "400", "1000", "1", "0", "-5", "9223372036854775807", "1k", "x")
	}
	if len(r.modals) > 0 && r.IntN(4) == 0 {
		opened := any1(r, r.modals...).Modal
		r.do(p, discordtest.Submit{Modal: opened, Values: []string{any1(r, amount(), "1 2", "none", "30s", "off", "bb", "1 1", "99 3")}})
		return
	}
	host := r.people[0]
	line, by := any1(r, "/sit", "/sit", "/sit seat 2", "/sit seat 4 post true", "/sit buyin 200", "/leave", "/sitout", "/sitin", "/sitin post true",
		"/fold", "/check", "/call", "/allin", "/draw discard 1", "/draw discard none", "/straddle on true", "/straddle on false",
		"/runit times 1", "/runit times 2", "/runit times 3", "/show", "/show", "/clock", "/cards", "/cards", "/settings",
		"/settings auto-muck on", "/settings auto-muck off", "/settings ping always", "/settings ping off", "/settings forget true", "/chips balance",
		"/chips daily", "/ledger", "/help", "/rules topic 37", "/cut text x", "/verify", "/verify hand 1", "/history", "/stats", "/history hand 1 format text", "/history format pokerstars", "/table status", "/watch list", "/watch follow", "/watch follow", "/topup amount ", "/bet amount ", "/raise to ",
		"/raise to ", "/allin", "HOST", "HOST", "HOST"), p
	if line == "HOST" {
		by, line = host, any1(r, "/table settings", "/table pause", "/table resume", "/table resume", "/table resume", "/table bot add",
			"/table bot add count 3 level easy", "/table bot remove", "/table bot remove count 1", "/table close", "/table open", "/watch mirror channel lobby", "/watch mirror channel lobby",
			"/watch mirror channel lobby", "/watch mirror channel poker", "/server house-chips wallet", "/server house-chips practice")
	}
	if strings.HasSuffix(line, " ") {
		line += amount()
	}
	words := strings.Fields(line)
	path := 1
	if words[0] == "/table" || words[0] == "/chips" || words[0] == "/watch" {
		path = 2
		if len(words) > 2 && words[1] == "bot" {
			path = 3
		}
	}
	r.do(by, discordtest.Slash{Command: strings.Join(words[:path], " "), Options: words[path:]})
}

// forge sends presses that no client would: an old press, another player's, or any custom id on any message.
func (r *rabble) forge(p *discordtest.Person) {
	list := p.See(r.channel)
	if len(list) == 0 {
		return
	}
	m := any1(r, list[max(0, len(list)-6):]...)
	if len(r.seen) > 0 && r.IntN(2) == 0 {
		old := r.seen[max(0, len(r.seen)-1-r.IntN(20))]
		old.Forged = true
		if r.IntN(2) == 0 || !slices.ContainsFunc(list, func(m discordtest.Message) bool { return m.ID == old.Message }) {
			old.Message = m.ID
		}
		r.do(p, old)
		return
	}
	hand := r.watch.now()
	id := fmt.Sprintf("v1:%s:%d:%d:%s", r.channel.ID(), hand, r.IntN(12), any1(r, verbs...))
	if r.IntN(4) > 0 {
		id += fmt.Sprint(":", any1(r, 1, 2, 3, 5, 31, 32, 255, 256, 257, -1, 1000, 1<<40, math.MaxInt64, math.MinInt64))
	}
	r.do(p, discordtest.Press{Message: m.ID, CustomID: id, Forged: true, Values: []string{"1"}})
}

var verbs = []string{
	"goto", "posthand", "posthand result", "postfilm", "poststats", "postledger", "postchips",
	"fold", "check", "call", "raise", "allin", "ask", "cards", "sit", "buyin", "leave", "sitout", "sitin", "draw", "pat", "show", "muck",
	"run", "plan", "plancall", "sure", "line", "unline", "first", "back", "next", "last", "option", "set", "set clock 30s", "set blinds off", "set blinds on",
	"set draw classic", "set auto-muck on", "set ping off", "set ante 5", "set ante bb", "set ante 0", "set min-bet 9223372036854775807", "set min-bet 40", "set chip-unit 5",
	"set draw any", "set run-it 3", "set run-it 1", "set straddle on", "set sitout-limit 1m", "set confirm-big off",
	"set chips wallet", "set chips approved", "set chips free", "nothing",
}

// closeTable makes the host close the table, and everyone end its last hand. Afterwards all chips are in the wallets.
func (r *rabble) closeTable() {
	r.watch.fail(0)
	r.srv.Mend()
	time.Sleep(90 * time.Second)
	confirm(r.people[0], r.channel, "/table close")
	for range 80 {
		if a := r.people[0].Command(r.channel, "/table pause"); strings.Contains(a.Text(), "no table") {
			time.Sleep(5 * time.Second)
			return
		}
		for _, p := range r.people {
			p.Command(r.channel, "/clock")
			p.Command(r.channel, "/runit", "times", "1")
		}
		time.Sleep(70 * time.Second)
		for _, p := range r.people {
			p.Command(r.channel, "/fold")
			p.Command(r.channel, "/draw", "discard", "none")
		}
	}
	last, _ := r.channel.Last()
	r.t.Errorf("the table is stuck:\n%s", last.String())
}
