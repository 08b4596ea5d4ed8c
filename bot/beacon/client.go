package beacon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"cardroom/internal/retry"
)

// Patience is how long a hand waits for its value, counted from the hand's message.
const Patience = 30 * time.Second

// ErrLate means that the time for a round's value has passed. The error's text says what each relay did.
var ErrLate = errors.New("the beacon's value did not arrive in time")

// Config has the surroundings of a [Client]. The zero Config means the network, and this machine's clock.
type Config struct {
	HTTP      http.RoundTripper           // nil: the network
	Now       func() time.Time            // nil: time.Now
	Log       *slog.Logger                // nil: no log
	Requested func(relay string, ok bool) // counts a request by the host of its relay; nil: no count
	Go        func(func()) bool           // starts the goroutine of a request; nil: go
}

// Client fetches the values of one chain. All tables should share it: tables that wait for the same round share its
// requests. It is safe for concurrent use.
type Client struct {
	chain  *Chain
	config Config
	relays []*relay

	mu     sync.Mutex
	rounds map[uint64]*fetch
}

// NewClient returns a client of a chain. It asks nothing yet.
func NewClient(c *Chain, config Config) *Client {
	if config.HTTP == nil {
		network := http.DefaultTransport.(*http.Transport).Clone()
		network.MaxResponseHeaderBytes = maxHeader
		config.HTTP = network
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	if config.Requested == nil {
		config.Requested = func(string, bool) {}
	}
	if config.Go == nil {
		config.Go = func(f func()) bool { go f(); return true }
	}
	client := &Client{chain: c, config: config, rounds: map[uint64]*fetch{}}
	for _, prefix := range c.Relays {
		client.relays = append(client.relays, newRelay(prefix, c, config.HTTP))
	}
	return client
}

// Chain returns the chain whose values the client fetches.
func (c *Client) Chain() *Chain { return c.chain }

// Since returns the time from a message until now. Discord dates the message, so it uses the clock of Config.Now.
func (c *Client) Since(message time.Time) time.Duration { return c.config.Now().Sub(message) }

// fetch is one round that at least one caller waits for.
type fetch struct {
	round   uint64
	callers int // guarded by Client.mu
	stop    context.CancelFunc
	done    chan struct{} // closed once there is a signature

	mu        sync.Mutex // guards the fields below
	signature []byte
	failures  map[string]error // the last one of each relay, by host
}

// Fetch returns the signature of a round, verified. It waits until the round is due, then asks all relays at once, and each
// of them again about every second. The first good signature counts.
//
// The error is ctx.Err() if ctx ends, and [ErrLate] once until has passed by the clock of Config.Now. A caller whose program
// stops must not take the first for the second: the value may still be fetched later.
func (c *Client) Fetch(ctx context.Context, round uint64, until time.Time) (signature []byte, err error) {
	if round < 1 || round > maxRound {
		return nil, fmt.Errorf("%d is not a round of the beacon", round)
	}
	left := until.Sub(c.config.Now())
	if left <= 0 {
		return nil, fmt.Errorf("%w: round %d was not asked for", ErrLate, round)
	}
	timer := time.NewTimer(left)
	defer timer.Stop()
	f := c.join(round)
	defer c.leave(f)
	select {
	case <-f.done:
	case <-ctx.Done():
	case <-timer.C:
	}
	switch signature, failures := f.result(); {
	case signature != nil:
		return bytes.Clone(signature), nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	default:
		return nil, fmt.Errorf("%w: round %d: %s", ErrLate, round, failures)
	}
}

// join returns the running fetch of a round, or begins it.
func (c *Client) join(round uint64) *fetch {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.rounds[round]
	if f == nil {
		f = &fetch{round: round, done: make(chan struct{}), failures: map[string]error{}}
		c.rounds[round] = f
		ctx, stop := context.WithCancel(context.Background()) // of no caller: others may wait longer
		f.stop = stop
		for _, r := range c.relays {
			c.config.Go(func() { c.poll(ctx, f, r) })
		}
	}
	f.callers++
	return f
}

// leave ends a fetch with its last caller.
func (c *Client) leave(f *fetch) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f.callers--
	if f.callers == 0 {
		f.stop()
		delete(c.rounds, f.round)
	}
}

// These are the times between two requests for the same round to one relay. A round is published some tenths of a second
// after its time, and players wait for it.
var (
	pause = retry.Backoff{First: time.Second, Jitter: true}
	soon  = retry.Backoff{First: 250 * time.Millisecond, Jitter: true}
)

// soonFor is how long after its time poll asks soon again for an absent round.
const soonFor = 2 * time.Second

// maxPause bounds a pause that a relay asks for.
const maxPause = 10 * time.Second

// poll asks one relay until the fetch has a signature or its last caller has left.
func (c *Client) poll(ctx context.Context, f *fetch, r *relay) {
	due := c.chain.Due(f.round)
	if !retry.Sleep(ctx, due.Sub(c.config.Now())) {
		return
	}
	for {
		signature, err := r.get(ctx, f.round)
		if ctx.Err() != nil {
			return // another relay was faster
		}
		first := false
		if err == nil {
			first, err = f.accept(c.chain, signature)
		}
		if err == nil {
			if first {
				c.config.Requested(r.host, true)
			}
			return
		}
		f.fail(r.host, err)
		wait, absent, since := pause, errors.Is(err, errAbsent), c.config.Now().Sub(due)
		if absent && since < soonFor {
			wait = soon
		}
		if !absent || since > grace {
			c.report(r, f.round, err)
		}
		asked, _ := retry.After(err)
		if !retry.Sleep(ctx, max(wait.Delay(1), min(asked, maxPause))) {
			return
		}
	}
}

// grace is how long after its time a round may be absent at a relay that works.
const grace = 5 * time.Second

// accept keeps a signature if it is good and the first one. The callers then leave, which ends the other requests.
func (f *fetch) accept(c *Chain, signature []byte) (first bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.signature != nil {
		return false, nil
	}
	if err := c.Verify(f.round, signature); err != nil {
		return false, err
	}
	f.signature = signature
	close(f.done)
	return true, nil
}

// fail keeps the last failure of a relay.
func (f *fetch) fail(host string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.failures[host] = err
}

// result returns the signature, or a text with the last failure of each relay.
func (f *fetch) result() (signature []byte, failures string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.failures) == 0 {
		return f.signature, "no relay has answered"
	}
	var texts []string
	for host, err := range f.failures {
		texts = append(texts, host+": "+err.Error())
	}
	slices.Sort(texts)
	return f.signature, strings.Join(texts, "; ")
}

// report counts a failure, and logs it unless the relay's last one was logged within the hour.
func (c *Client) report(r *relay, round uint64, err error) {
	c.config.Requested(r.host, false)
	if r.shouldLog() {
		c.config.Log.Warn("a relay of the beacon failed; the others are asked too, and its failures of the next hour are only counted", "relay", r.host, "round", round, "err", err)
	}
}

// checkAge is how old the round is that Check asks for. Every relay has it, even if this machine's clock is a little wrong.
const checkAge = time.Minute

// Check asks each relay once for a round of a minute ago. It returns an error for each one that has no good answer.
func (c *Client) Check(ctx context.Context) []error {
	round := c.chain.at(c.config.Now().Add(-checkAge))
	if round == 0 {
		return []error{fmt.Errorf("the beacon %s begins at %v, by this machine's clock later than a minute ago", c.chain.Name, time.Unix(c.chain.Genesis, 0).UTC())}
	}
	found := make([]error, len(c.relays))
	var all sync.WaitGroup
	for i, r := range c.relays {
		all.Go(func() {
			signature, err := r.get(ctx, round)
			if err == nil {
				err = c.chain.Verify(round, signature)
			}
			if err != nil {
				found[i] = fmt.Errorf("%s: %w", r.host, err)
			}
		})
	}
	all.Wait()
	return slices.DeleteFunc(found, func(err error) bool { return err == nil })
}
