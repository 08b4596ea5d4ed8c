package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"cardroom/bot/discordtest"
)

// tablesPerGuild is how many tables are in a guild, whose wallets they share.
const tablesPerGuild = 20

// tablesPerGuild returns how many tables a guild has: one, where the bot is on guilds without a table too.
func (g goal) tablesPerGuild() int {
	if g.guilds > 0 {
		return 1
	}
	return tablesPerGuild
}

// table is a table as its players know it: from the board, and from nothing else.
type table struct {
	channel *discordtest.Channel
	host    *discordtest.Person
	people  []*discordtest.Person

	mu        sync.Mutex // held while a player acts
	board     discordtest.Message
	known     turn // the latest that a board showed
	uncertain bool // an unanswered press may have counted
	presses   int  // in this hand
	goal      goal
	idle      time.Time // no player presses before
}

// turn is a decision, as the buttons name it.
type turn struct{ hand, action int64 }

func (t turn) before(u turn) bool {
	return t.hand < u.hand || t.hand == u.hand && t.action < u.action
}

// turnOf reads the turn off a board's buttons; ok is false where it has none.
func turnOf(m discordtest.Message) (t turn, ok bool) {
	if m.Ephemeral {
		return t, false
	}
	return turnIn(m)
}

// turnIn reads the turn off a message's buttons, v1:table:hand:action:move; ok is false where it has none.
func turnIn(m discordtest.Message) (t turn, ok bool) {
	for _, b := range m.Buttons() {
		if f := strings.Split(b.CustomID, ":"); len(f) >= 5 {
			t.hand, _ = strconv.ParseInt(f[2], 10, 64)
			t.action, _ = strconv.ParseInt(f[3], 10, 64)
			return t, t.hand > 0
		}
	}
	return t, false
}

// actor returns the player to act by the board's text, or nil.
func (t *table) actor() *discordtest.Person {
	if seat := t.toAct(); seat >= 0 {
		return t.people[seat]
	}
	return nil
}

// toAct returns the index of the player to act by the board's text, or -1.
func (t *table) toAct() int {
	_, line, found := strings.Cut(t.board.Text(), "▶")
	if !found {
		return -1
	}
	line, _, _ = strings.Cut(line, "\n")
	return slices.IndexFunc(t.people, func(p *discordtest.Person) bool { return strings.Contains(line, p.Mention()) })
}

// refresh reads the channel's newest board.
func (t *table) refresh() {
	for _, m := range slices.Backward(t.channel.Messages()) {
		if _, ok := turnOf(m); ok {
			t.board = m
			return
		}
	}
}

// mostRaise is the highest bet to which players raise on a street. So a hand has about a hundred decisions and no player
// busts in the first two: boards of new hands cost the scarcest rate limit.
const mostRaise = 100

// choose returns the custom id of the button that the player to act presses.
func (t *table) choose(m discordtest.Message) string {
	if t.goal.stale > 0 {
		return chooseInHand(m, t.presses)
	}
	otherwise := ""
	for _, b := range m.Buttons() {
		verb, amount, _ := strings.Cut(b.Label, " ")
		switch {
		case b.Disabled:
		case verb == "Check" || verb == "Call":
			otherwise = b.CustomID
		case verb == "Bet" || verb == "Raise":
			if n, err := strconv.Atoi(strings.ReplaceAll(amount, ",", "")); err == nil && n <= mostRaise && rand.IntN(2) == 0 {
				return b.CustomID
			}
		}
	}
	return otherwise
}

// outcome is the result of a press.
type outcome int

const (
	notReady outcome = iota // no player is to act
	acted
	refused    // with the reason
	unanswered // no answer in three seconds
	stale      // the board had moved on
	rolledBack // the board had moved back: a decision that it showed is gone
)

// press is a player's press.
type press struct {
	outcome outcome
	took    time.Duration
	text    string
	turn    turn // that the pressed message showed
	private bool // on a panel
}

// act lets the player to act press a button.
func (t *table) act() press {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.press()
}

// press lets the player to act press a button. Callers hold the lock.
func (t *table) press() (p press) {
	if time.Now().Before(t.idle) {
		return p
	}
	if t.actor() == nil {
		t.refresh()
	}
	seat := t.toAct()
	if seat < 0 {
		return p
	}
	now, ok := turnOf(t.board)
	if ok && now.before(t.known) {
		return press{outcome: rolledBack, text: fmt.Sprintf("%v after %v", now, t.known)}
	}
	m, private := t.source(seat, now)
	id := t.choose(m)
	if id == "" {
		return press{text: "no button for " + t.people[seat].Name()}
	}
	i, err := t.people[seat].Start(t.channel, discordtest.Press{Message: m.ID, CustomID: id})
	if err != nil { // the board has changed
		t.refresh()
		return p
	}
	p = press{turn: now, private: private}
	p.outcome, p.took, p.text = t.classify(i.Answer())
	return p
}

// classify returns the outcome of an answer to a press.
func (t *table) classify(a discordtest.Answer) (o outcome, took time.Duration, text string) {
	switch {
	case a.Err != nil:
		t.uncertain = true
		t.board = discordtest.Message{}
		return unanswered, a.Took, a.Err.Error()
	case a.Type == discordtest.AnswerUpdate && a.Message != nil && a.Message.Ephemeral: // the board follows
		t.presses++
		return acted, a.Took, ""
	case a.Type == discordtest.AnswerUpdate && a.Message != nil:
		t.presses++
		t.board, t.uncertain = *a.Message, false
		if now, ok := turnOf(t.board); ok {
			t.known = now
		}
		return acted, a.Took, ""
	}
	t.board = discordtest.Message{}
	switch {
	case strings.Contains(a.Text(), "Not confirmed yet"):
		t.uncertain = true
		return refused, a.Took, a.Text()
	case !strings.Contains(a.Text(), "moved on"):
		return refused, a.Took, a.Text()
	case t.uncertain:
		return stale, a.Took, a.Text()
	}
	return rolledBack, a.Took, a.Text()
}
