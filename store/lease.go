package store

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"cardroom/engine"
)

// Shard is a part of all guilds, divided as Discord divides them among the connections of a bot: the guilds whose ID,
// without its lowest 22 bits, leaves ID when divided by Count. {0, 1} is all of them.
type Shard struct{ ID, Count int }

// Has says whether a guild belongs to the shard.
func (s Shard) Has(guild engine.ID) bool {
	return s.Count > 0 && uint64(guild)>>22%uint64(s.Count) == uint64(s.ID)
}

// Overlaps says whether there can be a guild that belongs to both. Two numbers leave a and b when divided by m and n only
// where a and b agree on what is common to m and n.
func (s Shard) Overlaps(o Shard) bool {
	a, b := s.Count, o.Count
	for b != 0 {
		a, b = b, a%b
	}
	return a > 0 && s.ID%a == o.ID%a
}

// String is the form "ID/Count".
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.ID, s.Count) }

func ParseShard(text string) (s Shard, ok bool) {
	id, count, ok := strings.Cut(text, "/")
	var err1, err2 error
	s.ID, err1 = strconv.Atoi(id)
	s.Count, err2 = strconv.Atoi(count)
	return s, ok && err1 == nil && err2 == nil && s.Count > 0 && s.ID >= 0 && s.ID < s.Count
}

// Lease says who plays the tables of a shard. It is there that a second process waits; what keeps a first one that was
// only asleep from doing harm is the epoch, which the store compares inside every commit.
type Lease struct {
	Shard Shard
	Owner string        // a name of its own for each who asks, without a space; operators read it
	For   time.Duration // how long it lasts unless it is renewed
	Epoch int64         // from Acquire; greater than that of any lease before
}

// HeldError says that somebody else holds a lease of guilds of the same shard.
type HeldError struct {
	Shard Shard
	Owner string
}

func (e *HeldError) Error() string {
	return fmt.Sprintf("another process, %s, plays the tables of shard %v", e.Owner, e.Shard)
}

// FencedError says that somebody has acquired the lease since.
type FencedError struct {
	Epoch int64 // of the newer lease
}

func (e *FencedError) Error() string {
	return fmt.Sprintf("another process has taken the tables over (epoch %d)", e.Epoch)
}
