package store

import (
	"testing"
)

func TestAFleetIsListed(t *testing.T) {
	f := Fleet{Shards: 8, Members: []string{"a/pid-1/X", "b/pid-2/Y"}, Owners: map[Shard]string{}, Last: map[Shard]string{}}
	for _, id := range []int{4, 6} {
		f.Last[Shard{ID: id, Count: 8}] = "d/pid-4/W"
	}
	for _, id := range []int{0, 1, 2, 5} {
		f.Owners[Shard{ID: id, Count: 8}] = "a/pid-1/X"
	}
	f.Owners[Shard{ID: 0, Count: 1}] = "c/pid-3/Z"
	const want = `shards: 8 · processes with SHARDS: 2
a/pid-1/X: shards 0 1 2 5 of 8
b/pid-2/Y: none
c/pid-3/Z: shard 0 of 1
played by no process: shards 3 7 of 8
played by no process: shards 4 6 of 8 · last by d/pid-4/W, which ended or cannot renew its lease: is its store writable?
`
	if text := f.String(); text != want {
		t.Errorf("the fleet reads\n%s\nwant\n%s", text, want)
	}
	if text := (Fleet{}).String(); text != "SHARDS was never set · processes with SHARDS: 0\n" {
		t.Errorf("an empty fleet reads %q", text)
	}
}
