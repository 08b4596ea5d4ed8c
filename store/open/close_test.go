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

// failing is a store that does not close in order.
type failing struct {
	backend.Backend
	err error
}

func (f failing) Close() error { return errors.Join(f.Backend.Close(), f.err) }

// openFailing adds a back end that is called failing, until the test ends. Its stores are files that close with an error.
func openFailing(t *testing.T, err error) {
	openers["failing"] = opener{open: func(ctx context.Context, url string, o store.Options) (store.Store, error) {
		s, refused := sqlite.Open(ctx, "file"+strings.TrimPrefix(url, "failing"), o)
		if refused != nil {
			return nil, refused
		}
		return failing{s.(backend.Backend), err}, nil
	}}
	t.Cleanup(func() { delete(openers, "failing") })
}

// TestAMoveIsCompleteBeforeTheNewStoreCloses moves into a store whose disk has no room left when it closes. All is in it. One whose
// file was deleted meanwhile holds nothing.
func TestAMoveIsCompleteBeforeTheNewStoreCloses(t *testing.T) {
	openFailing(t, errors.New("the disk is full"))
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
	if err := Move(t.Context(), Named{"FROM", "file:" + from}, Named{"TO", "failing:" + to}, "mover", warn); err != nil || !warned {
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
	openFailing(t, store.ErrMoved)
	if err := Move(t.Context(), Named{"FROM", "file:" + from}, Named{"TO", "failing:" + filepath.Join(t.TempDir(), "gone.db")}, "mover", nil); !errors.Is(err, store.ErrPart) {
		t.Errorf("the file was deleted: %v", err)
	}
}
