package main_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"cardroom/bot/discordtest"
)

// lookAt opens a person's private panel.
func (r *room) lookAt(p *discordtest.Person, b board) {
	if m := r.boardMessage(b); m != nil && b.has("My cards") && r.chance(0.5) {
		r.pressOn(p, m, "My cards")
		return
	}
	r.do(p, r.ch, discordtest.Slash{Command: "/cards"})
}

// live is what people do at a table besides playing.
func (r *room) live(b board) {
	p := r.people[r.rng.IntN(len(r.people))]
	_, seated := b.of(p.ID())
	acts := b.actor >= 0 && b.seats[b.actor].person == p.ID()
	switch n := r.rng.IntN(20); {
	case n < 5 && !seated:
		r.sit(p)
	case n < 2 && !acts:
		r.leavers = b.hand
		r.tell(p, "/leave")
	case n < 4:
		r.tell(p, "/sitout")
	case n < 7:
		r.tell(p, "/sitin")
	case n < 9 && seated:
		r.topUp(p, 1+r.rng.Int64N(500))
	case n == 10:
		r.tell(p, "/help")
	case n == 11:
		r.ledger(p)
	case n == 12:
		r.balance(p)
	case n == 13:
		r.status(p)
	case n == 14:
		r.claim(p)
	case n == 15:
		r.do(p, r.ch, discordtest.Complete{Command: "/raise", Option: "to", Partial: "m"})
	case n == 16:
		r.do(p, r.ch, discordtest.Complete{Command: "/sit", Option: "buyin", Partial: ""})
	case n == 17 && r.chance(0.3):
		r.tell(r.host, "/table pause")
		for r.tell(r.host, "/table resume") == "" { // nobody else would
			r.daylight()
		}
	case n == 18:
		r.move(p)
	default:
		r.lookAt(p, b)
	}
}

// tell types a command whose answer only the asker may see, and gives the words of the answer.
func (r *room) tell(p *discordtest.Person, command string, options ...string) string {
	out := r.do(p, r.ch, discordtest.Slash{Command: command, Options: options})
	if out.lost {
		return ""
	}
	if out.Type != discordtest.AnswerMessage || out.Message == nil || !out.Message.Ephemeral || out.Text() == "" {
		r.fail(r.see().hand, "%s %v is answered with %v", command, options, out.Answer)
		return ""
	}
	if strings.Contains(out.Text(), "went wrong") || strings.Contains(out.Text(), "Not confirmed") {
		r.fail(r.see().hand, "%s %v is answered with %q", command, options, out.Text())
	}
	r.keep(out, fmt.Sprint(command, options))
	return out.Text()
}

// keep remembers an interaction that was answered, so that it can come again.
func (r *room) keep(out outcome, what string) {
	if i := out.Interaction(); i != nil {
		r.past = append(r.past, delivered{i, r.lifeNow(), what + ", answered with " + out.Answer.String()})
		if len(r.past) > 40 {
			r.past = r.past[1:]
		}
	}
}

// sit brings a person to the table by one of the ways there are.
func (r *room) sit(p *discordtest.Person) bool {
	r.expect(p, 1000)
	b := r.see()
	if m := r.boardMessage(b); m != nil && b.has("Sit down") && r.chance(0.5) {
		out := r.pressOn(p, m, "Sit down")
		if out.Type == discordtest.AnswerMessage && out.Message != nil && !out.Message.Ephemeral {
			r.fail(b.hand, "Sit down is answered with %v", out.Answer)
		}
		r.keep(out, "Sit down")
		return out.Type == discordtest.AnswerUpdate
	}
	text := r.tell(p, "/sit", "buyin", fmt.Sprint(200+r.rng.IntN(801)))
	return strings.HasPrefix(text, "You have seat")
}

func (r *room) topUp(p *discordtest.Person, amount int64) bool {
	r.expect(p, amount)
	text := r.tell(p, "/topup", "amount", fmt.Sprint(amount))
	return strings.Contains(text, " added")
}

// expect says that a person may bring chips.
func (r *room) expect(p *discordtest.Person, amount int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.brought[p.ID()] = max(amount, r.brought[p.ID()])
}

func (r *room) move(p *discordtest.Person) {
	r.tell(p, "/sit", "seat", fmt.Sprint(1+r.rng.IntN(9)))
}

// statusGap is how often the program posts a board that is asked for.
const statusGap = 31 * time.Second

// status posts the board again: then it may have a second message.
func (r *room) status(p *discordtest.Person) {
	r.mu.Lock()
	r.reposts++
	r.mu.Unlock()
	r.asked = time.Now()
	r.do(p, r.ch, discordtest.Slash{Command: "/table status"})
}

// claim takes the day's chips, so often that it is known whether they were given.
func (r *room) claim(p *discordtest.Person) {
	for range 3 {
		out := r.do(p, r.ch, discordtest.Slash{Command: "/chips daily"})
		if out.lost {
			r.daylight()
			continue
		}
		r.mu.Lock()
		r.claimed[p.ID()] = true
		r.mu.Unlock()
		return
	}
}

var firstNumber = regexp.MustCompile(`\d[\d,]*`)

// balance is a person's wallet; -1 where nobody answered.
func (r *room) balance(p *discordtest.Person) int64 {
	text := r.tell(p, "/chips balance")
	if text == "" {
		return -1
	}
	return chips(firstNumber.FindString(text))
}

var ledgerForm = regexp.MustCompile(`^<@\d+> in ([\d,]+) · out ([\d,]+) · net (-?[\d,]+)$`)

// ledger adds up who won and who lost.
func (r *room) ledger(p *discordtest.Person) {
	text := r.tell(p, "/ledger")
	sum, people := int64(0), 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "<@") {
			continue
		}
		f := ledgerForm.FindStringSubmatch(line)
		if f == nil {
			r.fail(r.see().hand, "a line of the ledger: %q", line)
			return
		}
		net, loss := strings.CutPrefix(f[3], "-")
		if loss {
			sum -= chips(net)
		} else {
			sum += chips(net)
		}
		people++
	}
	if sum != 0 {
		r.fail(r.see().hand, "the ledger's nets add up to %d:\n%s", sum, text)
	}
}

// leave empties the table: everyone goes, or the host closes it.
func (r *room) leave() {
	if r.chance(0.3) {
		r.tell(r.host, "/table close")
	}
	gone := within(60*time.Second, func() bool {
		r.wait()
		b := r.see()
		for _, p := range b.seats {
			if !p.is("leaving") && b.phase != "Table closed" {
				r.do(r.who(p.person), r.ch, discordtest.Slash{Command: "/leave"})
			}
		}
		if b.actor >= 0 {
			if p := b.seats[b.actor]; !p.is("leaving") {
				r.do(r.who(p.person), r.ch, discordtest.Slash{Command: "/fold"})
			}
		}
		time.Sleep(200 * time.Millisecond)
		return len(r.see().seats) == 0 && !r.see().running()
	})
	if !gone {
		r.fail(r.see().hand, "somebody could not leave:\n%s", r.see().text)
	}
	if r.see().phase != "Table closed" {
		r.ledger(r.host)
	}
}

// wallets adds up what everyone has once all tables are empty: as much as was granted.
func (r *room) wallets() {
	sum, want := int64(0), int64(0)
	for _, p := range r.people {
		n := int64(-1)
		for range 3 {
			if n = r.balance(p); n >= 0 {
				break
			}
		}
		sum, want = sum+n, want+10_000
		if r.claimed[p.ID()] {
			want += 2_000
		}
	}
	if sum != want {
		r.fail(0, "the wallets of %d people hold %d, and %d was granted", len(r.people), sum, want)
	}
}

// trouble is what goes wrong between Discord and the bot.
func (r *room) trouble(b board) {
	const edit, create = "PATCH /channels", "POST /channels"
	n := 1 + r.rng.IntN(3)
	what := []string{"a cut", "a moderator", "edits fail", "a lost creation", "a slow Discord", "too many edits", "a reconnect", "a new session", "a refused resume", "hanging edits"}[r.rng.IntN(10)]
	if what == "a moderator" && time.Since(r.asked) < statusGap {
		what = "edits fail" // nobody could ask for another board yet
	}
	r.count("trouble: " + what)
	r.club.mu.Lock()
	r.rough = time.Now().Add(20 * time.Second)
	if slices.Contains([]string{"a cut", "a reconnect", "a new session", "a refused resume"}, what) {
		r.shaky = time.Now().Add(10 * time.Second)
	}
	r.club.mu.Unlock()
	switch what {
	case "a cut":
		r.srv.CutGateway()
	case "a reconnect":
		r.srv.AskReconnect()
	case "a new session":
		r.srv.InvalidateSessions(r.chance(0.5))
	case "a moderator":
		r.mu.Lock()
		r.reposts++
		r.mu.Unlock()
		r.asked = time.Now()
		r.ch.DeleteMessage(b.id)
		r.do(r.host, r.ch, discordtest.Slash{Command: "/table status"}) // nobody would see that it is gone otherwise
	case "edits fail":
		r.srv.Fail(edit, discordtest.Fault{Status: 502, Body: "bad gateway", Times: n})
	case "a lost creation":
		r.srv.Fail(create, discordtest.Fault{Status: 500, Body: "{}", Applied: true})
	case "a slow Discord":
		r.srv.Fail("callback", discordtest.Fault{Delay: time.Duration(r.rng.IntN(1500)) * time.Millisecond, Times: n})
	case "a refused resume":
		r.srv.SetGatewayFaults(discordtest.GatewayFaults{RefuseResume: true})
		r.srv.CutGateway()
	case "hanging edits":
		r.srv.Fail(edit, discordtest.Fault{Silent: true})
	case "too many edits":
		r.srv.Fail(edit, discordtest.TooMany(time.Duration(1+r.rng.IntN(3))*time.Second, "shared"))
	}
	began := time.Now()
	time.Sleep(20 * time.Millisecond)
	if what == "a moderator" {
		if _, ok := r.until(r.patience(), func(c board) bool { return c.id != b.id }); !ok && r.lives(r.began) {
			r.fail(b.hand, "a board that was deleted is not posted anew")
		}
	}
	back := within(20*time.Second, r.srv.Online)
	if what == "a refused resume" {
		r.srv.SetGatewayFaults(discordtest.GatewayFaults{})
	}
	if back {
		r.note("back after "+what, time.Since(began))
	} else {
		r.fail(b.hand, "not back after %s", what)
	}
}
