package store

import (
	"errors"
	"fmt"

	"cardroom/engine"
)

// The errors that need no details. Those of Open come wrapped, with the STORE_URL and what would be right.
var (
	ErrNotFound = errors.New("store: no such table")
	ErrClaimed  = errors.New("store: already claimed for this day")
	ErrClosed   = errors.New("store: closed")
	ErrReadOnly = errors.New("store: opened to be looked at")  // of what writes, in an Inspection
	ErrLocked   = errors.New("in use by another process")      // of Open
	ErrScheme   = errors.New("not a store this program knows") // of Open
	ErrForeign  = errors.New("not a store of this program")    // of Open: it is left as it is
	ErrSchema   = errors.New("written by a newer version")     // of Open: it is left as it is
)

// The errors of Redis alone.
var (
	// ErrUnsafe says that a server is set up so that it may lose chips, or does not fit. It is of Open, and the sentence
	// around it names the setting.
	ErrUnsafe = errors.New("the server is not fit to keep chips")
	// ErrUnreachable says that a server could not be used for as long as Open tries.
	ErrUnreachable = errors.New("the server cannot be reached")
	// ErrReplaced says that the server has lost what it held, or is another one. It is of Note and SetNote.
	ErrReplaced = errors.New("this is not the Redis I started on")
)

// StaleError says that a change was made from another version than the one stored.
type StaleError struct {
	Have int64 // the stored version; 0 when there is no table, or it was closed
}

func (e *StaleError) Error() string {
	return fmt.Sprintf("store: the table has moved on to version %d", e.Have)
}

// FundsError says that a wallet does not hold what a change takes from it.
type FundsError struct {
	Have, Need int64 // chips in the wallet, and chips to be taken from it
	Person     engine.ID
}

func (e *FundsError) Error() string {
	return fmt.Sprintf("store: the wallet of %d holds %d, %d are needed", e.Person, e.Have, e.Need)
}

// LimitError says that an account would hold more than it may: a wallet more than Limit by a payment, or any account
// more than can be counted.
type LimitError struct {
	Account Account
	Max     int64 // chips it may hold
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("store: %s would hold more than %d", e.Account, e.Max)
}

// LedgerError says that a change or payment does not add up. It is a mistake of the program, not of a person.
type LedgerError struct {
	Account Account
	Have    int64 // chips the account would hold by the ledger
	Want    int64 // chips it must hold by the change
	Why     string
}

func (e *LedgerError) Error() string {
	return fmt.Sprintf("store: the ledger refuses: %s: %s (%d by the ledger, %d by the change)",
		e.Account, e.Why, e.Have, e.Want)
}

// DamagedError says that a stored table is not what was written. It is left as it is. Where the channel is 0 it is the
// list of the tables of a guild, and where the guild is 0, too, the list of guilds; or it is what Of says.
type DamagedError struct {
	Key
	Of  string // of the guild: "the stats", "the gifts", "the accounts" or "who is forgotten"; "" for tables
	Why string
}

func (e *DamagedError) Error() string {
	what := fmt.Sprintf("the table of channel %d in guild %d", e.Channel, e.Guild)
	switch {
	case e.Of != "":
		what = fmt.Sprintf("what is kept of guild %d, %s,", e.Guild, e.Of)
	case e.Guild == 0:
		what = "the list of guilds"
	case e.Channel == 0:
		what = fmt.Sprintf("the list of tables of guild %d", e.Guild)
	}
	return fmt.Sprintf("store: %s is damaged and left as it is: %s", what, e.Why)
}

// Refused says whether an error of a Store means for certain that nothing was changed. After any other the outcome is
// unknown.
func Refused(err error) bool {
	return isError[*FencedError](err) || isError[*StaleError](err) || isError[*FundsError](err) || isError[*LedgerError](err) || isError[*LimitError](err) ||
		isError[*GiftError](err) || errors.Is(err, ErrClaimed) || errors.Is(err, ErrClosed) || errors.Is(err, ErrReadOnly)
}

// isError says whether an error is of a type, or wraps one that is.
func isError[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
