package bot_test

import (
	"bytes"
	"slices"
	"sync"

	"cardroom/bot/invariant"
	"cardroom/bot/shuffle"
	"cardroom/engine/fair"
	"cardroom/store"
)

// memo remembers commitments, which take most of a short table's time. Clubs have one fixed seed, so the tables of many clubs
// make the same ones. Transcripts make them anew: without that time, they would count requests in another order.
type memo struct {
	mu    sync.Mutex
	lists map[batch][]fair.Hash
}

// batch holds all on which a batch's commitments depend.
type batch struct {
	key    store.Key
	secret fair.Secret
	first  int64
	hands  int
}

// made is the memo of all clubs.
var made memo

// commitments returns the result of shuffle.Commitments.
func (m *memo) commitments(k store.Key, secret fair.Secret, first int64, hands int) []fair.Hash {
	m.mu.Lock()
	defer m.mu.Unlock()
	b := batch{k, secret, first, hands}
	if m.lists[b] == nil {
		if m.lists == nil {
			m.lists = map[batch][]fair.Hash{}
		}
		m.lists[b] = shuffle.Commitments(k, secret, first, hands)
	}
	return slices.Clone(m.lists[b])
}

// lastRead remembers the record that was decrypted last. Several checks of a commit read the same one.
type lastRead struct {
	mu     sync.Mutex
	record store.Record
	stored invariant.Stored
	err    error
}

// cached returns a function that returns the result of read.
func (l *lastRead) cached(read func(store.Record) (invariant.Stored, error)) func(store.Record) (invariant.Stored, error) {
	return func(r store.Record) (invariant.Stored, error) {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.record.Data == nil || r.Key != l.record.Key || r.Version != l.record.Version || !bytes.Equal(r.Data, l.record.Data) {
			l.record, l.record.Data = r, bytes.Clone(r.Data)
			l.stored, l.err = read(r)
		}
		return l.stored, l.err
	}
}
