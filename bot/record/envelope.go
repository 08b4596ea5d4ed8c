package record

import (
	"bytes"
	"crypto/hmac"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/store"
)

// Envelope wraps a stored table or hand: a line with the schema, the id of the key and a tag, followed by JSON in clear text.
// So an operator can give chips back even if the key is lost (R65).
//
//	cardroom/record/2 1f2e3d4c 64 hexadecimal digits
//	{"host":…
//
// The tag covers every byte after the line and the place: guild, channel, and the version of the table or the number of the
// hand. So Unwrap refuses a changed byte, a record of another table and an old record that was put back.
type Envelope struct {
	TagKey [32]byte
	keyID  string // "": there is no key, and Unwrap opens nothing
}

// NewEnvelope returns the envelope of a key.
func NewEnvelope(key []byte) Envelope {
	id := fair.Mac(key, "cardroom/key/id")
	return Envelope{TagKey: fair.Mac(key, "cardroom/key/tag"), keyID: hex.EncodeToString(id[:4])}
}

// tag returns the authentication tag of a body at its place.
func (e *Envelope) tag(schema string, k store.Key, number int64, body []byte) string {
	tag := fair.Mac(e.TagKey[:], schema, fair.U64(uint64(k.Guild)), fair.U64(uint64(k.Channel)), fair.U64(uint64(number)), body)
	return hex.EncodeToString(tag[:])
}

// Wrap puts a body into its envelope.
func (e *Envelope) Wrap(schema string, k store.Key, number int64, body []byte) []byte {
	data := append(make([]byte, e.lineOf(schema), e.lineOf(schema)+len(body)), body...)
	e.fill(schema, k, number, data)
	return data
}

// lineOf returns the length of an envelope's line.
func (e *Envelope) lineOf(schema string) int {
	return len(schema) + len(e.keyID) + 2*len(e.TagKey) + len("  \n")
}

// fill writes the line in front of a body, which has the room for it.
func (e *Envelope) fill(schema string, k store.Key, number int64, data []byte) {
	line, body := data[:0], data[e.lineOf(schema):]
	tag := e.tag(schema, k, number, body)
	line = append(append(append(append(append(line, schema...), ' '), e.keyID...), ' '), tag...)
	_ = append(line, '\n')
}

// Unwrap checks the envelope and returns its body. The error is an [UnreadableError].
func (e *Envelope) Unwrap(schema string, k store.Key, number int64, data []byte) (body []byte, err error) {
	found, key, tag, body := SplitEnvelope(data)
	switch {
	case found != schema:
		err = errSchema
	case e.keyID == "":
		err = errNoKey
	case key != e.keyID:
		err = fmt.Errorf("%w: %.8q, and the key here is %s", errOtherKey, key, e.keyID)
	case !hmac.Equal([]byte(tag), []byte(e.tag(schema, k, number, body))):
		err = errChanged
	default:
		return body, nil
	}
	return nil, &UnreadableError{key: k, found: found, known: schema, Err: err}
}

// SealedByAnother reports whether data names another key than that of the envelope. Data in any other form names none.
func (e *Envelope) SealedByAnother(data []byte) bool {
	_, key, _, _ := SplitEnvelope(data)
	return key != "" && key != e.keyID
}

// SplitEnvelope takes an envelope apart without checking it. Data in any other form has no schema, apart from the records
// of earlier versions.
func SplitEnvelope(data []byte) (schema, key, tag string, body []byte) {
	line, body, whole := bytes.Cut(data, []byte("\n"))
	parts := strings.Split(string(line), " ")
	if !whole || len(parts) != 3 {
		if old, ok := bytes.CutPrefix(data, []byte(`{"schema":"`)); ok {
			found, _, _ := bytes.Cut(old, []byte(`"`))
			return string(found), "", "", nil
		}
		return "", "", "", nil
	}
	return parts[0], parts[1], parts[2], body
}

// Format hides the keys from every verb of fmt.
func (Envelope) Format(s fmt.State, _ rune) { io.WriteString(s, card.Hidden) }
