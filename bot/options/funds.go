package options

import (
	"maps"
	"slices"
)

// Funds says where the chips of the players come from and where they return to. At a table with practice chips it has no
// effect.
type Funds string

const (
	FromWallets  Funds = ""
	OnceApproved Funds = "approved" // their wallets, once the host has approved it
	Free         Funds = "free"     // nowhere: wallets are unaffected, and the ledger shows who is up or down
)

// fundsValues maps the values of the option chips.
var fundsValues = map[string]Funds{"wallet": FromWallets, "approved": OnceApproved, "free": Free}

// Known reports whether this version of the program knows the value.
func (f Funds) Known() bool { return slices.Contains(slices.Collect(maps.Values(fundsValues)), f) }

func writeFunds(t *Table) string {
	for word, f := range fundsValues {
		if f == t.Extras.Funds {
			return word
		}
	}
	return string(t.Extras.Funds) // set by another version of this program
}

func readFunds(o *Reader, t *Table) { Choose(o, "chips", &t.Extras.Funds, 0, fundsValues) }

// Differ reports whether the two funding modes use different kinds of chips.
func Differ(a, b Funds) bool { return (a == Free) != (b == Free) }
