package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"cardroom/engine/card"
)

// Schema names the form of a snapshot. It changes whenever an older program could misread a newer one's.
const Schema = "cardroom/table/1"

// SchemaError is a snapshot in a form that this program does not read. Found is "" where it names none.
type SchemaError struct{ Found, Known string }

func (e *SchemaError) Error() string {
	return fmt.Sprintf("engine: snapshot has schema %q, this program reads %q", e.Found, e.Known)
}

// DamageError is a snapshot that says what cannot be, or whose cards cannot be opened. Field names what is wrong, Err
// why, where there is more to say. It never holds a card.
type DamageError struct {
	Field string
	Err   error
}

func (e *DamageError) Error() string {
	if e.Err == nil {
		return "engine: snapshot is damaged: " + e.Field
	}
	return fmt.Sprintf("engine: snapshot is damaged: %s: %v", e.Field, e.Err)
}

func (e *DamageError) Unwrap() error { return e.Err }

// snapshot is the form: what everyone may know in clear, the cards sealed and bound to it.
type snapshot struct {
	Schema string          `json:"schema"`
	Table  json.RawMessage `json:"table"`
	Sealed []byte          `json:"sealed"`
}

// secretSize is the length of what is sealed: the deck, every hole card and every pre-action, a byte each. It does not
// tell how many there are.
const (
	secretPlans = card.Count + MaxSeats*maxHole
	secretSize  = secretPlans + MaxSeats
)

// Snapshot writes the table as JSON. All cards but the board's are sealed, with the readable part bound to them. The
// error is the sealer's absence.
func (t *Table) Snapshot(s Sealer) ([]byte, error) {
	if s == nil {
		return nil, errors.New("engine: a snapshot needs a sealer")
	}
	public, err := json.Marshal(&t.g.public)
	if err != nil {
		return nil, fmt.Errorf("engine: snapshot: %w", err)
	}
	secret := t.g.secret()
	sealed := s.Seal(secret[:], bound(public))
	return json.Marshal(snapshot{Schema: Schema, Table: public, Sealed: sealed})
}

// Restore reads a snapshot. The error is a *SchemaError or a *DamageError.
func Restore(b []byte, s Sealer) (Table, error) {
	if s == nil {
		return Table{}, errors.New("engine: a snapshot needs a sealer")
	}
	var snap snapshot
	if err := json.Unmarshal(b, &snap); err != nil {
		return Table{}, &DamageError{"json", err}
	}
	if snap.Schema != Schema {
		return Table{}, &SchemaError{snap.Schema, Schema}
	}
	t := Table{}
	if err := strict(snap.Table, &t.g.public); err != nil {
		return Table{}, &DamageError{"table", err}
	}
	var public bytes.Buffer
	if err := json.Compact(&public, snap.Table); err != nil {
		return Table{}, &DamageError{"table", err}
	}
	secret, err := s.Open(snap.Sealed, bound(public.Bytes()))
	if err != nil {
		return Table{}, &DamageError{"sealed", err}
	}
	if len(secret) != secretSize {
		return Table{}, &DamageError{"sealed", nil}
	}
	t.g.setSecret([secretSize]byte(secret))
	if err := t.Check(); err != nil {
		return Table{}, &DamageError{"table", err}
	}
	return t, nil
}

// bound is what the seal is bound to.
func bound(public []byte) []byte { return append([]byte(Schema+"\n"), public...) }

// strict reads JSON that may have no field this program does not know.
func strict(b []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more than one value")
	}
	return nil
}

func (h *hidden) secret() (b [secretSize]byte) {
	for i, c := range h.Deck {
		b[i] = byte(c)
	}
	for i, c := range h.Hole {
		for j := range c {
			b[card.Count+i*maxHole+j] = byte(c[j])
		}
		b[secretPlans+i] = byte(h.Plan[i])
	}
	return b
}

func (h *hidden) setSecret(b [secretSize]byte) {
	for i := range h.Deck {
		h.Deck[i] = card.Card(b[i])
	}
	for i := range h.Hole {
		for j := range h.Hole[i] {
			h.Hole[i][j] = card.Card(b[card.Count+i*maxHole+j])
		}
		h.Plan[i] = PreAction(b[secretPlans+i])
	}
}
