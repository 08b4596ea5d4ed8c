package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cardroom/bot/discordtest"
)

// crowd has the players at all tables.
type crowd struct {
	sys    *system
	tables []*table

	mu         sync.Mutex
	latencies  []time.Duration
	counts     [rolledBack + 1]int
	excused    int // presses while the program was down
	texts      map[string]int
	duration   time.Duration
	spent      spent // in that time
	starts     []time.Duration
	startCPU   time.Duration  // processor time of the last start
	asked      map[string]int // answers to the person who asks for /history, by their first word
	skipped    int            // presses that were due where no player was to act
	boards     boards
	restarting sync.RWMutex // held while the program is killed and started, so that no player presses
}

// spent is the cost of the presses.
type spent struct {
	cpu        time.Duration // of the program
	discordCPU time.Duration // of this process
	panelEdits int64         // of panels that were open and of new ones
}

// boards says how late boards were.
type boards struct {
	private int             // presses on panels
	stale   []time.Duration // of the board after each of them
	late    []time.Duration // of the board of each next hand
}

// parallelOpens is how many tables are opened at a time. They wait for the bot's own limit of 40 requests a second.
const parallelOpens = 100

// fill opens the tables and waits until a hand runs at each.
func fill(ctx context.Context, w *system, g goal) (*crowd, error) {
	n := g.tables
	c := &crowd{sys: w, texts: map[string]int{}, asked: map[string]int{}, tables: make([]*table, n)}
	for i := range c.tables {
		guild := w.srv.Guild(fmt.Sprint("guild ", i/g.tablesPerGuild()))
		t := &table{goal: g, channel: guild.Channel(fmt.Sprint("table-", i)), host: guild.Person(fmt.Sprint("host-", i/tablesPerHost))}
		for s := range g.seats {
			t.people = append(t.people, guild.Person(fmt.Sprint("p", i%tablesPerGuild*g.seats+s)))
		}
		c.tables[i] = t
	}
	if err := c.disablePings(min(n, tablesPerGuild)); err != nil {
		return nil, err
	}
	return c, c.each(parallelOpens, func(t *table) error { return t.open(ctx, g.pictures) })
}

// disablePings has all players switch off the mention at their turn: each would cost two of the forty requests a second.
func (c *crowd) disablePings(tables int) error {
	for _, t := range c.tables[:tables] {
		for _, p := range t.people {
			if a := p.Command(t.channel, "/settings", "ping", "off"); a.Err != nil {
				return a.Err
			}
		}
	}
	return nil
}

// openPanels has so many players open the panel with their cards: one at each table, then a second.
func (c *crowd) openPanels(ctx context.Context, panels int) error {
	for seat := range c.tables[0].goal.seats {
		for _, t := range c.tables[:min(len(c.tables), max(0, panels-seat*len(c.tables)))] {
			p := t.people[seat]
			var a discordtest.Answer
			if err := t.poll(ctx, func() bool {
				a = p.Press(t.channel, "My cards")
				return a.Err == nil && a.Message != nil && a.Message.Ephemeral
			}); err != nil {
				return fmt.Errorf("%s opens no panel: %w", p.Name(), errors.Join(a.Err, err))
			}
		}
	}
	return nil
}

// each calls do with every table, at most limit at a time.
func (c *crowd) each(limit int, do func(*table) error) error {
	var all sync.WaitGroup
	room, failed := make(chan struct{}, limit), make(chan error, len(c.tables))
	for _, t := range c.tables {
		room <- struct{}{}
		all.Go(func() {
			defer func() { <-room }()
			if err := do(t); err != nil {
				failed <- err
			}
		})
	}
	all.Wait()
	select {
	case err := <-failed:
		return err
	default:
		return nil
	}
}

// manageChannels is the permission that hosts need.
const manageChannels = 1 << 4

// tablesPerHost is how many tables a host opens: one person may send ten commands in ten seconds where no table is.
const tablesPerHost = 5

// open opens the table, seats all players and waits for the first decision. Players sit down by the board's button, because
// a command would cost an edit of the board.
func (t *table) open(ctx context.Context, painted bool) error {
	host := t.host
	host.Grant(manageChannels)
	board := "text"
	if painted {
		board = "picture"
	}
	seats := fmt.Sprint(max(9, len(t.people)))
	if err := t.poll(ctx, func() bool { // again, where the answer was lost: then the table is open already
		return host.Command(t.channel, "/table open", "clock", "off", "pause", "8", "board", board, "seats", seats).Err == nil
	}); err != nil {
		return fmt.Errorf("a table was not opened: %w", err)
	}
	for _, p := range t.people {
		var a discordtest.Answer
		err := t.poll(ctx, func() bool {
			if a = p.Press(t.channel, "Sit down"); a.Err != nil { // a hand runs: the menu has the button
				p.Press(t.channel, "Seat…")
			}
			m, _ := t.channel.Last() // the board, which need not be the answer
			return a.Type == discordtest.AnswerUpdate || strings.Contains(m.Text(), p.Mention())
		})
		if err != nil {
			return fmt.Errorf("%s does not sit down: %w", p.Name(), errors.Join(a.Err, err))
		}
	}
	return t.awaitDecision(ctx)
}

// awaitDecision waits until a player is to act.
func (t *table) awaitDecision(ctx context.Context) error {
	return t.poll(ctx, func() bool {
		t.refresh()
		return t.actor() != nil
	})
}

// tableWait is how long poll waits. The bot makes forty requests a second: where hands end at ten thousand
// tables at about the same time, the last of the next ones begins minutes later.
const tableWait = 10 * time.Minute

// poll waits until a condition at a table holds.
func (t *table) poll(ctx context.Context, done func() bool) error {
	for end := time.Now().Add(tableWait); ctx.Err() == nil; time.Sleep(100 * time.Millisecond) {
		if done() {
			return nil
		}
		if time.Now().After(end) {
			last, _ := t.channel.Last()
			return fmt.Errorf("nothing happened at the table in %v; the last message there:\n%s", tableWait, last.Text())
		}
	}
	return ctx.Err()
}

// forget drops the measurements so far.
func (c *crowd) forget() {
	c.latencies, c.skipped, c.boards = nil, 0, boards{}
	c.counts, c.texts = [rolledBack + 1]int{}, map[string]int{}
}

// press presses at the goal's rate for a while, one table after the other, however slow the answers are. It skips a table whose
// last press has no answer yet, or where no player is to act.
func (c *crowd) press(ctx context.Context, g goal, d time.Duration) {
	ctx, stop := context.WithTimeout(ctx, d)
	defer stop()
	var all sync.WaitGroup
	if g.kill > 0 {
		all.Go(func() { c.killLoop(ctx, g.kill) })
	}
	if g.asks > 0 {
		all.Go(func() { c.ask(ctx, g.asks) })
	}
	begun, cpu, discordCPU, edits := time.Now(), c.cpu(), ownCPU(), c.sys.panelEdits.Load()
	done := 0
	for ctx.Err() == nil {
		time.Sleep(2 * time.Millisecond)
		c.restarting.RLock()
		for due := int(time.Since(begun).Seconds() * g.slots()); done < due; done++ {
			t := c.tables[done%len(c.tables)]
			all.Go(func() { c.pressAt(t) })
		}
		c.restarting.RUnlock()
	}
	c.duration, c.spent.cpu, c.spent.discordCPU = time.Since(begun), c.cpu()-cpu, ownCPU()-discordCPU
	c.spent.panelEdits = c.sys.panelEdits.Load() - edits
	all.Wait()
}

// cpu returns the processor time of the program, once it runs.
func (c *crowd) cpu() time.Duration {
	c.restarting.RLock()
	defer c.restarting.RUnlock()
	return c.sys.cpu()
}

// ask has one person, who plays nowhere, ask for /history so many times a second, however slow the answers are.
func (c *crowd) ask(ctx context.Context, rate int) {
	channel := c.tables[0].channel
	asker := channel.Guild().Person("asker")
	var all sync.WaitGroup
	defer all.Wait()
	begun := time.Now()
	for done := 0; ctx.Err() == nil; time.Sleep(2 * time.Millisecond) {
		for due := int(time.Since(begun).Seconds() * float64(rate)); done < due; done++ {
			all.Go(func() {
				a := asker.Command(channel, "/history")
				said, _, _ := strings.Cut(a.Text(), " ")
				if a.Err != nil {
					said = a.Err.Error()
				}
				c.mu.Lock()
				defer c.mu.Unlock()
				c.asked[said]++
			})
		}
	}
}

// pressAt presses at a table and counts the outcome.
func (c *crowd) pressAt(t *table) {
	if !t.mu.TryLock() { // its last press is not answered yet
		c.mu.Lock()
		defer c.mu.Unlock()
		c.skipped++
		return
	}
	defer t.mu.Unlock()
	life := c.sys.starts.Load()
	p := t.press()
	c.count(p, c.sys.starts.Load() != life)
	if t.goal.stale > 0 && p.outcome == acted {
		c.measureBoard(t, p)
	}
}

// count counts the outcome of a press. The program may have been killed meanwhile.
func (c *crowd) count(p press, killed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch o := p.outcome; {
	case o == unanswered && killed:
		c.excused++
		return
	case o == notReady:
		c.skipped++
	case o == acted || o == unanswered:
		c.latencies = append(c.latencies, p.took)
	}
	if p.private {
		c.boards.private++
	}
	c.counts[p.outcome]++
	if p.text != "" {
		c.texts[p.text]++
	}
}

// killLoop kills and starts the program again and again.
func (c *crowd) killLoop(ctx context.Context, every time.Duration) {
	for {
		select {
		case <-time.After(every):
		case <-ctx.Done():
			return
		}
		if err := c.restart(); err != nil {
			c.mu.Lock()
			c.texts[err.Error()]++
			c.mu.Unlock()
			return
		}
	}
}

// restart kills the program, starts it and notes how long that took.
func (c *crowd) restart() error {
	if err := c.sys.kill(); err != nil {
		return err
	}
	c.restarting.Lock()
	defer c.restarting.Unlock()
	begun, before := time.Now(), c.sys.cpu()
	err := c.sys.start()
	took := time.Since(begun)
	c.startCPU = c.sys.cpu() - before
	c.mu.Lock()
	defer c.mu.Unlock()
	c.starts = append(c.starts, took)
	return err
}

// A called clock is a minute, and a decision has at least leastLeft when the program starts again.
const (
	calledClock = time.Minute
	leastLeft   = 15 * time.Second
)

// storm calls the clock at all tables, kills the program when the first of these minutes are nearly over, and starts it:
// then all decisions have the same time left, and run out at once.
func (c *crowd) storm(ctx context.Context, r *report) error {
	if err := c.each(50, func(t *table) error { return t.awaitDecision(ctx) }); err != nil {
		return fmt.Errorf("no hand began: %w", err)
	}
	called := time.Now()
	if err := c.each(50, func(t *table) error { return t.callClock(ctx) }); err != nil {
		return fmt.Errorf("the clock was not called: %w", err)
	}
	r.printf("the clock is called at all tables after %v", time.Since(called).Round(time.Second))
	r.check(time.Since(called) < calledClock, "the first of these minutes is over: not all decisions run out at once")
	before := make([]turn, len(c.tables))
	for i, t := range c.tables {
		t.refresh()
		before[i], _ = turnOf(t.board)
		t.uncertain = true // the clock will decide, and the board say so later
	}
	time.Sleep(calledClock - 5*time.Second - time.Since(called))
	if err := c.sys.kill(); err != nil {
		return err
	}
	time.Sleep(time.Second)
	c.sys.globalLimits.Store(0)
	if err := c.sys.start(); err != nil {
		return err
	}
	begun := time.Now()
	left := c.awaitTurns(ctx, before)
	r.printf("%d decisions ran out at once: their boards show it %v later", len(c.tables)-left, (time.Since(begun) - leastLeft).Round(time.Second))
	r.check(left == 0, "%d boards do not show that the time ran out", left)
	twice := 0
	for i, t := range c.tables {
		if now, _ := turnOf(t.board); now.hand == before[i].hand && now.action > before[i].action+1 {
			twice++
		}
	}
	r.check(twice == 0, "at %d tables more than one decision was made", twice)
	r.check(c.sys.globalLimits.Load() == 0, "%d global 429s in the storm", c.sys.globalLimits.Load())
	return nil
}

// callClock calls the clock on the player to act. Players cannot call it on themselves, and a board that was not edited yet
// names another player: so all try in turn. After an unanswered call that no player can repeat, the clock was called.
func (t *table) callClock(ctx context.Context) error {
	tries, unanswered := 0, -1
	return t.poll(ctx, func() bool {
		caller := t.people[tries%len(t.people)]
		tries++
		a := caller.Command(t.channel, "/clock")
		if a.Err != nil || strings.Contains(a.Text(), "Not confirmed yet") {
			unanswered = tries
		}
		return strings.Contains(a.Text(), "clock is called") || unanswered >= 0 && tries > unanswered+len(t.people)
	})
}

// awaitTurns waits until each table has moved on, or for as long as ten requests a table take at forty a second: after a
// start there are also the old board, the messages that the bot reads, a warning, and its end. It returns how many have not.
func (c *crowd) awaitTurns(ctx context.Context, before []turn) (left int) {
	patience := 30*time.Second + time.Duration(len(c.tables))*time.Second/4
	for end := time.Now().Add(patience); ctx.Err() == nil && time.Now().Before(end); time.Sleep(500 * time.Millisecond) {
		left = 0
		for i, t := range c.tables {
			t.refresh()
			if now, ok := turnOf(t.board); !ok || !before[i].before(now) {
				left++
			}
		}
		if left == 0 {
			break
		}
	}
	return left
}

// checkLost fails where a table has fallen behind what its board showed, or where no player can act any more.
func (c *crowd) checkLost(ctx context.Context, r *report) {
	behind := 0
	for _, t := range c.tables {
		t.refresh()
		if now, ok := turnOf(t.board); ok && now.before(t.known) {
			behind++
		}
	}
	r.check(behind == 0, "%d tables show an earlier decision than was answered", behind)
	ctx, stop := context.WithTimeout(ctx, tableWait) // for all tables together
	defer stop()
	var last [rolledBack + 1]atomic.Int64
	_ = c.each(20, func(t *table) error {
		return t.poll(ctx, func() bool { // until the board is there, and shows where the table is
			t.refresh()
			p := t.act()
			if last[p.outcome].Add(1) == 1 && p.text != "" {
				r.printf("  %.120q", p.text)
			}
			return p.outcome != notReady && p.outcome != stale
		})
	})
	r.printf("a last press at each table: %d acted, %d refused; %d presses before it met a table that had moved on", last[acted].Load(), last[refused].Load(), last[stale].Load())
	r.check(last[acted].Load() == int64(len(c.tables)), "at %d of %d tables a player acted", last[acted].Load(), len(c.tables))
	r.check(last[unanswered].Load() == 0, "at %d tables the last press has no answer", last[unanswered].Load())
	r.check(last[rolledBack].Load() == 0, "at %d tables the last press was made on a board that was lost", last[rolledBack].Load())
}
