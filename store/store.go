package store

import (
	"context"
	"iter"
	"time"

	"cardroom/engine"
	"cardroom/engine/stats"
)

// Key is where a table is: one table a channel. Wallets are per guild.
type Key struct{ Guild, Channel engine.ID }

// Opening is what every wallet starts with, in chips; it is granted (from Mint) when the wallet is first touched.
const Opening = 10_000

// Daily is what a wallet may claim once a UTC day, in chips.
const Daily = 2_000

// Limit is the most chips a payment may bring a wallet to. Chips that come home from a table are never refused by it.
const Limit = 1_000_000_000_000

// Remembered is of how many of its last changes a table knows the IDs, at least.
const Remembered = 256

// DefaultHistory is how many hands are kept of a table when nothing else is said.
const DefaultHistory = 5000

// Options are what a store can be told.
type Options struct {
	History int          // hands kept of each table, the newest; 0 is DefaultHistory
	Warn    func(string) // told, while opening, of settings that risk chips, and what is waited for; may be nil
}

// HistoryLimit returns how many hands of each table a store keeps.
func (o Options) HistoryLimit() int {
	if o.History <= 0 {
		return DefaultHistory
	}
	return o.History
}

// Store is the whole of it. All methods may be called from any goroutine. An error named in a method's comment means
// that nothing changed. After any other the outcome is unknown: send the same ID again. A context that has ended before
// the call changes nothing; one that ends during it leaves the outcome unknown. After Close every method gives
// ErrClosed.
type Store interface {
	// Load reads one table. ErrNotFound; *DamagedError, with which the record comes as far as it can be read.
	Load(ctx context.Context, k Key) (Record, error)
	// Tables reads every table that was not closed. A record that cannot be read does not end the walk: it comes with
	// its Key and an error. Neither does a list of tables that is damaged: it comes with a *DamagedError and a Key without
	// a channel. Any other error without a channel ends the walk.
	Tables(ctx context.Context) iter.Seq2[Record, error]
	// Commit carries out a change as a whole or not at all. The same (Key, ID) again changes nothing and gives the
	// version it made, with Again set; at least the last Remembered IDs of a table are known. *FencedError, *StaleError,
	// *FundsError, *LedgerError, *LimitError.
	Commit(ctx context.Context, c Change) (Receipt, error)
	// Pay moves chips between wallets, or from Mint to a wallet, in one guild. Once per (Guild, ID), for ever: then the
	// receipt has Again set; its Version is always 0. *FencedError, *FundsError, *LimitError, *GiftError, *LedgerError, ErrClaimed.
	Pay(ctx context.Context, p Payment) (Receipt, error)
	// Forget drops what a person has done in a guild (Stats), and keeps the moment: what was played there before is not to be
	// told of them any more. Chips do not move. Once per (Guild, ID), for ever: then the receipt has Again set; its Version is
	// always 0. *FencedError, *LedgerError.
	Forget(ctx context.Context, o ErasureRequest) (Receipt, error)
	// Forgotten is who has wanted that in a guild, and when last, to the millisecond.
	Forgotten(ctx context.Context, guild engine.ID) (map[engine.ID]time.Time, error)
	// Wallet is the chips of a person that are not on tables. A person never seen has Opening.
	Wallet(ctx context.Context, guild, person engine.ID) (Wallet, error)
	// TopWallets lists the wallets of a guild, the fullest first, at most n. Persons never seen are not among them.
	TopWallets(ctx context.Context, guild engine.ID, n int) ([]Wallet, error)
	// Rank is where a wallet stands in that list, 1 being the fullest; 0 for a person never seen.
	Rank(ctx context.Context, guild, person engine.ID) (int64, error)
	// Session is who brought and took how much at a table since it was opened, in the order they first sat. House
	// players are not in it.
	Session(ctx context.Context, k Key, session int64) ([]Line, error)
	// Stats is what a person has done in all hands of a guild; nothing for one never seen.
	Stats(ctx context.Context, guild, person engine.ID) (Stats, error)
	// Hands reads finished hands of a table, newest first, numbers below before (0: from the newest), at most n.
	Hands(ctx context.Context, k Key, before int64, n int) ([]Hand, error)
	// Accounts is the balance of every account of a guild. They add up to zero: Mint, Practice and Free are below it,
	// and so is House where people have won more from house players than they have lost to them.
	Accounts(ctx context.Context, guild engine.ID) (map[Account]int64, error)
	// Acquire gives the lease of a shard to its owner, with an epoch greater than any before. From then on commits and
	// payments in the guilds of the shard are refused when they come with an older epoch. Guilds belong to no two leases
	// at once, also where one process divides them by another Count than the next. *HeldError while another owner has a
	// lease of some of these guilds that has not run out.
	Acquire(ctx context.Context, l Lease) (Lease, error)
	// Renew makes a lease last for its time from now on, also one that has run out. *FencedError when it was acquired
	// since, for some of its guilds.
	Renew(ctx context.Context, l Lease) error
	// Release gives a lease back: it need not run out. One that is not held any more is left as it is.
	Release(ctx context.Context, l Lease) error
	// Note and SetNote keep small facts of the program itself. A note never set is "", and one that is set to "" is dropped.
	Note(ctx context.Context, name string) (string, error)
	SetNote(ctx context.Context, name, value string) error
	// Close finishes what is being written.
	Close() error
}

// Record is a table as stored. Data is the bot's; the store does not look into it.
type Record struct {
	Key
	Version int64 // 1 after the channel's first commit, one more with each; a reopened table goes on counting
	Data    []byte
}

// Change is one commit: the table afterwards, and what happened. Chips move by Events alone: the store makes the ledger
// entries of SatDown, ToppedUp, StoodUp, Returned and Converted, wallets on one side and the table on the other; for
// practice chips it is the account Practice instead of wallets, for other chips of house players the account House.
type Change struct {
	Key
	ID      string // takes effect once: an interaction id, or a name made of table, version and cause; not empty
	Version int64  // of the record it was made from; 0 creates the table, also where one was closed
	Session int64  // which opening of the table; entries and Session go by it
	At      time.Time
	Data    []byte
	Sealed  func(version int64) []byte // where it is set, gives the Data of the version that the change makes
	Free    bool                       // chips come from Free and go back there, not to wallets or House. So it stays while any are on the table
	Closed  bool                       // the table is no longer listed by Tables or found by Load; its hands and ledger stay. Chips must be 0
	Events  []engine.Event
	Chips   int64 // all chips on the table afterwards; must equal the table's account
	Hands   []Hand
	Stats   []Stats // what persons have done in hands that ended with it; it is added to what they have done before
	Epoch   int64   // of the lease under which it was made; 0 is nobody's, and then it is not compared
}

// Stats is what a person has done in some hands of a guild.
type Stats struct {
	Person engine.ID
	stats.Counts
}

// Hand is a finished hand. Data is the bot's.
type Hand struct {
	Number int64     // the bot's; the same number again replaces the hand
	At     time.Time // to the millisecond, UTC
	Data   []byte
}

// Receipt is what Commit and Pay give.
type Receipt struct {
	Version   int64
	Duplicate bool // it had been done before
}

// Payment moves Amount chips. From is a person's wallet or, when zero, Mint. What goes from wallet to wallet is a gift, of which
// a person may give and be given so much a UTC day by At (*GiftError).
type Payment struct {
	Guild    engine.ID
	ID       string // takes effect once; not empty
	At       time.Time
	From, To engine.ID
	Amount   int64 // at least 1
	Reason   Reason
	Epoch    int64 // as of a Change
}

// Reason is why chips moved, as the ledger keeps it.
type Reason string

// The reasons.
const (
	ReasonOpening   Reason = "opening"
	ReasonDaily     Reason = "daily" // once a UTC day by At, never for a day before the last one claimed: ErrClaimed
	ReasonGrant     Reason = "grant"
	ReasonGift      Reason = "gift"
	ReasonBuyIn     Reason = "buyin"
	ReasonTopUp     Reason = "topup"
	ReasonCashOut   Reason = "cashout"
	ReasonReturned  Reason = "returned"  // of a top-up (R6)
	ReasonConverted Reason = "converted" // wallet chips became practice chips
)

// Wallet is a person's chips in a guild, the UTC day of the last daily claim ("2026-11-21", "" for none), and what was given
// from it and to it on a day.
type Wallet struct {
	Person  engine.ID
	Balance int64
	Claimed string
	Gifts   Gifts
}

// Line is a person's session at a table: chips brought and chips taken away, practice chips like any others. A
// conversion of chips is neither.
type Line struct {
	Person  engine.ID
	In, Out int64
}
