package store

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Member is a process that shares the shards of a bot with others on the same store.
type Member struct {
	Name   string        // unique and without a space, as the Owner of its leases
	For    time.Duration // how long it counts as alive unless it is announced again; 0: it leaves
	Shards int           // how many shards the guilds are to be divided into, if the fleet is Idle but for it; 0: any number
	Schema int           // of the records that it writes
	Back   bool          // processes of this Schema may take leases again, though newer ones did
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

// String lists the processes of the fleet with their shards, and the shards that none plays, one a line.
func (f Fleet) String() string {
	var b strings.Builder
	divided := "SHARDS was never set"
	if f.Shards > 0 {
		divided = fmt.Sprint("shards: ", f.Shards)
	}
	fmt.Fprintf(&b, "%s · processes with SHARDS: %d\n", divided, len(f.Members))
	byOwner := map[string][]Shard{}
	for _, name := range f.Members {
		byOwner[name] = nil
	}
	for s, owner := range f.Owners {
		byOwner[owner] = append(byOwner[owner], s)
	}
	for _, owner := range slices.Sorted(maps.Keys(byOwner)) {
		what := "none"
		if held := byOwner[owner]; len(held) > 0 {
			what = shardList(held)
		}
		fmt.Fprintf(&b, "%s: %s\n", owner, what)
	}
	free := map[string][]Shard{} // by the process that played them last
	for id := range f.Shards {
		if s := (Shard{ID: id, Count: f.Shards}); f.Owners[s] == "" {
			free[f.Last[s]] = append(free[f.Last[s]], s)
		}
	}
	for _, last := range slices.Sorted(maps.Keys(free)) {
		fmt.Fprintf(&b, "played by no process: %s", shardList(free[last]))
		if last != "" {
			fmt.Fprintf(&b, " · last by %s, which ended or cannot renew its lease: is its store writable?", last)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// shardList writes shards by their count: "shards 0 1 5 of 8".
func shardList(shards []Shard) string {
	byCount := map[int][]int{}
	for _, s := range shards {
		byCount[s.Count] = append(byCount[s.Count], s.ID)
	}
	var lists []string
	for _, count := range slices.Sorted(maps.Keys(byCount)) {
		ids, word := byCount[count], "shards"
		if slices.Sort(ids); len(ids) == 1 {
			word = "shard"
		}
		lists = append(lists, fmt.Sprintf("%s %s of %d", word, strings.Trim(fmt.Sprint(ids), "[]"), count))
	}
	return strings.Join(lists, " · ")
}
