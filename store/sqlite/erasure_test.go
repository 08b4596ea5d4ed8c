package sqlite_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/storetest"
)

// Overwritten and deleted values of any size are in no page of the file: not between rows, not in free pages. Closing the
// store folds the log in.
func TestWhatIsDroppedIsNowhereInTheFile(t *testing.T) {
	const name = "Rosalind the Forgotten"
	path := filepath.Join(t.TempDir(), "cardroom.db")
	s := openAt(t, "file:"+path, store.Options{})
	seed := uint64(time.Now().UnixNano())
	dice := rand.New(rand.NewPCG(seed, 0))
	data := func(what string) []byte {
		return []byte(what + strings.Repeat("x", dice.IntN(9000)) + what + strings.Repeat("y", dice.IntN(9000)) + what)
	}
	for n := range int64(300) {
		k := store.Key{Guild: 1, Channel: engine.ID(10 + n%7)}
		c := storetest.NextChange(k, 1+n/7)
		if c.Data = data("nobody"); n < 250 {
			c.Data = data(name)
		}
		storetest.Commit(t, s, c)
		value := strings.Repeat(name, dice.IntN(200))
		if n%3 == 0 {
			value = ""
		}
		if err := s.SetNote(t.Context(), fmt.Sprint("person/", n%40), value); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 40 {
		if err := s.SetNote(t.Context(), fmt.Sprint("person/", n), ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(path + "*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		all, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(all, []byte(name)); n != 0 {
			t.Errorf("seed %d: it is %d times in %s", seed, n, filepath.Base(f))
		}
	}
}
