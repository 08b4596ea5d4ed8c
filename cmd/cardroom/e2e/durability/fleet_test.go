package durability_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/engine"
	"cardroom/store"
	storeopen "cardroom/store/open"
	"cardroom/store/storetest"
)

var fleetRate = flag.Int("fleet-presses", 40, "presses a second while a fleet is upgraded")

// fleet is a bot of several processes on one Redis, and guilds in which people give each other chips.
type fleet struct {
	*testing.T
	discord   *discordtest.Server
	dir       string
	store     string
	seen      []engine.ID
	processes []*member
	givers    []*giver
	presses   atomic.Int64
}

// member is one process of a fleet.
type member struct {
	*program.Process
	health string // its HTTP_ADDR
}

// giver gives chips, one a press.
type giver struct {
	guild   *discordtest.Guild
	channel *discordtest.Channel
	from    []*discordtest.Person // in turn: one person may send ten commands in ten seconds where no table is
	to      *discordtest.Person
	given   int64 // answered as given
	open    int64 // answered as not confirmed yet: given or not
}

const (
	fleetShards = 4
	fleetGuilds = 8
	// fleetTime is how long the shards may take to be shared out anew: ten times the usual time.
	fleetTime = 30 * time.Second
)

func newFleet(t *testing.T, url string) *fleet {
	f := &fleet{T: t, discord: program.ListenDiscord(t, discordtest.Options{NoLimits: true, AtOnce: fleetShards}), dir: t.TempDir(), store: url}
	for i := range fleetGuilds {
		g := f.discord.Guild(fmt.Sprint("guild ", i))
		r := &giver{guild: g, channel: g.Channel("poker"), to: g.Person("bob")}
		for p := range 2 * *fleetRate / fleetGuilds {
			r.from = append(r.from, g.Person(fmt.Sprintf("giver-%d-%d", i, p)))
		}
		f.givers = append(f.givers, r)
		id, err := strconv.ParseUint(g.ID(), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		f.seen = append(f.seen, engine.ID(id))
	}
	return f
}

// start starts a process, and adds it to the fleet.
func (f *fleet) start() *member {
	m := &member{health: storetest.FreeAddr(f)}
	env := program.Environ(f.discord, f.dir, "STORE_URL="+f.store, "SHARDS="+fmt.Sprint(fleetShards), "HTTP_ADDR="+m.health, "LOG_LEVEL=info")
	m.Process = program.Start(f.T, f.dir, env)
	f.Cleanup(func() {
		m.Kill()
		if f.Failed() {
			f.Logf("%s\n%s", m.health, m.Output)
		}
	})
	f.processes = append(f.processes, m)
	return m
}

// metric returns the sum of a metric over the processes that run.
func (f *fleet) metric(name string) (sum int) {
	for _, m := range f.processes {
		resp, err := http.Get("http://" + m.health + "/metrics")
		if err != nil {
			continue // it has just been started
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` (\d+)`).FindSubmatch(body); found != nil {
			n, _ := strconv.Atoi(string(found[1]))
			sum += n
		}
	}
	return sum
}

// awaitDivision waits until each process that runs plays its share and is connected.
func (f *fleet) awaitDivision(within time.Duration) {
	f.Helper()
	var counts []int
	even := func() bool {
		counts = nil
		for _, m := range f.processes {
			one := &fleet{T: f.T, processes: []*member{m}}
			counts = append(counts, one.metric("cardroom_shards"))
			if up := one.metric("cardroom_gateway_up"); up != counts[len(counts)-1] {
				return false
			}
		}
		sum := 0
		for _, n := range counts {
			sum += n
		}
		return sum == fleetShards && slices.Max(counts)-slices.Min(counts) <= 1
	}
	if !program.Within(within, even) {
		for _, m := range f.processes {
			f.Logf("%s\n%s", m.health, m.Output)
		}
		f.Fatalf("after %v the processes play %v shards of %d", within, counts, fleetShards)
	}
}

// press gives chips in all guilds until the context ends. A press without its answer is a failure.
func (f *fleet) press(ctx context.Context) (wait func()) {
	var all sync.WaitGroup
	pause := time.Second * fleetGuilds / time.Duration(*fleetRate)
	for _, g := range f.givers {
		all.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				began := time.Now()
				a := g.from[i%len(g.from)].Command(g.channel, "/chips give", "player", "bob", "amount", "1")
				f.presses.Add(1)
				switch {
				case a.Err != nil:
					f.Errorf("%s (%s): a press of %s: %v", g.guild.Name(), g.guild.ID(), began.Format(time.StampMilli), a.Err)
				case strings.Contains(a.Text(), "gets 1 from your wallet"):
					g.given++
				case strings.HasPrefix(a.Text(), "Not confirmed yet"):
					g.open++
				default:
					f.Errorf("%s: a press is answered %q", g.guild.Name(), a.Text())
				}
				time.Sleep(pause - time.Since(began)) // people press at a pace
			}
		})
	}
	return all.Wait
}

// balance expects that each receiver has each answered gift, once, and at most the open ones besides. The bot answers
// after 2.4 s at the latest, so a machine that stands still for as long leaves presses open; where it runs none is.
func (f *fleet) balance() {
	f.Helper()
	var open int64
	for _, g := range f.givers {
		open += g.open
	}
	if open > f.presses.Load()/20 {
		f.Errorf("%d of %d presses are answered as not confirmed yet", open, f.presses.Load())
	}
	st, err := storeopen.Inspect(f.Context(), f.store, store.Options{})
	if err != nil {
		f.Fatal(err)
	}
	defer st.Close()
	for i, g := range f.givers {
		id, _ := strconv.ParseUint(g.to.ID(), 10, 64)
		w, err := st.Wallet(f.Context(), f.seen[i], engine.ID(id))
		if more := w.Balance - store.Opening - g.given; err != nil || more < 0 || more > g.open {
			f.Errorf("%s: the receiver of %d chips, and perhaps %d more, has %d, %v", g.guild.Name(), g.given, g.open, w.Balance, err)
		}
	}
}

// Each process is replaced by a new one while people press, and then one dies.
func TestAFleetIsUpgradedWithoutLosingAPress(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(*testing.T) string{
		"redis":   func(t *testing.T) string { return storetest.StartRedis(t).URL() },
		"cluster": func(t *testing.T) string { return storetest.StartCluster(t, 3, 0).URL() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && name == "cluster" {
				t.Skip("in a short run one Redis is enough")
			}
			f := newFleet(t, start(t))
			f.start()
			f.awaitDivision(fleetTime)
			f.start()
			f.awaitDivision(fleetTime)
			began := f.metric("cardroom_gateway_sessions_total")
			ctx, stop := context.WithCancel(t.Context())
			wait := f.press(ctx)
			for range 2 {
				f.replaceFirst()
			}
			stop()
			wait()
			f.balance()
			if now := f.metric("cardroom_gateway_sessions_total"); now > 0 {
				t.Errorf("the new processes began %d sessions, and the first ones %d: all could be resumed", now, began)
			}
			if n := f.metric(`cardroom_shard_hand_overs_total{how="acquired"}`); n < fleetShards {
				t.Errorf("the processes count %d shards that they have acquired, want %d at least", n, fleetShards)
			}
			t.Logf("%d presses, %d sessions resumed by the new processes", f.presses.Load(), f.metric("cardroom_gateway_resumes_total"))
			f.dies()
		})
	}
}

// replaceFirst starts a process, and then stops the oldest one.
func (f *fleet) replaceFirst() {
	f.Helper()
	f.start()
	f.awaitDivision(fleetTime)
	old := f.processes[0]
	f.processes = f.processes[1:]
	if code, took := old.Stop(); code != 0 {
		f.Errorf("a process that is asked to stop ends with %d after %v\n%s", code, took, old.Output)
	}
	f.awaitDivision(fleetTime)
}

// dies kills a process. The others take its shards over, and resume their sessions.
func (f *fleet) dies() {
	f.Helper()
	sessions := f.metric("cardroom_gateway_sessions_total")
	f.processes[0].Kill()
	f.processes = f.processes[1:]
	began := time.Now()
	f.awaitDivision(fleetTime)
	f.Logf("a dead process is replaced after %v", time.Since(began).Round(10*time.Millisecond))
	if now := f.metric("cardroom_gateway_sessions_total"); now > sessions {
		f.Errorf("after a death %d sessions began anew", now-sessions)
	}
}
