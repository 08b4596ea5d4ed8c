package rest

import (
	"context"
	"net/http"
	"sync"
	"time"

	"cardroom/internal/clock"
)

// maxDateTime is the longest request whose Date is believed. Of a process that was stopped during a request, the answer's
// Date is as old as the stop was long.
const maxDateTime = 2 * time.Second

// discordClock knows what time it is at Discord, to a second or so: this machine's clock may be set wrongly.
type discordClock struct {
	mu      sync.Mutex
	known   bool
	discord time.Time    // what time it was there
	here    clock.Moment // when it was that here
}

// learn takes in the Date of an answer to a request that was sent and answered at these moments. The header counts whole
// seconds, so Discord's clock is half a second further on average.
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

// age returns how long ago it was made at Discord. It reports false where Discord has not said yet what time it is there.
func (c *discordClock) age(made time.Time, now clock.Moment) (age time.Duration, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.discord.Sub(made) + now.Since(c.here), c.known
}

// moved reports whether this machine's clocks disagree about how long ago Discord last answered: one was set or stood still.
func (c *discordClock) moved(now clock.Moment) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	wall, up := now.Wall.Sub(c.here.Wall), now.Up-c.here.Up
	return c.known && (wall-up).Abs() > maxDateTime
}

// CheckClock asks Discord what time it is there, where this machine's clock was set since the last answer or the machine slept.
func (c *Client) CheckClock(ctx context.Context) {
	if c.clock.moved(clock.Now()) {
		_, _ = c.Gateway(ctx) // any answer has the time, also a refusal
	}
}

// Age returns how long ago Discord made something, by Discord's clock and to a second or so. Where the machine slept since
// the last answer, or its clock was set, the age may be too great, but not too small; the next answer mends that. Age
// reports false before the first answer.
func (c *Client) Age(made time.Time) (age time.Duration, known bool) {
	return c.clock.age(made, clock.Now())
}
