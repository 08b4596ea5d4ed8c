package ledger

import (
	"cardroom/engine"
	"cardroom/store"
)

// Apply commits a change, or refuses it and has written nothing.
func Apply(b Tx, c *store.Change) (store.Receipt, error) {
	table := store.TableAccount(c.Channel)
	if c.ID == "" {
		return store.Receipt{}, &store.LedgerError{Account: table, Why: "the change has no ID"}
	}
	if err := CheckEpoch(b, c.Guild, c.Epoch); err != nil {
		return store.Receipt{}, err
	}
	was, err := b.TableState(c.Key, c.ID)
	if err != nil {
		return store.Receipt{}, err
	}
	if was.CommittedAs != 0 {
		return store.Receipt{Version: was.CommittedAs, Duplicate: true}, nil
	}
	if have := was.current(); have != c.Version {
		return store.Receipt{}, &store.StaleError{Have: have}
	}
	p := newPosting(b, c.Guild)
	p.set(table, was.Chips)
	if err := computePostings(p, c, table); err != nil {
		return store.Receipt{}, err
	}
	version := was.Version + 1
	if c.Sealed != nil {
		c.Data = c.Sealed(version)
	}
	if err := writeChange(b, p, c, version); err != nil {
		return store.Receipt{}, err
	}
	return store.Receipt{Version: version}, nil
}

// computePostings works out what a change does to balances, and refuses a change that does not add up.
func computePostings(p *posting, c *store.Change, table store.Account) error {
	transfers, err := Transfers(c)
	if err != nil {
		return err
	}
	if err := p.post(transfers); err != nil {
		return err
	}
	if err := p.checkFunds(); err != nil {
		return err
	}
	if have := p.after[table]; have != c.Chips || have < 0 {
		return &store.LedgerError{Account: table, Have: have, Want: c.Chips, Why: "the account of the table and the chips on it differ"}
	}
	if err := checkEscrow(p, &c.Escrow); err != nil {
		return err
	}
	if c.Closed && c.Chips != 0 {
		return &store.LedgerError{Account: table, Have: c.Chips, Why: "the table is closed with chips on it"}
	}
	return nil
}

// checkEscrow refuses a change after which the account of the escrow would not hold what the tournament says.
func checkEscrow(p *posting, e *store.Escrow) error {
	escrow := store.EscrowAccount(e.Tournament)
	if e.Tournament == 0 {
		if e.Chips != 0 {
			return &store.LedgerError{Account: escrow, Want: e.Chips, Why: "an escrow has no tournament"}
		}
		return nil
	}
	if err := p.load(escrow); err != nil {
		return err
	}
	if have := p.after[escrow]; have != e.Chips || have < 0 {
		return &store.LedgerError{Account: escrow, Have: have, Want: e.Chips, Why: "the account of the escrow and the prize chips of the tournament differ"}
	}
	return nil
}

// writeChange writes all that a change brings.
func writeChange(b Tx, p *posting, c *store.Change, version int64) error {
	if err := b.WriteTable(c, version); err != nil {
		return err
	}
	if err := writePosting(b, p, Origin{Key: c.Key, Session: c.Session, At: c.At, ID: c.ID}); err != nil {
		return err
	}
	for _, l := range lines(p.transfers) {
		if err := b.AddLine(c.Key, c.Session, l); err != nil {
			return err
		}
	}
	for _, h := range c.Hands {
		if err := b.WriteHand(c.Key, h); err != nil {
			return err
		}
	}
	for _, s := range c.Stats {
		if err := b.AddStats(c.Guild, s); err != nil {
			return err
		}
	}
	return nil
}

// writePosting writes the new balances and the ledger entries of a posting.
func writePosting(b Tx, p *posting, o Origin) error {
	if len(p.transfers) == 0 {
		return nil
	}
	for _, a := range p.touched {
		if !p.moves(a) {
			continue // it was only compared
		}
		if err := b.WriteBalance(p.guild, a, p.after[a]); err != nil {
			return err
		}
	}
	for _, t := range p.transfers {
		if err := b.WriteEntry(Entry{o, t}); err != nil {
			return err
		}
	}
	return nil
}

// CheckEpoch refuses a change made under a lease that another process has acquired since. If the change carries a newer
// epoch than the guild, as in a new guild, it writes that epoch: from then on older ones are refused.
func CheckEpoch(b Tx, guild engine.ID, epoch int64) error {
	if epoch == 0 {
		return nil
	}
	newest, err := b.Epoch(guild)
	switch {
	case err != nil:
		return err
	case newest > epoch:
		return &store.FencedError{Epoch: newest}
	case newest < epoch:
		return b.WriteEpoch(guild, epoch)
	}
	return nil
}
