package club

import (
	"strings"
	"testing"
	"time"

	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/store/storetest"
)

// RedisPassword is the password of every test's Redis.
const RedisPassword = "0f1e2d3c4b5a"

// StartRedis starts a Redis with that password. It skips the test if none is installed.
func StartRedis(t *testing.T) *storetest.Redis {
	t.Helper()
	return storetest.StartRedis(t, "--requirepass", RedisPassword)
}

// Nights is the tally of Redis outages.
const Nights = "nights, in which Redis is away"

// Dawn is how long play may take to continue after Redis is back.
const Dawn = 3 * time.Second

// darken kills Redis and starts it again after a while, or makes it hang. People keep pressing meanwhile. Of several
// concurrent callers only the first does it; none does while a bot is starting, which needs its store.
func (c *Club) darken(hang bool, d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ending || time.Now().Before(c.dark) {
		return
	}
	c.tally[Nights]++
	c.dark, c.rough = time.Now().Add(time.Hour), time.Now().Add(d+Dawn)
	c.night.Go(func() {
		if hang {
			c.Redis.Must("CLIENT", "PAUSE", d.Milliseconds(), "ALL")
			time.Sleep(d)
		} else {
			c.Redis.Kill()
			time.Sleep(d)
			c.Redis.Start()
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.dark = time.Now().Add(Dawn)
		c.rough = c.dark
	})
}

// isDark reports whether the store may be unavailable.
func (c *Club) isDark() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Before(c.dark)
}

// daylight waits until the store is available.
func (c *Club) daylight() {
	if !program.Within(30*time.Second, func() bool { return !c.isDark() }) {
		c.T.Error("Redis is not back after 30 s")
	}
}

// aboutTheStore reports whether a line of the log is about the store.
func aboutTheStore(line string) bool {
	return strings.Contains(line, "store: redis://") || strings.Contains(line, "not confirmed yet")
}

// IsUnconfirmed checks the answer to a press during a store outage.
func (r *Room) IsUnconfirmed(out outcome, what string) {
	r.T.Helper()
	switch {
	case out.Err != nil, !isUnavailable(out.Text()), out.Message == nil, !out.Message.Ephemeral:
		r.T.Errorf("%s without a store is answered with %v", what, out.Answer)
	case out.Took > 3*time.Second:
		r.T.Errorf("%s without a store is answered after %v", what, out.Took)
	}
}
