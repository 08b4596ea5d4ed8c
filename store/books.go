package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"hash/crc32"

	"cardroom/engine"
)

// fileBooks are the books in the writer's open transaction.
type fileBooks struct {
	history int
	leases  *localLeases
	fault   error // the first failure of the database in this transaction

	selStanding, selBalance, selClaimed, selPaid, selGone *sql.Stmt
	putTable, putID, putHand, cutHands, putLine, putStats *sql.Stmt
	putAccount, putEntry, setClaimed, putPayment, putNote *sql.Stmt
	cutStats, putGone, cutNote, selGifts, setGifts        *sql.Stmt
}

func prepareBooks(ctx context.Context, conn *sql.Conn, history int) (*fileBooks, error) {
	b := &fileBooks{history: history, leases: newLocalLeases()}
	return b, prepare(ctx, conn, []statement{
		{&b.selStanding, `SELECT version, open,
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
		{&b.putID, `REPLACE INTO changes (guild, channel, slot, id, version) VALUES (?, ?, ?, ?, ?)`},
		{&b.putHand, `REPLACE INTO hands (guild, channel, number, at, data) VALUES (?, ?, ?, ?, ?)`},
		{&b.cutHands, `DELETE FROM hands WHERE guild = ?1 AND channel = ?2 AND number <=
			(SELECT number FROM hands WHERE guild = ?1 AND channel = ?2 ORDER BY number DESC LIMIT 1 OFFSET ?3)`},
		{&b.putLine, `INSERT INTO sessions (guild, channel, session, person, brought, taken) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET brought = brought + excluded.brought, taken = taken + excluded.taken`},
		{&b.putStats, `INSERT INTO stats (guild, person, hands, vpip, pfr, three_bets, three_bet_spots, aggressive,
			calls, seen, showdowns, showdowns_won, net) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET hands = hands + excluded.hands, vpip = vpip + excluded.vpip, pfr = pfr + excluded.pfr,
			three_bets = three_bets + excluded.three_bets, three_bet_spots = three_bet_spots + excluded.three_bet_spots, aggressive = aggressive + excluded.aggressive,
			calls = calls + excluded.calls, seen = seen + excluded.seen, showdowns = showdowns + excluded.showdowns,
			showdowns_won = showdowns_won + excluded.showdowns_won, net = net + excluded.net`},
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
		{&b.selGone, `SELECT at FROM forgotten WHERE guild = ? AND person = ?`},
		{&b.putGone, `REPLACE INTO forgotten (guild, person, at) VALUES (?, ?, ?)`},
		{&b.cutStats, `DELETE FROM stats WHERE guild = ? AND person = ?`},
	})
}

// statement is a query, and where it is kept when it is prepared.
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

// scan reads one row; false where there is none.
func (b *fileBooks) scan(row *sql.Row, into ...any) (bool, error) {
	err := row.Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, b.note(err)
}

func (b *fileBooks) exec(s *sql.Stmt, args ...any) error {
	_, err := s.Exec(args...)
	return b.note(err)
}

func (b *fileBooks) note(err error) error {
	if b.fault == nil {
		b.fault = err
	}
	return err
}

func (b *fileBooks) standing(k Key, id string) (standing, error) {
	var s standing
	row := b.selStanding.QueryRow(int64(k.Guild), int64(k.Channel), id, string(TableAccount(k.Channel)))
	_, err := b.scan(row, &s.version, &s.open, &s.made, &s.chips)
	return s, err
}

func (b *fileBooks) balance(guild engine.ID, a Account) (chips int64, known bool, err error) {
	known, err = b.scan(b.selBalance.QueryRow(int64(guild), string(a)), &chips)
	return chips, known, err
}

func (b *fileBooks) claimed(guild, person engine.ID) (day string, err error) {
	_, err = b.scan(b.selClaimed.QueryRow(int64(guild), string(WalletAccount(person))), &day)
	return day, err
}

func (b *fileBooks) paid(guild engine.ID, id string) (bool, error) {
	var one int
	return b.scan(b.selPaid.QueryRow(int64(guild), id), &one)
}

func (b *fileBooks) fence(guild engine.ID) (int64, error) { return b.leases.fence(guild), nil }

func (b *fileBooks) writeFence(engine.ID, int64) error { return nil } // leases are known here

func (b *fileBooks) writeTable(c *Change, version int64) error {
	err := b.exec(b.putTable, int64(c.Guild), int64(c.Channel), version, c.Session, !c.Closed, c.At.UnixMilli(),
		checksum(c.Key, version, c.Data), blob(c.Data))
	if err != nil {
		return err
	}
	return b.exec(b.putID, int64(c.Guild), int64(c.Channel), version%Remembered, c.ID, version)
}

func (b *fileBooks) writeHand(k Key, h Hand) error {
	err := b.exec(b.putHand, int64(k.Guild), int64(k.Channel), h.Number, h.At.UnixMilli(), blob(h.Data))
	if err != nil {
		return err
	}
	return b.exec(b.cutHands, int64(k.Guild), int64(k.Channel), b.history)
}

func (b *fileBooks) writeLine(k Key, session int64, l Line) error {
	return b.exec(b.putLine, int64(k.Guild), int64(k.Channel), session, int64(l.Person), l.In, l.Out)
}

func (b *fileBooks) addStats(guild engine.ID, s Stats) error {
	args := []any{int64(guild), int64(s.Person)}
	for _, n := range s.Numbers() {
		args = append(args, n)
	}
	return b.exec(b.putStats, args...)
}

func (b *fileBooks) writeBalance(guild engine.ID, a Account, chips int64) error {
	var owner any
	if person, ok := a.Person(); ok {
		owner = int64(person)
	}
	return b.exec(b.putAccount, int64(guild), string(a), chips, owner)
}

func (b *fileBooks) writeEntry(o origin, e entry) error {
	return b.exec(b.putEntry, int64(o.Guild), o.at.UnixMilli(), string(e.from), string(e.to), e.amount, string(e.reason),
		int64(e.person), int64(o.Channel), o.session, o.id)
}

func (b *fileBooks) writeClaimed(guild, person engine.ID, day string) error {
	return b.exec(b.setClaimed, day, int64(guild), string(WalletAccount(person)))
}

func (b *fileBooks) writePaid(p *Payment) error {
	return b.exec(b.putPayment, int64(p.Guild), p.ID, p.At.UnixMilli())
}

func (b *fileBooks) writeNote(name, value string) error {
	if value == "" {
		return b.exec(b.cutNote, name)
	}
	return b.exec(b.putNote, name, value)
}

// blob is never NULL.
func blob(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}

// checksum ties a table's data to its place and version.
func checksum(k Key, version int64, data []byte) int64 {
	var head [24]byte
	binary.BigEndian.PutUint64(head[0:], uint64(k.Guild))
	binary.BigEndian.PutUint64(head[8:], uint64(k.Channel))
	binary.BigEndian.PutUint64(head[16:], uint64(version))
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	return int64(crc32.Update(crc32.Checksum(head[:], castagnoli), castagnoli, data))
}
