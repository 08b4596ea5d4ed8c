package beacon

import (
	"context"
	"fmt"
	"sync"
	"time"

	"cardroom/engine/fair"
	"cardroom/internal/retry"
)

// Clients holds a client for each chain that a program knows: the one for new batches of seals, and quicknet. A batch keeps
// its chain, so a hand may need quicknet after the setting was changed. It is safe for concurrent use; nil knows no chain.
type Clients struct {
	next   *Chain // of new batches; nil: they have none
	config Config
	checks func() fair.Verifier

	mu    sync.Mutex
	known map[fair.Hash]*Client
}

// NewClients returns the clients of a program whose new batches use a chain; nil: none.
func NewClients(next *Chain, config Config) *Clients {
	checks := sync.OnceValue(func() fair.Verifier {
		if next == nil {
			return NewVerifier()
		}
		return NewVerifier(next)
	})
	return &Clients{next: next, config: config, checks: checks, known: map[fair.Hash]*Client{}}
}

// Next returns the hash of the chain for new batches; nil: they have none.
func (c *Clients) Next() *fair.Hash {
	if c == nil || c.next == nil {
		return nil
	}
	return (*fair.Hash)(&c.next.Hash)
}

// Client returns the client of a chain; nil if the program does not know that chain, or if chain is nil.
func (c *Clients) Client(chain *fair.Hash) *Client {
	if c == nil || chain == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.known[*chain]; known != nil {
		return known
	}
	switch {
	case c.next != nil && c.next.Hash == *chain:
		c.known[*chain] = NewClient(c.next, c.config)
	case fair.Quicknet().Hash == *chain:
		c.known[*chain] = NewClient(Quicknet(), c.config)
	}
	return c.known[*chain]
}

// Fetch fetches the signature of a round as the chain's client does. Of a chain that the program does not know it waits until the
// time is over, and returns ErrLate. A receipt with a late value means that the channel saw the hand wait.
func (c *Clients) Fetch(ctx context.Context, chain *fair.Hash, round uint64, until time.Time) (signature []byte, err error) {
	if known := c.Client(chain); known != nil {
		return known.Fetch(ctx, round, until)
	}
	now := time.Now()
	if c != nil {
		now = c.config.Now()
	}
	if left := until.Sub(now); left > 0 && !retry.Sleep(ctx, left) {
		return nil, ctx.Err()
	}
	return nil, fmt.Errorf("%w: round %d: the program does not know the beacon", ErrLate, round)
}

// Verifier returns a verifier of receipts that knows the same chains.
func (c *Clients) Verifier() fair.Verifier {
	if c == nil {
		return NewVerifier()
	}
	return c.checks()
}

// These are the times of a slot: the moments at which a message fixes one and the same round. The round is due tail after
// the end of its slot. A message is sent with margin to both ends: the request takes a while, and the clock may be a little
// wrong.
const (
	tail   = time.Second
	margin = 600 * time.Millisecond
)

// AwaitSlot waits for a moment from which a message reaches Discord within one slot, and returns the round of the slot. The
// wait is at most twice margin. It returns false if ctx ends.
func (c *Client) AwaitSlot(ctx context.Context) (round uint64, ok bool) {
	period := time.Duration(c.chain.Period) * time.Second
	into := c.config.Now().Add(tail).Sub(time.Unix(c.chain.Genesis, 0)) % period
	wait := margin - into
	if left := period - into; left < margin {
		wait = left + margin
	}
	if wait > 0 && period > 2*margin && !retry.Sleep(ctx, wait) {
		return 0, false
	}
	return c.chain.at(c.config.Now().Add(tail)) + 1, true
}

// Probe reports whether the beacon gives values: whether it has the signature of the newest round within a few seconds.
func (c *Client) Probe(ctx context.Context) bool {
	now := c.config.Now()
	_, err := c.Fetch(ctx, max(c.chain.at(now), 1), now.Add(probeTime))
	return err == nil
}

// probeTime is how long Probe waits.
const probeTime = 5 * time.Second

// Round returns the round that a message fixes.
func (c *Chain) Round(message fair.ID) (uint64, error) {
	return fair.Round(message, uint64(c.Genesis), uint64(c.Period))
}
