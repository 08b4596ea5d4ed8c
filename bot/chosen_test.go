package bot

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/store"
)

// noNotes is a store that has no note.
type noNotes struct {
	store.Store
	asked atomic.Int64
}

func (s *noNotes) Note(ctx context.Context, _ string) (string, error) {
	s.asked.Add(1)
	return "", ctx.Err()
}

// What six people at each of ten thousand tables have chosen is asked for once: were fewer remembered than play, every press
// would ask again.
func TestWhatThosePlayingHaveChosenIsAskedForOnce(t *testing.T) {
	const people = 60_000
	st := &noNotes{}
	var tastes chosen[taste]
	for range 2 {
		for who := range engine.ID(people) {
			if _, err := tastes.get(st, 1+who); err != nil {
				t.Fatal(err)
			}
		}
	}
	if asked := st.asked.Load(); asked != people {
		t.Errorf("the store was asked %d times for %d people", asked, people)
	}
}

// After a start all tables ask at once, and one after another has its answer: nobody's time runs while others are answered.
func TestNobodysTimeRunsWhileOthersAreAnswered(t *testing.T) {
	var tastes chosen[taste]
	tastes.asking.Lock()
	time.AfterFunc(storeTimeout+100*time.Millisecond, tastes.asking.Unlock)
	if _, err := tastes.get(&noNotes{}, 1); err != nil {
		t.Error(err)
	}
}
