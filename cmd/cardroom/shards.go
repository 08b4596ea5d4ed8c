package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"cardroom/store"
	storeopen "cardroom/store/open"
)

// showShards runs cardroom shards: it says which process plays which shards.
func showShards(ctx context.Context, term terminal, _ []string) int {
	env, err := environment(ctx, os.Environ())
	if err != nil {
		return term.exitUsageError(err)
	}
	url := cmp.Or(env["STORE_URL"], defaultStore)
	if !strings.HasPrefix(url, "redis") {
		return term.exitUsageError(errors.New("STORE_URL is not a Redis: one process plays all shards of a file"))
	}
	in, err := storeopen.Inspect(ctx, url, store.Options{Warn: term.warn})
	if err != nil {
		return term.exitStoreError(err)
	}
	defer in.Close()
	f, err := in.Fleet(ctx)
	if err != nil {
		return term.exitFailure(err)
	}
	fmt.Fprint(term.out, fleetText(f))
	return exitStopped
}

// fleetText lists the processes of a fleet with their shards, and the shards that none plays.
func fleetText(f store.Fleet) string {
	var b strings.Builder
	divided := "SHARDS was never set"
	if f.Shards > 0 {
		divided = fmt.Sprint("shards: ", f.Shards)
	}
	fmt.Fprintf(&b, "%s · processes with SHARDS: %d\n", divided, len(f.Members))
	byOwner := map[string][]store.Shard{}
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
	free := map[string][]store.Shard{} // by the process that played them last
	for id := range f.Shards {
		if s := (store.Shard{ID: id, Count: f.Shards}); f.Owners[s] == "" {
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
func shardList(shards []store.Shard) string {
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
