package store

import (
	"strconv"
	"strings"

	"cardroom/engine"
)

// Account is one side of a ledger entry: Mint, Practice, Free, House, a wallet, a table, or the escrow of a tournament.
type Account string

// The accounts that go below zero.
const (
	Mint     Account = "mint"     // where play money comes from; its balance is minus everything granted
	Practice Account = "practice" // the same for chips that are outside any wallet
	Free     Account = "free"     // and for tables where people settle among themselves
	House    Account = "house"    // house players' wins, less their losses, where they play for wallet chips
)

// MayOwe reports whether an account may go below zero.
func (a Account) MayOwe() bool {
	switch a {
	case Mint, Practice, Free, House:
		return true
	}
	return false
}

const (
	walletPrefix = "user/"
	tablePrefix  = "table/"
	escrowPrefix = "escrow/"
)

// WalletAccount returns the account of a person's wallet.
func WalletAccount(person engine.ID) Account {
	return Account(walletPrefix + formatID(person))
}

// TableAccount returns the account of the table in a channel.
func TableAccount(channel engine.ID) Account {
	return Account(tablePrefix + formatID(channel))
}

// EscrowAccount returns the account of a tournament's prize chips.
func EscrowAccount(tournament engine.ID) Account {
	return Account(escrowPrefix + formatID(tournament))
}

// Person returns the owner of a wallet, and false for other accounts.
func (a Account) Person() (engine.ID, bool) { return a.after(walletPrefix) }

// Channel returns the channel of a table's account, and false for other accounts.
func (a Account) Channel() (engine.ID, bool) { return a.after(tablePrefix) }

// Tournament returns the tournament of an escrow, and false for other accounts.
func (a Account) Tournament() (engine.ID, bool) { return a.after(escrowPrefix) }

// after returns the ID behind a prefix.
func (a Account) after(prefix string) (engine.ID, bool) {
	digits, ok := strings.CutPrefix(string(a), prefix)
	if !ok {
		return 0, false
	}
	id, err := parseID(digits)
	return id, err == nil
}

// formatID returns an ID in digits, and parseID reads one.
func formatID(id engine.ID) string { return strconv.FormatUint(uint64(id), 10) }

func parseID(digits string) (engine.ID, error) {
	id, err := strconv.ParseUint(digits, 10, 64)
	return engine.ID(id), err
}
