package store

import (
	"context"
	"time"
)

// RateSharer is a Store through which several processes share Discord's rate limits.
type RateSharer interface {
	// TakeRate takes a place in a rate limit. A place that is taken may be used after wait. Otherwise TakeRate has taken nothing,
	// and there may be a place after wait. It is right to about a millisecond. A store that loses what was taken
	// lets requests pass too early.
	TakeRate(ctx context.Context, r Rate) (wait time.Duration, taken bool, err error)

	// TakeSlot takes a slot that is free or that the owner has already: then it is taken for the new time. Otherwise TakeSlot
	// takes nothing, and returns how long another owner has the slot, or less.
	TakeSlot(ctx context.Context, s Slot) (wait time.Duration, err error)
}

// Rate is a place in a rate limit. The limit is empty again Cost later, by the clock of the store.
type Rate struct {
	Limit string
	Cost  time.Duration // of the place, in whole microseconds
	Most  time.Duration // of all places that may be used at once; at least Cost
	Ahead time.Duration // how long before its use a place may be taken

	// Longest is more than all places together can cost, by any caller. More is taken only where the clock of the store was set
	// back: then the limit counts as empty.
	Longest time.Duration
}

// Slot is something that one of many may use at a time, for a while by the clock of the store. It excludes the [Rate] of the
// same name, whose Cost is its Most: older programs take slots as such rates.
type Slot struct {
	Name  string
	Owner uint64        // unique to the use
	For   time.Duration // how long the slot stays taken from now; 0 gives it back

	// Longest is more than the slot is ever taken for. More is taken only where the clock of the store was set back: then the
	// slot counts as free.
	Longest time.Duration
}
