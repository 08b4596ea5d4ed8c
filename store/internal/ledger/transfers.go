package ledger

import (
	"cardroom/engine"
	"cardroom/store"
)

// MaxBalance is the most that any account can hold, or owe: every backend can count so far exactly, Lua's numbers too.
const MaxBalance = 1 << 53

// Transfers is where events become money: the entries of a change, in their order. All other events move chips within the
// table, which is one account.
func Transfers(c *store.Change) ([]Transfer, error) {
	var es []Transfer
	for i := range c.Events {
		e := &c.Events[i]
		if !movesChips(e.Kind) || e.Amount == 0 {
			continue
		}
		if e.Amount < 0 || e.Amount > MaxBalance || e.Player == 0 {
			return nil, &store.LedgerError{Account: store.TableAccount(c.Channel), Have: e.Amount, Why: "an event that nobody can pay"}
		}
		es = append(es, eventTransfers(store.TableAccount(c.Channel), e, c.Free)...)
	}
	return es, nil
}

func movesChips(k engine.Kind) bool {
	switch k {
	case engine.SatDown, engine.ToppedUp, engine.StoodUp, engine.Returned, engine.Converted:
		return true
	}
	return false
}

// eventTransfers is the entries of an event; where chips are free, Free stands in the place of wallets, and of House.
func eventTransfers(table store.Account, e *engine.Event, free bool) []Transfer {
	wallet := store.WalletAccount(e.Player)
	switch {
	case free:
		wallet = store.Free
	case e.House != engine.Person:
		wallet = store.House
	}
	home := wallet
	if e.Practice {
		home = store.Practice
	}
	in := Transfer{From: home, To: table, Amount: e.Amount, Person: e.Player, In: e.Amount}
	out := Transfer{From: table, To: home, Amount: e.Amount, Person: e.Player, Out: e.Amount}
	if e.House != engine.Person {
		in.In, out.Out = 0, 0
	}
	switch e.Kind {
	case engine.SatDown:
		in.Reason = store.ReasonBuyIn
		return []Transfer{in}
	case engine.ToppedUp:
		in.Reason = store.ReasonTopUp
		return []Transfer{in}
	case engine.StoodUp:
		out.Reason = store.ReasonCashOut
		return []Transfer{out}
	case engine.Returned:
		out.Reason = store.ReasonReturned
		return []Transfer{out}
	default: // Converted: the session does not feel it
		return []Transfer{
			{From: table, To: wallet, Amount: e.Amount, Reason: store.ReasonConverted, Person: e.Player},
			{From: store.Practice, To: table, Amount: e.Amount, Reason: store.ReasonConverted, Person: e.Player},
		}
	}
}

// lines is what entries add to a session, a line a person in the order of their first entry.
func lines(es []Transfer) []store.Line {
	var ls []store.Line
	at := map[engine.ID]int{}
	for _, e := range es {
		if e.In == 0 && e.Out == 0 {
			continue
		}
		i, ok := at[e.Person]
		if !ok {
			i = len(ls)
			at[e.Person] = i
			ls = append(ls, store.Line{Person: e.Person})
		}
		ls[i].In += e.In
		ls[i].Out += e.Out
	}
	return ls
}
