package shuffle

import (
	"bytes"
	"slices"
	"testing"

	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/store"
)

func keysOf(t *testing.T, b byte) *Keys {
	t.Helper()
	ks, err := NewKeys(bytes.Repeat([]byte{b}, KeySize), nil)
	if err != nil {
		t.Fatal(err)
	}
	return &ks
}

// TestASealOpensOnlyWhereItWasMade is a test of P8.
func TestASealOpensOnlyWhereItWasMade(t *testing.T) {
	ks, k := keysOf(t, 1), store.Key{Guild: 5, Channel: 6}
	secret, public := []byte("A♠ K♠"), []byte(`{"hand":12}`)
	sealed := ks.Snapshot(k, 3, 7).Seal(secret, public)
	if bytes.Contains(sealed, secret) {
		t.Fatal("the seal shows what it hides")
	}
	if got, err := ks.Snapshot(k, 3, 7).Open(sealed, public); err != nil || !bytes.Equal(got, secret) {
		t.Fatalf("Open = %q, %v", got, err)
	}
	for name, open := range map[string]func() ([]byte, error){
		"another serial":      func() ([]byte, error) { return ks.Snapshot(k, 3, 8).Open(sealed, public) },
		"another opening":     func() ([]byte, error) { return ks.Snapshot(k, 4, 7).Open(sealed, public) },
		"another table":       func() ([]byte, error) { return ks.Snapshot(store.Key{Guild: 5, Channel: 7}, 3, 7).Open(sealed, public) },
		"another guild":       func() ([]byte, error) { return ks.Snapshot(store.Key{Guild: 6, Channel: 6}, 3, 7).Open(sealed, public) },
		"another public part": func() ([]byte, error) { return ks.Snapshot(k, 3, 7).Open(sealed, []byte(`{"hand":13}`)) },
		"another key":         func() ([]byte, error) { return keysOf(t, 2).Snapshot(k, 3, 7).Open(sealed, public) },
		"a changed byte": func() ([]byte, error) {
			return ks.Snapshot(k, 3, 7).Open(append([]byte{sealed[0] ^ 1}, sealed[1:]...), public)
		},
		"nothing":    func() ([]byte, error) { return ks.Snapshot(k, 3, 7).Open(nil, public) },
		"half of it": func() ([]byte, error) { return ks.Snapshot(k, 3, 7).Open(sealed[:len(sealed)/2], public) },
	} {
		if got, err := open(); err == nil {
			t.Errorf("%s opens it: %q", name, got)
		}
	}
}

func TestNoTwoSealsAreAlike(t *testing.T) {
	ks, k := keysOf(t, 1), store.Key{Guild: 5, Channel: 6}
	if bytes.Equal(ks.Snapshot(k, 3, 7).Seal([]byte("x"), nil), ks.Snapshot(k, 3, 7).Seal([]byte("x"), nil)) {
		t.Error("the same nonce twice")
	}
}

// A batch made again, as after a restart, has the same commitments. Those of another table, secret or hand are others. Tests
// of other packages remember them by these three.
func TestABatchThatIsMadeAgainHasTheSameCommitments(t *testing.T) {
	k, secret := store.Key{Guild: 5, Channel: 6}, fair.Secret{1}
	made := keysOf(t, 1).NewBatch(k, secret, 3, BatchSize, nil).Commitments
	if again := keysOf(t, 2).NewBatch(k, secret, 3, BatchSize, nil).Commitments; len(made) != BatchSize || !slices.Equal(made, again) {
		t.Errorf("made %v, and again %v", made, again)
	}
	for name, other := range map[string][]fair.Hash{
		"table":  Commitments(store.Key{Guild: 5, Channel: 7}, secret, 3, BatchSize),
		"secret": Commitments(k, fair.Secret{2}, 3, BatchSize),
		"hand":   Commitments(k, secret, 4, BatchSize),
	} {
		if slices.Equal(made, other) {
			t.Errorf("another %s has the same commitments", name)
		}
	}
}

// A batch covers as many hands as it was made for. The record of one from before sizes differed has no size.
func TestABatchCoversItsHands(t *testing.T) {
	ks, k := keysOf(t, 1), store.Key{Guild: 5, Channel: 6}
	for hands, stored := range map[int]int{BatchSize: 0, TournamentSize: TournamentSize} {
		made := ks.NewBatch(k, fair.Secret{1}, 7, hands, nil)
		s := State{}.With(made)
		s.Message = 50
		last := int64(6 + hands)
		if s.Size != stored || s.Hands() != hands || !s.Covers(7) || !s.Covers(last) || s.Covers(last+1) {
			t.Errorf("a batch of %d hands is stored as of %d, has %d and covers hand %d: %t, and %d: %t", hands, s.Size, s.Hands(), last, s.Covers(last), last+1, s.Covers(last+1))
		}
		if again := ks.Remake(k, &s, fair.Secret{1}); again.Root != made.Root {
			t.Errorf("a batch of %d hands that is made again has another root", hands)
		}
		s, err := s.StartHand(k, engine.View{Hand: last, Seats: []engine.SeatView{{Player: 1, InHand: true}, {Player: 2, Seat: 1, InHand: true}}})
		if err != nil || s.Setup.Batch.Size != uint64(hands) {
			t.Errorf("the setup of a hand names a batch of %d hands, %v", s.Setup.Batch.Size, err)
		}
	}
}
