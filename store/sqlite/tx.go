package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/backend"
	"cardroom/store/internal/lease"
	"cardroom/store/internal/ledger"
)

// tx is the writer's open transaction, as [ledger.Tx] wants it.
type tx struct {
	history int
	leases  *lease.Local
	failure error // the first failure of the database in this transaction
	erased  bool  // something was deleted for good since the log was last cut
	txStatements
}

// txStatements are the prepared statements of a tx. The prefix says what one does: sel reads, put inserts or replaces, set
// updates, cut deletes.
type txStatements struct {
	selState, selBalance, selClaimed, selPaid, selForgotten *sql.Stmt
	putTable, putID, putHand, cutHands, putLine, putStats   *sql.Stmt
	setTable                                                *sql.Stmt
	putAccount, putEntry, setClaimed, putPayment, putNote   *sql.Stmt
	cutStats, putForgotten, cutNote, selGifts, setGifts     *sql.Stmt
}

// setTable stores a table that stays open, or closed. It leaves the column open alone: a write to that is also one to the index of
// open tables.
const setTable = `UPDATE tables SET version = ?, session = ?, at = ?, sum = ?, data = ?
	WHERE guild = ? AND channel = ? AND open = ?`

// newTx returns a tx whose statements are not prepared yet. It keeps as many hands of a table as history says.
func newTx(history int) *tx { return &tx{history: history, leases: lease.NewLocal()} }

// statements returns the statements to prepare.
func (b *tx) statements() []statement {
	return []statement{
		{&b.selState, `SELECT version, open,
			coalesce((SELECT version FROM changes WHERE guild = ?1 AND channel = ?2 AND id = ?3), 0),
			coalesce((SELECT balance FROM accounts WHERE guild = ?1 AND name = ?4), 0)
			FROM tables WHERE guild = ?1 AND channel = ?2`},
		{&b.selBalance, `SELECT balance FROM accounts WHERE guild = ? AND name = ?`},
		{&b.selClaimed, `SELECT claimed FROM accounts WHERE guild = ? AND name = ?`},
		{&b.selPaid, `SELECT 1 FROM payments WHERE guild = ? AND id = ?`},
		{&b.putTable, `INSERT INTO tables (guild, channel, version, session, open, at, sum, data)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET version = excluded.version, session = excluded.session, open = excluded.open,
			at = excluded.at, sum = excluded.sum, data = excluded.data`},
		{&b.setTable, setTable},
		{&b.putID, `REPLACE INTO changes (guild, channel, slot, id, version) VALUES (?, ?, ?, ?, ?)`},
		{&b.putHand, `REPLACE INTO hands (guild, channel, number, at, data) VALUES (?, ?, ?, ?, ?)`},
		{&b.cutHands, `DELETE FROM hands WHERE guild = ?1 AND channel = ?2 AND number <=
			(SELECT number FROM hands WHERE guild = ?1 AND channel = ?2 ORDER BY number DESC LIMIT 1 OFFSET ?3)`},
		{&b.putLine, `INSERT INTO sessions (guild, channel, session, person, brought, taken) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET brought = brought + excluded.brought, taken = taken + excluded.taken`},
		{&b.putStats, `INSERT INTO stats (guild, person, hands, vpip, pfr, three_bets, three_bet_spots, aggressive,
			calls, seen, showdowns, showdowns_won, net, tournaments, cashes, won, paid_in) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET hands = hands + excluded.hands, vpip = vpip + excluded.vpip, pfr = pfr + excluded.pfr,
			three_bets = three_bets + excluded.three_bets, three_bet_spots = three_bet_spots + excluded.three_bet_spots, aggressive = aggressive + excluded.aggressive,
			calls = calls + excluded.calls, seen = seen + excluded.seen, showdowns = showdowns + excluded.showdowns,
			showdowns_won = showdowns_won + excluded.showdowns_won, net = net + excluded.net,
			tournaments = tournaments + excluded.tournaments, cashes = cashes + excluded.cashes, won = won + excluded.won,
			paid_in = paid_in + excluded.paid_in`},
		{&b.putAccount, `INSERT INTO accounts (guild, name, balance, person) VALUES (?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET balance = excluded.balance`},
		{&b.putEntry, `INSERT INTO ledger (guild, at, source, target, amount, reason, person, channel, session, change)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`},
		{&b.selGifts, `SELECT gifts FROM accounts WHERE guild = ? AND name = ?`},
		{&b.setGifts, `UPDATE accounts SET gifts = ? WHERE guild = ? AND name = ?`},
		{&b.setClaimed, `UPDATE accounts SET claimed = ? WHERE guild = ? AND name = ?`},
		{&b.putPayment, `INSERT INTO payments (guild, id, at) VALUES (?, ?, ?)`},
		{&b.putNote, `REPLACE INTO notes (name, value) VALUES (?, ?)`},
		{&b.cutNote, `DELETE FROM notes WHERE name = ?`},
		{&b.selForgotten, `SELECT at FROM forgotten WHERE guild = ? AND person = ?`},
		{&b.putForgotten, `REPLACE INTO forgotten (guild, person, at) VALUES (?, ?, ?)`},
		{&b.cutStats, `DELETE FROM stats WHERE guild = ? AND person = ?`},
	}
}

// statement is a query, and where to keep it when it is prepared.
type statement struct {
	to   **sql.Stmt
	text string
}

// prepare prepares statements.
func prepare(ctx context.Context, on interface {
	PrepareContext(ctx context.Context, text string) (*sql.Stmt, error)
}, all []statement) (err error) {
	for _, s := range all {
		if *s.to, err = on.PrepareContext(ctx, s.text); err != nil {
			return err
		}
	}
	return nil
}

// scan reads one row, and reports false if there is none.
func (b *tx) scan(row *sql.Row, into ...any) (bool, error) {
	err := row.Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, b.record(err)
}

func (b *tx) exec(s *sql.Stmt, args ...any) error {
	_, err := s.Exec(args...)
	return b.record(err)
}

// update runs an UPDATE, and reports whether it found a row.
func (b *tx) update(s *sql.Stmt, args ...any) (bool, error) {
	done, err := s.Exec(args...)
	if err != nil {
		return false, b.record(err)
	}
	n, err := done.RowsAffected()
	return n > 0, b.record(err)
}

func (b *tx) record(err error) error {
	if b.failure == nil {
		b.failure = err
	}
	return err
}

func (b *tx) TableState(k store.Key, id string) (ledger.TableState, error) {
	var s ledger.TableState
	row := b.selState.QueryRow(int64(k.Guild), int64(k.Channel), id, string(store.TableAccount(k.Channel)))
	_, err := b.scan(row, &s.Version, &s.Open, &s.CommittedAs, &s.Chips)
	return s, err
}

func (b *tx) Balance(guild engine.ID, a store.Account) (chips int64, known bool, err error) {
	known, err = b.scan(b.selBalance.QueryRow(int64(guild), string(a)), &chips)
	return chips, known, err
}

func (b *tx) Claimed(guild, person engine.ID) (day string, err error) {
	_, err = b.scan(b.selClaimed.QueryRow(int64(guild), string(store.WalletAccount(person))), &day)
	return day, err
}

func (b *tx) Paid(guild engine.ID, id string) (bool, error) {
	var one int
	return b.scan(b.selPaid.QueryRow(int64(guild), id), &one)
}

func (b *tx) Epoch(guild engine.ID) (int64, error) { return b.leases.Epoch(guild), nil }

func (b *tx) WriteEpoch(engine.ID, int64) error { return nil } // the leases are in memory

func (b *tx) WriteTable(c *store.Change, version int64) error {
	guild, channel, at, sum, data := int64(c.Guild), int64(c.Channel), c.At.UnixMilli(), backend.Checksum(c.Key, version, c.Data), blob(c.Data)
	known, err := b.update(b.setTable, version, c.Session, at, sum, data, guild, channel, !c.Closed)
	if err == nil && !known {
		err = b.exec(b.putTable, guild, channel, version, c.Session, !c.Closed, at, sum, data)
	}
	if err != nil {
		return err
	}
	return b.exec(b.putID, guild, channel, version%store.Remembered, c.ID, version)
}

func (b *tx) WriteHand(k store.Key, h store.Hand) error {
	err := b.exec(b.putHand, int64(k.Guild), int64(k.Channel), h.Number, h.At.UnixMilli(), blob(h.Data))
	if err != nil {
		return err
	}
	return b.exec(b.cutHands, int64(k.Guild), int64(k.Channel), b.history)
}

func (b *tx) AddLine(k store.Key, session int64, l store.Line) error {
	return b.exec(b.putLine, int64(k.Guild), int64(k.Channel), session, int64(l.Person), l.In, l.Out)
}

func (b *tx) AddStats(guild engine.ID, s store.Stats) error {
	args := []any{int64(guild), int64(s.Person)}
	for _, n := range s.Numbers() {
		args = append(args, n)
	}
	return b.exec(b.putStats, args...)
}

func (b *tx) WriteBalance(guild engine.ID, a store.Account, chips int64) error {
	var owner any
	if person, ok := a.Person(); ok {
		owner = int64(person)
	}
	return b.exec(b.putAccount, int64(guild), string(a), chips, owner)
}

func (b *tx) WriteEntry(e ledger.Entry) error {
	return b.exec(b.putEntry, int64(e.Guild), e.At.UnixMilli(), string(e.From), string(e.To), e.Amount, string(e.Reason),
		int64(e.Person), int64(e.Channel), e.Session, e.ID)
}

func (b *tx) WriteClaimed(guild, person engine.ID, day string) error {
	return b.exec(b.setClaimed, day, int64(guild), string(store.WalletAccount(person)))
}

func (b *tx) WritePaid(p *store.Payment) error {
	return b.exec(b.putPayment, int64(p.Guild), p.ID, p.At.UnixMilli())
}

func (b *tx) writeNote(name, value string) error {
	if value == "" {
		existed, err := b.update(b.cutNote, name)
		b.erased = b.erased || existed
		return err
	}
	return b.exec(b.putNote, name, value)
}

// blob returns data that is never NULL.
func blob(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}

func (b *tx) Forgotten(guild, person engine.ID) (ms int64, err error) {
	_, err = b.scan(b.selForgotten.QueryRow(int64(guild), int64(person)), &ms)
	return ms, err
}

func (b *tx) DropStats(guild, person engine.ID) error {
	return b.exec(b.cutStats, int64(guild), int64(person))
}

func (b *tx) WriteForgotten(guild, person engine.ID, ms int64) error {
	return b.exec(b.putForgotten, int64(guild), int64(person), ms)
}

func (b *tx) Gifts(guild, person engine.ID) (g store.Gifts, err error) {
	_, err = b.scan(b.selGifts.QueryRow(int64(guild), string(store.WalletAccount(person))), (*giftsColumn)(&g))
	return g, err
}

func (b *tx) WriteGifts(guild, person engine.ID, g store.Gifts) error {
	return b.exec(b.setGifts, g.String(), int64(guild), string(store.WalletAccount(person)))
}
