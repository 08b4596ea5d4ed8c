package memory

import (
	"fmt"
	"testing"

	"cardroom/store"
)

func TestMemoryForgetsOldIDs(t *testing.T) {
	m := New(store.Options{History: 1})
	for n := range int64(3 * store.Remembered) {
		if _, err := m.Commit(t.Context(), store.Change{ID: fmt.Sprint(n), Version: n}); err != nil {
			t.Fatal(err)
		}
	}
	if got := len(m.tables[store.Key{}].made); got != store.Remembered {
		t.Errorf("%d ids are remembered, want %d", got, store.Remembered)
	}
}
