package redis

import (
	"context"
	"strconv"
	"strings"

	"cardroom/store"
	"cardroom/store/internal/lease"
)

func memberKey(name string) string { return leasesKey + ":member:" + name }

// Members returns the processes that are alive. It forgets the others if the work writes.
func (l leaseTx) Members() (names []string, _ error) {
	for field := range l.fleet {
		name, ok := strings.CutPrefix(field, memberPrefix)
		switch {
		case !ok:
		case l.read("HGET", memberKey(name), memberAlive, "1") != "":
			names = append(names, name)
		default:
			l.write("HDEL", fleetKey, field)
		}
	}
	return names, nil
}

func (l leaseTx) WriteMember(m store.Member) {
	l.write("HSET", fleetKey, memberPrefix+m.Name, "1")
	l.write("HSET", memberKey(m.Name), memberAlive, "1")
	l.write("PEXPIRE", memberKey(m.Name), formatInt(m.For.Milliseconds()))
}

func (l leaseTx) DeleteMember(name string) {
	l.write("HDEL", fleetKey, memberPrefix+name)
	l.write("DEL", memberKey(name))
}

func (l leaseTx) Division() (shards, schema int, err error) {
	n, _, err := l.readNumber("HGET", fleetKey, fleetShards, l.fleet[fleetShards])
	if err != nil {
		return 0, 0, err
	}
	s, _, err := l.readNumber("HGET", fleetKey, fleetSchema, l.fleet[fleetSchema])
	return int(n), int(s), err
}

func (l leaseTx) WriteDivision(shards, schema int) {
	l.write("HSET", fleetKey, fleetShards, strconv.Itoa(shards), fleetSchema, strconv.Itoa(schema))
}

func (r *Store) Announce(ctx context.Context, m store.Member) (f store.Fleet, err error) {
	err = updateFleet(ctx, r, func(b leaseTx) error {
		f, err = lease.Announce(b, m)
		return err
	})
	return f, err
}

func (r *Store) Fleet(ctx context.Context) (f store.Fleet, err error) {
	err = updateFleet(ctx, r, func(b leaseTx) error {
		f, err = lease.Fleet(b)
		b.writes = nil // the store may be open for reading, or take no writes
		return err
	})
	return f, err
}

// updateFleet runs work on the leases and the members of the fleet.
func updateFleet(ctx context.Context, r *Store, work func(leaseTx) error) error {
	fleet, err := readCall(r, ctx, func(ctx context.Context) (map[string]string, error) {
		fleet, err := r.client.HGetAll(ctx, fleetKey).Result()
		return fleet, r.wrap(ctx, withKey(fleetKey, err))
	})
	if err != nil {
		return err
	}
	return r.updateLeases(ctx, func(b leaseTx) error {
		b.fleet = fleet
		return work(b)
	})
}
