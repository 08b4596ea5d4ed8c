package bot

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardroom/bot/audit"
	"cardroom/engine"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// Damage in one server hides nothing of the others: the doctor reports it, and goes on.
func TestTheDoctorGoesOnBehindWhatIsDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardroom.db")
	url := "file:" + path
	st, err := storeopen.Open(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for guild := range engine.ID(2) {
		p := store.Payment{Guild: 1 + guild, ID: "p", At: time.UnixMilli(1), From: 5, To: 6, Amount: 1, Reason: store.ReasonGift}
		if _, err := st.Pay(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, harm := range []string{
		`UPDATE accounts SET gifts = 'x' WHERE guild = 1 AND name = 'user/5'`,
		`UPDATE accounts SET balance = balance + 1 WHERE guild = 2 AND name = 'user/6'`,
	} {
		if _, err := db.Exec(harm); err != nil {
			t.Fatal(err)
		}
	}
	in, err := storeopen.Inspect(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var said []string
	_, err = audit.Examine(t.Context(), newSealing(t, 1), in, func(text string) { said = append(said, text) })
	all := strings.Join(said, "\n")
	if err != nil || !strings.Contains(all, "guild 1, the gifts") || !strings.Contains(all, "guild 2: user/6 holds 10002") {
		t.Errorf("%v, and says\n%s", err, all)
	}
}
