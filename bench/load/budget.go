package main

import (
	"bufio"
	"net/http"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/discordtest"
)

// G6 has a fixed number of tables for each request a second that Discord allows the bot. So another number of tables gets
// the same share of the bot's rate.
const tablesPerRate = 500

// rate returns how many requests a second Discord allows the bot; zero is the usual limit.
func (g goal) rate() int {
	if g.stale == 0 {
		return 0
	}
	return max(1, g.tables/tablesPerRate)
}

// A hand of G6 takes about a minute: twelve presses, one at each slot of its table, and the pause before the next hand.
const (
	handPresses = 12
	handSlots   = 15
	handTime    = time.Minute
)

// slots returns how many players a second are due to press. In the pause between two hands of G6 none can.
func (g goal) slots() float64 {
	if g.stale == 0 {
		return float64(g.actions)
	}
	return float64(g.tables) * handSlots / handTime.Seconds()
}

// spread has the hands of the tables begin over a minute.
func (c *crowd) spread() {
	for i, t := range c.tables {
		t.idle = time.Now().Add(handTime * time.Duration(i) / time.Duration(len(c.tables)))
	}
}

// pauseTime is the pause between two hands, as all tables are opened.
const pauseTime = 8 * time.Second

// chooseInHand returns the custom id for a press of a hand of twelve. Three players fold, the others call and check up to the
// turn, and there a bet ends the hand.
func chooseInHand(m discordtest.Message, presses int) string {
	switch {
	case presses < 3, presses > 9:
		if id := button(m, "Fold"); id != "" {
			return id
		}
	case presses == 9:
		if id := button(m, "Bet"); id != "" {
			return id
		}
	}
	if id := button(m, "Check"); id != "" {
		return id
	}
	return button(m, "Call")
}

// button returns the custom id of a message's first button with this first word; "" if it has none.
func button(m discordtest.Message, word string) string {
	for _, b := range m.Buttons() {
		if verb, _, _ := strings.Cut(b.Label, " "); verb == word && !b.Disabled {
			return b.CustomID
		}
	}
	return ""
}

// panelOf returns a player's panel if it has the buttons of the turn.
func (t *table) panelOf(p *discordtest.Person, now turn) (discordtest.Message, bool) {
	m, _ := p.Last(t.channel)
	shown, ok := turnIn(m)
	return m, ok && m.Ephemeral && shown == now && chooseInHand(m, t.presses) != ""
}

// source returns the message whose buttons a player presses: in G6 every second player has the panel, if it shows the turn.
func (t *table) source(seat int, now turn) (m discordtest.Message, private bool) {
	if t.goal.stale > 0 && seat%2 == 0 {
		if m, ok := t.panelOf(t.people[seat], now); ok {
			return m, true
		}
	}
	return t.board, false
}

// boardPoll is how often await reads the board.
const boardPoll = 20 * time.Millisecond

// await reads the public board until it shows a wanted turn, and returns the moment. It gives up after a while.
func (t *table) await(most time.Duration, wanted func(now turn) bool) (at time.Time, ok bool) {
	for end := time.Now().Add(most); time.Now().Before(end); time.Sleep(boardPoll) {
		m, _ := t.channel.Last()
		now, shows := turnOf(m)
		if t.board = m; shows && wanted(now) {
			t.known = now
			return time.Now(), true
		}
	}
	return time.Time{}, false
}

// mostAwait is how long a board is awaited: longer is as good as never.
const mostAwait = 30 * time.Second

// measureBoard waits for the change that follows a press, and counts how late it is. After a press on a panel the board changes.
// After a press that ended the hand the next hand's board comes.
func (c *crowd) measureBoard(t *table, p press) {
	answered := time.Now()
	if p.private {
		at, ok := t.await(mostAwait, func(now turn) bool { return p.turn.before(now) || t.actor() == nil })
		c.lateness(&c.boards.stale, ok, at.Sub(answered))
	}
	if t.actor() != nil || t.known.hand > p.turn.hand {
		return
	}
	at, ok := t.await(pauseTime+mostAwait, func(now turn) bool { return now.hand > p.turn.hand })
	c.lateness(&c.boards.late, ok, at.Sub(answered)-pauseTime)
	t.presses = 0
}

// lateness counts how late a board was.
func (c *crowd) lateness(list *[]time.Duration, ok bool, d time.Duration) {
	if !ok {
		d = mostAwait
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	*list = append(*list, max(0, d))
}

// budgets prints how far the bot's requests and the boards kept to their limits.
func (r *report) budgets(c *crowd, w *system, before map[string]float64) {
	if r.goal.stale == 0 {
		return
	}
	r.printf("Discord allows the bot %d requests a second", r.goal.rate())
	r.printf("%d presses on panels, %d on boards; %.2f hands a minute at a table", c.boards.private, len(c.latencies)-c.boards.private,
		float64(len(c.boards.late))/float64(r.goal.tables)/c.duration.Minutes())
	for _, l := range []struct {
		what string
		list []time.Duration
	}{{"the board after a press on a panel", c.boards.stale}, {"the board of the next hand after the pause", c.boards.late}} {
		if len(l.list) == 0 {
			r.check(false, "%s was never seen", l.what)
			continue
		}
		at := percentiles(l.list)
		r.printf("%s: median %v, p99 %v, p99.9 %v, slowest %v late", l.what, at(500), at(990), at(999), at(1000))
		r.check(at(1000) <= r.goal.stale, "%s comes more than %v late", l.what, r.goal.stale)
	}
	for name, n := range w.counters() {
		if n -= before[name]; n > 0 {
			r.printf("  %.3f a hand: %s", n/float64(len(c.boards.late)), name)
		}
	}
}

// counters returns the program's counts of its requests and its budget.
func (w *system) counters() map[string]float64 {
	resp, err := http.Get("http://" + w.health + "/metrics")
	if err != nil {
		return nil
	}
	defer resp.Body.Close()
	all := map[string]float64{}
	for in := bufio.NewScanner(resp.Body); in.Scan(); {
		i := strings.LastIndexByte(in.Text(), ' ')
		if strings.HasPrefix(in.Text(), "cardroom_budget") || strings.HasPrefix(in.Text(), "cardroom_discord_requests") {
			all[in.Text()[:i]], _ = strconv.ParseFloat(in.Text()[i+1:], 64)
		}
	}
	return all
}
