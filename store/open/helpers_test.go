package open_test

import (
	"testing"

	"cardroom/store"
	"cardroom/store/open"
	"cardroom/store/storetest"
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

// inspect opens a store for inspection until the test ends.
func inspect(t testing.TB, url string) store.ReadOnly {
	t.Helper()
	s, err := open.Inspect(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// auditAt returns the differences that an audit of the store of a URL finds.
func auditAt(t testing.TB, url string) string {
	t.Helper()
	return storetest.Audit(t, inspect(t, url))
}
