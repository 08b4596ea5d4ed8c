package store

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"cardroom/engine"
)

// Shard is a part of all guilds, divided as Discord divides them among the connections of a bot: the guilds whose ID,
// without its lowest 22 bits, leaves the remainder ID when divided by Count. {0, 1} has all guilds.
type Shard struct{ ID, Count int }

// Has reports whether a guild belongs to the shard.
func (s Shard) Has(guild engine.ID) bool {
	return s.Count > 0 && uint64(guild)>>22%uint64(s.Count) == uint64(s.ID)
}

// Overlaps reports whether a guild can belong to both shards: their remainders must agree modulo the greatest common
// divisor of their counts.
func (s Shard) Overlaps(o Shard) bool {
	a, b := s.Count, o.Count
	for b != 0 {
		a, b = b, a%b
	}
	return a > 0 && s.ID%a == o.ID%a
}

// String returns the form "ID/Count", which ParseShard reads.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.ID, s.Count) }

// ParseShard reads the form "ID/Count".
func ParseShard(text string) (s Shard, ok bool) {
	id, count, ok := strings.Cut(text, "/")
	var err1, err2 error
	s.ID, err1 = strconv.Atoi(id)
	s.Count, err2 = strconv.Atoi(count)
	return s, ok && err1 == nil && err2 == nil && s.Count > 0 && s.ID >= 0 && s.ID < s.Count
}

// Lease lets one process play the tables of a shard while a second one waits. The epoch, which the store compares inside
// every commit, keeps a process from writing that lost its lease while it was asleep.
type Lease struct {
	Shard Shard
	Owner string        // a unique name without a space, for operators to read
	For   time.Duration // how long it lasts unless it is renewed
	Epoch int64         // from Acquire; greater than that of any lease before

	Previous int64 // from Acquire: the epoch of the shard's last lease; 0: there was none
}

// ShardReader is a Store that several processes share, each with tables of its own.
type ShardReader interface {
	// ShardTables reads as Tables does, but only the tables of a shard.
	ShardTables(ctx context.Context, s Shard) iter.Seq2[Record, error]
}

// HeldError says that another process holds a lease of some of the same guilds.
type HeldError struct {
	Shard Shard
	Owner string
}

func (e *HeldError) Error() string {
	return fmt.Sprintf("another process, %s, plays the tables of shard %v", e.Owner, e.Shard)
}

// FencedError says that another process has acquired the lease since.
type FencedError struct {
	Epoch int64 // of the newer lease
}

func (e *FencedError) Error() string {
	return fmt.Sprintf("another process has taken the tables over (epoch %d)", e.Epoch)
}
