package lease

import (
	"slices"

	"cardroom/store"
)

// FleetTx also has the processes that share a store.
type FleetTx interface {
	Tx
	Members() ([]string, error)              // that have not expired
	Division() (shards, schema int, _ error) // 0, 0 before the first announcement

	WriteMember(m store.Member)
	DeleteMember(name string)
	WriteDivision(shards, schema int)
}

// Announce notes that a process is alive, or that it leaves, and returns all that share the store.
func Announce(b FleetTx, m store.Member) (store.Fleet, error) {
	f, err := Fleet(b)
	if err != nil {
		return store.Fleet{}, err
	}
	shards, schema := f.Shards, max(f.Schema, m.Schema)
	if m.Back {
		schema = min(f.Schema, m.Schema)
	}
	if m.Shards > 0 && (shards == 0 || f.Idle(m.Name)) {
		shards = m.Shards
	}
	if shards != f.Shards || schema != f.Schema {
		b.WriteDivision(shards, schema)
		f.Shards, f.Schema = shards, schema
	}
	i, found := slices.BinarySearch(f.Members, m.Name)
	if m.For <= 0 {
		b.DeleteMember(m.Name)
		if found {
			f.Members = slices.Delete(f.Members, i, i+1)
		}
		return f, nil
	}
	b.WriteMember(m)
	if !found {
		f.Members = slices.Insert(f.Members, i, m.Name)
	}
	return f, nil
}

// Fleet returns the processes that share the store, and the leases that they hold.
func Fleet(b FleetTx) (f store.Fleet, err error) {
	if f.Shards, f.Schema, err = b.Division(); err != nil {
		return store.Fleet{}, err
	}
	if f.Members, err = b.Members(); err != nil {
		return store.Fleet{}, err
	}
	slices.Sort(f.Members)
	shards, err := b.Shards()
	if err != nil {
		return store.Fleet{}, err
	}
	f.Owners, f.Last = map[store.Shard]string{}, map[store.Shard]string{}
	for _, s := range shards {
		owner, err := b.Holder(s)
		if err != nil {
			return store.Fleet{}, err
		}
		if owner != "" {
			f.Owners[s] = owner
			continue
		}
		g, err := b.Grant(s)
		if err != nil {
			return store.Fleet{}, err
		}
		f.Last[s] = g.Owner
	}
	return f, nil
}
