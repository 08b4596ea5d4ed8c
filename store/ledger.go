package store

import (
	"strconv"
	"strings"
	"time"

	"cardroom/engine"
)

// Account is one side of a ledger entry: Mint, Practice, Free, House, a wallet or a table.
type Account string

// The accounts that go below zero.
const (
	Mint     Account = "mint"     // where play money comes from; its balance is minus everything granted
	Practice Account = "practice" // the same for chips that no wallet feels
	Free     Account = "free"     // and for those of tables where people settle among themselves
	House    Account = "house"    // of house players who play for what wallets feel: what they have won, less what they have lost
)

// owes says whether an account may go below zero.
func (a Account) owes() bool {
	switch a {
	case Mint, Practice, Free, House:
		return true
	}
	return false
}

const (
	walletPrefix = "user/"
	tablePrefix  = "table/"
)

// WalletAccount is the account of a person's wallet.
func WalletAccount(person engine.ID) Account {
	return Account(walletPrefix + decimal(person))
}

// TableAccount is the account of the table in a channel.
func TableAccount(channel engine.ID) Account {
	return Account(tablePrefix + decimal(channel))
}

// Person is whose wallet the account is; false for other accounts.
func (a Account) Person() (engine.ID, bool) {
	digits, ok := strings.CutPrefix(string(a), walletPrefix)
	if !ok {
		return 0, false
	}
	id, err := parseID(digits)
	return id, err == nil
}

// Channel is where the table is whose account it is; false for other accounts.
func (a Account) Channel() (engine.ID, bool) {
	digits, ok := strings.CutPrefix(string(a), tablePrefix)
	if !ok {
		return 0, false
	}
	id, err := parseID(digits)
	return id, err == nil
}

// decimal is an ID in digits, and parseID reads one.
func decimal(id engine.ID) string { return strconv.FormatUint(uint64(id), 10) }

func parseID(digits string) (engine.ID, error) {
	id, err := strconv.ParseUint(digits, 10, 64)
	return engine.ID(id), err
}

// ceiling is the most that any account can hold, or owe: every backend can count so far exactly, Lua's numbers too.
const ceiling = 1 << 53

// entry is one movement of the ledger. Amount is at least 1.
type entry struct {
	from, to Account
	amount   int64
	reason   Reason
	person   engine.ID // whose chips they are
	in, out  int64     // what it adds to the person's session
}

// moves is where events become money: the entries of a change, in their order. All other events move chips within the
// table, which is one account.
func moves(c *Change) ([]entry, error) {
	var es []entry
	for i := range c.Events {
		e := &c.Events[i]
		if !movesChips(e.Kind) || e.Amount == 0 {
			continue
		}
		if e.Amount < 0 || e.Amount > ceiling || e.Player == 0 {
			return nil, &LedgerError{Account: TableAccount(c.Channel), Have: e.Amount, Why: "an event that nobody can pay"}
		}
		es = append(es, eventMoves(TableAccount(c.Channel), e, c.Free)...)
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

// eventMoves is the entries of an event; where chips are free, Free stands in the place of wallets, and of House.
func eventMoves(table Account, e *engine.Event, free bool) []entry {
	wallet := WalletAccount(e.Player)
	switch {
	case free:
		wallet = Free
	case e.House != engine.Person:
		wallet = House
	}
	home := wallet
	if e.Practice {
		home = Practice
	}
	in := entry{from: home, to: table, amount: e.Amount, person: e.Player, in: e.Amount}
	out := entry{from: table, to: home, amount: e.Amount, person: e.Player, out: e.Amount}
	if e.House != engine.Person {
		in.in, out.out = 0, 0
	}
	switch e.Kind {
	case engine.SatDown:
		in.reason = ReasonBuyIn
		return []entry{in}
	case engine.ToppedUp:
		in.reason = ReasonTopUp
		return []entry{in}
	case engine.StoodUp:
		out.reason = ReasonCashOut
		return []entry{out}
	case engine.Returned:
		out.reason = ReasonReturned
		return []entry{out}
	default: // Converted: the session does not feel it
		return []entry{
			{from: table, to: wallet, amount: e.Amount, reason: ReasonConverted, person: e.Player},
			{from: Practice, to: table, amount: e.Amount, reason: ReasonConverted, person: e.Player},
		}
	}
}

// lines is what entries add to a session, a line a person in the order of their first entry.
func lines(es []entry) []Line {
	var ls []Line
	at := map[engine.ID]int{}
	for _, e := range es {
		if e.in == 0 && e.out == 0 {
			continue
		}
		i, ok := at[e.person]
		if !ok {
			i = len(ls)
			at[e.person] = i
			ls = append(ls, Line{Person: e.person})
		}
		ls[i].In += e.in
		ls[i].Out += e.out
	}
	return ls
}

// tally works out what entries do to balances before anything is written.
type tally struct {
	books   books
	guild   engine.ID
	entries []entry // those posted, and the openings they caused
	touched []Account
	before  map[Account]int64
	after   map[Account]int64
}

func newTally(b books, guild engine.ID) *tally {
	return &tally{books: b, guild: guild, before: map[Account]int64{}, after: map[Account]int64{}}
}

// know tells the tally a balance that was read already.
func (t *tally) know(a Account, balance int64) {
	t.touched = append(t.touched, a)
	t.before[a], t.after[a] = balance, balance
}

// post adds entries. Wallets seen for the first time get their opening before.
func (t *tally) post(es []entry) error {
	for _, e := range es {
		if err := t.read(e.from); err != nil {
			return err
		}
		if err := t.read(e.to); err != nil {
			return err
		}
		if err := t.move(e); err != nil {
			return err
		}
	}
	return nil
}

func (t *tally) read(a Account) error {
	if _, ok := t.after[a]; ok {
		return nil
	}
	balance, known, err := t.books.balance(t.guild, a)
	if err != nil {
		return err
	}
	t.know(a, balance)
	person, isWallet := a.Person()
	if known || !isWallet {
		return nil
	}
	t.before[a] = Opening // as Wallet would have said
	if err := t.read(Mint); err != nil {
		return err
	}
	return t.move(entry{from: Mint, to: a, amount: Opening, reason: ReasonOpening, person: person})
}

func (t *tally) move(e entry) error {
	t.after[e.from] -= e.amount
	t.after[e.to] += e.amount
	for _, a := range [...]Account{e.from, e.to} {
		if t.after[a] > ceiling || t.after[a] < -ceiling {
			return &LimitError{Account: a, Max: ceiling}
		}
	}
	t.entries = append(t.entries, e)
	return nil
}

// funded says whether every wallet can pay, all its entries taken together.
func (t *tally) funded() error {
	for _, a := range t.touched {
		person, isWallet := a.Person()
		if isWallet && t.after[a] < 0 {
			return &FundsError{Have: t.before[a], Need: t.before[a] - t.after[a], Person: person}
		}
	}
	return nil
}

// within says whether no wallet grew above the limit.
func (t *tally) within(limit int64) error {
	for _, a := range t.touched {
		_, isWallet := a.Person()
		if isWallet && t.after[a] > limit && t.after[a] > t.before[a] {
			return &LimitError{Account: a, Max: limit}
		}
	}
	return nil
}

// day is the UTC day of a time, as claims are kept.
func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }
