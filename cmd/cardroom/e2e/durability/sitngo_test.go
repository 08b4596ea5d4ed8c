package durability_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/club"
	"cardroom/cmd/cardroom/e2e/program"
)

// TestASitAndGoSurvivesWhateverIsDoneToIt plays a Sit & Go with a price and bounties (P2). It kills the program while people
// register, at the start, amid presses and between them. One end is polite (P10). After every end the doctor counts each
// prize chip (P1). Seats and stacks are the same, and the level has the time away more (P7, T98). Each prize is paid once, and
// Discord has nothing to complain about (P15). More tournaments:
//
//	go test ./cmd/cardroom/e2e/durability -run SitAndGoSurvives -rounds 10 -timeout 0 -v
func TestASitAndGoSurvivesWhateverIsDoneToIt(t *testing.T) {
	t.Parallel()
	c := club.New(t, someSeed(t))
	c.Steps = true
	playCups(c)
}

// TestASitAndGoOnRedisSurvivesWhateverIsDoneToIt also kills the Redis, alone and together with the program (P2, P3):
//
//	go test ./cmd/cardroom/e2e/durability -run SitAndGoOnRedisSurvives -rounds 10 -timeout 0 -v
func TestASitAndGoOnRedisSurvivesWhateverIsDoneToIt(t *testing.T) {
	t.Parallel()
	c := club.NewOnRedis(t, someSeed(t), club.StartRedis(t))
	c.Count(club.Nights) // the log may complain
	c.Steps = true
	playCups(c)
}

// cup is a Sit & Go of three people.
type cup struct {
	*club.Club
	draw   *rand.Rand
	lobby  *discordtest.Channel
	table  *discordtest.Channel // its thread
	people []*discordtest.Person
}

const (
	cupPrice = 100
	cupHead  = 40 // of the price is the bounty
)

// playCups plays tournaments to their ends, one after the other, and checks all that is left.
func playCups(c *club.Club) {
	u := newCup(c)
	cups := max(1, *faultFlag)
	for n := range cups {
		u.open(n)
		u.registerAll()
		u.start()
		u.play()
	}
	c.T.Logf("%d kills", c.Ends("kills "))
	c.Verify()
	c.Books()
	u.paid(cups)
}

// newCup returns a tournament that is not made yet. The first of its people organises it.
func newCup(c *club.Club) *cup {
	u := &cup{Club: c, draw: rand.New(rand.NewPCG(c.Seed, 24))}
	for i, name := range []string{"alice", "bob", "carol"} {
		u.people = append(u.people, c.Person(name, i == 0))
	}
	u.people[0].Grant(discordgo.PermissionManageEvents)
	return u
}

// TestASitAndGoGoesToTheNextProcess suspends the program amid a Sit & Go (P6). The next process plays on from the same board. The
// first wakes up and does nothing more, and each prize is paid once.
func TestASitAndGoGoesToTheNextProcess(t *testing.T) {
	t.Parallel()
	c, first := club.NewToTakeOver(t, someSeed(t), club.StartRedis(t), "")
	u := newCup(c)
	u.open(0)
	for _, p := range u.people {
		u.until("the lobby has "+p.Name(), func() bool { return u.lists(p) }, func() { u.register(p) })
	}
	u.until("the first hand", func() bool { return u.actor() != nil }, u.begin)
	second := c.StartStandby(true)
	first.Idle(t) // a request after the lease's check would be sent on resuming
	before := timeless(*u.board())
	first.Cmd.Process.Signal(suspend)
	c.OnStage(second)
	second.Says(t, club.AfterDeath, "gateway ready")
	var after string
	if !program.Within(club.BoardTime, func() bool { after = timeless(*u.board()); return after == before }) {
		t.Errorf("seed %d: the first process left\n%s\nand the next one has\n%s", u.Seed, before, after)
	}
	u.shove()
	sent := len(first.Requests())
	first.Cmd.Process.Signal(wake)
	first.Says(t, club.BoardTime, "this process was overtaken")
	for !t.Failed() {
		u.within("a turn or the result", func() bool { return u.actor() != nil || u.isOver() })
		if u.isOver() {
			break
		}
		u.shove()
	}
	if more := first.Requests()[sent:]; len(more) > 0 {
		t.Errorf("seed %d: the overtaken process made the requests %q", u.Seed, more)
	}
	u.within("an archived thread, which a closed table has", u.table.Archived)
	u.proven()
	c.Verify()
	c.Books()
	u.paid(1)
}

// open makes the tournament in a channel of its own.
func (u *cup) open(n int) {
	u.lobby = u.Guild.Channel(fmt.Sprint("cup-", n))
	thread := func() bool {
		for _, ch := range u.Guild.Channels() {
			if ch.Parent() == u.lobby.ID() {
				u.table = ch
			}
		}
		return u.table != nil && u.says(u.table, "are sealed. This message") == 1
	}
	create := func() string {
		asked := u.Do(u.people[0], u.lobby, discordtest.Slash{Command: "/tournament create"})
		if asked.Modal == nil {
			u.T.Fatalf("no modal: %v", asked.Answer)
		}
		form := []string{"Cup", "", fmt.Sprint(cupPrice), "300/10/1m/5m/1s", "3"}
		return u.Do(u.people[0], u.lobby, discordtest.Submit{Modal: asked.Modal, Values: form}).Text()
	}
	u.confirmed("the making of a tournament", thread, create)
	u.within("a thread for the table", thread)
	u.confirmed("a bounty", func() bool { return false }, func() string {
		return u.Do(u.people[0], u.lobby, discordtest.Slash{Command: "/tournament settings", Options: []string{"bounty", fmt.Sprint(cupHead)}}).Text()
	})
}

// confirmed acts again where the disk was too slow to confirm it or the bot had just started, and nothing comes of it either.
func (u *cup) confirmed(what string, done func() bool, act func() string) {
	u.T.Helper()
	said := ""
	for range 5 {
		said = act()
		unsure := strings.HasPrefix(said, "Not confirmed") || strings.HasPrefix(said, "I couldn't read that right now") || strings.HasPrefix(said, "I have just started")
		if !unsure || program.Within(5*time.Second, done) {
			return
		}
	}
	u.T.Fatalf("seed %d: %s is answered with %q", u.Seed, what, said)
}

// register has a person ask for a place.
func (u *cup) register(p *discordtest.Person) {
	u.Do(p, u.lobby, discordtest.Slash{Command: "/tournament register"})
}

// lists reports whether the lobby has a person.
func (u *cup) lists(p *discordtest.Person) bool {
	return strings.Contains(u.text(u.lobby), p.Mention())
}

// registerAll has all people register. The second one's press meets a kill, and repeats until the lobby has them.
func (u *cup) registerAll() {
	for i, p := range u.people {
		register := func() { u.register(p) }
		if i == 1 {
			u.amid("a registration", register)
		}
		u.until("the lobby has "+p.Name(), func() bool { return u.lists(p) }, register)
	}
}

// begin has the organiser start it.
func (u *cup) begin() {
	u.Do(u.people[0], u.lobby, discordtest.Slash{Command: "/tournament start"})
}

// start has the organiser start it amid a kill. The seats are drawn once.
func (u *cup) start() {
	u.amid("the start", u.begin)
	u.until("the first hand", func() bool { return u.actor() != nil }, u.begin)
	for _, once := range []string{"** begins: ", "Take your seats for "} {
		if n := u.says(u.table, once); n != 1 {
			u.T.Errorf("seed %d: %d messages say %q", u.Seed, n, once)
		}
	}
}

// play has all people go all-in until the result is posted, with kills amid presses and between them.
func (u *cup) play() {
	for turn := 0; !u.T.Failed(); turn++ {
		u.within("a turn or the result", func() bool { return u.actor() != nil || u.isOver() })
		if u.isOver() {
			break
		}
		switch {
		case turn%4 == 1:
			u.rest()
		case turn%4 == 3 || u.draw.IntN(6) == 0:
			u.amid("a press", u.shove)
		default:
			u.shove()
		}
	}
	u.Retire("at the result")
	u.within("the result in the lobby", func() bool { return strings.Contains(u.text(u.lobby), "Finished") && u.isOver() })
	time.Sleep(2 * time.Second) // another result would come by now
	for _, once := range []string{"** begins: ", "The seal is open"} {
		if n := u.says(u.table, once); n != 1 {
			u.T.Errorf("seed %d: %d messages say %q", u.Seed, n, once)
		}
	}
	u.proven()
}

// isOver reports whether the result is posted.
func (u *cup) isOver() bool { return u.says(u.table, "The seal is open") > 0 }

// shove presses a button for the player whose turn it is.
func (u *cup) shove() {
	b := u.board()
	p := u.actor()
	if b == nil || p == nil {
		return
	}
	for _, label := range []string{"All-in", "Call", "Check"} {
		for _, button := range b.Buttons() {
			if !strings.HasPrefix(button.Label, label) {
				continue
			}
			out := u.Do(p, u.table, discordtest.Press{Message: b.ID, CustomID: button.CustomID, Forged: true})
			if out.Message != nil && out.Message.Ephemeral {
				for _, yes := range out.Message.Buttons() {
					if yes.Label == "Confirm" { // R29
						u.Do(p, u.table, discordtest.Press{Message: out.Message.ID, CustomID: yes.CustomID, Forged: true})
					}
				}
			}
			program.Within(club.BoardTime, func() bool {
				now := u.board()
				return u.Dead() || now == nil || decision(now) != decision(b) || u.isOver()
			})
			return
		}
	}
}

// calm returns the board once it has its picture, and no edit has come for a second; nil if there is none.
func (u *cup) calm() (b *discordtest.Message) {
	last, since := "", time.Now()
	u.within("the picture of a board", func() bool {
		if b = u.board(); b == nil {
			return true
		}
		if text := timeless(*b); text != last {
			last, since = text, time.Now()
		}
		return len(b.Alts()) > 0 && time.Since(since) >= time.Second
	})
	return b
}

// rest kills the program while a player thinks. Seats, stacks and the decision stay, and the level has the time away more (T98).
func (u *cup) rest() {
	b := u.calm()
	if b == nil {
		return
	}
	before, level := timeless(*b), levelEnd(u.text(u.lobby))
	const least = 1500 * time.Millisecond // of a time away that the level must show, in whole seconds
	began := time.Now()
	u.Restart("kills while a player thinks", func() {
		u.Bot.Kill()
		if u.Redis != nil {
			u.Redis.Kill()
			u.Redis.Start()
		}
		time.Sleep(least)
	})
	away := time.Since(began)
	var after string
	if !program.Within(club.BoardTime, func() bool {
		if now := u.board(); now != nil {
			after = timeless(*now)
		}
		return after == before
	}) {
		u.T.Errorf("seed %d: before the kill\n%s\nafter it\n%s", u.Seed, before, after)
	}
	if level == 0 {
		return
	}
	const beat = 6 * time.Second // the program stores every five seconds that it is alive
	var shift time.Duration
	if !program.Within(club.BoardTime, func() bool {
		shift = time.Duration(levelEnd(u.text(u.lobby))-level) * time.Second
		return shift > away-least
	}) || shift > away+beat {
		u.T.Errorf("seed %d: away for %v, and the level ends %v later", u.Seed, away, shift)
	}
}

// kill ends the program, or its Redis, or both.
func (u *cup) kill(why string) {
	how := 0
	if u.Redis != nil {
		how = u.draw.IntN(3)
	}
	switch how {
	case 1:
		u.Redis.Kill()
		u.Redis.Start()
	case 2:
		u.Restart("kills with Redis "+why, func() {
			u.Bot.Kill()
			u.Redis.Kill()
			u.Redis.Start()
		})
	default:
		u.Restart("kills "+why, func() { u.Bot.Kill() })
	}
}

// amid kills the program while an act is under way.
func (u *cup) amid(why string, act func()) {
	delay, done := time.Duration(u.draw.IntN(40))*time.Millisecond, make(chan struct{})
	go func() {
		defer close(done)
		act()
	}()
	time.Sleep(delay)
	u.kill("amid " + why)
	<-done
}

// until repeats an act until it has its effect: a kill may have come before it.
func (u *cup) until(what string, done func() bool, act func()) {
	for range 6 {
		if act(); program.Within(3*time.Second, done) {
			return
		}
	}
	u.within(what, done)
}

// within waits for something that must come.
func (u *cup) within(what string, done func() bool) {
	u.T.Helper()
	if !program.Within(2*club.BoardTime, done) {
		u.T.Fatalf("seed %d: %s does not come; the lobby says\n%s\nand the table\n%v", u.Seed, what, u.text(u.lobby), u.board())
	}
}

// text returns the lobby.
func (u *cup) text(ch *discordtest.Channel) (text string) {
	for _, m := range ch.Messages() {
		if strings.Contains(m.Text(), "**Cup**") && !strings.Contains(m.Text(), "** begins") {
			text = m.Text()
		}
	}
	return text
}

// says returns how many messages of a channel have a text.
func (u *cup) says(ch *discordtest.Channel, text string) (n int) {
	for _, m := range ch.Messages() {
		if strings.Contains(m.Content, text) {
			n++
		}
	}
	return n
}

// board returns the newest message with the buttons of a decision.
func (u *cup) board() *discordtest.Message {
	if u.table == nil {
		return nil
	}
	for _, m := range slices.Backward(u.table.Messages()) {
		if slices.ContainsFunc(m.Buttons(), func(b discordtest.Component) bool { return b.Label == "Fold" }) {
			return &m
		}
	}
	return nil
}

// decision returns the ids of a message and its button Fold, "" without one.
func decision(m *discordtest.Message) string {
	for _, b := range m.Buttons() {
		if b.Label == "Fold" {
			return m.ID + b.CustomID
		}
	}
	return ""
}

var turnForm = regexp.MustCompile("▶ (?:`\\d+` )?(<@\\d+>)")

// actor returns the player whose turn it is, or nil.
func (u *cup) actor() *discordtest.Person {
	b := u.board()
	if b == nil {
		return nil
	}
	f := turnForm.FindStringSubmatch(words(*b))
	for _, p := range u.people {
		if f != nil && f[1] == p.Mention() {
			return p
		}
	}
	return nil
}

// words returns all text of a board, also that in the place of its picture.
func words(m discordtest.Message) string { return m.Text() + "\n" + strings.Join(m.Alts(), "\n") }

// stampForm matches a time, and nameForm the words in a picture where the program does not know a name yet.
var (
	stampForm = regexp.MustCompile(`<t:(\d+):\w>`)
	nameForm  = regexp.MustCompile(`Seat \d+|[a-z]+`)
)

// timeless returns the words of a board without its times and names.
func timeless(m discordtest.Message) string {
	return nameForm.ReplaceAllString(stampForm.ReplaceAllString(words(m), "…"), "")
}

// levelEnd returns when the level ends, in seconds, as a lobby says it; 0 where it says no time.
func levelEnd(lobby string) int64 {
	head, _, _ := strings.Cut(lobby, "\n")
	_, next, _ := strings.Cut(head, "next")
	f := stampForm.FindStringSubmatch(next)
	if f == nil {
		return 0
	}
	n, _ := strconv.ParseInt(f[1], 10, 64)
	return n
}
