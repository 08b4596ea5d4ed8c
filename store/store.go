package store

import (
	"cmp"
	"context"
	"iter"
	"time"

	"cardroom/engine"
	"cardroom/engine/stats"
)

// Key names a table by its guild and channel. A channel has at most one table. Wallets are per guild.
type Key struct{ Guild, Channel engine.ID }

// Opening is the number of chips that every wallet starts with. Mint grants it when the wallet is first used.
const Opening = 10_000

// Daily is the number of chips that a wallet may claim once a UTC day.
const Daily = 2_000

// Limit is the most chips that a wallet may hold after a payment. It never refuses chips that return from a table.
const Limit = 1_000_000_000_000

// Remembered is how many IDs of its latest changes a table knows, at least.
const Remembered = 256

// DefaultHistory is how many hands of a table are kept when Options do not say.
const DefaultHistory = 5000

// Options configure a store.
type Options struct {
	History int          // how many hands of each table are kept, the newest; 0 is DefaultHistory
	Warn    func(string) // receives, while opening, warnings of settings that risk chips and of waiting; may be nil
	Fill    bool         // the store may be empty, because the caller fills it: no warning says so
}

// HistoryLimit returns how many hands of each table a store keeps.
func (o Options) HistoryLimit() int {
	if o.History <= 0 {
		return DefaultHistory
	}
	return o.History
}

// Store is the contract of a back end. All methods may be called from any goroutine.
//
// An error that a method's comment names means that nothing changed. After any other error the outcome is unknown: send
// the same ID again. A call whose context has ended before it changes nothing. If the context ends during the call, the
// outcome is unknown. After Close every method returns ErrClosed.
type Store interface {
	// Load reads one table. It returns ErrNotFound, or a *DamagedError with as much of the record as can be read.
	Load(ctx context.Context, k Key) (Record, error)
	// Tables reads every table that was not closed. A record that cannot be read does not end the walk: it comes with
	// its Key and an error. Nor does a damaged list of tables: it comes with a *DamagedError and a Key without a channel.
	// Any other error without a channel ends the walk.
	Tables(ctx context.Context) iter.Seq2[Record, error]
	// Commit applies a change as a whole or not at all. The same (Key, ID) again changes nothing and returns the version
	// that it made, with Duplicate set; at least the last Remembered IDs of a table are known. *FencedError, *StaleError,
	// *FundsError, *LedgerError, *LimitError.
	Commit(ctx context.Context, c Change) (Receipt, error)
	// Pay moves chips between wallets, or from Mint to a wallet, in one guild. A (Guild, ID) takes effect
	// once, for ever: later receipts have Duplicate set. Their Version is always 0. *FencedError, *FundsError, *LimitError, *GiftError, *LedgerError, ErrClaimed.
	Pay(ctx context.Context, p Payment) (Receipt, error)
	// Forget deletes a person's Stats in a guild and keeps the time: hands from before it no longer show the person. Chips
	// do not move. A (Guild, ID) takes effect once, for ever: later receipts have Duplicate set. Their Version is always 0.
	// *FencedError, *LedgerError.
	Forget(ctx context.Context, o ErasureRequest) (Receipt, error)
	// Forgotten returns the persons whom a guild has forgotten, and when last, to the millisecond.
	Forgotten(ctx context.Context, guild engine.ID) (map[engine.ID]time.Time, error)
	// Wallet returns the chips of a person that are not on tables. A person never seen has Opening.
	Wallet(ctx context.Context, guild, person engine.ID) (Wallet, error)
	// TopWallets returns the fullest wallets of a guild, at most n. Persons never seen are not among them.
	TopWallets(ctx context.Context, guild engine.ID, n int) ([]Wallet, error)
	// Rank returns one more than the number of fuller wallets, so that equal ones share a place; 0 for a person never seen.
	Rank(ctx context.Context, guild, person engine.ID) (int64, error)
	// Session returns the chips that each person brought to a table and took from it since it was opened. People are in the
	// order in which they first sat down; house players are left out.
	Session(ctx context.Context, k Key, session int64) ([]Line, error)
	// Stats returns the counts of a person over all hands of a guild; zeros for a person never seen.
	Stats(ctx context.Context, guild, person engine.ID) (Stats, error)
	// Hands reads finished hands of a table with numbers below before (0: all), newest first, at most n.
	Hands(ctx context.Context, k Key, before int64, n int) ([]Hand, error)
	// Accounts returns the balance of every account of a guild. They add up to zero: Mint, Practice and Free are below
	// it, and so is House where people have won more from house players than they have lost to them.
	Accounts(ctx context.Context, guild engine.ID) (map[Account]int64, error)
	// Acquire grants the lease of a shard to its owner, with an epoch greater than any before. From then on the store
	// refuses commits and payments in the guilds of the shard that carry an older epoch. No guild belongs to two leases at
	// once, even where processes divide guilds by different Counts. *HeldError while another owner's lease of some of
	// these guilds has not expired.
	Acquire(ctx context.Context, l Lease) (Lease, error)
	// Renew extends a lease by its time from now on, even an expired one. *FencedError if some of its guilds were acquired
	// since.
	Renew(ctx context.Context, l Lease) error
	// Release ends a lease before it expires. A lease that is no longer held stays as it is.
	Release(ctx context.Context, l Lease) error
	// Announce says that a process is alive, and returns the processes that share the store. The number of shards that it
	// wants becomes the store's where there is none yet, or where the fleet is Idle but for this process.
	Announce(ctx context.Context, m Member) (Fleet, error)
	// Note and SetNote keep small facts of the program itself. A note never set is ""; setting "" deletes a note.
	Note(ctx context.Context, name string) (string, error)
	SetNote(ctx context.Context, name, value string) error
	// Close finishes pending writes.
	Close() error
}

// Record is a stored table. Data belongs to the bot; the store does not read it.
type Record struct {
	Key
	Version int64 // 1 after the channel's first commit, one more with each; a reopened table goes on counting
	Data    []byte
}

// Change is one commit: the table afterwards, and the events that led to it. Events move chips: the store makes ledger entries of
// SatDown, ToppedUp, StoodUp, Returned and Converted, with wallets on one side and the table on the other. For practice
// chips the account Practice takes the place of wallets, for other chips of house players the account House. The moves of
// Escrow are the only others.
type Change struct {
	Key
	ID      string // idempotency key: an interaction id, or a name made of table, version and cause; not empty
	Version int64  // of the record that it was made from; 0 creates the table, even where one was closed
	Session int64  // numbers the openings of the table; ledger entries and Session carry it
	At      time.Time
	Data    []byte
	Sealed  func(version int64) []byte // if set, returns the Data for the version that the change makes, which the store may keep
	Free    bool                       // chips come from Free and go back there, not to wallets or House; must not change while chips are on the table
	Closed  bool                       // Tables and Load no longer find the table; its hands and ledger stay; Chips must be 0
	Events  []engine.Event
	Chips   int64 // all chips on the table afterwards; must equal the table's account
	Escrow  Escrow
	Hands   []Hand
	Stats   []Stats // counts of the hands that ended with this change; Commit adds them to earlier ones
	Epoch   int64   // of the lease under which it was made; 0 is not compared
}

// Escrow holds the moves that a change makes of the prize chips of a tournament. The stacks of a tournament are in no account.
type Escrow struct {
	Tournament engine.ID // 0 at a cash table, which has no moves
	Chips      int64     // in the escrow afterwards; must equal its account
	Moves      []Move
}

// Move moves prize chips between an escrow and a wallet, or Mint. A wallet may hold more than Limit afterwards.
type Move struct {
	Person engine.ID // 0 is Mint
	Amount int64     // into the escrow; below zero out of it; not 0
	Reason Reason
}

// Stats are the counts of a person over some hands of a guild.
type Stats struct {
	Person engine.ID
	stats.Counts
}

// Hand is a finished hand. Data belongs to the bot.
type Hand struct {
	Number int64     // chosen by the bot; a hand replaces an earlier one of the same number
	At     time.Time // to the millisecond, UTC
	Data   []byte
}

// Receipt is the answer to Commit, Pay and Forget.
type Receipt struct {
	Version   int64
	Duplicate bool // an earlier call applied it
}

// Payment moves Amount chips. From is a person's wallet or, if zero, Mint. A payment from wallet to wallet is a gift. The
// chips that a person may give and receive on a UTC day, by At, are limited (*GiftError).
type Payment struct {
	Guild    engine.ID
	ID       string // idempotency key; not empty
	At       time.Time
	From, To engine.ID
	Amount   int64 // at least 1
	Reason   Reason
	Epoch    int64 // as in a Change
}

// Reason says in the ledger why chips moved.
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
	ReasonEntry     Reason = "entry"     // the price of a tournament
	ReasonRebuy     Reason = "rebuy"     // in a tournament
	ReasonAddOn     Reason = "addon"     // in a tournament
	ReasonRefund    Reason = "refund"    // of a price
	ReasonPrize     Reason = "prize"
	ReasonBounty    Reason = "bounty"    // for a head in a tournament
	ReasonAdded     Reason = "added"     // by the server to a pool, also for a guarantee
	ReasonGivenBack Reason = "givenback" // an added sum that is not played for
)

// Wallet is a person's chips in a guild, the UTC day of the last daily claim ("2026-11-21", "" for none), and the gifts of
// a day.
type Wallet struct {
	Person  engine.ID
	Balance int64
	Claimed string
	Gifts   Gifts
}

// Fuller compares wallets for a list with the fullest first. Of equal ones, the person with the smaller ID comes first.
func Fuller(a, b Wallet) int {
	return cmp.Or(cmp.Compare(b.Balance, a.Balance), cmp.Compare(a.Person, b.Person))
}

// Line is a person's session at a table: chips brought and chips taken away, practice chips included. A conversion of
// chips counts as neither. At the table of a tournament these are the prize chips paid into its escrow, and those that came back.
type Line struct {
	Person  engine.ID
	In, Out int64
}
