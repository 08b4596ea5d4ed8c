package fleet

import (
	"maps"
	"slices"

	"cardroom/store"
)

// assign returns which of its shards a process should give up now, and which it should take. Playing says for each shard that it plays
// whether it gives it up already. It gives up the highest numbers. Even reports whether it then has its share.
func assign(f store.Fleet, name string, playing map[int]bool) (give, acquire []int, even bool) {
	surplus, acquire := rebalance(f, name)
	for _, giving := range playing {
		if giving {
			surplus--
		}
	}
	for _, id := range slices.Backward(slices.Sorted(maps.Keys(playing))) {
		if surplus > 0 && !playing[id] {
			give = append(give, id)
			surplus--
		}
	}
	return give, acquire, surplus <= 0 && len(acquire) == 0 && slices.Contains(f.Members, name)
}

// rebalance returns how many of its shards a process should give up, and which shards without an owner it should take. The
// process has the shards of f that name it as their owner. Each process gets the same number of shards or one more.
func rebalance(f store.Fleet, name string) (give int, acquire []int) {
	if f.Shards == 0 || !slices.Contains(f.Members, name) {
		return 0, nil
	}
	perOwner, free := shares(f)
	least, more := f.Shards/len(f.Members), f.Shards%len(f.Members) // the first of the fullest have one more than least
	ranked := slices.Clone(f.Members)
	slices.SortStableFunc(ranked, func(a, b string) int { return perOwner[b] - perOwner[a] }) // f.Members are sorted by name
	shortfall := 0
	for i, member := range ranked {
		due := least
		if i < more {
			due++
		}
		missing := due - perOwner[member]
		switch {
		case member != name:
			shortfall += max(missing, 0)
		case missing < 0:
			return -missing, nil
		default: // those before it in the ranking take their shares first
			from := min(shortfall, len(free))
			return 0, free[from:min(from+missing, len(free))]
		}
	}
	return 0, nil
}

// shares returns how many shards each process has, and the shards without an owner.
func shares(f store.Fleet) (perOwner map[string]int, free []int) {
	perOwner = map[string]int{}
	for id := range f.Shards {
		if owner := f.Owners[store.Shard{ID: id, Count: f.Shards}]; owner != "" {
			perOwner[owner]++
		} else {
			free = append(free, id)
		}
	}
	return perOwner, free
}
