package ledger

import (
	"cardroom/engine"
	"cardroom/store"
)

// Apply carries out a change.
func Apply(b Tx, c *store.Change) (store.Receipt, error) {
	table := store.TableAccount(c.Channel)
	if c.ID == "" {
		return store.Receipt{}, &store.LedgerError{Account: table, Why: "a change without an ID"}
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

// computePostings works out the money of a change and refuses it where it does not add up.
func computePostings(p *posting, c *store.Change, table store.Account) error {
	es, err := Transfers(c)
	if err != nil {
		return err
	}
	if err := p.post(es); err != nil {
		return err
	}
	if err := p.checkFunds(); err != nil {
		return err
	}
	if have := p.after[table]; have != c.Chips || have < 0 {
		return &store.LedgerError{Account: table, Have: have, Want: c.Chips, Why: "the chips on the table are others"}
	}
	if c.Closed && c.Chips != 0 {
		return &store.LedgerError{Account: table, Have: c.Chips, Why: "a table is closed with chips on it"}
	}
	return nil
}

func writeChange(b Tx, p *posting, c *store.Change, version int64) error {
	if err := b.WriteTable(c, version); err != nil {
		return err
	}
	if err := writePosting(b, p, Origin{Key: c.Key, Session: c.Session, At: c.At, ID: c.ID}); err != nil {
		return err
	}
	for _, l := range lines(p.entries) {
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

func writePosting(b Tx, p *posting, o Origin) error {
	if len(p.entries) == 0 {
		return nil
	}
	for _, a := range p.touched {
		if err := b.WriteBalance(p.guild, a, p.after[a]); err != nil {
			return err
		}
	}
	for _, e := range p.entries {
		if err := b.WriteEntry(o, e); err != nil {
			return err
		}
	}
	return nil
}

// CheckEpoch refuses a change of one who holds a lease that somebody else has acquired since. Where the newest epoch is not
// known, as of a guild that is new, it is written along with the change: from then on, older ones are refused.
func CheckEpoch(b Tx, guild engine.ID, epoch int64) error {
	if epoch == 0 {
		return nil
	}
	fence, err := b.Epoch(guild)
	switch {
	case err != nil:
		return err
	case fence > epoch:
		return &store.FencedError{Epoch: fence}
	case fence < epoch:
		return b.WriteEpoch(guild, epoch)
	}
	return nil
}
