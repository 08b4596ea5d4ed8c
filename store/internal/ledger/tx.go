package ledger

import (
	"time"

	"cardroom/engine"
	"cardroom/store"
)

// Tx has the methods that the ledger needs of a back end inside one transaction. The ledger reads and checks first and writes last, so
// that a refusal has written nothing. Its methods return an error only if the transaction has failed as a whole.
type Tx interface {
	TableState(k store.Key, id string) (TableState, error)
	Balance(guild engine.ID, a store.Account) (chips int64, known bool, err error)
	Claimed(guild, person engine.ID) (day string, err error)
	Gifts(guild, person engine.ID) (store.Gifts, error)
	Paid(guild engine.ID, id string) (bool, error)
	Epoch(guild engine.ID) (epoch int64, err error) // the newest that the guild knows; 0 for none
	Forgotten(guild, person engine.ID) (ms int64, err error)

	WriteEpoch(guild engine.ID, epoch int64) error
	WriteTable(c *store.Change, version int64) error
	WriteHand(k store.Key, h store.Hand) error
	AddLine(k store.Key, session int64, l store.Line) error
	AddStats(guild engine.ID, s store.Stats) error
	WriteBalance(guild engine.ID, a store.Account, chips int64) error
	WriteEntry(e Entry) error
	WriteClaimed(guild, person engine.ID, day string) error
	WriteGifts(guild, person engine.ID, g store.Gifts) error
	WritePaid(p *store.Payment) error
	DropStats(guild, person engine.ID) error
	WriteForgotten(guild, person engine.ID, ms int64) error
}

// TableState is a table before a change.
type TableState struct {
	Version     int64 // of the last commit, even if the table was closed since; 0 before the first
	Open        bool
	CommittedAs int64        // the version that a change with this ID has made already; 0 for none
	Chips       int64        // the balance of the table's account
	Epoch       int64        // in a guess alone: the newest epoch of the guild
	Escrow      store.Escrow // in a guess alone: the escrow of the tournament
}

// current returns the version that a change must be made from.
func (s TableState) current() int64 {
	if !s.Open {
		return 0
	}
	return s.Version
}

// Entry is an entry of the ledger: a transfer and its cause.
type Entry struct {
	Origin
	Transfer
}

// Origin is the cause of ledger entries: a change, or a payment, whose channel and session are zero.
type Origin struct {
	store.Key
	Session int64
	At      time.Time
	ID      string
}

// Transfer moves chips from one account to another. Amount is at least 1.
type Transfer struct {
	From, To store.Account
	Amount   int64
	Reason   store.Reason
	Person   engine.ID // whose chips they are
	In, Out  int64     // added to the person's session
}
