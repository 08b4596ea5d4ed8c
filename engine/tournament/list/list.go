// Package list has an array that copies share. A tournament of thousands keeps its entries and tables in one, so that each
// state is a value and a change costs little.
package list

import (
	"encoding/json"
	"slices"

	"cardroom/internal/fastjson"
)

// List is an array that its copies share as long as they are equal. An edit copies only the chunk that it changes. Edits have
// numbers, and each copy that changes needs a larger one than it came from. So a chunk with the number of the edit under way
// belongs to that edit alone.
type List[T any] struct {
	chunks []*chunk[T]
	n      int
	edit   int64 // that copied chunks
}

const chunkSize = 8

// chunk has at most chunkSize items. A short one is cheap to copy: most tournaments have one table.
type chunk[T any] struct {
	edit  int64
	items []T
}

// Len returns the number of items.
func (l *List[T]) Len() int { return l.n }

// At returns the i-th item, to read.
func (l *List[T]) At(i int) *T { return &l.chunks[i/chunkSize].items[i%chunkSize] }

// Own returns the i-th item, to change in an edit before the next Add.
func (l *List[T]) Own(i int, edit int64) *T {
	l.ownSpine(edit)
	c := l.chunks[i/chunkSize]
	if c.edit != edit {
		c = &chunk[T]{edit, slices.Clone(c.items)}
		l.chunks[i/chunkSize] = c
	}
	return &c.items[i%chunkSize]
}

// ownSpine copies the list of chunks, once in an edit.
func (l *List[T]) ownSpine(edit int64) {
	if l.edit != edit {
		l.chunks = append(make([]*chunk[T], 0, len(l.chunks)+1), l.chunks...)
		l.edit = edit
	}
}

// Add appends an item in an edit.
func (l *List[T]) Add(item T, edit int64) {
	l.ownSpine(edit)
	if l.n%chunkSize == 0 {
		l.chunks = append(l.chunks, &chunk[T]{edit: edit})
	} else {
		l.Own(l.n-1, edit)
	}
	last := l.chunks[len(l.chunks)-1]
	last.items = append(last.items, item)
	l.n++
}

// Remove takes the i-th item out in an edit.
func (l *List[T]) Remove(i int, edit int64) {
	old := *l
	*l = List[T]{edit: edit}
	for j := range old.n {
		if j != i {
			l.Add(*old.At(j), edit)
		}
	}
}

// MarshalJSON writes the items.
func (l List[T]) MarshalJSON() ([]byte, error) { return l.AppendJSON(nil) }

// AppendJSON appends the items.
func (l List[T]) AppendJSON(b []byte) (_ []byte, err error) {
	b = append(b, '[')
	for i := range l.n {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = fastjson.Append(b, l.At(i)); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

// UnmarshalJSON reads the items.
func (l *List[T]) UnmarshalJSON(b []byte) error {
	var all []T
	if err := json.Unmarshal(b, &all); err != nil {
		return err
	}
	*l = List[T]{}
	for _, item := range all {
		l.Add(item, 0)
	}
	return nil
}
