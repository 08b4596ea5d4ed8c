package store

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"cardroom/engine"
)

// Shard is a part of all guilds, divided as Discord divides them among the connections of a bot: the guilds whose ID,
// without its lowest 22 bits, leaves ID when divided by Count. {0, 1} is all of them.
type Shard struct{ ID, Count int }

// Has says whether a guild belongs to the shard.
func (s Shard) Has(guild engine.ID) bool {
	return s.Count > 0 && uint64(guild)>>22%uint64(s.Count) == uint64(s.ID)
}

// overlaps says whether there can be a guild that belongs to both. Two numbers leave a and b when divided by m and n only
// where a and b agree on what is common to m and n.
func (s Shard) overlaps(o Shard) bool {
	a, b := s.Count, o.Count
	for b != 0 {
		a, b = b, a%b
	}
	return a > 0 && s.ID%a == o.ID%a
}

// String is the form "ID/Count".
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.ID, s.Count) }

func parseShard(text string) (s Shard, ok bool) {
	id, count, ok := strings.Cut(text, "/")
	var err1, err2 error
	s.ID, err1 = strconv.Atoi(id)
	s.Count, err2 = strconv.Atoi(count)
	return s, ok && err1 == nil && err2 == nil && s.Count > 0 && s.ID >= 0 && s.ID < s.Count
}

// Lease says who plays the tables of a shard. It is there that a second process waits; what keeps a first one that was
// only asleep from doing harm is the epoch, which the store compares inside every commit.
type Lease struct {
	Shard Shard
	Owner string        // a name of its own for each who asks, without a space; operators read it
	For   time.Duration // how long it lasts unless it is renewed
	Epoch int64         // from Acquire; greater than that of any lease before
}

// HeldError says that somebody else holds a lease of guilds of the same shard.
type HeldError struct {
	Shard Shard
	Owner string
}

func (e *HeldError) Error() string {
	return fmt.Sprintf("another process, %s, plays the tables of shard %v", e.Owner, e.Shard)
}

// FencedError says that somebody has acquired the lease since.
type FencedError struct {
	Epoch int64 // of the newer lease
}

func (e *FencedError) Error() string {
	return fmt.Sprintf("another process has taken the tables over (epoch %d)", e.Epoch)
}

// grant is a lease as it was given last.
type grant struct {
	owner string
	epoch int64
}

// leases are the leases of a store inside one transaction.
type leases interface {
	granted() ([]Shard, error) // every shard that was ever acquired
	newest() (epoch int64, err error)
	grant(s Shard) (grant, error)
	holder(s Shard) (owner string, err error) // "" where the lease has run out, or was given back

	writeGrant(l Lease) // also makes it the newest
	writeHolder(l Lease)
	writeNoHolder(s Shard)
}

// acquire gives a lease, with a greater epoch than l brings. It is not less than now in milliseconds either: a store that
// has lost its newest lease, as by a failover, does not give an epoch out twice.
func acquire(b leases, l Lease, now time.Time) (Lease, error) {
	shards, err := b.granted()
	if err != nil {
		return Lease{}, err
	}
	for _, s := range shards {
		if !s.overlaps(l.Shard) {
			continue
		}
		holder, err := b.holder(s)
		if err != nil {
			return Lease{}, err
		}
		if holder != "" && holder != l.Owner {
			return Lease{}, &HeldError{Shard: s, Owner: holder}
		}
	}
	newest, err := b.newest()
	if err != nil {
		return Lease{}, err
	}
	l.Epoch = max(newest, l.Epoch, now.UnixMilli()-1) + 1
	b.writeGrant(l)
	b.writeHolder(l)
	return l, nil
}

// renew makes a lease last. One that has run out is renewed, too, unless somebody has acquired it since: a store that was
// away does not take tables from anybody.
func renew(b leases, l Lease) error {
	shards, err := b.granted()
	if err != nil {
		return err
	}
	ours := false
	for _, s := range shards {
		if !s.overlaps(l.Shard) {
			continue
		}
		g, err := b.grant(s)
		if err != nil {
			return err
		}
		if g.epoch > l.Epoch {
			return &FencedError{Epoch: g.epoch}
		}
		ours = ours || s == l.Shard && g.epoch == l.Epoch
	}
	if !ours { // the store has lost it
		b.writeGrant(l)
	}
	b.writeHolder(l)
	return nil
}

// release gives a lease back, where it is still held.
func release(b leases, l Lease) error {
	holder, err := b.holder(l.Shard)
	if err == nil && holder == l.Owner {
		b.writeNoHolder(l.Shard)
	}
	return err
}

// unfenced refuses a change of one who holds a lease that somebody else has acquired since. Where the newest epoch is not
// known, as of a guild that is new, it is written along with the change: from then on, older ones are refused.
func unfenced(b books, guild engine.ID, epoch int64) error {
	if epoch == 0 {
		return nil
	}
	fence, err := b.fence(guild)
	switch {
	case err != nil:
		return err
	case fence > epoch:
		return &FencedError{Epoch: fence}
	case fence < epoch:
		return b.writeFence(guild, epoch)
	}
	return nil
}

// localLeases are the leases of a store that no other process can use: they are gone with it. Whoever holds them guards
// them against use from several goroutines.
type localLeases struct {
	grants map[Shard]grant
	holds  map[Shard]holding
	last   int64
}

// holding is a lease that is held.
type holding struct {
	owner string
	until time.Time
}

func newLocalLeases() *localLeases {
	return &localLeases{grants: map[Shard]grant{}, holds: map[Shard]holding{}}
}

func (l *localLeases) granted() (all []Shard, _ error) {
	for s := range l.grants {
		all = append(all, s)
	}
	return all, nil
}

func (l *localLeases) newest() (int64, error) { return l.last, nil }

func (l *localLeases) grant(s Shard) (grant, error) { return l.grants[s], nil }

func (l *localLeases) holder(s Shard) (string, error) {
	if h := l.holds[s]; time.Now().Before(h.until) {
		return h.owner, nil
	}
	return "", nil
}

func (l *localLeases) writeGrant(to Lease) {
	l.grants[to.Shard], l.last = grant{to.Owner, to.Epoch}, max(l.last, to.Epoch)
}

func (l *localLeases) writeHolder(to Lease) {
	l.holds[to.Shard] = holding{to.Owner, time.Now().Add(to.For)}
}

func (l *localLeases) writeNoHolder(s Shard) { delete(l.holds, s) }

// fence is the newest lease that a guild belongs to.
func (l *localLeases) fence(guild engine.ID) (epoch int64) {
	for s, g := range l.grants {
		if s.Has(guild) {
			epoch = max(epoch, g.epoch)
		}
	}
	return epoch
}
