package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"cardroom/store"
)

// createFile makes the directory and an empty file, for the owner alone, and returns the file's real path: two paths of one
// file must not have two locks.
func createFile(path string) (string, error) {
	if !filepath.IsAbs(path) {
		wd, err := os.Getwd()
		if err != nil {
			return "", err
		}
		path = wd + string(filepath.Separator) + path // filepath.Abs would remove a linked folder before a ".."
	}
	folder, _ := filepath.Split(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return "", fmt.Errorf("%s is not a regular file", path) // of a directory, os.OpenFile says so
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", err
	}
	if err := f.Close(); err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}

// checkHeader refuses a file that is not a SQLite database. An empty file is new. It opens no pipe, which would wait for a writer.
func checkHeader(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%w: not a regular file; it is left as it is, name another file", store.ErrForeign)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	const magic = "SQLite format 3\x00"
	head, err := io.ReadAll(io.LimitReader(f, int64(len(magic))))
	if err != nil {
		return err
	}
	if len(head) > 0 && !bytes.Equal(head, []byte(magic)) {
		return fmt.Errorf("%w: not a SQLite database; it is left as it is: restore a backup, or name another file", store.ErrForeign)
	}
	return nil
}

// checkDatabase refuses a SQLite file of another program, of a newer version of this one, or with a damaged header. It only reads.
func checkDatabase(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if err != nil || info.Size() == 0 {
		return err
	}
	db, err := sql.Open("sqlite", dsn(path, "mode=ro", "_pragma="+busyTimeout))
	if err != nil {
		return err
	}
	defer db.Close()
	var application, schema, things, parts int64
	const q = `SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema), (SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('tables', 'stats', 'forgotten'))
		+ (SELECT count(*) FROM pragma_table_info('accounts') WHERE name = 'gifts') + (SELECT count(*) FROM pragma_table_info('stats') WHERE name = 'paid_in')`
	if err := db.QueryRowContext(ctx, q).Scan(&application, &schema, &things, &parts); err != nil {
		return fmt.Errorf("the database cannot be read and is left as it is: %w", err)
	}
	empty := application == 0 && schema == 0 && things == 0 // the program was killed while making it
	switch {
	case application != applicationID && !empty:
		return fmt.Errorf("%w: a SQLite database of another program; it is left as it is, name another file", store.ErrForeign)
	case schema > int64(len(migrations)):
		return fmt.Errorf("%w of this program (schema %d, known up to %d); it is left as it is, use that version",
			store.ErrSchema, schema, len(migrations))
	case schema < 0 || parts != partsOf(schema):
		return fmt.Errorf("the database cannot be read and is left as it is: its schema is %d, which its tables do not fit, so the file is damaged; stop "+
			"the bot and restore a backup", schema)
	}
	return nil
}

// partsOf returns how many of the tables and columns that checkDatabase counts a file of a schema has.
func partsOf(schema int64) (n int64) {
	for _, since := range []int64{1, statsSince, forgottenSince, giftsSince, tournamentsSince} {
		if schema >= since {
			n++
		}
	}
	return n
}

// dsn returns the driver's name for the file.
func dsn(path string, params ...string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // C:/…
	}
	u := url.URL{Scheme: "file", Path: slashed, RawQuery: strings.Join(params, "&")}
	return u.String()
}
