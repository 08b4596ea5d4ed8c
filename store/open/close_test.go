package open

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/store"
	"cardroom/store/internal/backend"
	"cardroom/store/sqlite"
	"cardroom/store/storetest"
)

// full is a store whose disk has no room left when it closes.
type full struct{ backend.Backend }

func (f full) Close() error { return errors.Join(f.Backend.Close(), errors.New("the disk is full")) }

// TestAMoveIsCompleteBeforeTheNewStoreCloses moves into a store that does not close in order. All is in it.
func TestAMoveIsCompleteBeforeTheNewStoreCloses(t *testing.T) {
	openers["full"] = opener{open: func(ctx context.Context, url string, o store.Options) (store.Store, error) {
		s, err := sqlite.Open(ctx, "file"+strings.TrimPrefix(url, "full"), o)
		if err != nil {
			return nil, err
		}
		return full{s.(backend.Backend)}, nil
	}}
	t.Cleanup(func() { delete(openers, "full") })
	from, to := filepath.Join(t.TempDir(), "from.db"), filepath.Join(t.TempDir(), "to.db")
	s, err := Open(t.Context(), "file:"+from, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	want := storetest.ReadAll(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	warned := false
	warn := func(text string) { warned = warned || strings.Contains(text, "the disk is full") }
	if err := Move(t.Context(), "file:"+from, "full:"+to, "mover", warn); err != nil || !warned {
		t.Errorf("%v, warned %v", err, warned)
	}
	moved, err := Open(t.Context(), "file:"+to, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer moved.Close()
	if got := storetest.ReadAll(t, moved); got != want {
		t.Errorf("moved  %s\nbefore %s", got, want)
	}
}
