package lease

import (
	"time"

	"cardroom/engine"
	"cardroom/store"
)

// Local keeps the leases of a store that no other process can use. They are gone with the process. Local is not safe for
// use from several goroutines.
type Local struct {
	grants map[store.Shard]Grant
	held   map[store.Shard]heldLease
	last   int64

	members        map[string]time.Time // until when they count as alive
	shards, schema int                  // of the fleet
}

// heldLease is a lease that is held until a time.
type heldLease struct {
	owner string
	until time.Time
}

// NewLocal returns an empty set of leases.
func NewLocal() *Local {
	return &Local{grants: map[store.Shard]Grant{}, held: map[store.Shard]heldLease{}, members: map[string]time.Time{}}
}

// Shards implements [Tx]; so do the methods below it.
func (l *Local) Shards() (all []store.Shard, _ error) {
	for s := range l.grants {
		all = append(all, s)
	}
	return all, nil
}

func (l *Local) NewestEpoch() (int64, error) { return l.last, nil }

func (l *Local) Grant(s store.Shard) (Grant, error) { return l.grants[s], nil }

func (l *Local) Holder(s store.Shard) (string, error) {
	if h := l.held[s]; time.Now().Before(h.until) {
		return h.owner, nil
	}
	return "", nil
}

func (l *Local) WriteGrant(to store.Lease) {
	l.grants[to.Shard], l.last = Grant{to.Owner, to.Epoch}, max(l.last, to.Epoch)
}

func (l *Local) WriteHolder(to store.Lease) {
	l.held[to.Shard] = heldLease{to.Owner, time.Now().Add(to.For)}
}

func (l *Local) DeleteHolder(s store.Shard) { delete(l.held, s) }

func (l *Local) Members() (names []string, _ error) {
	for name, until := range l.members {
		if time.Now().Before(until) {
			names = append(names, name)
		}
	}
	return names, nil
}

func (l *Local) WriteMember(m store.Member) { l.members[m.Name] = time.Now().Add(m.For) }

func (l *Local) DeleteMember(name string) { delete(l.members, name) }

func (l *Local) Division() (shards, schema int, _ error) { return l.shards, l.schema, nil }

func (l *Local) WriteDivision(shards, schema int) { l.shards, l.schema = shards, schema }

// Epoch returns the newest epoch of the leases that a guild belongs to.
func (l *Local) Epoch(guild engine.ID) (epoch int64) {
	for s, g := range l.grants {
		if s.Has(guild) {
			epoch = max(epoch, g.Epoch)
		}
	}
	return epoch
}
