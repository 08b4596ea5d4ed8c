package store

import (
	"context"

	"cardroom/engine"
)

// ReadOnly is a store opened for inspection, beside the bot that writes to it. Methods that would change the store
// return ErrReadOnly. A SQLite file is seen as it was when it was opened, Redis as it is at each call.
type ReadOnly interface {
	Store
	// Fleet returns the processes that share the store, and the leases that they hold. It is empty for a store that one
	// process plays.
	Fleet(ctx context.Context) (Fleet, error)
	// Guilds lists the guilds of which something is stored. With a *DamagedError come those that could be read.
	Guilds(ctx context.Context) ([]engine.ID, error)
	// Channels lists the channels where a guild has or had tables, closed ones too. With a *DamagedError come those that
	// could be read.
	Channels(ctx context.Context, guild engine.ID) ([]engine.ID, error)
	// AllStats lists the stats of all players of a guild, by their ID.
	AllStats(ctx context.Context, guild engine.ID) ([]Stats, error)
	// Audit recomputes all accounts of a guild from its ledger, entry by entry, and the days of the last daily claims and
	// gifts. It returns a sentence for each difference, and for each impossible state: a wallet below zero, accounts that do not
	// add up to zero.
	Audit(ctx context.Context, guild engine.ID) (differences []string, err error)
	// Damage checks the file of the store, or the keys of a Redis, also where no other method reads them. It returns a sentence
	// for an operator, or "" if they are sound.
	Damage(ctx context.Context) (string, error)
}
