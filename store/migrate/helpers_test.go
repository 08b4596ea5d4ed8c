package migrate_test

import (
	"testing"

	"cardroom/store"
	"cardroom/store/open"
)

// openAt opens the store of a URL until the test ends.
func openAt(t testing.TB, url string, o store.Options) store.Store {
	t.Helper()
	s, err := open.Open(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}
