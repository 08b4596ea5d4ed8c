package fleet

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"cardroom/store"
)

// fleetOf returns a fleet in which the i-th process of names has perOwner[i] shards.
func fleetOf(shards int, names []string, perOwner ...int) store.Fleet {
	f := store.Fleet{Shards: shards, Members: slices.Sorted(slices.Values(names)), Owners: map[store.Shard]string{}}
	id := 0
	for i, n := range perOwner {
		for range n {
			f.Owners[store.Shard{ID: id, Count: shards}] = names[i]
			id++
		}
	}
	return f
}

func TestRebalance(t *testing.T) {
	for _, c := range []struct {
		name    string
		fleet   store.Fleet
		process string
		give    int
		taking  []int
	}{
		{"alone it takes all", fleetOf(3, []string{"a"}), "a", 0, []int{0, 1, 2}},
		{"two begin together", fleetOf(4, []string{"a", "b"}), "b", 0, []int{2, 3}},
		{"the rest goes to the first", fleetOf(5, []string{"a", "b"}), "a", 0, []int{0, 1, 2}},
		{"and not to the second", fleetOf(5, []string{"a", "b"}), "b", 0, []int{3, 4}},
		{"a second one comes", fleetOf(4, []string{"a", "b"}, 4), "a", 2, nil},
		{"and waits", fleetOf(4, []string{"a", "b"}, 4), "b", 0, nil},
		{"one that has one more keeps it", fleetOf(5, []string{"a", "b"}, 2, 3), "b", 0, nil},
		{"of two with one more one gives it to a third", fleetOf(4, []string{"a", "b", "c"}, 2, 2), "b", 1, nil},
		{"and the other keeps it", fleetOf(4, []string{"a", "b", "c"}, 2, 2), "a", 0, nil},
		{"one died", fleetOf(6, []string{"a", "b", "c"}, 2, 2), "a", 0, nil},
		{"more processes than shards", fleetOf(1, []string{"a", "b"}, 1), "b", 0, nil},
		{"a stranger does nothing", fleetOf(4, []string{"a"}), "z", 0, nil},
		{"an unknown division", fleetOf(0, []string{"a"}), "a", 0, nil},
	} {
		if give, acquire := rebalance(c.fleet, c.process); give != c.give || !slices.Equal(acquire, c.taking) {
			t.Errorf("%s: %s gives %d and takes %v, want %d and %v", c.name, c.process, give, acquire, c.give, c.taking)
		}
	}
}

// In random fleets, processes plan one after another or all at once. They come to an even division within a few rounds, and then
// none moves a shard any more. Shards do not wander: each moves about once.
func TestPlansEndInAnEvenDivision(t *testing.T) {
	for seed := range uint64(500) {
		w := rand.New(rand.NewPCG(seed, 23))
		f := store.Fleet{Shards: 1 + w.IntN(40), Owners: map[store.Shard]string{}}
		for i := range 1 + w.IntN(12) {
			f.Members = append(f.Members, fmt.Sprintf("process%02d", i))
		}
		for id := range f.Shards {
			if w.IntN(3) > 0 {
				f.Owners[store.Shard{ID: id, Count: f.Shards}] = f.Members[w.IntN(len(f.Members))]
			}
		}
		together, round, gave := w.IntN(2) == 0, 0, 0
		for moved := true; moved; round++ {
			if moved = false; round > 20 {
				t.Fatalf("seed %d: after 20 rounds shards still move", seed)
			}
			seen := f
			seen.Owners = cloned(f.Owners)
			for _, name := range f.Members {
				if !together {
					seen.Owners = cloned(f.Owners)
				}
				give, acquire := rebalance(seen, name)
				moved = moved || give > 0 || len(acquire) > 0
				gave += give
				carryOut(t, f, name, give, acquire)
			}
		}
		expectEven(t, seed, f)
		if gave > f.Shards+len(f.Members) {
			t.Errorf("seed %d: %d shards were given up, of %d", seed, gave, f.Shards)
		}
	}
}

func cloned(owners map[store.Shard]string) map[store.Shard]string {
	copied := map[store.Shard]string{}
	for s, owner := range owners {
		copied[s] = owner
	}
	return copied
}

// carryOut changes the owners as a plan says. A shard that another process has taken meanwhile stays with it.
func carryOut(t *testing.T, f store.Fleet, name string, give int, acquire []int) {
	for id := f.Shards - 1; id >= 0 && give > 0; id-- {
		if s := (store.Shard{ID: id, Count: f.Shards}); f.Owners[s] == name {
			delete(f.Owners, s)
			give--
		}
	}
	if give > 0 {
		t.Errorf("%s gives %d shards more than it has", name, give)
	}
	for _, id := range acquire {
		if s := (store.Shard{ID: id, Count: f.Shards}); f.Owners[s] == "" {
			f.Owners[s] = name
		}
	}
}

func expectEven(t *testing.T, seed uint64, f store.Fleet) {
	perOwner, free := shares(f)
	if len(free) > 0 {
		t.Errorf("seed %d: shards %v have no owner", seed, free)
	}
	for _, name := range f.Members {
		if n := perOwner[name]; n < f.Shards/len(f.Members) || n > (f.Shards+len(f.Members)-1)/len(f.Members) {
			t.Errorf("seed %d: %s has %d of %d shards, with %d processes", seed, name, n, f.Shards, len(f.Members))
		}
	}
}
