package gateway

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// frame is a message of the gateway, in either direction.
type frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int64           `json:"s"`
	Type string          `json:"t"`
}

var errFrame = errors.New("a message is not a JSON object with op, d, s and t")

// readFrame returns the frame of a message. The frame's data is a part of the message, and readFrame does not look into it: it may
// be megabytes about a server, of which the bot needs nothing.
func readFrame(message []byte) (f frame, err error) {
	whole := eachMember(message, func(key, value []byte) {
		var bad error
		switch string(key) {
		case "op":
			f.Op, bad = strconv.Atoi(string(value))
		case "s":
			f.Seq = 0
			if string(value) != "null" {
				f.Seq, bad = strconv.ParseInt(string(value), 10, 64)
			}
		case "t":
			f.Type = string(bytes.Trim(value, `"`))
			if f.Type == "null" {
				f.Type = ""
			}
		case "d":
			f.Data = value
		}
		err = cmp.Or(err, bad)
	})
	if !whole || err != nil {
		return frame{}, errFrame
	}
	return f, nil
}

// eachMember calls f with the key and the value of each member of a JSON object, as they are written. It returns false where
// the text ends early or is not an object. It finds where a value ends, and does not check its contents.
func eachMember(object []byte, f func(key, value []byte)) bool {
	s := scanner{text: object}
	if s.next() != '{' {
		return false
	}
	for first := true; ; first = false {
		switch c := s.next(); {
		case c == '}' && first:
			return s.next() == 0
		case c != '"':
			return false
		}
		key := s.string()
		if key == nil || s.next() != ':' {
			return false
		}
		value := s.value()
		if value == nil {
			return false
		}
		f(key, value)
		switch s.next() {
		case '}':
			return s.next() == 0
		case ',':
		default:
			return false
		}
	}
}

// scanner reads JSON.
type scanner struct {
	text []byte
	at   int
}

// next returns the next byte that is not white space, and 0 at the end.
func (s *scanner) next() byte {
	for s.at < len(s.text) {
		c := s.text[s.at]
		s.at++
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return c
		}
	}
	return 0
}

// string returns the rest of a string after its first quotation mark, and nil where it does not end.
func (s *scanner) string() []byte {
	start := s.at
	for {
		length := bytes.IndexByte(s.text[s.at:], '"')
		if length < 0 {
			return nil
		}
		inside := s.text[start : s.at+length]
		s.at += length + 1
		if escapes := len(inside) - len(bytes.TrimRight(inside, `\`)); escapes%2 == 0 {
			return inside[:len(inside):len(inside)]
		}
	}
}

// value returns a value, and nil where it does not end.
func (s *scanner) value() []byte {
	c := s.next()
	start := s.at - 1
	switch c {
	case 0, '}', ']', ',', ':':
		return nil
	case '"':
		if s.string() == nil {
			return nil
		}
	case '{', '[':
		if !s.nested() {
			return nil
		}
	default: // a number, or a word
		for s.at < len(s.text) && strings.IndexByte(",}] \t\r\n", s.text[s.at]) < 0 {
			s.at++
		}
	}
	return s.text[start:s.at:s.at]
}

// nested skips the rest of an object or an array after its first bracket. It returns false where it does not end.
func (s *scanner) nested() bool {
	for depth := 1; s.at < len(s.text); {
		c := s.text[s.at]
		s.at++
		switch c {
		case '"':
			if s.string() == nil {
				return false
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return true
			}
		}
	}
	return false
}

// GuildCreate is a server that the bot is on: one event each after every connection, and one when the bot joins. Discord
// sends all channels, roles and members with it, of which the bot needs nothing.
type GuildCreate struct {
	ID          string
	Unavailable bool // Discord has an outage
}

// decode decodes the data of the event, and skips fields that the bot does not need.
func (g *GuildCreate) decode(data []byte) (err error) {
	if !eachMember(data, func(key, value []byte) {
		switch string(key) {
		case "id":
			err = errors.Join(err, json.Unmarshal(value, &g.ID))
		case "unavailable":
			err = errors.Join(err, json.Unmarshal(value, &g.Unavailable))
		}
	}) {
		return errFrame
	}
	return err
}
