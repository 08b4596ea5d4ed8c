package ledger

import (
	"cardroom/engine"
	"cardroom/store"
)

// MaxBalance is the most that an account can hold or owe. Every back end counts exactly up to there; Lua's numbers too.
const MaxBalance = 1 << 53

// Transfers returns the transfers between accounts by the events of a change, in their order, and then the moves of its escrow. All
// other events move chips within the table, which is one account.
func Transfers(c *store.Change) ([]Transfer, error) {
	var all []Transfer
	for i := range c.Events {
		e := &c.Events[i]
		if !movesChips(e.Kind) || e.Amount == 0 {
			continue
		}
		if e.Amount < 0 || e.Amount > MaxBalance || e.Player == 0 {
			return nil, &store.LedgerError{Account: store.TableAccount(c.Channel), Have: e.Amount, Why: "the amount of an event is out of range, or its player is missing"}
		}
		all = append(all, eventTransfers(store.TableAccount(c.Channel), e, c.Free)...)
	}
	if c.Escrow.Tournament != 0 { // the session of a tournament has prize chips, not stacks
		for i := range all {
			all[i].In, all[i].Out = 0, 0
		}
	}
	return escrowTransfers(all, &c.Escrow)
}

// escrowTransfers appends the transfers of the moves of an escrow.
func escrowTransfers(all []Transfer, e *store.Escrow) ([]Transfer, error) {
	escrow := store.EscrowAccount(e.Tournament)
	for _, m := range e.Moves {
		if e.Tournament == 0 || m.Amount == 0 || m.Amount > MaxBalance || m.Amount < -MaxBalance || m.Reason == "" {
			return nil, &store.LedgerError{Account: escrow, Have: m.Amount, Why: "a move has no tournament, no reason, or an amount out of range"}
		}
		other := store.Mint
		if m.Person != 0 {
			other = store.WalletAccount(m.Person)
		}
		t := Transfer{From: other, To: escrow, Amount: m.Amount, Reason: m.Reason, Person: m.Person, In: m.Amount}
		if m.Amount < 0 {
			t.From, t.To, t.Amount, t.In, t.Out = escrow, other, -m.Amount, 0, -m.Amount
		}
		if m.Person == 0 {
			t.In, t.Out = 0, 0
		}
		all = append(all, t)
	}
	return all, nil
}

func movesChips(k engine.Kind) bool {
	switch k {
	case engine.SatDown, engine.ToppedUp, engine.StoodUp, engine.Returned, engine.Converted:
		return true
	}
	return false
}

// eventTransfers returns the transfers of an event. Where chips are free, Free takes the place of wallets and of House.
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
	default: // Converted: it does not count in the session
		return []Transfer{
			{From: table, To: wallet, Amount: e.Amount, Reason: store.ReasonConverted, Person: e.Player},
			{From: store.Practice, To: table, Amount: e.Amount, Reason: store.ReasonConverted, Person: e.Player},
		}
	}
}

// lines returns the lines that transfers add to a session: one for each person, in the order of their first transfer.
func lines(transfers []Transfer) []store.Line {
	var ls []store.Line
	at := map[engine.ID]int{}
	for _, t := range transfers {
		if t.In == 0 && t.Out == 0 {
			continue
		}
		i, ok := at[t.Person]
		if !ok {
			i = len(ls)
			at[t.Person] = i
			ls = append(ls, store.Line{Person: t.Person})
		}
		ls[i].In += t.In
		ls[i].Out += t.Out
	}
	return ls
}
