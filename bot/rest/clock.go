package rest

import (
	"context"
	"net/http"
	"sync"
	"time"

	"cardroom/internal/clock"
)

// maxDateTime is the longest request whose Date is used. If the process was stopped during a request, the answer's Date is
// old.
const maxDateTime = 2 * time.Second

// discordClock estimates Discord's time to about a second, because this machine's clock may be wrong.
type discordClock struct {
	mu      sync.Mutex
	known   bool
	discord time.Time    // Discord's time
	here    clock.Moment // this machine's time at that moment
}

// learn records the Date of an answer to a request sent and answered at these moments. The header counts whole seconds, so
// Discord's clock is half a second further on average.
func (c *discordClock) learn(sent, answered clock.Moment, date string) {
	took := answered.Since(sent)
	at, err := http.ParseTime(date)
	if err != nil || took > maxDateTime {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	half := (answered.Up - sent.Up) / 2
	c.known, c.discord = true, at.Add(time.Second/2)
	c.here = clock.Moment{Wall: answered.Wall.Add(-half), Up: answered.Up - half}
}

// age returns the age of something made at Discord. It reports false if Discord's time is still unknown.
func (c *discordClock) age(made time.Time, now clock.Moment) (age time.Duration, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.discord.Sub(made) + now.Since(c.here), c.known
}

// maxIdle is how long Discord's time counts without another answer. A clock that nothing corrects drifts by about a second
// in a few hours.
const maxIdle = time.Hour

// outdated reports whether Discord's last answer was long ago, or this machine's clocks disagree about the time since then:
// one of them was changed, or paused.
func (c *discordClock) outdated(now clock.Moment) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	wall, up := now.Wall.Sub(c.here.Wall), now.Up-c.here.Up
	return c.known && ((wall-up).Abs() > maxDateTime || up > maxIdle)
}

// CheckClock asks Discord for its time if the last answer was an hour ago, this machine's clock was changed since then, or
// the machine slept. It waits for no rate limit, and for the answer only as long as that has a use: 2 s.
func (c *Client) CheckClock(ctx context.Context) {
	if c.clock.outdated(clock.Now()) {
		ctx, cancel := context.WithTimeout(NoWait(ctx), maxDateTime)
		defer cancel()
		_, _ = c.Gateway(ctx) // any answer has the time, even a refusal
	}
}

// Age returns the age of something that Discord made, by Discord's clock and to about a second. If the machine slept since
// the last answer, or its clock was changed, the age may be too large but not too small; the next answer corrects it. Age
// reports false before the first answer.
func (c *Client) Age(made time.Time) (age time.Duration, known bool) {
	return c.clock.age(made, clock.Now())
}
