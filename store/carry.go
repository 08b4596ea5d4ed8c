package store

import (
	"time"

	"cardroom/engine"
)

// books is what carry and pay need of a backend inside one transaction. They look and check first and write
// last, so that a refusal has written nothing. An error of books means that the transaction has failed as a whole.
type books interface {
	standing(k Key, id string) (standing, error)
	balance(guild engine.ID, a Account) (chips int64, known bool, err error)
	claimed(guild, person engine.ID) (day string, err error)
	gifts(guild, person engine.ID) (Gifts, error)
	paid(guild engine.ID, id string) (bool, error)
	fence(guild engine.ID) (epoch int64, err error) // the newest that is known there; 0 for none
	forgotten(guild, person engine.ID) (ms int64, err error)

	writeFence(guild engine.ID, epoch int64) error
	writeTable(c *Change, version int64) error
	writeHand(k Key, h Hand) error
	writeLine(k Key, session int64, l Line) error
	addStats(guild engine.ID, s Stats) error
	writeBalance(guild engine.ID, a Account, chips int64) error
	writeEntry(o origin, e entry) error
	writeClaimed(guild, person engine.ID, day string) error
	writeGifts(guild, person engine.ID, g Gifts) error
	writePaid(p *Payment) error
	dropStats(guild, person engine.ID) error
	writeForgotten(guild, person engine.ID, ms int64) error
}

// standing is a table before a change.
type standing struct {
	version int64 // of the last commit, 0 before the first; also when the table was closed since
	open    bool
	made    int64 // the version that a change with this ID has made already; 0 for none
	chips   int64 // the table's account
	epoch   int64 // of a guess: the newest of the guild
}

// origin is where ledger entries come from. Channel and session are zero for payments.
type origin struct {
	Key
	session int64
	at      time.Time
	id      string
}

// carry carries out a change.
func carry(b books, c *Change) (Receipt, error) {
	table := TableAccount(c.Channel)
	if c.ID == "" {
		return Receipt{}, &LedgerError{Account: table, Why: "a change without an ID"}
	}
	if err := unfenced(b, c.Guild, c.Epoch); err != nil {
		return Receipt{}, err
	}
	was, err := b.standing(c.Key, c.ID)
	if err != nil {
		return Receipt{}, err
	}
	if was.made != 0 {
		return Receipt{Version: was.made, Duplicate: true}, nil
	}
	if have := was.current(); have != c.Version {
		return Receipt{}, &StaleError{Have: have}
	}
	t := newTally(b, c.Guild)
	t.know(table, was.chips)
	if err := reckon(t, c, table); err != nil {
		return Receipt{}, err
	}
	version := was.version + 1
	if c.Sealed != nil {
		c.Data = c.Sealed(version)
	}
	if err := writeChange(b, t, c, version); err != nil {
		return Receipt{}, err
	}
	return Receipt{Version: version}, nil
}

// current is the version that a change must be made from.
func (s standing) current() int64 {
	if !s.open {
		return 0
	}
	return s.version
}

// reckon works out the money of a change and refuses it where it does not add up.
func reckon(t *tally, c *Change, table Account) error {
	es, err := moves(c)
	if err != nil {
		return err
	}
	if err := t.post(es); err != nil {
		return err
	}
	if err := t.funded(); err != nil {
		return err
	}
	if have := t.after[table]; have != c.Chips || have < 0 {
		return &LedgerError{Account: table, Have: have, Want: c.Chips, Why: "the chips on the table are others"}
	}
	if c.Closed && c.Chips != 0 {
		return &LedgerError{Account: table, Have: c.Chips, Why: "a table is closed with chips on it"}
	}
	return nil
}

func writeChange(b books, t *tally, c *Change, version int64) error {
	if err := b.writeTable(c, version); err != nil {
		return err
	}
	if err := writeTally(b, t, origin{Key: c.Key, session: c.Session, at: c.At, id: c.ID}); err != nil {
		return err
	}
	for _, l := range lines(t.entries) {
		if err := b.writeLine(c.Key, c.Session, l); err != nil {
			return err
		}
	}
	for _, h := range c.Hands {
		if err := b.writeHand(c.Key, h); err != nil {
			return err
		}
	}
	for _, s := range c.Stats {
		if err := b.addStats(c.Guild, s); err != nil {
			return err
		}
	}
	return nil
}

func writeTally(b books, t *tally, o origin) error {
	if len(t.entries) == 0 {
		return nil
	}
	for _, a := range t.touched {
		if err := b.writeBalance(t.guild, a, t.after[a]); err != nil {
			return err
		}
	}
	for _, e := range t.entries {
		if err := b.writeEntry(o, e); err != nil {
			return err
		}
	}
	return nil
}

// pay carries out a payment.
func pay(b books, p *Payment) (Receipt, error) {
	if p.ID == "" || p.To == 0 || p.From == p.To || p.Amount < 1 || p.Amount > ceiling {
		return Receipt{}, &LedgerError{Account: WalletAccount(p.To), Have: p.Amount, Why: "a payment that nobody can make"}
	}
	if err := unfenced(b, p.Guild, p.Epoch); err != nil {
		return Receipt{}, err
	}
	done, err := b.paid(p.Guild, p.ID)
	if err != nil || done {
		return Receipt{Duplicate: done}, err
	}
	if err := unclaimed(b, p); err != nil {
		return Receipt{}, err
	}
	t := newTally(b, p.Guild)
	if err := t.post([]entry{p.entry()}); err != nil {
		return Receipt{}, err
	}
	if err := t.funded(); err != nil {
		return Receipt{}, err
	}
	if err := t.within(Limit); err != nil {
		return Receipt{}, err
	}
	if p.From == 0 {
		return Receipt{}, writePayment(b, t, p)
	}
	from, to, err := allowed(b, p)
	if err != nil {
		return Receipt{}, err
	}
	if err := writePayment(b, t, p); err != nil {
		return Receipt{}, err
	}
	return Receipt{}, writeGift(b, p, from, to)
}

func (p *Payment) entry() entry {
	e := entry{from: Mint, to: WalletAccount(p.To), amount: p.Amount, reason: p.Reason, person: p.To}
	if p.From != 0 {
		e.from, e.person = WalletAccount(p.From), p.From
	}
	return e
}

// unclaimed refuses a daily claim for a day that was claimed, or that is before one that was: clocks are set back.
func unclaimed(b books, p *Payment) error {
	if p.Reason != ReasonDaily {
		return nil
	}
	last, err := b.claimed(p.Guild, p.To)
	if err != nil {
		return err
	}
	if day(p.At) <= last {
		return ErrClaimed
	}
	return nil
}

func writePayment(b books, t *tally, p *Payment) error {
	if err := b.writePaid(p); err != nil {
		return err
	}
	if err := writeTally(b, t, origin{Key: Key{Guild: p.Guild}, at: p.At, id: p.ID}); err != nil {
		return err
	}
	if p.Reason != ReasonDaily {
		return nil
	}
	return b.writeClaimed(p.Guild, p.To, day(p.At))
}
