package store_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"cardroom/store"
)

// numbered is a store of hands that are in the order of their scores, as on a Redis. Reads is how many pages it has returned.
type numbered struct {
	store.Store
	numbers []int64
	scores  []int64
	reads   int
}

func (s *numbered) Hands(_ context.Context, _ store.Key, before int64, n int) (hands []store.Hand, err error) {
	if s.reads++; s.reads > 10 {
		return nil, errors.New("read again and again")
	}
	for i, score := range s.scores {
		if (before == 0 || score < before) && len(hands) < n {
			hands = append(hands, store.Hand{Number: s.numbers[i]})
		}
	}
	return hands, nil
}

// Hands whose numbers do not go down were read without end.
func TestPagesOfHandsHaveAnEnd(t *testing.T) {
	for want, s := range map[string]*numbered{
		"":                 {numbers: []int64{5, 4, 3, 2, -1}, scores: []int64{5, 4, 3, 2, -1}},
		"has the number 0": {numbers: []int64{3, 2, 1, 0}, scores: []int64{3, 2, 1, 0}},
		"hand 9 is stored": {numbers: []int64{5, 4, 3, 9}, scores: []int64{5, 4, 3, 2}},
	} {
		var read []int64
		err := store.EachHandPage(t.Context(), s, store.Key{Guild: 1, Channel: 2}, 2, func(hands []store.Hand, before int64) error {
			for _, h := range hands {
				read = append(read, h.Number)
			}
			return nil
		})
		_, damaged := errors.AsType[*store.DamagedError](err)
		if damaged != (want != "") || damaged && !strings.Contains(err.Error(), want) || !slices.Equal(read, s.numbers) {
			t.Errorf("want %q, read %d with %v", want, read, err)
		}
	}
}
