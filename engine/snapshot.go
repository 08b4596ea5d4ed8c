package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"cardroom/engine/card"
	"cardroom/internal/fastjson"
)

// Schema names the form of a snapshot. It changes whenever an older program could misread a newer snapshot.
const Schema = "cardroom/table/2"

// SchemaError is the error of a snapshot in a form that this program does not read. Found is "" if it names none.
type SchemaError struct{ Found, Known string }

func (e *SchemaError) Error() string {
	return fmt.Sprintf("engine: snapshot has schema %q, this program reads %q", e.Found, e.Known)
}

// DamageError is the error of a snapshot that describes an impossible table, or that does not open with this deck. Field
// names the part that is wrong; Err says why, and may be nil. It never holds a card.
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

// snapshot is the stored form: the public half in clear, the rest sealed and bound to it.
type snapshot struct {
	Schema string          `json:"schema"`
	Table  json.RawMessage `json:"table"`
	Sealed []byte          `json:"sealed"`
}

// secretSize is the length of the sealed part: a byte for each hole card, its place in the deck from 1, or 0 for none; and a
// byte for each pre-action. The length does not depend on how many there are.
const (
	secretPlans = MaxSeats * maxHole
	secretSize  = secretPlans + MaxSeats
)

// Snapshot writes the table as JSON. It holds no card but those of the boards: a hole card is written as its place in the
// deck, and the deck not at all. Knowledge of single players is sealed and bound to the rest and to the deck, and opens
// with no other. It returns an error if s is nil.
func (t *Table) Snapshot(s Sealer) ([]byte, error) {
	if s == nil {
		return nil, errors.New("engine: Snapshot needs a sealer")
	}
	public, err := fastjson.Marshal(&t.g.public)
	if err != nil {
		return nil, fmt.Errorf("engine: snapshot: %w", err)
	}
	secret := t.g.secret()
	sealed := s.Seal(secret[:], bound(public, &t.g.Deck))
	return fastjson.Marshal(&snapshot{Schema: Schema, Table: public, Sealed: sealed})
}

// Redeal returns the deck of a hand again, in the order in which it was dealt.
type Redeal func(hand int64) (card.Deck, error)

// Restore reads a snapshot. If cards were dealt, it asks for the deck of the hand that runs or ran last. The error is a
// *SchemaError or a *DamageError.
func Restore(b []byte, s Sealer, deck Redeal) (Table, error) {
	if s == nil || deck == nil {
		return Table{}, errors.New("engine: Restore needs a sealer and a source of decks")
	}
	t := Table{}
	snap, err := readPublic(b, &t.g.public)
	if err != nil {
		return Table{}, err
	}
	if err := t.g.redeal(deck); err != nil {
		return Table{}, &DamageError{"deck", err}
	}
	if err := t.g.unseal(snap, s); err != nil {
		return Table{}, &DamageError{"sealed", err}
	}
	if err := t.Check(); err != nil {
		return Table{}, &DamageError{"table", err}
	}
	return t, nil
}

// readPublic reads a snapshot, and the parts that it has in clear.
func readPublic(b []byte, to *public) (*snapshot, error) {
	snap := new(snapshot)
	if err := json.Unmarshal(b, snap); err != nil {
		return nil, &DamageError{"json", err}
	}
	if snap.Schema != Schema {
		return nil, &SchemaError{snap.Schema, Schema}
	}
	if err := strict(snap.Table, to); err != nil {
		return nil, &DamageError{"table", err}
	}
	return snap, nil
}

// redeal asks for the deck, if cards were dealt.
func (g *game) redeal(deck Redeal) (err error) {
	if g.Dealt == 0 {
		return nil
	}
	if g.Deck, err = deck(g.Hand); err != nil {
		return err
	}
	if !g.Deck.Valid() {
		return ErrDeck
	}
	return nil
}

// unseal opens the sealed part.
func (g *game) unseal(snap *snapshot, s Sealer) error {
	var public bytes.Buffer
	if err := json.Compact(&public, snap.Table); err != nil {
		return err
	}
	secret, err := s.Open(snap.Sealed, bound(public.Bytes(), &g.Deck))
	if err != nil {
		return err
	}
	if len(secret) != secretSize {
		return errors.New("too much or too little")
	}
	return g.setSecret([secretSize]byte(secret))
}

// bound returns the bytes to which the sealed part is bound. They are not stored.
func bound(public []byte, d *card.Deck) []byte {
	b := make([]byte, 0, len(Schema)+1+len(d)+len(public))
	b = append(b, Schema+"\n"...)
	for _, c := range d {
		b = append(b, byte(c))
	}
	return append(b, public...)
}

// strict decodes one JSON value and refuses fields that this program does not know.
func strict(b []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("there is more after the JSON value")
	}
	return nil
}

func (h *hidden) secret() (b [secretSize]byte) {
	for i, hole := range h.Hole {
		for j, c := range hole {
			if c != card.None {
				b[i*maxHole+j] = byte(1 + slices.Index(h.Deck[:], c))
			}
		}
		b[secretPlans+i] = byte(h.Plan[i])
	}
	return b
}

func (h *hidden) setSecret(b [secretSize]byte) error {
	for i := range h.Hole {
		for j := range h.Hole[i] {
			switch place := int(b[i*maxHole+j]); {
			case place > card.Count:
				return fmt.Errorf("a hole card is at place %d of the deck, want at most %d", place, card.Count)
			case place > 0:
				h.Hole[i][j] = h.Deck[place-1]
			}
		}
		h.Plan[i] = PreAction(b[secretPlans+i])
	}
	return nil
}
