package club

import (
	"os"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/program"
)

// standstill is the longest time for which the machine did not run a ready goroutine.
const standstill = "standstill of this machine"

// bunched is the standstill after which the count of requests in a second proves nothing. The program sends 44 at most. At
// 40 a second six more arrive within it if the machine stalls for 150 ms.
const bunched = 100 * time.Millisecond

// hanging is the standstill after which a second answer proves nothing. The program sends an answer with a picture again, without
// the picture, where Discord takes half of its three seconds. The program and Discord share this machine.
const hanging = 500 * time.Millisecond

// sampled is how often the club looks how long its processes waited for a core. If they waited as long as that, at least one
// thread was waiting all the time: there the machine has more to do than it can.
const sampled = 250 * time.Millisecond

// overloaded returns whether the machine ever kept the program waiting, and its longest standstill.
func (c *Club) overloaded() (starved bool, stood time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.starved.IsZero(), c.slowest[standstill]
}

// watchMachine records stalls, and when the machine kept the program waiting, until the returned function is called.
func (c *Club) watchMachine() (stop func()) {
	const tick = 10 * time.Millisecond
	done := make(chan struct{})
	go func() {
		last, of, waited := time.Now(), 0, time.Duration(0)
		for {
			began := time.Now()
			select {
			case <-done:
				return
			case <-time.After(tick):
				c.note(standstill, time.Since(began)-tick)
			}
			if time.Since(last) >= sampled {
				pid, now := c.waited()
				if pid == of && now-waited >= time.Since(last) {
					c.mu.Lock()
					c.starved = time.Now()
					c.mu.Unlock()
				}
				last, of, waited = time.Now(), pid, now
			}
		}
	}()
	return func() { close(done) }
}

// waited returns the running process and for how long its threads, and those of this test with its Discord, have waited for a
// core.
func (c *Club) waited() (pid int, sum time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Bot != nil {
		pid = c.Bot.Cmd.Process.Pid
		sum = program.Waited(pid)
	}
	return pid, sum + program.Waited(os.Getpid())
}

// Starved reports whether an interaction has just remained without an answer because the machine kept the program waiting. It
// then counts and excuses the interaction.
func (c *Club) Starved(p *discordtest.Person, i *discordtest.Interaction) bool {
	if !c.starvedSince(i.Answer().Took) {
		return false
	}
	c.Count("presses without an answer while the machine was overloaded")
	c.Excuse(p, i)
	return true
}

// starvedSince reports whether the machine has kept the program waiting in the last so long.
func (c *Club) starvedSince(ago time.Duration) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Since(c.starved) <= ago+sampled
}
