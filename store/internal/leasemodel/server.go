package leasemodel

import (
	"errors"
	"fmt"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/lease"
	"cardroom/store/internal/ledger"
)

// server is the store: the leases of one shard, and one table.
type server struct {
	grantEpoch int8 // of the lease that was granted last
	newest     int8
	holder     int8
	ttl        int8 // ticks until the holder's lease ends
	listed     bool // the guild is in the list of guilds
	fence      int8 // the epoch of the guild
	version    int8
	data       uint8            // the presses in the table's record
	log        [maxPresses]int8 // the press of each version
}

var (
	whole    = store.Shard{Count: 1}
	tableKey = store.Key{Guild: 1, Channel: 1}
)

// ownerName returns the name of an owner in the store.
func ownerName(owner int8) string {
	if owner == 0 {
		return ""
	}
	return string(rune('a' + owner - 1))
}

// ownerOf returns the owner with a name.
func ownerOf(name string) int8 {
	if name == "" {
		return 0
	}
	return int8(name[0]-'a') + 1
}

// leases is the server as package lease sees it.
type leases struct{ *server }

var _ lease.Tx = leases{}

func (l leases) Shards() ([]store.Shard, error) {
	if l.grantEpoch == 0 {
		return nil, nil
	}
	return []store.Shard{whole}, nil
}

func (l leases) NewestEpoch() (int64, error) { return int64(l.newest), nil }

func (l leases) Grant(store.Shard) (lease.Grant, error) {
	return lease.Grant{Epoch: int64(l.grantEpoch)}, nil
}

func (l leases) Holder(store.Shard) (string, error) {
	if l.ttl == 0 {
		return "", nil
	}
	return ownerName(l.holder), nil
}

func (l leases) WriteGrant(to store.Lease) {
	l.grantEpoch, l.newest = int8(to.Epoch), int8(to.Epoch)
}

func (l leases) WriteHolder(to store.Lease) { l.holder, l.ttl = ownerOf(to.Owner), LeaseTicks }

func (l leases) DeleteHolder(store.Shard) { l.holder, l.ttl = 0, 0 }

// accounts is the server as package ledger sees it. No event of a change moves chips here.
type accounts struct {
	ledger.Tx
	*server
}

func (a accounts) Epoch(engine.ID) (int64, error) { return int64(a.fence), nil }

func (a accounts) WriteEpoch(_ engine.ID, epoch int64) error {
	a.fence = int8(epoch)
	return nil
}

func (a accounts) TableState(_ store.Key, id string) (ledger.TableState, error) {
	s := ledger.TableState{Version: int64(a.version), Open: a.version > 0}
	for i, press := range a.log[:a.version] {
		if pressID(press) == id {
			s.CommittedAs = int64(i) + 1
		}
	}
	return s, nil
}

func (a accounts) WriteTable(c *store.Change, version int64) error {
	a.log[a.version] = int8(c.ID[0] - '0')
	a.version, a.data = int8(version), c.Data[0]
	return nil
}

// pressID returns the idempotency key of a press.
func pressID(press int8) string { return string(rune('0' + press)) }

// answer carries out a request. Clock is 1 or -1 where that of the sender is ahead or back.
func (s *server) answer(r request, clock int8, f Fault) reply {
	l := store.Lease{Shard: whole, Owner: ownerName(r.owner), Epoch: int64(r.epoch)}
	switch r.kind {
	case grant:
		return s.grant(l, clock, f)
	case list:
		return reply{listed: s.listed}
	case fence:
		return replyTo(ledger.CheckEpoch(accounts{server: s}, tableKey.Guild, l.Epoch))
	case load:
		return reply{version: s.version, data: s.data}
	case register:
		s.listed = true
	case check:
		if s.grantEpoch > r.epoch {
			return reply{result: fenced}
		}
	case commit:
		return s.commit(r, f)
	case renew:
		if f == RenewsOvertaken {
			leases{s}.WriteGrant(l)
			leases{s}.WriteHolder(l)
			return reply{}
		}
		return replyTo(lease.Renew(leases{s}, l))
	case release:
		s.release(l, f)
	}
	return reply{}
}

// grant grants the lease, by the clock of the process that asks.
func (s *server) grant(l store.Lease, clock int8, f Fault) reply {
	reading := int64(s.newest) + 1
	switch {
	case clock > 0:
		reading += 5
	case clock < 0:
		reading = 1
	}
	if f == GrantsHeld {
		leases{s}.DeleteHolder(whole)
	}
	got, err := lease.Acquire(leases{s}, l, time.UnixMilli(reading))
	if err == nil && f == EpochOfClock {
		got.Epoch = reading
		leases{s}.WriteGrant(got)
	}
	r := replyTo(err)
	if err == nil {
		r.epoch = int8(got.Epoch)
	}
	return r
}

// commit commits a press.
func (s *server) commit(r request, f Fault) reply {
	if s.version == maxPresses {
		return reply{result: stale}
	}
	c := store.Change{
		Key: tableKey, ID: pressID(r.press), Version: int64(r.version), Data: []byte{r.data}, Epoch: int64(r.epoch),
	}
	switch f {
	case NoFence:
		c.Epoch = 0 // is not compared
	case NoVersion:
		c.Version = int64(s.version)
	case AppliesAgain:
		c.ID, c.Version = c.ID+" again", int64(s.version)
	}
	receipt, err := ledger.Apply(accounts{server: s}, &c)
	a := replyTo(err)
	if receipt.Duplicate {
		a.result = duplicate
	}
	a.version = int8(receipt.Version)
	return a
}

// release ends a lease.
func (s *server) release(l store.Lease, f Fault) {
	switch {
	case f == ReleasesAny:
		leases{s}.DeleteHolder(whole)
	case f == ReleasesByName:
		if ownerName(s.holder) == l.Owner {
			leases{s}.DeleteHolder(whole)
		}
	default:
		must(lease.Release(leases{s}, l))
	}
}

// replyTo returns the reply with an error of the store.
func replyTo(err error) reply {
	var newer *store.FencedError
	var other *store.HeldError
	var moved *store.StaleError
	switch {
	case errors.As(err, &newer):
		return reply{result: fenced, epoch: int8(newer.Epoch)}
	case errors.As(err, &other):
		return reply{result: held}
	case errors.As(err, &moved):
		return reply{result: stale}
	}
	must(err)
	return reply{}
}

// must panics at an error that the model has no place for.
func must(err error) {
	if err != nil {
		panic(fmt.Sprintf("leasemodel: the store returned an error that the model does not know: %v", err))
	}
}
