package backend

import (
	"errors"
	"iter"

	"cardroom/store"
)

// Walk reads tables one by one, so that a table that cannot be read does not hide the others.
func Walk(keys func() ([]store.Key, error), load func(store.Key) (store.Record, error)) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		ks, err := keys()
		if err != nil {
			yield(store.Record{}, err)
			return
		}
		for _, k := range ks {
			r, err := load(k)
			if errors.Is(err, store.ErrNotFound) {
				continue // closed since
			}
			r.Key = k
			if !yield(r, err) {
				return
			}
		}
	}
}
