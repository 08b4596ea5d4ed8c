package bot_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/store"
)

// sim is a table whose people follow a plan: each act at a decision is a function of the seed and the decision. So the same
// hand is played the same way, whatever happens to the program meanwhile.
type sim struct {
	*club
	seed  uint64
	plan  plan
	kind  kind
	draw  *rand.Rand // of faults
	folk  []*discordtest.Person
	known map[string]bool // events that happened once
	acked map[string]bool // decisions whose press was answered with the board

	open    atomic.Bool // the club is open
	mu      sync.Mutex  // guards the data from the program's goroutines
	passed  map[failpoint.Point]int
	inHand  map[failpoint.Point]int // since the last hand started
	passes  []passage
	fell    []string // where the program ended
	hand    int64    // the last one that started
	running bool
	undealt bool               // the running hand
	events  map[int64][]string // of the hands, without their times
	mixed   map[int64]string   // the entropy of their decks
	trace   []string           // of everything
	posts   int                // boards requested with /table status
	seen    map[string]bool    // public cards: "hand owner card", with all as an owner
	cards   int                // checked so far
	owners  map[string]string  // of interactions, by token

	piles     map[engine.ID]int64 // everyone's chips at the start of the running hand
	voids     voids
	calledOff []string // the notices that the channel has to get
}

// passage is a passing of a point.
type passage struct {
	failpoint.Point
	nth            int   // of the point
	hand           int64 // the last one that has started
	inHand         int   // the point's passages since it started
	undealt, dealt bool  // it runs before, or after, its deal
}

func (p passage) String() string { return fmt.Sprintf("%v for the %d. time", p.Point, p.nth) }

// plan holds the events of a sim.
type plan struct {
	hands int64
	fall  func(passage) bool // whether the program ends there; nil: never
	down  time.Duration      // how long it stays away then
	act   func(s *sim, i *discordtest.Interaction)
	turn  func(s *sim)                  // before a decision
	store func(id string, try int) bool // whether the answer to a commit is lost
	look  func(engine.Table) error      // called with every stored table
	void  bool                          // the operator voids the hand where the program ended
	bytes bool                          // look for cards in all output of the program
	folk  bool                          // no house player, who acts by time alone, sits at the table
	quiet bool                          // requests are not checked against Discord's API description, which takes time
}

// play plays a table from its opening to its end, in a bubble.
func play(t *testing.T, seed uint64, p plan) *sim {
	t.Helper()
	if runtime.GOMAXPROCS(0) != 1 {
		t.Fatal("a test of sims runs in onOneCore")
	}
	var s *sim
	synctest.Test(t, func(t *testing.T) {
		s = &sim{
			seed: seed, plan: p, draw: rand.New(rand.NewPCG(seed, 1)), known: map[string]bool{}, acked: map[string]bool{},
			passed: map[failpoint.Point]int{}, inHand: map[failpoint.Point]int{}, events: map[int64][]string{}, mixed: map[int64]string{},
			owners: map[string]string{}, seen: map[string]bool{}, piles: map[engine.ID]int64{},
		}
		s.club = openAs(t, func(c *club) {
			c.plain, c.twice, c.at, c.laws.Done, c.sent = p.quiet, p.act != nil, s.endsAt, s.committed, s.sent
			if s.pictures() {
				c.painter = &noting{}
			}
			if s.beacon() {
				withBeacon(c)
			}
			if s.pressBoards() {
				c.pressBoards = rest.PressBoardsAlways
			}
		})
		s.open.Store(true)
		if p.store != nil {
			s.loseReplies()
		}
		s.sitDown()
		s.playOn()
		s.leave()
		var metrics strings.Builder
		s.life.bot.Metrics.Write(&metrics)
		s.hidden(0, "all", "the metrics", metrics.String())
		s.hidden(0, "all", "the log", s.log.String())
	})
	return s
}

// endsAt runs at every point of every life and reports whether the program ends there.
func (s *sim) endsAt(p failpoint.Point) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.passed[p]++
	s.inHand[p]++
	now := passage{Point: p, nth: s.passed[p], hand: s.hand, inHand: s.inHand[p], undealt: s.undealt, dealt: s.running && !s.undealt}
	s.passes = append(s.passes, now)
	if s.plan.fall == nil || !s.plan.fall(now) {
		return false
	}
	s.fell = append(s.fell, fmt.Sprintf("%v, away for %v", now, s.plan.down))
	return true
}

// committed sees every commit.
func (s *sim) committed(c store.Change, version int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range c.Events {
		e.At = 0
		text, _ := json.Marshal(e)
		s.trace = append(s.trace, string(text))
		if e.Kind == engine.HandStarted {
			s.running, s.hand = true, e.Hand
			clear(s.inHand)
		}
		if s.running && e.Kind != engine.TableClosing {
			s.events[e.Hand] = append(s.events[e.Hand], string(text))
		}
		s.running = s.running && e.Kind != engine.HandEnded && e.Kind != engine.HandVoided
		s.undealt = s.running && (s.undealt || e.Kind == engine.HandStarted) && e.Kind != engine.HandDealt
	}
	stored, err := s.laws.Read(store.Record{Key: c.Key, Version: version, Data: c.Sealed(version)})
	if err != nil {
		return // the invariants report it
	}
	if stored.Commitment != "" {
		s.mixed[stored.Table.View(0).Hand] = stored.Entropy
	}
	s.notePiles(stored.Table.View(0))
	if s.plan.look != nil {
		if err := s.plan.look(stored.Table); err != nil {
			s.t.Errorf("seed %d: version %d: %v", s.seed, version, err)
		}
	}
	s.stores(c, stored.Table)
}

// loseReplies loses the answers to the commits that the plan selects.
func (s *sim) loseReplies() {
	tries := map[string]int{}
	s.shaky.on(func(_ context.Context, c store.Change, do commitFunc) (store.Receipt, error) {
		receipt, err := do()
		if tries[c.ID]++; err == nil && s.plan.store(c.ID, tries[c.ID]) {
			return store.Receipt{}, errReset
		}
		return receipt, err
	})
}

// hash returns the same value for two runs with the same events.
func (s *sim) hash() string {
	h := sha256.New()
	for _, line := range s.trace {
		fmt.Fprintln(h, line)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// number returns the seed's number for a thing.
func (s *sim) number(parts ...any) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, s.seed, parts)
	return h.Sum64()
}

var games = [9][2]string{
	{"holdem", "nl"}, {"holdem", "pl"}, {"holdem", "fl"}, {"omaha", "pl"}, {"omaha", "nl"}, {"omaha", "fl"}, {"draw", "nl"}, {"draw", "pl"}, {"draw", "fl"},
}

// sitDown opens a table of one of the nine games, for one to four people.
func (s *sim) sitDown() {
	game := games[s.seed%9]
	s.kind = s.kindOf(game[0], game[1])
	for _, name := range []string{"alice", "bob", "carol", "dave"}[:s.kind.people] {
		s.folk = append(s.folk, s.person(name))
	}
	s.folk[0].Grant(discordgo.PermissionManageChannels)
	options := []string{"game", game[0], "limit", game[1], "pause", "2", "clock", "45s"}
	if s.seed%3 == 1 {
		options = append(options, "ante", "bb")
	}
	for range 5 {
		if s.revive(); s.version() > 0 {
			break
		}
		s.do(s.folk[0], discordtest.Slash{Command: "table open", Options: options})
	}
	s.arrange()
	for _, p := range s.folk {
		s.sits(p)
	}
	s.insist(s.folk[0], discordtest.Slash{Command: "table resume"})
	if s.kind.followed {
		s.do(s.person("zoe"), discordtest.Slash{Command: "watch follow"})
		s.do(s.folk[0], discordtest.Slash{Command: "watch mirror", Options: []string{"channel", s.guild.Channel("lobby").ID()}})
	}
}

// stored returns the stored table.
func (s *sim) stored() (v engine.View, version int64) {
	for r, err := range s.shaky.Store.Tables(context.Background()) {
		if err != nil {
			s.t.Fatal(err)
		}
		known, err := s.laws.Read(r)
		if err != nil {
			s.t.Fatal(err)
		}
		return known.Table.View(0), r.Version
	}
	return engine.View{ToAct: -1}, 0
}

func (s *sim) version() int64 {
	_, version := s.stored()
	return version
}

func (s *sim) seated(p *discordtest.Person) bool {
	v, _ := s.stored()
	return slices.ContainsFunc(v.Seats, func(seat engine.SeatView) bool { return fmt.Sprint(uint64(seat.Player)) == p.ID() })
}

// stuck is the number of steps without a commit after which the test fails.
const stuck = 60

// playOn plays until the hands of the plan are over.
func (s *sim) playOn() {
	last, still := int64(0), 0
	for !s.t.Failed() {
		s.revive()
		v, version := s.stored()
		if v.Hand > s.plan.hands || v.Hand == s.plan.hands && v.Phase == engine.Idle || version == 0 {
			return
		}
		if still++; version != last {
			last, still = version, 0
		}
		if still > stuck {
			s.t.Errorf("seed %d, %v: the table is stuck in hand %d, phase %d:\n%s", s.seed, s.fell, v.Hand, v.Phase, board(s.club).String())
			return
		}
		s.step(v)
		time.Sleep(1501 * time.Millisecond)
	}
}

// step makes the next act.
func (s *sim) step(v engine.View) {
	b, turn := s.boardOf(v.Turn), fmt.Sprint(v.Turn)
	switch {
	case v.Phase == engine.Asking:
		for _, p := range s.folk {
			s.do(p, discordtest.Slash{Command: "runit", Options: []string{"times", "2"}})
		}
	case v.ToAct < 0 || b.ID == "":
		s.comeBack(v)
		time.Sleep(time.Second)
	case s.acked[turn]:
		s.t.Errorf("seed %d, %v: %s was answered with the board and is awaited again", s.seed, s.fell, turn)
	case s.besides(v):
	default:
		s.decide(v, b)
	}
}

// boardOf returns the message with the buttons of a decision.
func (s *sim) boardOf(turn engine.Turn) discordtest.Message {
	ids := fmt.Sprintf(":%d:%d:", turn.Hand, turn.Action)
	for _, m := range slices.Backward(s.channel.Messages()) {
		if slices.ContainsFunc(m.Buttons(), func(b discordtest.Component) bool { return strings.Contains(b.CustomID, ids) }) {
			return m
		}
	}
	return discordtest.Message{}
}

func (s *sim) who(id engine.ID) *discordtest.Person {
	for _, p := range s.folk {
		if p.ID() == strconv.FormatUint(uint64(id), 10) {
			return p
		}
	}
	return nil
}

// isFirst reports whether something happens for the first time.
func (s *sim) isFirst(parts ...any) bool {
	name := fmt.Sprint(parts...)
	was := s.known[name]
	s.known[name] = true
	return !was
}

// do makes a person act. An act may stay unanswered only if the program ended; then lost is true.
func (s *sim) do(p *discordtest.Person, act discordtest.Act) (a discordtest.Answer, lost bool) {
	s.revive()
	l := s.life
	i, err := p.Start(s.channel, act)
	if err != nil {
		return discordtest.Answer{Err: err}, true // the board has moved on
	}
	if s.plan.act != nil {
		s.plan.act(s, i)
	}
	s.mu.Lock()
	s.owners[i.Token] = p.ID()
	s.mu.Unlock()
	select {
	case <-i.Done():
	case <-l.ended:
	}
	if a = i.Answer(); a.Err != nil {
		if lost = l.over.Load(); lost {
			s.excused++
		} else if !errors.Is(a.Err, discordtest.ErrNoAnswer) || s.plan.act == nil {
			s.t.Errorf("seed %d: %+v: %v", s.seed, act, a.Err)
		}
		return a, true
	}
	time.Sleep(307 * time.Millisecond)
	return a, false
}

// revive starts the next life if the last one is over. It continues where the last one was.
func (s *sim) revive() {
	for s.life.over.Load() {
		s.stop()
		if s.plan.void {
			s.void()
		}
		was, _ := s.stored()
		time.Sleep(s.plan.down)
		s.start()
		stored, _ := s.stored()
		if s.personActs(was) && s.plan.act == nil && !s.life.over.Load() && (stored.ToAct != was.ToAct || stored.Turn != was.Turn) {
			s.t.Errorf("seed %d, %v: seat %d was to act at %v, now %d at %v", s.seed, s.fell, was.ToAct, was.Turn, stored.ToAct, stored.Turn)
		}
	}
}

// personActs reports whether it is the turn of a person, not of a house player, who may act while the program starts.
func (s *sim) personActs(v engine.View) bool {
	return slices.ContainsFunc(v.Seats, func(seat engine.SeatView) bool { return seat.Seat == v.ToAct && seat.House == engine.Person })
}

// as compares the hands with those of an undisturbed run. They are the same up to the first hand with another shuffle. Of
// that hand only the start can be the same, and of later ones nothing, because the stacks differ. It returns how many were
// the same.
func (s *sim) as(t *testing.T, calm *sim) (same int) {
	t.Helper()
	for hand := int64(1); hand <= s.plan.hands; hand++ {
		got, want := s.events[hand], calm.events[hand]
		mixed := s.mixed[hand] == calm.mixed[hand]
		if !mixed {
			got, want = handStarts(got), handStarts(want)
		}
		if !slices.Equal(got, want) {
			t.Errorf("seed %d, %v: hand %d went\n%s\nand undisturbed it goes\n%s", s.seed, s.fell, hand, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if !mixed {
			break
		}
		same++
	}
	return same
}

// handStarts returns the events of a hand up to the deal.
func handStarts(events []string) []string {
	dealt := fmt.Sprintf(`{"kind":%d,`, engine.HandDealt)
	if i := slices.IndexFunc(events, func(e string) bool { return strings.HasPrefix(e, dealt) }); i >= 0 {
		return events[:i+1]
	}
	return events
}
