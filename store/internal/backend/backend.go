package backend

import (
	"bytes"
	"context"
	"iter"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/ledger"
)

// Backend is a store that can be read to the last ledger entry, and be filled.
type Backend interface {
	store.Store
	// Guilds, Channels and AllStats are those of [store.ReadOnly]. Channels are in their order.
	Guilds(ctx context.Context) ([]engine.ID, error)
	Channels(ctx context.Context, guild engine.ID) ([]engine.ID, error)
	AllStats(ctx context.Context, guild engine.ID) ([]store.Stats, error)
	// Heads returns all tables of a guild, in the order of their channels, closed ones too.
	Heads(ctx context.Context, guild engine.ID) ([]Head, error)
	// Ledger reads the ledger of all guilds, the entries of each guild in their order.
	Ledger(ctx context.Context) iter.Seq2[ledger.Entry, error]
	// GuildLedger reads the ledger of one guild, in its order.
	GuildLedger(ctx context.Context, guild engine.ID) iter.Seq2[ledger.Entry, error]
	// Payments returns the time of each payment and erasure by its ID.
	Payments(ctx context.Context, guild engine.ID) (map[string]time.Time, error)
	// Claims returns the UTC day of each person's last daily claim.
	Claims(ctx context.Context, guild engine.ID) (map[engine.ID]string, error)
	// AllGifts returns the gifts of the wallets that have given or received any since gifts are counted.
	AllGifts(ctx context.Context, guild engine.ID) (map[engine.ID]store.Gifts, error)
	// Notes returns all notes by their names.
	Notes(ctx context.Context) (map[string]string, error)
	// Fleet returns the processes that share the store, and the leases that they hold.
	Fleet(ctx context.Context) (store.Fleet, error)
	// Fill runs work in one transaction of a guild.
	Fill(ctx context.Context, guild engine.ID, work func(ledger.Tx) error) error
}

// Head is a table without its hands and sessions.
type Head struct {
	store.Record
	Session int64
	Open    bool
	At      time.Time
}

// Equal reports whether two heads are the same.
func (h Head) Equal(o Head) bool {
	return h.Key == o.Key && h.Version == o.Version && h.Open == o.Open && h.Session == o.Session &&
		h.At.Equal(o.At) && bytes.Equal(h.Data, o.Data)
}

// SessionKey names a session of a table.
type SessionKey struct {
	store.Key
	Session int64
}

// LedgerPage is how many ledger entries are read or written at once, at most: one script occupies a Redis server.
const LedgerPage = 500
