package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"cardroom/store"
)

// applicationID marks a SQLite file as one of this program: "card" in ASCII.
const applicationID = 0x63617264

// migrations turn a file of schema i into one of schema i+1; the file's user_version holds its schema. Never change a
// released migration: add the next.
//
// Guilds, channels and persons are snowflakes in SQLite's signed 64 bits; times are milliseconds since 1970, UTC.
var migrations = [...]string{`
CREATE TABLE tables (
	guild   INTEGER NOT NULL,
	channel INTEGER NOT NULL,
	version INTEGER NOT NULL,
	session INTEGER NOT NULL,
	open    INTEGER NOT NULL,
	at      INTEGER NOT NULL,
	sum     INTEGER NOT NULL, -- CRC-32C of guild, channel, version and data: SQLite's pages have none
	data    BLOB    NOT NULL,
	PRIMARY KEY (guild, channel)
) STRICT;
CREATE INDEX tables_open ON tables (guild, channel) WHERE open;

-- The last changes of a table, in slots that are used again.
CREATE TABLE changes (
	guild   INTEGER NOT NULL,
	channel INTEGER NOT NULL,
	slot    INTEGER NOT NULL,
	id      TEXT    NOT NULL,
	version INTEGER NOT NULL,
	PRIMARY KEY (guild, channel, slot)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX changes_id ON changes (guild, channel, id);

CREATE TABLE accounts (
	guild   INTEGER NOT NULL,
	name    TEXT    NOT NULL, -- mint, practice, user/ID, table/CHANNEL
	balance INTEGER NOT NULL CHECK (balance >= 0 OR name IN ('mint', 'practice')),
	person  INTEGER,          -- of a wallet
	claimed TEXT    NOT NULL DEFAULT '', -- UTC day of a wallet's last daily claim
	PRIMARY KEY (guild, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX accounts_richest ON accounts (guild, balance DESC, person) WHERE person IS NOT NULL;

-- Every movement of chips there ever was: the balances are its sums.
CREATE TABLE ledger (
	id      INTEGER PRIMARY KEY,
	guild   INTEGER NOT NULL,
	at      INTEGER NOT NULL,
	source  TEXT    NOT NULL,
	target  TEXT    NOT NULL CHECK (target <> source),
	amount  INTEGER NOT NULL CHECK (amount > 0),
	reason  TEXT    NOT NULL,
	person  INTEGER NOT NULL,
	channel INTEGER NOT NULL, -- 0 and session 0: a payment
	session INTEGER NOT NULL,
	change  TEXT    NOT NULL, -- id of the change or payment
	FOREIGN KEY (guild, source) REFERENCES accounts (guild, name),
	FOREIGN KEY (guild, target) REFERENCES accounts (guild, name)
) STRICT;

CREATE TABLE sessions (
	id      INTEGER PRIMARY KEY, -- in the order in which people first sat
	guild   INTEGER NOT NULL,
	channel INTEGER NOT NULL,
	session INTEGER NOT NULL,
	person  INTEGER NOT NULL,
	brought INTEGER NOT NULL,
	taken   INTEGER NOT NULL,
	UNIQUE (guild, channel, session, person)
) STRICT;

CREATE TABLE hands (
	guild   INTEGER NOT NULL,
	channel INTEGER NOT NULL,
	number  INTEGER NOT NULL,
	at      INTEGER NOT NULL,
	data    BLOB    NOT NULL,
	PRIMARY KEY (guild, channel, number)
) STRICT;

CREATE TABLE payments (
	guild INTEGER NOT NULL,
	id    TEXT    NOT NULL,
	at    INTEGER NOT NULL,
	PRIMARY KEY (guild, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
	name  TEXT PRIMARY KEY,
	value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`, `
-- What people have done in the hands that ended since: stats.Counts.
CREATE TABLE stats (
	guild           INTEGER NOT NULL,
	person          INTEGER NOT NULL,
	hands           INTEGER NOT NULL,
	vpip            INTEGER NOT NULL,
	pfr             INTEGER NOT NULL,
	three_bets      INTEGER NOT NULL,
	three_bet_spots INTEGER NOT NULL,
	aggressive      INTEGER NOT NULL,
	calls           INTEGER NOT NULL,
	seen            INTEGER NOT NULL,
	showdowns       INTEGER NOT NULL,
	showdowns_won   INTEGER NOT NULL,
	net             INTEGER NOT NULL,
	PRIMARY KEY (guild, person)
) STRICT, WITHOUT ROWID;
`, `
-- Free chips come from an account that goes below zero. A CHECK can be changed in the schema alone; no row is touched.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '(''mint'', ''practice'')', '(''mint'', ''practice'', ''free'')')
	WHERE type = 'table' AND name = 'accounts';
PRAGMA writable_schema = RESET;
`, `
-- Who is not to be told of in what was played before.
CREATE TABLE forgotten (
	guild  INTEGER NOT NULL,
	person INTEGER NOT NULL,
	at     INTEGER NOT NULL,
	PRIMARY KEY (guild, person)
) STRICT, WITHOUT ROWID;
`, `
-- UTC day of a wallet's last gift, and the chips that were given that day from it and to it: Gifts.String.
ALTER TABLE accounts ADD COLUMN gifts TEXT NOT NULL DEFAULT '';
`, `
-- House players may play for chips that wallets feel, from an account that goes below zero; changed as for free chips.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''free'')', '''free'', ''house'')')
	WHERE type = 'table' AND name = 'accounts';
PRAGMA writable_schema = RESET;
`, `
-- What people did in the tournaments that ended since: the other numbers of stats.Counts.
ALTER TABLE stats ADD COLUMN tournaments INTEGER NOT NULL DEFAULT 0;
ALTER TABLE stats ADD COLUMN cashes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE stats ADD COLUMN won INTEGER NOT NULL DEFAULT 0;
ALTER TABLE stats ADD COLUMN paid_in INTEGER NOT NULL DEFAULT 0;
`}

// The first schemas with stats, with people who are forgotten, with counted gifts, and with stats of tournaments.
const (
	statsSince       = 2
	forgottenSince   = 4
	giftsSince       = 5
	tournamentsSince = 7
)

// migrate brings the file to the newest schema, in one transaction. The transaction is over when migrate returns, also where the context
// ended. A rollback by database/sql itself would come later, and lock the file until then.
func migrate(ctx context.Context, conn *sql.Conn) error {
	tx, err := conn.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var schema int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&schema); err != nil {
		return err
	}
	for i := schema; i < len(migrations); i++ {
		if _, err := tx.ExecContext(ctx, migrations[i]); err != nil {
			return fmt.Errorf("schema %d: %w", i+1, err)
		}
	}
	if err := checkOverdrafts(ctx, tx); err != nil {
		return err
	}
	marks := fmt.Sprintf("PRAGMA user_version = %d; PRAGMA application_id = %d", len(migrations), applicationID)
	if _, err := tx.ExecContext(ctx, marks); err != nil {
		return err
	}
	return tx.Commit()
}

// checkOverdrafts checks that the accounts that may owe are in the CHECK of their table. A migration that edits the CHECK does
// nothing if the text of the table is different. Then the file would refuse every hand with such chips.
func checkOverdrafts(ctx context.Context, tx *sql.Tx) error {
	var text string
	if err := tx.QueryRowContext(ctx, `SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'accounts'`).Scan(&text); err != nil {
		return err
	}
	for _, a := range [...]store.Account{store.Mint, store.Practice, store.Free, store.House} {
		if !strings.Contains(text, "'"+string(a)+"'") {
			return fmt.Errorf("%w: another program made its table accounts; it is left as it is, restore a backup", store.ErrForeign)
		}
	}
	return nil
}
