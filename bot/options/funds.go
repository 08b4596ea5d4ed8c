package options

import (
	"maps"
	"slices"
)

// Funds is where the chips of a table's people come from, and go back to. Where house players have practice chips (laid), so
// has everyone who sits with one, whatever it says.
type Funds string

const (
	FromWallets  Funds = ""
	OnceApproved Funds = "approved" // their wallets, once the host has said yes (request.go)
	Free         Funds = "free"     // nowhere: no wallet feels them, and the ledger tells who is up and down
)

// fundsValues are the values of the option chips.
var fundsValues = map[string]Funds{"wallet": FromWallets, "approved": OnceApproved, "free": Free}

// Known says whether it is one of those there are.
func (f Funds) Known() bool { return slices.Contains(slices.Collect(maps.Values(fundsValues)), f) }

func writeFunds(t *Table) string {
	for word, f := range fundsValues {
		if f == t.Extras.Funds {
			return word
		}
	}
	return string(t.Extras.Funds) // of another version of this program
}

func readFunds(o *Reader, t *Table) { Choose(o, "chips", &t.Extras.Funds, 0, fundsValues) }

// Differ says whether chips of the one are others than those of the other.
func Differ(a, b Funds) bool { return (a == Free) != (b == Free) }
