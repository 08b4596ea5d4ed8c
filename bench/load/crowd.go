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

// crowd is everybody at all tables.
type crowd struct {
	w      *world
	tables []*table

	mu       sync.Mutex
	took     []time.Duration
	counts   [lost + 1]int
	excused  int // presses that met no program
	texts    map[string]int
	length   time.Duration
	cpu      time.Duration // of the program, meanwhile
	starts   []time.Duration
	startCPU time.Duration // processor time of the last
	skipped  int           // presses that were due when nobody could press
	deathly  sync.RWMutex  // held while the program is killed and started: nobody presses
}

// atOnce is how many tables are opened at a time. The bot's own limit, 40 requests a second, is what they wait for.
const atOnce = 100

// fill opens the tables and waits until a hand runs at each.
func fill(ctx context.Context, w *world, g goal) (*crowd, error) {
	n := g.tables
	c := &crowd{w: w, texts: map[string]int{}, tables: make([]*table, n)}
	for i := range c.tables {
		guild := w.srv.Guild(fmt.Sprint("guild ", i/inGuild))
		t := &table{channel: guild.Channel(fmt.Sprint("table-", i))}
		for s := range seats {
			t.people = append(t.people, guild.Person(fmt.Sprint("p", i%inGuild*seats+s)))
		}
		c.tables[i] = t
	}
	if err := c.hush(min(n, inGuild)); err != nil {
		return nil, err
	}
	return c, c.each(atOnce, func(t *table) error { return t.begin(ctx, g.painted) })
}

// hush has everybody switch off that they are called when their turn comes: nobody here needs it, and each would be two
// requests of the forty.
func (c *crowd) hush(tables int) error {
	for _, t := range c.tables[:tables] {
		for _, p := range t.people {
			if a := p.Command(t.channel, "/settings", "ping", "off"); a.Err != nil {
				return a.Err
			}
		}
	}
	return nil
}

// each does something at all tables, so many at a time.
func (c *crowd) each(many int, do func(*table) error) error {
	var all sync.WaitGroup
	room, failed := make(chan struct{}, many), make(chan error, len(c.tables))
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

// manageChannels is Discord's permission to do so, which hosts have.
const manageChannels = 1 << 4

// begin opens the table, seats everybody and waits for the first decision. People sit down by the board's button: what
// they do by commands would cost an edit of the board.
func (t *table) begin(ctx context.Context, painted bool) error {
	host := t.people[0]
	host.Grant(manageChannels)
	if a := host.Command(t.channel, "/table open", "clock", "off", "pause", "8"); a.Err != nil {
		return fmt.Errorf("a table was not opened: %w", a.Err)
	}
	if !painted {
		if err := t.until(ctx, func() bool { return t.plain(host) }); err != nil {
			return fmt.Errorf("a board was not made text: %w", err)
		}
	}
	for _, p := range t.people {
		var a discordtest.Answer
		err := t.until(ctx, func() bool {
			a = p.Press(t.channel, "Sit down")
			last, _ := t.channel.Last()
			return strings.Contains(last.Text(), p.Mention())
		})
		if err != nil {
			return fmt.Errorf("%s does not sit down: %w", p.Name(), errors.Join(a.Err, err))
		}
	}
	return t.awaits(ctx)
}

// awaits waits until somebody is to act.
func (t *table) awaits(ctx context.Context) error {
	return t.until(ctx, func() bool {
		t.look()
		return t.actor() != nil
	})
}

// plain has the board be text alone, by the panel of the options, and says whether it is.
func (t *table) plain(host *discordtest.Person) bool {
	host.Command(t.channel, "/table settings")
	host.Choose(t.channel, "", "board")
	return strings.Contains(host.Press(t.channel, "text").Text(), "`board` text")
}

// tableWait is how long something at a table is waited for. The bot makes forty requests a second: where hands end at ten thousand
// tables at about the same time, the last of the next ones begins minutes later.
const tableWait = 10 * time.Minute

// until waits for something at a table.
func (t *table) until(ctx context.Context, so func() bool) error {
	for end := time.Now().Add(tableWait); ctx.Err() == nil; time.Sleep(100 * time.Millisecond) {
		if so() {
			return nil
		}
		if time.Now().After(end) {
			last, _ := t.channel.Last()
			return fmt.Errorf("it did not come about in %v; the last message there:\n%s", tableWait, last.Text())
		}
	}
	return ctx.Err()
}

// press lets people press at the goal's rate, one table after the other. The rate is kept whatever the answers are like;
// only a table whose last press has no answer yet, or where nobody is to act, is passed over.
func (c *crowd) press(ctx context.Context, g goal) {
	ctx, stop := context.WithTimeout(ctx, g.length)
	defer stop()
	var all sync.WaitGroup
	if g.kill > 0 {
		all.Go(func() { c.kills(ctx, g.kill) })
	}
	begun, cpu := time.Now(), c.w.cpu()
	done := 0
	for ctx.Err() == nil {
		time.Sleep(2 * time.Millisecond)
		c.deathly.RLock()
		for due := int(time.Since(begun).Seconds() * float64(g.actions)); done < due; done++ {
			t := c.tables[done%len(c.tables)]
			all.Go(func() { c.count(t) })
		}
		c.deathly.RUnlock()
	}
	c.length, c.cpu = time.Since(begun), c.w.cpu()-cpu
	all.Wait()
}

// count presses at a table and notes what comes of it.
func (c *crowd) count(t *table) {
	if !t.mu.TryLock() { // its last press is not answered yet
		c.mu.Lock()
		defer c.mu.Unlock()
		c.skipped++
		return
	}
	t.mu.Unlock()
	life := c.w.life.Load()
	o, took, text := t.act()
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case o == unsaid && c.w.life.Load() != life:
		c.excused++
		return
	case o == notReady:
		c.skipped++
	case o == acted || o == unsaid:
		c.took = append(c.took, took)
	}
	c.counts[o]++
	if text != "" {
		c.texts[text]++
	}
}

// kills ends the program again and again, and starts it anew.
func (c *crowd) kills(ctx context.Context, every time.Duration) {
	for {
		select {
		case <-time.After(every):
		case <-ctx.Done():
			return
		}
		if err := c.again(); err != nil {
			c.mu.Lock()
			c.texts[err.Error()]++
			c.mu.Unlock()
			return
		}
	}
}

// again kills the program, in the middle of whatever it does, starts it and notes how long that took.
func (c *crowd) again() error {
	if err := c.w.kill(); err != nil {
		return err
	}
	c.deathly.Lock()
	defer c.deathly.Unlock()
	begun, before := time.Now(), c.w.cpu()
	err := c.w.start()
	took := time.Since(begun)
	c.startCPU = c.w.cpu() - before
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

// storm calls the clock on everybody, kills the program when the first of these minutes are nearly over, and starts it: so
// all decisions have as much time left, and run out at once.
func (c *crowd) storm(ctx context.Context, r *report) error {
	if err := c.each(50, func(t *table) error { return t.awaits(ctx) }); err != nil {
		return fmt.Errorf("no hand began: %w", err)
	}
	called := time.Now()
	if err := c.each(50, func(t *table) error { return t.callClock(ctx) }); err != nil {
		return fmt.Errorf("the clock was not called: %w", err)
	}
	r.say("the clock is called at all tables after %v", time.Since(called).Round(time.Second))
	r.check(time.Since(called) < calledClock, "the first of these minutes is over: not all decisions run out at once")
	before := make([]turn, len(c.tables))
	for i, t := range c.tables {
		t.look()
		before[i], _ = turnOf(t.board)
		t.unsure = true // the clock will decide, and the board say so later
	}
	time.Sleep(calledClock - 5*time.Second - time.Since(called))
	if err := c.w.kill(); err != nil {
		return err
	}
	time.Sleep(time.Second)
	c.w.limited.Store(0)
	if err := c.w.start(); err != nil {
		return err
	}
	begun := time.Now()
	left := c.wait(ctx, before)
	r.say("%d decisions ran out at once: their boards show it %v later", len(c.tables)-left, (time.Since(begun) - leastLeft).Round(time.Second))
	r.check(left == 0, "%d boards do not show that the time ran out", left)
	twice := 0
	for i, t := range c.tables {
		if now, _ := turnOf(t.board); now.hand == before[i].hand && now.action > before[i].action+1 {
			twice++
		}
	}
	r.check(twice == 0, "at %d tables more than one decision was made", twice)
	r.check(c.w.limited.Load() == 0, "%d global 429s in the storm", c.w.limited.Load())
	return nil
}

// callClock calls the clock on whoever is to act. Nobody calls it on themselves, and a board that was not edited yet names
// another: so all try in turn. Where an answer did not come in time and then nobody may call it any more, it was called.
func (t *table) callClock(ctx context.Context) error {
	tries, unanswered := 0, -1
	return t.until(ctx, func() bool {
		caller := t.people[tries%seats]
		tries++
		a := caller.Command(t.channel, "/clock")
		if a.Err != nil || strings.Contains(a.Text(), "Not confirmed yet") {
			unanswered = tries
		}
		return strings.Contains(a.Text(), "clock is called") || unanswered >= 0 && tries > unanswered+seats
	})
}

// wait looks at the tables until each has moved on, or for so long as ten requests a table take at forty a second: after a
// start there are also the board as it was, the messages that are read, a warning, and its end. It is how many have not.
func (c *crowd) wait(ctx context.Context, before []turn) (left int) {
	patience := 30*time.Second + time.Duration(len(c.tables))*time.Second/4
	for end := time.Now().Add(patience); ctx.Err() == nil && time.Now().Before(end); time.Sleep(500 * time.Millisecond) {
		left = 0
		for i, t := range c.tables {
			t.look()
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

// compare sees that no table has fallen behind what was shown of it.
func (c *crowd) compare(r *report) {
	behind := 0
	for _, t := range c.tables {
		t.look()
		if now, ok := turnOf(t.board); ok && now.before(t.known) {
			behind++
		}
	}
	r.check(behind == 0, "%d tables show an earlier decision than was answered", behind)
	var last [lost + 1]atomic.Int64
	_ = c.each(20, func(t *table) error {
		o, _, text := t.act()
		if last[o].Add(1) == 1 && text != "" {
			r.say("  %.120q", text)
		}
		return nil
	})
	r.say("a last press at each table: %d acted, %d had nobody to act, %d refused", last[acted].Load(), last[notReady].Load(), last[refused].Load())
	r.check(last[unsaid].Load() == 0, "at %d tables the last press has no answer", last[unsaid].Load())
	r.check(last[lost].Load() == 0, "at %d tables the last press was made on a board that was lost", last[lost].Load())
}
