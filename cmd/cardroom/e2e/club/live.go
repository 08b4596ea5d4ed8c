package club

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/program"
)

// lookAt opens a person's private panel.
func (r *Room) lookAt(p *discordtest.Person, b board.Board) {
	if m := r.BoardMessage(b); m != nil && b.Has("My cards") && r.chance(0.5) {
		r.PressOn(p, m, "My cards")
		return
	}
	r.Do(p, r.Ch, discordtest.Slash{Command: "/cards"})
}

// live makes people act at a table besides playing.
func (r *Room) live(b board.Board) {
	p := r.People[r.rng.IntN(len(r.People))]
	_, seated := b.Of(p.ID())
	acts := b.Actor >= 0 && b.Seats[b.Actor].Person == p.ID()
	switch n := r.rng.IntN(20); {
	case n < 5 && !seated:
		r.sit(p)
	case n < 2 && !acts:
		r.leavers = b.Hand
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
		r.Do(p, r.Ch, discordtest.Autocomplete{Command: "/raise", Option: "to", Partial: "m"})
	case n == 16:
		r.Do(p, r.Ch, discordtest.Autocomplete{Command: "/sit", Option: "buyin", Partial: ""})
	case n == 17 && r.chance(0.3):
		r.tell(r.host, "/table pause")
		for r.tell(r.host, "/table resume") == "" { // no other player would
			r.daylight()
		}
	case n == 18:
		r.move(p)
	default:
		r.lookAt(p, b)
	}
}

// tell types a command with a private answer, and returns its text.
func (r *Room) tell(p *discordtest.Person, command string, options ...string) string {
	out := r.Do(p, r.Ch, discordtest.Slash{Command: command, Options: options})
	if out.lost {
		return ""
	}
	if out.Type != discordtest.AnswerMessage || out.Message == nil || !out.Message.Ephemeral || out.Text() == "" {
		r.fail(r.See().Hand, "%s %v is answered with %v", command, options, out.Answer)
		return ""
	}
	if strings.Contains(out.Text(), "went wrong") || isUnavailable(out.Text()) {
		r.fail(r.See().Hand, "%s %v is answered with %q", command, options, out.Text())
	}
	r.keep(out, fmt.Sprint(command, options))
	return out.Text()
}

// keep stores an answered interaction, so that it can be delivered again.
func (r *Room) keep(out outcome, what string) {
	if i := out.Interaction(); i != nil {
		r.past = append(r.past, delivered{i, r.LifeNow(), what + ", answered with " + out.Answer.String()})
		if len(r.past) > 40 {
			r.past = r.past[1:]
		}
	}
}

// sit seats a person in one of the possible ways.
func (r *Room) sit(p *discordtest.Person) bool {
	r.expect(p, 1000)
	b := r.See()
	if m := r.BoardMessage(b); m != nil && b.Has("Sit down") && r.chance(0.5) {
		out := r.PressOn(p, m, "Sit down")
		if out.Type == discordtest.AnswerMessage && out.Message != nil && !out.Message.Ephemeral {
			r.fail(b.Hand, "Sit down is answered with %v", out.Answer)
		}
		r.keep(out, "Sit down")
		return out.Type == discordtest.AnswerUpdate
	}
	text := r.tell(p, "/sit", "buyin", fmt.Sprint(200+r.rng.IntN(801)))
	return strings.HasPrefix(text, "You have seat")
}

func (r *Room) topUp(p *discordtest.Person, amount int64) bool {
	r.expect(p, amount)
	text := r.tell(p, "/topup", "amount", fmt.Sprint(amount))
	return strings.Contains(text, " added")
}

// expect records that a person may bring chips.
func (r *Room) expect(p *discordtest.Person, amount int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.brought[p.ID()] = max(amount, r.brought[p.ID()])
}

func (r *Room) move(p *discordtest.Person) {
	r.tell(p, "/sit", "seat", fmt.Sprint(1+r.rng.IntN(9)))
}

// statusGap is how often /table status posts the board.
const statusGap = 31 * time.Second

// status posts the board again: it may have a second message after that.
func (r *Room) status(p *discordtest.Person) {
	r.mu.Lock()
	r.reposts++
	r.mu.Unlock()
	r.asked = time.Now()
	r.Do(p, r.Ch, discordtest.Slash{Command: "/table status"})
}

// claim takes the day's chips. It repeats the command until the result is known.
func (r *Room) claim(p *discordtest.Person) {
	for range 3 {
		out := r.Do(p, r.Ch, discordtest.Slash{Command: "/chips daily"})
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

// balance returns a person's wallet, or -1 without an answer.
func (r *Room) balance(p *discordtest.Person) int64 {
	text := ""
	program.Within(oneMoment, func() bool {
		text = r.tell(p, "/chips balance")
		return !strings.HasPrefix(text, "One moment")
	})
	if text == "" {
		return -1
	}
	return board.ParseChips(firstNumber.FindString(text))
}

// oneMoment is how long a person who has asked for too much waits at most until they may ask again.
const oneMoment = 15 * time.Second

var ledgerForm = regexp.MustCompile(`^<@\d+> in ([\d,]+) · out ([\d,]+) · net (-?[\d,]+)$`)

// ledger adds up the players' net.
func (r *Room) ledger(p *discordtest.Person) {
	text := r.tell(p, "/ledger")
	sum, people := int64(0), 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "<@") {
			continue
		}
		f := ledgerForm.FindStringSubmatch(line)
		if f == nil {
			r.fail(r.See().Hand, "a line of the ledger: %q", line)
			return
		}
		net, loss := strings.CutPrefix(f[3], "-")
		if loss {
			sum -= board.ParseChips(net)
		} else {
			sum += board.ParseChips(net)
		}
		people++
	}
	if sum != 0 {
		r.fail(r.See().Hand, "the ledger's nets add up to %d:\n%s", sum, text)
	}
}

// agree makes the host answer a question of theirs, if one stands.
func (r *Room) agree() {
	for _, m := range r.host.See(r.Ch) {
		if m.Ephemeral && board.ButtonOf(&m, "Confirm") != "" {
			r.PressOn(r.host, &m, "Confirm")
		}
	}
}

// Leave empties the table: everyone goes, or the host closes it.
func (r *Room) Leave() {
	if r.chance(0.3) {
		r.tell(r.host, "/table close")
		r.agree()
	}
	gone := program.Within(60*time.Second, func() bool {
		r.wait()
		b := r.See()
		for _, p := range b.Seats {
			if !p.Is("leaving") && b.Phase != "Table closed" {
				r.Do(r.ByID(p.Person), r.Ch, discordtest.Slash{Command: "/leave"})
			}
		}
		if b.Actor >= 0 {
			if p := b.Seats[b.Actor]; !p.Is("leaving") {
				r.Do(r.ByID(p.Person), r.Ch, discordtest.Slash{Command: "/fold"})
			}
		}
		time.Sleep(200 * time.Millisecond)
		return len(r.See().Seats) == 0 && !r.See().Running()
	})
	if !gone {
		r.fail(r.See().Hand, "somebody could not leave:\n%s", r.See().Text)
	}
	if r.See().Phase != "Table closed" {
		r.ledger(r.host)
	}
}

// Wallets checks, once all tables are empty, that all wallets together hold the granted chips.
func (r *Room) Wallets() {
	sum, want := int64(0), int64(0)
	for _, p := range r.People {
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
		r.fail(0, "the wallets of %d people hold %d, and %d was granted", len(r.People), sum, want)
	}
}

// trouble causes a fault between Discord and the bot.
func (r *Room) trouble(b board.Board) {
	const edit, create = "PATCH /channels", "POST /channels"
	n := 1 + r.rng.IntN(3)
	what := []string{"a cut", "a moderator", "edits fail", "a lost creation", "a slow Discord", "too many edits", "a reconnect", "a new session", "a refused resume", "hanging edits"}[r.rng.IntN(10)]
	if what == "a moderator" && time.Since(r.asked) < statusGap {
		what = "edits fail" // no player could request another board yet
	}
	r.Count("trouble: " + what)
	r.Club.mu.Lock()
	r.rough = time.Now().Add(20 * time.Second)
	if slices.Contains([]string{"a cut", "a reconnect", "a new session", "a refused resume"}, what) {
		r.shaky = time.Now().Add(10 * time.Second)
	}
	r.Club.mu.Unlock()
	switch what {
	case "a cut":
		r.Discord.CutGateway()
	case "a reconnect":
		r.Discord.AskReconnect()
	case "a new session":
		r.Discord.InvalidateSessions(r.chance(0.5))
	case "a moderator":
		r.mu.Lock()
		r.reposts++
		r.mu.Unlock()
		r.asked = time.Now()
		r.Ch.DeleteMessage(b.ID)
		r.Do(r.host, r.Ch, discordtest.Slash{Command: "/table status"}) // otherwise no player would notice that it is gone
	case "edits fail":
		r.Discord.Fail(edit, discordtest.Fault{Status: 502, Body: "bad gateway", Times: n})
	case "a lost creation":
		r.Discord.Fail(create, discordtest.Fault{Status: 500, Body: "{}", Applied: true})
	case "a slow Discord":
		r.Discord.Fail("callback", discordtest.Fault{Delay: time.Duration(r.rng.IntN(1500)) * time.Millisecond, Times: n})
	case "a refused resume":
		r.Discord.SetGatewayFaults(discordtest.GatewayFaults{RefuseResume: true})
		r.Discord.CutGateway()
	case "hanging edits":
		r.Discord.Fail(edit, discordtest.Fault{Silent: true})
	case "too many edits":
		r.Discord.Fail(edit, discordtest.TooMany(time.Duration(1+r.rng.IntN(3))*time.Second, "shared"))
	}
	began := time.Now()
	time.Sleep(20 * time.Millisecond)
	if what == "a moderator" {
		if _, ok := r.Until(r.Patience(), func(c board.Board) bool { return c.ID != b.ID }); !ok && r.Alive(r.Began) {
			r.fail(b.Hand, "a board that was deleted is not posted anew")
		}
	}
	back := program.Within(20*time.Second, r.Discord.Online)
	if what == "a refused resume" {
		r.Discord.SetGatewayFaults(discordtest.GatewayFaults{})
	}
	if back {
		r.note("back after "+what, time.Since(began))
	} else {
		r.fail(b.Hand, "not back after %s", what)
	}
}
