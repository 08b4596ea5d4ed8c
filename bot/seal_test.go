package bot

import (
	"bytes"
	"testing"

	"cardroom/bot/shuffle"
	"cardroom/bot/table"
)

func newSealing(t testing.TB, key byte) *table.Env {
	t.Helper()
	b, err := New(Config{Key: bytes.Repeat([]byte{key}, shuffle.KeySize)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b.Env
}

func TestAKeyOfTheWrongLengthIsRefused(t *testing.T) {
	if _, err := New(Config{Key: []byte("short")}, nil); err == nil {
		t.Error("accepted")
	}
}

// alone skips a sequential test in short runs: the race detector, which short runs are for, finds nothing in it and makes
// it ten times slower.
func alone(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("one thing after another: not for the race detector")
	}
}
