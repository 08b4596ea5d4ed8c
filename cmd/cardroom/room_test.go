package main_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"cardroom/bot/discordtest"
)

// room is a channel with its table, and all that was ever to be seen in it.
type room struct {
	*club
	ch     *discordtest.Channel
	name   string
	people []*discordtest.Person
	host   *discordtest.Person
	rng    *rand.Rand
	pause  int

	began   int         // the life in which the present turn began
	leavers int         // the hand in which somebody asked to leave
	last    string      // the last that was done, for those who look for a fault
	ask     *intent     // what is being done, until its outcome is known
	asked   time.Time   // when a new board was last asked for
	cost    costs       // what this hand's raises were
	pressed []press     // buttons of decisions that are over
	past    []delivered // interactions that were answered

	mu       sync.Mutex
	now      board
	at       time.Time // when now came
	frozenAt time.Time
	frozen   board // what was to be seen when the process died
	hands    map[int]*handSeen
	buttons  map[string]time.Time // messages with buttons, and since when another one follows them
	brought  map[string]int64     // chips people may bring while a hand runs, by person
	claimed  map[string]bool      // who had the day's chips
	posted   map[int]int          // board messages by hand
	reposts  int
	newest   string    // board message
	newestAt time.Time // when it last changed
	stray    bool      // nothing but its creation was seen of it
	done     int       // hands that ended
}

// handSeen is what anyone saw of a hand.
type handSeen struct {
	holes  map[string][]string // by person, as their panels said
	board  []string
	public map[string]string // cards shown to everyone, and whose line showed them
	folded map[string]bool
}

// open makes a channel with a table of people.
func (c *club) open(n, people, pause int) *room {
	r := &room{
		club: c, name: fmt.Sprintf("table-%d", n), pause: pause, rng: rand.New(rand.NewPCG(c.seed, uint64(n))),
		now: board{actor: -1}, hands: map[int]*handSeen{}, buttons: map[string]time.Time{}, brought: map[string]int64{}, claimed: map[string]bool{}, posted: map[int]int{},
	}
	r.ch = c.guild.Channel(r.name)
	for i := range people {
		r.people = append(r.people, c.person(fmt.Sprintf("p%d-%d", n, i), i == 0))
	}
	r.host = r.people[0]
	r.watch()
	a := r.do(r.host, r.ch, discordtest.Slash{Command: "/table open", Options: []string{"pause", fmt.Sprint(pause), "seats", "9"}})
	if a.Type != discordtest.AnswerMessage {
		c.t.Fatalf("seed %d: /table open: %v", c.seed, a.Answer)
	}
	if _, ok := r.until(5*time.Second, func(b board) bool { return b.id != "" }); !ok {
		c.t.Fatalf("seed %d: no board", c.seed)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rooms = append(c.rooms, r)
	return r
}

// watch looks at every version of every message, the private ones through the eyes of whom they are for.
func (r *room) watch() {
	r.each(nil, r.public)
	for _, p := range r.people {
		r.each(p, func(u discordtest.Update) {
			if u.Message.Ephemeral && u.Kind != discordtest.UpdateDelete {
				r.private(p, u.Message)
			}
		})
	}
}

// each does something for every update that a person sees, until the server is closed.
func (r *room) each(p *discordtest.Person, f func(discordtest.Update)) {
	updates := r.srv.Watch(context.Background(), p, r.ch)
	go func() {
		for u := range updates {
			f(u)
		}
	}()
}

// fail reports what is wrong with everything needed to find it again.
func (r *room) fail(hand int, format string, args ...any) {
	if r.closed.Load() {
		return
	}
	r.t.Errorf("seed %d, %s, hand %d: %s\n%s", r.seed, r.name, hand, fmt.Sprintf(format, args...), r.requests(15*time.Second))
}

// requests is what the bot has asked of the channel lately, and how soon before now.
func (r *room) requests(lately time.Duration) string {
	var lines []string
	for _, q := range r.srv.Requests() {
		if ago := time.Since(q.Time); ago < lately && strings.Contains(q.Path, r.ch.ID()) {
			lines = append(lines, fmt.Sprintf("%v before: %v", ago.Round(10*time.Millisecond), q))
		}
	}
	return strings.Join(lines, "\n")
}

func (r *room) hand(n int) *handSeen {
	h := r.hands[n]
	if h == nil {
		h = &handSeen{holes: map[string][]string{}, public: map[string]string{}, folded: map[string]bool{}}
		r.hands[n] = h
	}
	return h
}

var nudgeForm = regexp.MustCompile(`^<@\d+> (it's your turn|your time is nearly up) · #\d+$`)

// sealForm is the message with the seals of hands: once it stands it stays as it is.
var sealForm = regexp.MustCompile("^Hands #\\d+ to #\\d+ are sealed, .*: `[0-9a-f]{64}`\n-# ")

// undoneForm says that the operator made a hand void (R65).
var undoneForm = regexp.MustCompile(`^The operator called #\d+ off[.,] .*\(R65\)$`)

// public takes in a version of a message that everyone sees.
func (r *room) public(u discordtest.Update) {
	m := u.Message
	if u.Kind == discordtest.UpdateDelete {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.buttons, m.ID)
		return
	}
	if u.Kind != discordtest.UpdateCreate && u.Kind != discordtest.UpdateEdit || r.isPerson(m.AuthorID) {
		return
	}
	r.laws.See(m)
	r.mu.Lock()
	defer r.mu.Unlock()
	b, isBoard, err := readBoard(m)
	if !isBoard {
		sealed := sealForm.MatchString(m.Text()) && u.Kind == discordtest.UpdateCreate
		undone := undoneForm.MatchString(m.Text()) && u.Kind == discordtest.UpdateCreate
		if !nudgeForm.MatchString(m.Text()) && !sealed && !undone || len(m.Buttons()) > 0 {
			r.fail(r.now.hand, "a public message that is no board: %q", m.Text())
		}
		return
	}
	if err != nil {
		r.fail(b.hand, "%v:\n%s\n%q", err, b.text, b.labels)
	}
	if len(m.Notified) > 0 {
		r.fail(b.hand, "a board that notifies somebody")
	}
	r.seeCards(b, m)
	r.seeButtons(u.Kind == discordtest.UpdateCreate, b)
	if created := u.Kind == discordtest.UpdateCreate; created || m.ID == r.newest {
		r.newest, r.stray = m.ID, created
		r.newestAt = time.Now()
	}
	if r.now.id != "" && compareIDs(m.ID, r.now.id) < 0 && !r.overtakes(b) {
		return // the last of an old board
	}
	if u.Kind == discordtest.UpdateCreate && (b.before(r.now) || b.leavesOut(r.now)) {
		r.count("reposts that were drawn too early")
		return
	}
	if b.hand < r.now.hand {
		r.fail(b.hand, "follows hand %d", r.now.hand)
	}
	r.seeChips(r.now, b)
	if b.phase == "Result" && (r.now.hand != b.hand || r.now.phase != "Result") {
		r.done++
		r.count("hands")
	}
	r.now, r.at = b, time.Now()
}

// overtakes says whether a former board is the board after all: it still changes and has its buttons, and nothing ever
// came of the message that followed it. So it is where the process ended, or lost its store, between the two.
func (r *room) overtakes(b board) bool {
	if !r.stray || len(b.labels) == 0 || time.Since(r.newestAt) < time.Second {
		return false
	}
	r.count("boards that were not to be")
	return true
}

func (r *room) isPerson(id string) bool {
	return slices.ContainsFunc(r.people, func(p *discordtest.Person) bool { return p.ID() == id })
}

func compareIDs(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// seeButtons sees to it that the board before loses its buttons within three seconds.
func (r *room) seeButtons(created bool, b board) {
	if created {
		if r.posted[b.hand]++; r.posted[b.hand] > 1+r.reposts && b.hand > 0 {
			r.fail(b.hand, "board message number %d of one hand", r.posted[b.hand])
		}
		for id := range r.buttons {
			if r.buttons[id].IsZero() {
				r.buttons[id] = time.Now()
				life := r.club.lifeNow()
				time.AfterFunc(buttonsGo, func() { r.stillThere(id, life) })
			}
		}
	}
	if len(b.labels) == 0 {
		if since := r.buttons[b.id]; !since.IsZero() {
			r.note("old board's buttons", time.Since(since))
		}
		delete(r.buttons, b.id)
	} else if _, known := r.buttons[b.id]; !known {
		r.buttons[b.id] = time.Time{}
	}
}

func (c *club) lifeNow() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.life
}

// buttonsGo is how long an old board may keep its buttons: the three seconds promised, and room for a busy machine. The
// slowest is in the log.
const buttonsGo = 6 * time.Second

// stillThere complains of buttons on an old board, unless the process died meanwhile: then it has its time again.
func (r *room) stillThere(id string, life int) {
	now := r.club.lifeNow()
	r.mu.Lock()
	defer r.mu.Unlock()
	since, there := r.buttons[id]
	switch {
	case !there:
	case r.now.id == id: // it is the board after all: the process ended, or lost its store, before the next one was
		r.buttons[id] = time.Time{}
	case now == life && time.Since(since) >= buttonsGo && r.patience() == 5*time.Second:
		old, _ := r.ch.Message(id)
		r.fail(r.now.hand, "an old board keeps its buttons since %v:\n%v", time.Since(since), old)
		delete(r.buttons, id)
	default:
		time.AfterFunc(5*time.Second, func() { r.stillThere(id, now) })
	}
}

// see is the newest board.
func (r *room) see() board {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.now
}

// freeze keeps what was to be seen when the process died.
func (r *room) freeze() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.frozen, r.frozenAt = r.now, time.Now()
}

// until waits for a board; false when none such comes in time or the process dies.
func (r *room) until(d time.Duration, f func(board) bool) (board, bool) {
	life := r.lifeNow()
	var b board
	ok := within(d, func() bool {
		b = r.see()
		return f(b) || r.lifeNow() != life || r.dead()
	})
	return b, ok && f(b)
}

// lives says whether the process of that life still runs.
func (c *club) lives(life int) bool { return c.lifeNow() == life && !c.dead() }

func (c *club) dead() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ending
}
