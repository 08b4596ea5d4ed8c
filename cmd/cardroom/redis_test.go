package main_test

import (
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/store/storetest"
)

const redisPassword = "0f1e2d3c4b5a"

func startRedis(t *testing.T) *storetest.Redis {
	t.Helper()
	return storetest.StartRedis(t, "--requirepass", redisPassword)
}

const nights = "nights, in which Redis is away"

// dawn is how long after the Redis the play may take to be back.
const dawn = 3 * time.Second

// darken kills the Redis and starts it again after a while, or has it hang. Nobody waits for that: people go on
// pressing. Of several who would, the first does; and while a bot is starting, which needs its store, nobody does.
func (c *club) darken(hang bool, d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ending || time.Now().Before(c.dark) {
		return
	}
	c.tally[nights]++
	c.dark, c.rough = time.Now().Add(time.Hour), time.Now().Add(d+dawn)
	c.night.Go(func() {
		if hang {
			c.redis.Must("CLIENT", "PAUSE", d.Milliseconds(), "ALL")
			time.Sleep(d)
		} else {
			c.redis.Kill()
			time.Sleep(d)
			c.redis.Start()
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.dark = time.Now().Add(dawn)
		c.rough = c.dark
	})
}

// isDark says whether the store may be away.
func (c *club) isDark() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Before(c.dark)
}

// daylight waits until the store is there.
func (c *club) daylight() {
	if !within(30*time.Second, func() bool { return !c.isDark() }) {
		c.t.Error("Redis is not back after 30 s")
	}
}

// aboutTheStore says whether a line of the log complains of the store.
func aboutTheStore(line string) bool {
	return strings.Contains(line, "store: redis://") || strings.Contains(line, "not confirmed yet")
}

// TestTheComposeFilesRedisIsFit starts a server that is not fit but for what compose.yaml adds.
func TestTheComposeFilesRedisIsFit(t *testing.T) {
	t.Parallel()
	compose, err := os.ReadFile("../../compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`\$\{REDIS_PASSWORD[^}]*\}`).ReplaceAllString(string(compose), redisPassword)
	_, text, _ = strings.Cut(text, " redis-server ")
	command, _, _ := strings.Cut(text, "\n    volumes:")
	args := []string{"--appendonly", "no", "--appendfsync", "no", "--maxmemory-policy", "allkeys-lru"}
	for word := range strings.FieldsSeq(command) {
		args = append(args, strings.Trim(word, `"`))
	}
	s := storetest.StartRedis(t, args...)
	srv, dir := listen(t, discordtest.Options{}), t.TempDir()
	p := launch(t, dir, environ(srv, dir, "STORE_URL="+s.URL(), "LOG_LEVEL=warn"))
	defer p.kill()
	online(t, srv, p)
	if text := p.out.String(); text != "" || !strings.Contains(s.URL(), redisPassword) {
		t.Errorf("the bot warns of it:\n%s", text)
	}
}

func TestAStoreThatIsNotThereYetIsWaitedForAloud(t *testing.T) {
	t.Parallel()
	srv, dir, s := listen(t, discordtest.Options{}), t.TempDir(), startRedis(t)
	s.Kill()
	env := environ(srv, dir, "STORE_URL="+s.URL(), "LOG_LEVEL=warn")
	waiting := "waiting for the store: STORE_URL redis://" + s.Addr
	said := func(p *program) func() bool { return func() bool { return strings.Contains(p.out.String(), waiting) } }
	impatient, patient := launch(t, dir, env), launch(t, dir, env)
	defer impatient.kill()
	defer patient.kill()
	for _, p := range []*program{impatient, patient} {
		if !within(5*time.Second, said(p)) {
			t.Fatalf("does not say %q:\n%s", waiting, p.out)
		}
	}
	if code, took := impatient.stop(); code != 0 || took > 5*time.Second {
		t.Errorf("asked to stop while waiting: exit code %d after %v\n%s", code, took, impatient.out)
	}
	s.Start()
	online(t, srv, patient)
	if text := patient.out.String(); strings.Count(text, "\n") != 1 || strings.Contains(text, redisPassword) {
		t.Errorf("want one line without the password, got:\n%s", text)
	}
}

// TestAHandWaitsForItsRedis has one press after another while there is no store. Each is answered; and what was pressed
// while the table was waiting counts as soon as the store is back.
// It is a test of P3.
func TestAHandWaitsForItsRedis(t *testing.T) {
	t.Parallel()
	c := newClubOn(t, 4, startRedis(t))
	r := c.open(0, 3, 1)
	b := r.seatAll()
	me, m, label := r.who(b.seats[b.actor].person), r.boardMessage(b), callOrCheck(b)
	r.ask = &intent{before: b}
	r.mean(b, label)
	c.count(nights) // the log may complain
	c.redis.Kill()
	r.isUnconfirmed(r.pressOn(me, m, label), label)
	var all sync.WaitGroup
	for _, p := range r.people {
		for _, command := range []string{"/chips balance", "/chips daily", "/ledger", "/sit"} {
			all.Go(func() { r.isUnconfirmed(r.do(p, r.ch, discordtest.Slash{Command: command}), command) })
		}
	}
	r.isUnconfirmed(r.pressOn(me, m, label), label)
	all.Wait()
	if now, ok := r.until(5*time.Second, paused); !ok || same(b, now) != nil {
		t.Errorf("the board without a store:\n%s\n\n%s", b.text, now.text)
	}
	began := time.Now()
	c.redis.Start()
	now, ok := r.until(2*dawn, func(now board) bool { return same(b, now) != nil }) // and an edit takes its time
	if err := follows(*r.ask, now); !ok || err != nil {
		t.Errorf("%v after the Redis is back: %v:\n%s\n\n%s", 2*dawn, err, b.text, now.text)
	}
	t.Logf("play went on %v after the Redis was started", time.Since(began))
	if _, ok := r.plainTurn(); !ok {
		t.Error("and then it stopped")
	}
	c.verify()
}

// paused says whether a board says that its table waits for the store.
func paused(b board) bool { return strings.Count(b.text, "\n⏸ ") == 1 }

// isUnconfirmed checks an answer without a store.
func (r *room) isUnconfirmed(out outcome, what string) {
	r.t.Helper()
	switch {
	case out.Err != nil, out.Text() != notConfirmed, out.Message == nil, !out.Message.Ephemeral:
		r.t.Errorf("%s without a store is answered with %v", what, out.Answer)
	case out.Took > 3*time.Second:
		r.t.Errorf("%s without a store is answered after %v", what, out.Took)
	}
}
