package sqlite

import (
	"path/filepath"
	"testing"

	"cardroom/store"
)

func openInside(t *testing.T) *Store {
	t.Helper()
	s, err := Open(t.Context(), "file:"+filepath.Join(t.TempDir(), "cardroom.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s.(*Store)
}
