package ledger

import "cardroom/store"

// Pay makes a payment, or refuses it and has written nothing.
func Pay(b Tx, p *store.Payment) (store.Receipt, error) {
	if p.ID == "" || p.To == 0 || p.From == p.To || p.Amount < 1 || p.Amount > MaxBalance {
		return store.Receipt{}, &store.LedgerError{Account: store.WalletAccount(p.To), Have: p.Amount, Why: "the payment has no ID, no receiver, or an amount out of range"}
	}
	if err := CheckEpoch(b, p.Guild, p.Epoch); err != nil {
		return store.Receipt{}, err
	}
	done, err := b.Paid(p.Guild, p.ID)
	if err != nil || done {
		return store.Receipt{Duplicate: done}, err
	}
	if err := checkUnclaimed(b, p); err != nil {
		return store.Receipt{}, err
	}
	from, to, err := giftsAfter(b, p) // before the funds: more chips do not lift a day's limit
	if err != nil {
		return store.Receipt{}, err
	}
	posted := newPosting(b, p.Guild)
	if err := posted.post([]Transfer{paymentTransfer(p)}); err != nil {
		return store.Receipt{}, err
	}
	if err := posted.checkFunds(); err != nil {
		return store.Receipt{}, err
	}
	if err := posted.checkLimit(store.Limit); err != nil {
		return store.Receipt{}, err
	}
	if err := writePayment(b, posted, p); err != nil || p.From == 0 {
		return store.Receipt{}, err
	}
	return store.Receipt{}, writeGiftsOf(b, p, from, to)
}

// paymentTransfer returns the transfer that a payment makes.
func paymentTransfer(p *store.Payment) Transfer {
	t := Transfer{From: store.Mint, To: store.WalletAccount(p.To), Amount: p.Amount, Reason: p.Reason, Person: p.To}
	if p.From != 0 {
		t.From, t.Person = store.WalletAccount(p.From), p.From
	}
	return t
}

// checkUnclaimed refuses a second daily claim for a day, and one for an earlier day, as when a clock was set back.
func checkUnclaimed(b Tx, p *store.Payment) error {
	if p.Reason != store.ReasonDaily {
		return nil
	}
	last, err := b.Claimed(p.Guild, p.To)
	if err != nil {
		return err
	}
	if store.Day(p.At) <= last {
		return store.ErrClaimed
	}
	return nil
}

// writePayment writes a payment that was checked.
func writePayment(b Tx, posted *posting, p *store.Payment) error {
	if err := b.WritePaid(p); err != nil {
		return err
	}
	if err := writePosting(b, posted, Origin{Key: store.Key{Guild: p.Guild}, At: p.At, ID: p.ID}); err != nil {
		return err
	}
	if p.Reason != store.ReasonDaily {
		return nil
	}
	return b.WriteClaimed(p.Guild, p.To, store.Day(p.At))
}

// giftsAfter returns the gifts of giver and receiver after a payment from wallet to wallet, or refuses it. New chips are no gift.
func giftsAfter(b Tx, p *store.Payment) (from, to store.Gifts, err error) {
	if p.From == 0 {
		return from, to, nil
	}
	from, err = b.Gifts(p.Guild, p.From)
	if err != nil {
		return from, to, err
	}
	if to, err = b.Gifts(p.Guild, p.To); err != nil {
		return from, to, err
	}
	give, take := from.MayGive(p.At), to.MayTake(p.At)
	from, to = from.After(store.Day(p.At), p.Amount, 0), to.After(store.Day(p.At), 0, p.Amount)
	refusal := &store.GiftError{Left: min(give, take)}
	if p.Amount > give {
		refusal.Resets = from.End()
	}
	if p.Amount > take && to.End().After(refusal.Resets) {
		refusal.Resets = to.End()
	}
	if p.Amount > refusal.Left {
		return from, to, refusal
	}
	return from, to, nil
}

// writeGiftsOf stores the gifts of giver and receiver, as giftsAfter returns them.
func writeGiftsOf(b Tx, p *store.Payment, from, to store.Gifts) error {
	if err := b.WriteGifts(p.Guild, p.From, from); err != nil {
		return err
	}
	return b.WriteGifts(p.Guild, p.To, to)
}
