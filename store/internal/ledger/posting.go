package ledger

import (
	"cardroom/engine"
	"cardroom/store"
)

// posting works out what entries do to balances before anything is written.
type posting struct {
	tx      Tx
	guild   engine.ID
	entries []Transfer // those posted, and the openings they caused
	touched []store.Account
	before  map[store.Account]int64
	after   map[store.Account]int64
}

func newPosting(b Tx, guild engine.ID) *posting {
	return &posting{tx: b, guild: guild, before: map[store.Account]int64{}, after: map[store.Account]int64{}}
}

// set tells the tally a balance that was read already.
func (t *posting) set(a store.Account, balance int64) {
	t.touched = append(t.touched, a)
	t.before[a], t.after[a] = balance, balance
}

// post adds entries. Wallets seen for the first time get their opening before.
func (t *posting) post(es []Transfer) error {
	for _, e := range es {
		if err := t.load(e.From); err != nil {
			return err
		}
		if err := t.load(e.To); err != nil {
			return err
		}
		if err := t.transfer(e); err != nil {
			return err
		}
	}
	return nil
}

func (t *posting) load(a store.Account) error {
	if _, ok := t.after[a]; ok {
		return nil
	}
	balance, known, err := t.tx.Balance(t.guild, a)
	if err != nil {
		return err
	}
	t.set(a, balance)
	person, isWallet := a.Person()
	if known || !isWallet {
		return nil
	}
	t.before[a] = store.Opening // as Wallet would have said
	if err := t.load(store.Mint); err != nil {
		return err
	}
	return t.transfer(Transfer{From: store.Mint, To: a, Amount: store.Opening, Reason: store.ReasonOpening, Person: person})
}

func (t *posting) transfer(e Transfer) error {
	t.after[e.From] -= e.Amount
	t.after[e.To] += e.Amount
	for _, a := range [...]store.Account{e.From, e.To} {
		if t.after[a] > MaxBalance || t.after[a] < -MaxBalance {
			return &store.LimitError{Account: a, Max: MaxBalance}
		}
	}
	t.entries = append(t.entries, e)
	return nil
}

// checkFunds says whether every wallet can pay, all its entries taken together.
func (t *posting) checkFunds() error {
	for _, a := range t.touched {
		person, isWallet := a.Person()
		if isWallet && t.after[a] < 0 {
			return &store.FundsError{Have: t.before[a], Need: t.before[a] - t.after[a], Person: person}
		}
	}
	return nil
}

// checkLimit says whether no wallet grew above the limit.
func (t *posting) checkLimit(limit int64) error {
	for _, a := range t.touched {
		_, isWallet := a.Person()
		if isWallet && t.after[a] > limit && t.after[a] > t.before[a] {
			return &store.LimitError{Account: a, Max: limit}
		}
	}
	return nil
}
