package ledger

import (
	"slices"

	"cardroom/engine"
	"cardroom/store"
)

// posting works out what transfers do to balances, before anything is written.
type posting struct {
	tx        Tx
	guild     engine.ID
	transfers []Transfer // those posted, and the openings that they caused
	touched   []store.Account
	before    map[store.Account]int64
	after     map[store.Account]int64
}

func newPosting(b Tx, guild engine.ID) *posting {
	return &posting{tx: b, guild: guild, before: map[store.Account]int64{}, after: map[store.Account]int64{}}
}

// set records a balance that was read.
func (p *posting) set(a store.Account, balance int64) {
	p.touched = append(p.touched, a)
	p.before[a], p.after[a] = balance, balance
}

// post adds transfers. A wallet that is seen for the first time gets its opening first.
func (p *posting) post(transfers []Transfer) error {
	for _, t := range transfers {
		if err := p.load(t.From); err != nil {
			return err
		}
		if err := p.load(t.To); err != nil {
			return err
		}
		if err := p.transfer(t); err != nil {
			return err
		}
	}
	return nil
}

// load reads the balance of an account that was not read yet.
func (p *posting) load(a store.Account) error {
	if _, ok := p.after[a]; ok {
		return nil
	}
	balance, known, err := p.tx.Balance(p.guild, a)
	if err != nil {
		return err
	}
	p.set(a, balance)
	person, isWallet := a.Person()
	if known || !isWallet {
		return nil
	}
	p.before[a] = store.Opening // as Wallet would have said
	if err := p.load(store.Mint); err != nil {
		return err
	}
	return p.transfer(Transfer{From: store.Mint, To: a, Amount: store.Opening, Reason: store.ReasonOpening, Person: person})
}

// transfer moves chips between accounts that were loaded.
func (p *posting) transfer(t Transfer) error {
	p.after[t.From] -= t.Amount
	p.after[t.To] += t.Amount
	for _, a := range [...]store.Account{t.From, t.To} {
		if p.after[a] > MaxBalance || p.after[a] < -MaxBalance {
			return &store.LimitError{Account: a, Max: MaxBalance}
		}
	}
	p.transfers = append(p.transfers, t)
	return nil
}

// moves reports whether a transfer moves chips of an account.
func (p *posting) moves(a store.Account) bool {
	return slices.ContainsFunc(p.transfers, func(t Transfer) bool { return t.From == a || t.To == a })
}

// checkFunds refuses the posting if a wallet cannot pay, all its transfers taken together.
func (p *posting) checkFunds() error {
	for _, a := range p.touched {
		person, isWallet := a.Person()
		if isWallet && p.after[a] < 0 {
			return &store.FundsError{Have: p.before[a], Need: p.before[a] - p.after[a], Person: person}
		}
	}
	return nil
}

// checkLimit refuses the posting if a wallet grew above the limit.
func (p *posting) checkLimit(limit int64) error {
	for _, a := range p.touched {
		_, isWallet := a.Person()
		if isWallet && p.after[a] > limit && p.after[a] > p.before[a] {
			return &store.LimitError{Account: a, Max: limit}
		}
	}
	return nil
}
