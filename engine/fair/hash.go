package fair

import (
	"encoding/hex"
	"encoding/json"
	"reflect"
	"strconv"
)

// Hash is 32 bytes: a SHA-256, a seed, a salt. Its text is 64 hex digits, small letters.
type Hash [32]byte

// String returns the 64 digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Half returns the first 32 digits, which name a hash where the root of a batch alone is shown whole.
func (h Hash) Half() string { return h.String()[:len(h)] }

// MarshalText returns the text of String.
func (h Hash) MarshalText() ([]byte, error) { return h.AppendText(nil) }

// AppendText appends the text of String.
func (h Hash) AppendText(b []byte) ([]byte, error) { return hex.AppendEncode(b, h[:]), nil }

// UnmarshalText reads exactly what MarshalText writes.
func (h *Hash) UnmarshalText(text []byte) error {
	if n, err := hex.Decode(h[:], text[:min(len(text), 2*len(h))]); err != nil || n != len(h) || h.String() != string(text) {
		return mistyped(text, reflect.TypeFor[Hash]())
	}
	return nil
}

// ID is the id of a channel, a message or a player: never 0. Its text is decimal, as a JSON number would lose digits of it.
type ID uint64

// String returns the decimal digits.
func (id ID) String() string { return strconv.FormatUint(uint64(id), 10) }

// MarshalText returns the text of String.
func (id ID) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// AppendText appends the text of String.
func (id ID) AppendText(b []byte) ([]byte, error) { return strconv.AppendUint(b, uint64(id), 10), nil }

// UnmarshalText reads exactly what MarshalText writes.
func (id *ID) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 10, 64)
	if *id = ID(n); err != nil || id.String() != string(text) {
		return mistyped(text, reflect.TypeFor[ID]())
	}
	return nil
}

// mistyped returns an error to which encoding/json adds the name of the field.
func mistyped(text []byte, t reflect.Type) error {
	return &json.UnmarshalTypeError{Value: strconv.Quote(string(text)), Type: t}
}
