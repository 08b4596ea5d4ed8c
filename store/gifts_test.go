package store_test

import (
	"testing"

	"cardroom/store"
)

// The counts of gifts are read as they were written; anything else would be a limit that no operator set.
func TestGiftsAreReadAsTheyAreKept(t *testing.T) {
	for _, g := range []store.Gifts{{}, {Day: "2026-11-22"}, {Day: "2026-11-22", Given: store.GiveLimit, Taken: store.TakeLimit}} {
		if got, err := store.ParseGifts(g.String()); got != g || err != nil {
			t.Errorf("%+v is read as %+v, %v", g, got, err)
		}
	}
	for _, value := range []string{
		"x", "2026-11-22", "2026-11-22 5", "2026-11-22 5 x", "2026-11-22 -5 0", "2026-11-22 5 0 0", "2026-13-22 5 0", " 2026-11-22 5 0", "9 5 0",
	} {
		if got, err := store.ParseGifts(value); err == nil {
			t.Errorf("%q is read as %+v", value, got)
		}
	}
}
