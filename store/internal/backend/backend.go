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

// SessionKey names a session of a table.
type SessionKey struct {
	store.Key
	Session int64
}

// Backend is a store that can be read to the last entry, and be filled.
type Backend interface {
	store.Store
	Guilds(ctx context.Context) ([]engine.ID, error)
	// Heads are all tables of a guild, in the order of their channels, closed ones too.
	Heads(ctx context.Context, guild engine.ID) ([]Head, error)
	// Channels are where a guild has or had tables, in their order.
	Channels(ctx context.Context, guild engine.ID) ([]engine.ID, error)
	// Ledger are the ledger, those of a guild in their order; ledgerOf is that of one guild.
	Ledger(ctx context.Context) iter.Seq2[ledger.Entry, error]
	GuildLedger(ctx context.Context, guild engine.ID) iter.Seq2[ledger.Entry, error]
	// Payments are when each was made, by their IDs.
	Payments(ctx context.Context, guild engine.ID) (map[string]time.Time, error)
	Claims(ctx context.Context, guild engine.ID) (map[engine.ID]string, error)
	// AllGifts are those of the wallets that have given or been given any since there are limits.
	AllGifts(ctx context.Context, guild engine.ID) (map[engine.ID]store.Gifts, error)
	// AllStats are those of everyone in a guild, by person.
	AllStats(ctx context.Context, guild engine.ID) ([]store.Stats, error)
	Notes(ctx context.Context) (map[string]string, error)
	// Fill does work on the books of a guild as one whole.
	Fill(ctx context.Context, guild engine.ID, work func(ledger.Tx) error) error
}

// Head is a table without its hands and sessions.
type Head struct {
	store.Record
	Session int64
	Open    bool
	At      time.Time
}

// LedgerPage is the most ledger entries that are read or written at once: one script holds a Redis server up.
const LedgerPage = 500

func (h Head) Equal(o Head) bool {
	return h.Key == o.Key && h.Version == o.Version && h.Open == o.Open && h.Session == o.Session &&
		h.At.Equal(o.At) && bytes.Equal(h.Data, o.Data)
}
