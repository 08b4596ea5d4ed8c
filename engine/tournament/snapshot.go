package tournament

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"cardroom/engine/tournament/setup"
	"cardroom/engine/tournament/state"
	"cardroom/internal/fastjson"
)

// Schema names the form of a snapshot. It changes whenever an older program could misread a newer snapshot.
const Schema = "cardroom/tournament/1"

// SchemaError is the error of a snapshot in a form that this program does not read. Found is "" if it names none.
type SchemaError struct{ Found, Known string }

func (e *SchemaError) Error() string {
	return fmt.Sprintf("tournament: snapshot has schema %q, this program reads %q", e.Found, e.Known)
}

// DamageError is the error of a snapshot that describes an impossible tournament.
type DamageError struct{ Err error }

func (e *DamageError) Error() string {
	return fmt.Sprintf("tournament: snapshot is damaged: %v", e.Err)
}

func (e *DamageError) Unwrap() error { return e.Err }

// snapshot is the stored form.
type snapshot struct {
	Schema     string       `json:"schema"`
	Tournament *state.State `json:"tournament"`
}

// Snapshot writes the tournament as JSON.
func (t *Tournament) Snapshot() ([]byte, error) { return fastjson.Marshal(&snapshot{Schema, &t.s}) }

// Same reports whether two states have the same snapshot.
func (t *Tournament) Same(other *Tournament) bool { return t.s.Same(&other.s) }

// Restore reads a snapshot. The error is a *SchemaError or a *DamageError.
func Restore(b []byte) (Tournament, error) {
	var header struct {
		Schema     string `json:"schema"`
		Tournament struct{ Options struct{ Edition int } }
	}
	if err := json.Unmarshal(b, &header); err != nil {
		return Tournament{}, &DamageError{err}
	}
	if n := header.Tournament.Options.Edition; header.Schema == Schema && n > setup.Edition {
		header.Schema += fmt.Sprintf(" with edition %d of the rules", n)
	}
	if header.Schema != Schema {
		return Tournament{}, &SchemaError{header.Schema, Schema}
	}
	var s state.State
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&snapshot{Tournament: &s}); err != nil {
		return Tournament{}, &DamageError{err}
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Tournament{}, &DamageError{errors.New("text follows the tournament")}
	}
	t := Tournament{s}
	if err := t.Check(); err != nil {
		return Tournament{}, &DamageError{err}
	}
	return t, nil
}

// Check returns nil for a tournament that can be, as New, Apply and Restore return it, else an error with the values found and expected.
func (t *Tournament) Check() error { return t.s.Check() }
