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

// A record and a hand of the history are stored in an envelope: a line with the schema, the id of the key and a tag, and
// then JSON in clear, so that chips can be given back also where the key is lost (R65).
//
//	cardroom/record/2 1f2e3d4c 64 hexadecimal digits
//	{"host":…
//
// The tag is of every byte after the line and of where it is stored: guild, channel, and the version of the table or the
// number of the hand. So a byte that was changed, a record of another table and one that was put back are refused.
type Envelope struct {
	TagKey [32]byte
	keyID  string
}

func NewEnvelope(key []byte) Envelope {
	id := fair.Mac(key, "cardroom/key/id")
	return Envelope{TagKey: fair.Mac(key, "cardroom/key/tag"), keyID: hex.EncodeToString(id[:4])}
}

func (e *Envelope) tag(schema string, k store.Key, number int64, body []byte) string {
	tag := fair.Mac(e.TagKey[:], schema, fair.U64(uint64(k.Guild)), fair.U64(uint64(k.Channel)), fair.U64(uint64(number)), body)
	return hex.EncodeToString(tag[:])
}

// Wrap puts a body into its envelope.
func (e *Envelope) Wrap(schema string, k store.Key, number int64, body []byte) []byte {
	return fmt.Appendf(nil, "%s %s %s\n%s", schema, e.keyID, e.tag(schema, k, number, body), body)
}

// Unwrap is the body of an envelope, once everything about it is right. The error is an *unreadable.
func (e *Envelope) Unwrap(schema string, k store.Key, number int64, data []byte) (body []byte, err error) {
	found, key, tag, body := SplitEnvelope(data)
	switch {
	case found != schema:
		err = errSchema
	case key != e.keyID:
		err = fmt.Errorf("%w: %.8q, and the key here is %s", errOtherKey, key, e.keyID)
	case !hmac.Equal([]byte(tag), []byte(e.tag(schema, k, number, body))):
		err = errChanged
	default:
		return body, nil
	}
	return nil, &UnreadableError{key: k, found: found, known: schema, Err: err}
}

// SplitEnvelope takes an envelope apart and believes it. What is none has no schema, but that of the records of before.
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

func (Envelope) Format(s fmt.State, _ rune) { io.WriteString(s, card.Hidden) }
