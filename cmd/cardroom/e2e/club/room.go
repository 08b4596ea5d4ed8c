package club

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
	"cardroom/bot/invariant"
	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/program"
)

// Room is a channel with a table and its people.
type Room struct {
	*observer
	host  *discordtest.Person
	rng   *rand.Rand
	Began int // the life in which the current turn began.

	leavers int             // the hand in which a player asked to leave.
	last    string          // the last act, for debugging
	Ask     *board.Intent   // the act under way, until its outcome is known
	asked   time.Time       // when a new board was last requested
	cost    board.Costs     // the raises of this hand
	pressed []press         // buttons of past decisions
	past    []delivered     // answered interactions
	claimed map[string]bool // people who took the day's chips
}

// observer sees every version of every message of a channel, and keeps everything that was ever visible in it.
type observer struct {
	*Club
	Name   string
	Ch     *discordtest.Channel
	People []*discordtest.Person

	mu      sync.Mutex // guards the fields below
	now     board.Board
	at      time.Time // when now arrived
	frozen  frozen
	newest  newest
	hands   map[int]*handSeen
	buttons map[string]time.Time // messages with buttons, and since when another one follows them.
	brought map[string]int64     // chips people may bring during a hand, by person.
	posted  map[int]int          // board messages by hand
	reposts int
	done    int // finished hands
}

// frozen holds the visible state when the process died.
type frozen struct {
	board.Board
	at time.Time
}

// newest is the newest board message.
type newest struct {
	id     string
	at     time.Time   // when Discord last changed it
	stray  bool        // only its creation was seen
	late   bool        // it has changed, and its picture not yet
	before board.Board // the board when it came
}

// handSeen holds everything visible of a hand.
type handSeen struct {
	holes  map[string][]string // by person, from their panels
	board  []string
	public map[string]string // public cards, and whose line showed them
	folded map[string]bool
}

// Open creates a channel with a table of people. Every second table has boards of words, the others have pictures.
func (c *Club) Open(n, people, pause int) *Room {
	r := &Room{
		observer: &observer{
			Club: c, Name: fmt.Sprintf("table-%d", n), now: board.Board{Actor: -1}, hands: map[int]*handSeen{},
			buttons: map[string]time.Time{}, brought: map[string]int64{}, posted: map[int]int{},
		},
		rng: rand.New(rand.NewPCG(c.Seed, uint64(n))), claimed: map[string]bool{},
	}
	r.Ch = c.Guild.Channel(r.Name)
	for i := range people {
		r.People = append(r.People, c.Person(fmt.Sprintf("p%d-%d", n, i), i == 0))
	}
	r.host = r.People[0]
	r.watch()
	options := []string{"pause", fmt.Sprint(pause), "seats", "9"}
	if (c.Seed+uint64(n))%2 == 0 {
		c.Count("tables of words")
		options = append(options, "board", "text")
	}
	openTable(r, options)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Rooms = append(c.Rooms, r)
	return r
}

// openTable opens the table, and waits for its board. Where a slow disk leaves the command without a sure answer, it is sent once more.
func openTable(r *Room, options []string) {
	said := ""
	for try := 0; try == 0 || try < 3 && isUnavailable(said); try++ {
		a := r.Do(r.host, r.Ch, discordtest.Slash{Command: "/table open", Options: options})
		if a.Type != discordtest.AnswerMessage {
			r.T.Fatalf("seed %d: /table open: %v", r.Seed, a.Answer)
		}
		if _, ok := r.Until(BoardTime, func(b board.Board) bool { return b.ID != "" }); ok {
			return
		}
		said = a.Text()
	}
	r.T.Fatalf("seed %d: no board after the answer %q; the channel has %q", r.Seed, said, r.Ch.Messages())
}

// watch receives every version of every message; private ones as their reader sees them.
func (r *observer) watch() {
	r.updates(nil, r.public)
	for _, p := range r.People {
		r.updates(p, func(u discordtest.Update) {
			if u.Message.Ephemeral && u.Kind != discordtest.UpdateDelete {
				r.private(p, u.Message)
			}
		})
	}
}

// updates calls f for every update in a person's view, until the server is closed.
func (r *observer) updates(p *discordtest.Person, f func(discordtest.Update)) {
	updates := r.Discord.Watch(context.Background(), p, r.Ch)
	go func() {
		for u := range updates {
			f(u)
		}
	}()
}

// fail fails the test, with everything needed to repeat and understand it.
func (r *observer) fail(hand int, format string, args ...any) {
	if r.closed.Load() {
		return
	}
	r.T.Errorf("seed %d, %s, hand %d: %s\n%s", r.Seed, r.Name, hand, fmt.Sprintf(format, args...), r.requests(15*time.Second))
}

// requests lists the bot's recent requests for the channel, with their age.
func (r *observer) requests(lately time.Duration) string {
	var lines []string
	for _, q := range r.Discord.Requests() {
		if ago := time.Since(q.Time); ago < lately && strings.Contains(q.Path, r.Ch.ID()) {
			lines = append(lines, fmt.Sprintf("%v before: %v", ago.Round(10*time.Millisecond), q))
		}
	}
	return strings.Join(lines, "\n")
}

func (r *observer) hand(n int) *handSeen {
	h := r.hands[n]
	if h == nil {
		h = &handSeen{holes: map[string][]string{}, public: map[string]string{}, folded: map[string]bool{}}
		r.hands[n] = h
	}
	return h
}

var nudgeForm = regexp.MustCompile(`^<@\d+> (it's your turn|your time is nearly up) · #\d+$`)

// sealForm matches the message with the commitments to hands, which never changes.
var sealForm = regexp.MustCompile("^Hands #\\d+ to #\\d+ are sealed, .*: `[0-9a-f]{64}`\n-# ")

// undoneForm matches the notice that the operator voided a hand (R65).
var undoneForm = regexp.MustCompile(`^The operator called #\d+ off[.,] .*\(R65\)$`)

// public checks a version of a public message.
func (r *observer) public(u discordtest.Update) {
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
	b, isBoard, err := board.Read(m, r.People...)
	if !isBoard {
		r.seeOther(u.Kind == discordtest.UpdateCreate, m)
		return
	}
	if err != nil {
		r.fail(b.Hand, "%v:\n%s\n%q", err, b.Text, b.Labels)
	}
	if len(m.Notified) > 0 {
		r.fail(b.Hand, "a board that notifies somebody")
	}
	r.seeCards(b, m)
	r.seeButtons(u.Kind == discordtest.UpdateCreate, b)
	switch created := u.Kind == discordtest.UpdateCreate; {
	case created:
		r.newest = newest{id: m.ID, stray: true, at: m.Created, late: b.Late, before: r.now}
	case m.ID == r.newest.id:
		r.newest = newest{id: m.ID, at: m.Edited, late: b.Late}
	}
	if b.Late && m.ID == r.now.ID { // its picture follows, and with it the seats
		r.Count("boards before their pictures")
		return
	}
	if r.now.ID != "" && compareIDs(m.ID, r.now.ID) < 0 {
		if !r.overtakes(b, m) {
			return // the last edit of an old board
		}
		r.now = r.newest.before
	}
	if u.Kind == discordtest.UpdateCreate && (b.Before(r.now) || b.LeavesOut(r.now)) {
		r.Count("reposts that were drawn too early")
		return
	}
	if b.Hand < r.now.Hand {
		r.fail(b.Hand, "follows hand %d", r.now.Hand)
	}
	r.seeChips(r.now, b)
	if b.Phase == "Result" && (r.now.Hand != b.Hand || r.now.Phase != "Result") {
		r.done++
		r.Count("hands")
	}
	if b.Past && b.ID == r.now.ID {
		b = b.WithChipsOf(r.now)
	}
	r.now, r.at = b, time.Now()
}

// seeOther checks a public message that is no board.
func (r *observer) seeOther(created bool, m discordtest.Message) {
	kept := slices.ContainsFunc([]*regexp.Regexp{sealForm, invariant.HandForm, undoneForm}, func(form *regexp.Regexp) bool { return form.MatchString(m.Text()) })
	if !nudgeForm.MatchString(m.Text()) && !(kept && created) || len(m.Buttons()) > 0 {
		r.fail(r.now.Hand, "a public message that is no board: %q", m.Text())
	}
}

// overtakes reports whether a former board is the board after all: it still changes and has its buttons, and nothing came
// of the message after it. That happens while the new message waits for its commit, or if the process ended, or lost its
// store, between the two. It compares Discord's times, because on a busy machine the updates arrive late.
func (r *observer) overtakes(b board.Board, m discordtest.Message) bool {
	if !r.newest.stray || len(b.Labels) == 0 || m.Edited.Sub(r.newest.at) < time.Second {
		return false
	}
	r.Count("boards that were not to be")
	return true
}

func (r *observer) isPerson(id string) bool {
	return slices.ContainsFunc(r.People, func(p *discordtest.Person) bool { return p.ID() == id })
}

func compareIDs(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// seeButtons checks that the former board loses its buttons within three seconds.
func (r *observer) seeButtons(created bool, b board.Board) {
	if created {
		if r.posted[b.Hand]++; r.posted[b.Hand] > 1+r.reposts && b.Hand > 0 {
			r.fail(b.Hand, "board message number %d of one hand", r.posted[b.Hand])
		}
		for id := range r.buttons {
			if r.buttons[id].IsZero() {
				r.buttons[id] = time.Now()
				life := r.Club.LifeNow()
				time.AfterFunc(buttonsGo, func() { r.stillThere(id, life) })
			}
		}
	}
	if len(b.Labels) == 0 {
		if since := r.buttons[b.ID]; !since.IsZero() {
			r.note("old board's buttons", time.Since(since))
		}
		delete(r.buttons, b.ID)
	} else if _, known := r.buttons[b.ID]; !known {
		r.buttons[b.ID] = time.Time{}
	}
}

// LifeNow returns the number of the running process.
func (c *Club) LifeNow() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Lives
}

// buttonsGo is how long an old board may keep its buttons: the promised three seconds, and room for a busy machine. The log
// has the slowest.
const buttonsGo = 6 * time.Second

// stillThere fails the test for buttons on an old board. After a death of the process the time starts again. A program that
// has just started, or that the machine keeps waiting, has BoardTime.
func (r *observer) stillThere(id string, life int) {
	now, held := r.Club.LifeNow(), r.tempered() > quick || r.starvedSince(buttonsGo)
	r.mu.Lock()
	defer r.mu.Unlock()
	since, there := r.buttons[id]
	bound := buttonsGo
	if held {
		bound = BoardTime
	}
	switch {
	case !there:
	case r.now.ID == id: // it is the board after all: the process ended, or lost its store, before the next one became it
		r.buttons[id] = time.Time{}
	case now == life && time.Since(since) >= bound && r.Patience() == quick:
		old, _ := r.Ch.Message(id)
		r.fail(r.now.Hand, "an old board keeps its buttons since %v:\n%v", time.Since(since), old)
		delete(r.buttons, id)
	default:
		time.AfterFunc(5*time.Second, func() { r.stillThere(id, now) })
	}
}

// See returns the newest board.
func (r *observer) See() board.Board {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.now
}

// caughtUp waits until the newest board has its picture.
func (r *observer) caughtUp() {
	program.Within(r.Patience(), func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return !r.newest.late
	})
}

// freeze stores the visible state when the process died.
func (r *observer) freeze() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.frozen = frozen{Board: r.now, at: time.Now()}
}

// Until waits for a matching board. It reports false if none comes in time or the process dies.
func (r *observer) Until(d time.Duration, f func(board.Board) bool) (board.Board, bool) {
	life := r.LifeNow()
	var b board.Board
	ok := program.Within(d, func() bool {
		b = r.See()
		return f(b) || r.LifeNow() != life || r.Dead()
	})
	return b, ok && f(b)
}

// Alive reports whether the process of that life is still running.
func (c *Club) Alive(life int) bool { return c.LifeNow() == life && !c.Dead() }

// Dead reports whether the process is ending.
func (c *Club) Dead() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ending
}
