package store

import (
	"slices"
	"time"
)

// Member is a process that shares the shards of a bot with others on the same store.
type Member struct {
	Name   string        // unique and without a space, as the Owner of its leases
	For    time.Duration // how long it counts as alive unless it is announced again; 0: it leaves
	Shards int           // how many shards the guilds are to be divided into, if the fleet is Idle but for it; 0: any number
	Schema int           // of the records that it writes
}

// Fleet lists the processes that share the shards of a bot, and their leases.
type Fleet struct {
	Shards  int              // how many shards the guilds are divided into; 0: no process has said so yet
	Schema  int              // the newest one of any process so far: an older process must take no lease
	Members []string         // the names of those that are alive, sorted
	Owners  map[Shard]string // of the leases that are held
	Last    map[Shard]string // the last owners of those that are not: they gave them up, or could not renew them
}

// Idle reports whether no lease is held, and no process is alive except one of a name.
func (f Fleet) Idle(name string) bool {
	return len(f.Owners) == 0 && !slices.ContainsFunc(f.Members, func(member string) bool { return member != name })
}
