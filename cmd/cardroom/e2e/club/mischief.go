package club

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/board"
)

// mischief does acts that must change nothing: presses by the wrong people, on old buttons, with invented ids, and repeated
// interactions. Each gets a private answer or none. The next decision, which continues from b, shows that nothing changed.
func (r *Room) mischief(b board.Board, me *discordtest.Person) {
	for range 1 + r.rng.IntN(4) {
		other := r.People[r.rng.IntN(len(r.People))]
		m := r.BoardMessage(b)
		if m == nil || r.Dead() {
			return
		}
		switch r.rng.IntN(8) {
		case 0, 1:
			r.wrongPerson(b, m, me, other)
		case 2:
			r.oldButton(b, me)
		case 3:
			r.madeUp(m, me)
		case 4:
			r.hugeTotal(b, m, me)
		case 5:
			r.again()
		case 6:
			r.strangersPanel(me)
		case 7:
			r.elsewhere(m, me)
		}
	}
}

// harmless presses a button whose answer must be private or empty.
func (r *Room) harmless(p *discordtest.Person, ch *discordtest.Channel, message, id, why string) {
	out := r.Do(p, ch, discordtest.Press{Message: message, CustomID: id, Forged: true})
	r.Count("mischief: " + why)
	switch {
	case out.lost, out.Err != nil:
	case out.Type == discordtest.AnswerAcknowledged:
	case out.Type == discordtest.AnswerMessage && out.Message != nil && out.Message.Ephemeral:
	default:
		r.fail(r.See().Hand, "%s, %q on %s by %s, is answered with %v", why, id, message, p.Name(), out.Answer)
	}
}

func (r *Room) wrongPerson(b board.Board, m *discordtest.Message, me, other *discordtest.Person) {
	if ids := board.Decisions(m); other.ID() != me.ID() && len(ids) > 0 {
		r.harmless(other, r.Ch, m.ID, ids[r.rng.IntN(len(ids))], "a press out of turn")
	}
	if other.ID() == me.ID() || r.isDark() { // the typed action waits, until it may be in turn
		return
	}
	out := r.Do(other, r.Ch, discordtest.Slash{Command: "/" + []string{"fold", "check", "call", "allin"}[r.rng.IntN(4)]})
	if !out.lost && saysDone(out.Text()) {
		r.fail(b.Hand, "a command out of turn is answered with %v", out.Answer)
	}
}

// oldButton presses a button of an earlier decision, on its old message or on today's board.
func (r *Room) oldButton(b board.Board, me *discordtest.Person) {
	if len(r.pressed) < 2 {
		return
	}
	old, last := r.pressed[r.rng.IntN(len(r.pressed)-1)], r.pressed[len(r.pressed)-1]
	f := strings.Split(old.id, ":")
	if of := strings.Split(last.id, ":"); len(f) < 5 || len(of) < 5 || slices.Equal(f[1:4], of[1:4]) { // perhaps still pending
		return
	}
	if f[4] == "cards" || f[4] == "sit" || f[4] == "leave" || f[4] == "sitout" || f[4] == "sitin" {
		return
	}
	message := old.message
	if r.chance(0.5) {
		message = b.ID
	}
	r.harmless(me, r.Ch, message, old.id, "an old button")
}

// madeUp changes a field of a button's id.
func (r *Room) madeUp(m *discordtest.Message, me *discordtest.Person) {
	ids := board.Decisions(m)
	if len(ids) == 0 {
		return
	}
	f := strings.Split(ids[r.rng.IntN(len(ids))], ":")
	i := r.rng.IntN(min(4, len(f))) // version, table, hand, action
	f[i] = []string{"", "0", "-1", "9223372036854775807", "99999999999999999999", "v2", " ", "\x00", "1e3", "+" + f[i], f[i] + " ", "0" + f[i], f[i] + "1", "١"}[r.rng.IntN(14)]
	id := strings.Join(f, ":")
	switch r.rng.IntN(6) {
	case 0:
		id = strings.Repeat("x", 100)
	case 1:
		id = ids[0] + ":1:2:3"
	case 2:
		id = strings.Repeat(":", 60)
	}
	r.harmless(me, r.Ch, m.ID, id, "a made up id")
}

// hugeTotal requests raises that no stack allows.
func (r *Room) hugeTotal(b board.Board, m *discordtest.Message, me *discordtest.Person) {
	for _, id := range board.Decisions(m) {
		f := strings.Split(id, ":")
		if len(f) != 6 {
			continue
		}
		high := b.Seats[b.Actor].Stack + b.Seats[b.Actor].Bet
		f[5] = []string{"0", "-1", "-9223372036854775808", "9223372036854775807", fmt.Sprint(high + 1), "1e3", ""}[r.rng.IntN(7)]
		r.harmless(me, r.Ch, m.ID, strings.Join(f, ":"), "a total out of range")
		return
	}
}

const repeats = "mischief: an interaction again"

// again delivers an answered interaction once more, as a resumed connection does. That changes nothing, even if the first
// was refused and would be accepted now.
func (r *Room) again() {
	if len(r.past) == 0 {
		return
	}
	life, b := r.LifeNow(), r.See()
	old := r.past[r.rng.IntN(len(r.past))]
	old.Redeliver()
	r.Count(repeats)
	if !r.chance(0.3) {
		return
	}
	time.Sleep(1500 * time.Millisecond)
	if now := r.See(); r.Alive(life) && !r.isDark() && timeless(now.Text) != timeless(b.Text) {
		r.fail(b.Hand, "%s came again, from life %d in life %d, and the table changed:\n%s\n\n%s", old.what, old.life, life, b.Text, now.Text)
	}
}

var timeForm = regexp.MustCompile(`<t:\d+:R>`)

// timeless returns a text without its deadlines.
func timeless(text string) string { return timeForm.ReplaceAllString(text, "") }

// strangersPanel presses the buttons of another player's private message.
func (r *Room) strangersPanel(me *discordtest.Person) {
	for _, p := range r.People {
		for _, m := range p.See(r.Ch) {
			if ids := board.Decisions(&m); m.Ephemeral && len(ids) > 0 && p.ID() == me.ID() {
				other := r.People[r.rng.IntN(len(r.People))]
				if other.ID() != me.ID() {
					r.harmless(other, r.Ch, m.ID, ids[0], "a stranger's panel")
				}
				return
			}
		}
	}
}

// elsewhere presses this table's buttons on another table's board, and theirs on this one.
func (r *Room) elsewhere(m *discordtest.Message, me *discordtest.Person) {
	there := r.Rooms[r.rng.IntN(len(r.Rooms))]
	theirs, ok := there.Ch.Last()
	ids := board.Decisions(m)
	if there == r || !ok || len(ids) == 0 {
		return
	}
	r.harmless(me, there.Ch, theirs.ID, ids[0], "a button elsewhere")
	if ids := board.Decisions(&theirs); len(ids) > 0 {
		r.harmless(me, r.Ch, m.ID, ids[0], "a button from elsewhere")
	}
}
