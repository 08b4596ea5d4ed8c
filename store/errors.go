package store

import (
	"errors"
	"fmt"

	"cardroom/engine"
)

// Errors without details. Errors of opening a store come wrapped, with the STORE_URL and a remedy.
var (
	ErrNotFound = errors.New("store: no such table")
	ErrClaimed  = errors.New("store: already claimed for this day")
	ErrClosed   = errors.New("store: closed")
	ErrReadOnly = errors.New("store: opened for reading only") // by methods that write, of a ReadOnly store
	ErrLocked   = errors.New("in use by another process")      // by opening
	ErrScheme   = errors.New("not a store this program knows") // by opening
	ErrForeign  = errors.New("not a store of this program")    // by opening: the store is left as it is
	ErrSchema   = errors.New("written by a newer version")     // by opening: the store is left as it is
)

// ErrMoved says that a file of the store was deleted, moved or replaced since it was opened: what is written would be lost, or
// another process writes too. Methods that write return it until the file is back, and nothing is written.
var ErrMoved = errors.New("a file of the store was deleted, moved or replaced since startup")

// ErrUnreachable says that a server, or the disk of a file, could not be used for as long as opening tries.
var ErrUnreachable = errors.New("the server cannot be reached")

// ErrUnable says that a server or database answered a request with an error, instead of not at all. The error around it says which,
// and what to do where that is known.
var ErrUnable = errors.New("store: answered with an error")

// Unable returns err as an ErrUnable, in the words of err alone.
func Unable(err error) error { return unableError{err} }

type unableError struct{ error }

func (e unableError) Unwrap() []error { return []error{ErrUnable, e.error} }

// ErrPart says that a move may have begun to write, and did not finish.
var ErrPart = errors.New("the store is moved in part; keep the first one, and delete the second one before the next attempt")

// Errors of Redis alone.
var (
	// ErrUnsafe says that a server does not fit, or has settings with which it may lose chips. Opening returns it, and a
	// later request where a right was taken away; the sentence around it names the setting.
	ErrUnsafe = errors.New("the server is not fit to keep chips")
	// ErrReplaced says that the server lost its data, or is another one. Every method returns it then, and nothing is written.
	ErrReplaced = errors.New("redis lost its data or was replaced since startup")
)

// StaleError says that a change was not made from the stored version.
type StaleError struct {
	Have int64 // the stored version; 0 when there is no table, or it was closed
}

func (e *StaleError) Error() string {
	return fmt.Sprintf("store: the table has moved on to version %d", e.Have)
}

// FundsError says that a wallet holds less than a change takes from it.
type FundsError struct {
	Have, Need int64 // chips in the wallet, and chips to be taken from it
	Person     engine.ID
}

func (e *FundsError) Error() string {
	return fmt.Sprintf("store: the wallet of %d holds %d, %d are needed", e.Person, e.Have, e.Need)
}

// LimitError says that an account would hold more than it may: a wallet more than Limit after a payment, or any account
// more than can be counted exactly.
type LimitError struct {
	Account Account
	Max     int64 // chips it may hold
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("store: %s would hold more than %d", e.Account, e.Max)
}

// LedgerError says that a change or payment does not add up. The fault is the program's, not a person's.
type LedgerError struct {
	Account Account
	Have    int64 // chips the account would hold by the ledger
	Want    int64 // chips it must hold by the change
	Why     string
}

func (e *LedgerError) Error() string {
	return fmt.Sprintf("store: the ledger refuses the change: %s: %s (%d by the ledger, %d by the change)",
		e.Account, e.Why, e.Have, e.Want)
}

// DamagedError says that something stored is not what was written, and is left as it is. It is the table of Key. If the
// channel is 0 it is the list of tables of the guild, or what Of names; if the guild is 0 too, the list of guilds, or what Of names.
type DamagedError struct {
	Key
	Of        string // the part of the guild or store that is damaged, as "the stats"; "" for tables
	Why       string
	NoVersion bool // the version of the table cannot be read, so no commit can replace the table
}

func (e *DamagedError) Error() string {
	what := fmt.Sprintf("the table of channel %d in guild %d", e.Channel, e.Guild)
	switch {
	case e.Of != "" && e.Guild == 0:
		what = e.Of
	case e.Of != "":
		what = fmt.Sprintf("guild %d, %s", e.Guild, e.Of)
	case e.Guild == 0:
		what = "the list of guilds"
	case e.Channel == 0:
		what = fmt.Sprintf("the list of tables of guild %d", e.Guild)
	}
	return fmt.Sprintf("store: damaged and left as it is: %s: %s", what, e.Why)
}

// Refused reports whether an error of a Store means for certain that nothing changed. After any other error the outcome is
// unknown.
func Refused(err error) bool {
	return isError[*FencedError](err) || isError[*StaleError](err) || isError[*FundsError](err) || isError[*LedgerError](err) || isError[*LimitError](err) ||
		isError[*GiftError](err) || errors.Is(err, ErrClaimed) || errors.Is(err, ErrClosed) || errors.Is(err, ErrReadOnly)
}

// isError reports whether an error is of a type, or wraps one that is.
func isError[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
