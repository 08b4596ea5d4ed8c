package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardroom/store"
	storeopen "cardroom/store/open"
)

// runHere runs a command with a store, and returns its exit code and what it printed.
func runHere(t *testing.T, storeURL string, args ...string) (code int, out, errs string) {
	t.Helper()
	t.Setenv("STORE_URL", storeURL)
	t.Setenv("CARDROOM_SEAL_KEY", strings.Repeat("ab", 32))
	var o, e bytes.Buffer
	code = runChecked(t.Context(), args, terminal{&o, &e})
	return code, o.String(), e.String()
}

// The name of an account may be the words of anyone: it forges no line of the doctor's.
func TestTheDoctorPrintsEachDifferenceOnOneLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardroom.db")
	st, err := storeopen.Open(t.Context(), "file:"+path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := store.Payment{Guild: 1, ID: "p", At: time.UnixMilli(1), From: 5, To: 6, Amount: 1, Reason: store.ReasonGift}
	if _, err := st.Pay(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`INSERT INTO accounts (guild, name, balance) VALUES (1, 'x' || char(27) || '[2K' || char(10) || 'OK (servers: 1).', 5)`); err != nil {
		t.Fatal(err)
	}
	code, out, errs := runHere(t, "file:"+path, "doctor")
	if code != exitFailed || strings.Contains(out, "\nOK") || strings.Contains(out, "\x1b") || !strings.Contains(out, `x\u001b[2K\nOK (servers: 1). holds 5`) {
		t.Errorf("exit code %d, prints\n%s%s", code, out, errs)
	}
}

// full is a disk that takes no byte.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// A result that is not written is none.
func TestAResultThatCannotBeWrittenIsAFailure(t *testing.T) {
	var errs bytes.Buffer
	code := runChecked(t.Context(), []string{"version"}, terminal{full{}, &errs})
	if code != exitFailed || !strings.Contains(errs.String(), "cannot be written: no space left") {
		t.Errorf("exit code %d, says %q", code, errs.String())
	}
	if code, out, errs := runHere(t, "memory:", "version"); code != exitStopped || out == "" || errs != "" {
		t.Errorf("exit code %d, says %q, %q", code, out, errs)
	}
}

// Some of the decks are not all of them.
func TestADealThatIsStoppedIsAFailure(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var out, errs bytes.Buffer
	code := run(ctx, []string{"deal", "--decks", "100000"}, terminal{&out, &errs})
	if code != exitFailed || !strings.Contains(errs.String(), "stopped before the end") {
		t.Errorf("exit code %d, says %q", code, errs.String())
	}
}
