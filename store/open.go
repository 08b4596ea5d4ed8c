package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
)

// Open opens the store that a STORE_URL names: "file:PATH", "redis://…", "rediss://…" or "memory:". The context bounds
// the opening alone. An error is a sentence for an operator; it never holds more of an unknown URL than its scheme, as
// there may be a password in it. ErrScheme; of a file also ErrLocked, ErrForeign, ErrSchema; of Redis ErrUnsafe,
// ErrForeign and ErrSchema, and after half a minute ErrUnreachable.
func Open(ctx context.Context, url string, o Options) (Store, error) {
	if o.History <= 0 {
		o.History = DefaultHistory
	}
	scheme, rest, found := strings.Cut(url, ":")
	switch {
	case !found:
		return nil, fmt.Errorf("STORE_URL without a scheme: %w; a file would be file:data/cardroom.db", ErrScheme)
	case scheme == "file":
		return openFile(ctx, rest, o)
	case scheme == "redis" || scheme == "rediss":
		return openRedis(ctx, url, o)
	case scheme == "memory" && rest == "":
		return openMemory(o), nil
	default:
		return nil, fmt.Errorf("STORE_URL %s: %w; it knows memory:, file:PATH and redis://HOST:PORT",
			printable(scheme), ErrScheme)
	}
}

// printable is a scheme as an error shows it. What cannot be one may be a password: of hunter2@host:6379, say.
func printable(scheme string) string {
	if strings.Trim(scheme, "abcdefghijklmnopqrstuvwxyz0123456789+") != "" {
		return "…"
	}
	return scheme + ":…"
}

// walk reads tables one by one, so that one which cannot be read does not hide the others.
func walk(keys func() ([]Key, error), load func(Key) (Record, error)) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		ks, err := keys()
		if err != nil {
			yield(Record{}, err)
			return
		}
		for _, k := range ks {
			r, err := load(k)
			if errors.Is(err, ErrNotFound) {
				continue // closed since
			}
			r.Key = k
			if !yield(r, err) {
				return
			}
		}
	}
}
