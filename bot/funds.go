package bot

import (
	"errors"
	"maps"
	"slices"
	"time"

	"cardroom/engine"
)

// funds is where the chips of a table's people come from, and go back to. Where house players have practice chips (laid), so
// has everyone who sits with one, whatever it says.
type funds string

const (
	fromWallets  funds = ""
	onceApproved funds = "approved" // their wallets, once the host has said yes (request.go)
	fromNowhere  funds = "free"     // nowhere: no wallet feels them, and the ledger tells who is up and down
)

// fundings are the values of the option chips.
var fundings = map[string]funds{"wallet": fromWallets, "approved": onceApproved, "free": fromNowhere}

// known says whether it is one of those there are.
func (f funds) known() bool { return slices.Contains(slices.Collect(maps.Values(fundings)), f) }

func writeFunds(t *terms) string {
	for word, f := range fundings {
		if f == t.manners.Funds {
			return word
		}
	}
	return string(t.manners.Funds) // of another version of this program
}

func readFunds(o *options, t *terms) { choose(o, "chips", &t.manners.Funds, 0, fundings) }

// unfelt says that no wallet feels what is on the table.
func (a *actor) unfelt(v *engine.View) bool {
	return v.Practice || a.record.Manners.Funds == fromNowhere
}

// laid is the table as somebody who sits down finds it: where nobody has a seat, house players play for what the server has
// chosen since. Where anybody has one, which the engine refuses, or the choice is not known, it stays as it is: chips go back to
// where they came from.
func (a *actor) laid() (engine.Table, []engine.Event) {
	own, err := a.bot.servers.get(a.bot, a.key.Guild)
	v := a.view()
	if err != nil || own.Staked == v.Rules.Staked {
		return a.table, nil
	}
	v.Rules.Staked = own.Staked
	t, events, err := a.table.Apply(engine.SetRules{Rules: v.Rules, At: engine.At(time.Now())}, nil)
	if err != nil {
		return a.table, nil
	}
	return t, events
}

// others says whether chips of the one are others than those of the other.
func others(a, b funds) bool { return (a == fromNowhere) != (b == fromNowhere) }

// setRules makes the options of the table those of the terms. What somebody left with is not to be brought back in other
// chips (R7).
func (a *actor) setRules(t terms) engine.SetRules {
	return engine.SetRules{Rules: t.rules, Other: others(a.record.Manners.Funds, t.manners.Funds), At: engine.At(time.Now())}
}

// errHeld is that chips cannot become free, or others, while people have some.
var errHeld = errors.New("there are chips on the table that would go back to where they did not come from")

// behave gives a record other manners. Chips may come from elsewhere than before while nobody has any, but for the practice
// chips of house players: what is there goes back to where it came from. The ledger then begins anew, for what wallets have
// settled nobody owes; so practice chips that people brought before would be won from nobody in it. That of free chips is
// what people owe each other: it is kept beside the next one, and goes on where the chips of the table are free again.
func (a *actor) behave(r *record, m manners) error {
	was := r.Manners.Funds
	r.Manners = m
	if m.Funds != onceApproved {
		r.Requests = nil // nobody has to wait any more
	}
	if !others(was, m.Funds) {
		return nil
	}
	v := a.view()
	for _, s := range v.Seats {
		if (s.House == engine.Person || v.Rules.Staked) && s.Stack+s.Pending != 0 {
			return errHeld
		}
	}
	left, next := r.Session, max(r.Session+1, time.Now().UnixMilli())
	switch {
	case m.Funds != fromNowhere:
		r.Session, r.Owes = next, left
	case r.Owes != 0:
		r.Session, r.Owes = r.Owes, 0
	default:
		r.Session = next
	}
	return nil
}
