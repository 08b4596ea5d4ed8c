package fastjson

import (
	"encoding/json"
	"unicode/utf8"
)

// plain has the bytes that stand for themselves in a JSON string. A byte of a longer character does where it is well-formed.
var plain = func() (plain [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		plain[c] = c != '"' && c != '\\' && c != '<' && c != '>' && c != '&'
	}
	return plain
}()

// isPlain reports whether a text needs no escape in a JSON string.
func isPlain[T string | []byte](s T) bool {
	for i := 0; i < len(s); {
		if plain[s[i]] {
			i++
			continue
		}
		if s[i] < utf8.RuneSelf {
			return false
		}
		r, size := utf8.DecodeRuneInString(string(s[i:min(len(s), i+utf8.UTFMax)]))
		if r == utf8.RuneError && size == 1 || r == '\u2028' || r == '\u2029' {
			return false
		}
		i += size
	}
	return true
}

// appendString appends a JSON string. It leaves a text with anything to escape to encoding/json.
func appendString(b []byte, s string) []byte {
	if !isPlain(s) {
		text, _ := json.Marshal(s) // a string has no error
		return append(b, text...)
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}
