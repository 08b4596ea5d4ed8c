package bot

import (
	"bytes"
	"testing"

	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/store"
)

func newSealing(t testing.TB, key byte) *table.Env {
	t.Helper()
	b, err := New(Config{Key: bytes.Repeat([]byte{key}, shuffle.KeySize)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b.Env
}

// TestASealOpensOnlyWhereItWasMade is a test of P8.
func TestASealOpensOnlyWhereItWasMade(t *testing.T) {
	b, k := newSealing(t, 1), store.Key{Guild: 5, Channel: 6}
	secret, public := []byte("A♠ K♠"), []byte(`{"hand":12}`)
	sealed := b.Codec.Keys.Snapshot(k, 3, 7).Seal(secret, public)
	if bytes.Contains(sealed, secret) {
		t.Fatal("the seal shows what it hides")
	}
	if got, err := b.Codec.Keys.Snapshot(k, 3, 7).Open(sealed, public); err != nil || !bytes.Equal(got, secret) {
		t.Fatalf("Open = %q, %v", got, err)
	}
	for name, open := range map[string]func() ([]byte, error){
		"another serial":  func() ([]byte, error) { return b.Codec.Keys.Snapshot(k, 3, 8).Open(sealed, public) },
		"another opening": func() ([]byte, error) { return b.Codec.Keys.Snapshot(k, 4, 7).Open(sealed, public) },
		"another table": func() ([]byte, error) {
			return b.Codec.Keys.Snapshot(store.Key{Guild: 5, Channel: 7}, 3, 7).Open(sealed, public)
		},
		"another guild": func() ([]byte, error) {
			return b.Codec.Keys.Snapshot(store.Key{Guild: 6, Channel: 6}, 3, 7).Open(sealed, public)
		},
		"another public part": func() ([]byte, error) { return b.Codec.Keys.Snapshot(k, 3, 7).Open(sealed, []byte(`{"hand":13}`)) },
		"another key":         func() ([]byte, error) { return newSealing(t, 2).Codec.Keys.Snapshot(k, 3, 7).Open(sealed, public) },
		"a changed byte": func() ([]byte, error) {
			return b.Codec.Keys.Snapshot(k, 3, 7).Open(append([]byte{sealed[0] ^ 1}, sealed[1:]...), public)
		},
		"nothing": func() ([]byte, error) { return b.Codec.Keys.Snapshot(k, 3, 7).Open(nil, public) },
		"half of it": func() ([]byte, error) {
			return b.Codec.Keys.Snapshot(k, 3, 7).Open(sealed[:len(sealed)/2], public)
		},
	} {
		if got, err := open(); err == nil {
			t.Errorf("%s opens it: %q", name, got)
		}
	}
}

func TestNoTwoSealsAreAlike(t *testing.T) {
	b, k := newSealing(t, 1), store.Key{Guild: 5, Channel: 6}
	if bytes.Equal(b.Codec.Keys.Snapshot(k, 3, 7).Seal([]byte("x"), nil), b.Codec.Keys.Snapshot(k, 3, 7).Seal([]byte("x"), nil)) {
		t.Error("the same nonce twice")
	}
}

func TestAKeyOfTheWrongLengthIsRefused(t *testing.T) {
	if _, err := New(Config{Key: []byte("short")}, nil); err == nil {
		t.Error("accepted")
	}
}

// alone is for tests in which one thing happens after another: the race detector, which short runs are for, has nothing to
// find in them and makes them ten times slower.
func alone(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("one thing after another: not for the race detector")
	}
}
