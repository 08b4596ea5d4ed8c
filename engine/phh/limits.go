package phh

import (
	"errors"
	"fmt"
	"io"
)

// maxHandSize and maxFileSize limit what is read of a file that a stranger may have written: a hand, as a file of its own or
// as one of a .jsonl, and a .phhs, which has to be in memory as a whole.
const (
	maxHandSize = 1 << 20
	maxFileSize = 16 << 20
)

// maxDepth limits how deep the arrays and tables of a TOML file lie in each other, and how many parts a key has. The format
// needs three.
const maxDepth = 16

// maxTables limits how many arrays, tables, keys and dots of keys a TOML file has, and maxValues how many commas. Each dot may
// make a table, which takes a hundred times its own length. A key takes 300 bytes, and a value of an array up to 100. Nine
// thousand ordinary hands fit.
const (
	maxTables = 1 << 18
	maxValues = 1 << 20
)

// readLimited reads a whole file of at most so many bytes.
func readLimited(r io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(text)) > most {
		return nil, fmt.Errorf("it is longer than %d MiB: split it into several files", most>>20)
	}
	return text, err
}

// errHandTooLong says that one hand of a .jsonl is longer than any hand is.
var errHandTooLong = errors.New("it is longer than 1 MiB: no hand is")

// handReader reads hands one after another, each of maxHandSize at most. Reset begins the next one.
type handReader struct {
	from io.Reader
	left int
}

func (r *handReader) reset() { r.left = maxHandSize }

func (r *handReader) Read(b []byte) (int, error) {
	if r.left == 0 {
		return 0, errHandTooLong
	}
	n, err := r.from.Read(b[:min(len(b), r.left)])
	r.left -= n
	return n, err
}

// checkDepth refuses a TOML file whose arrays, tables or keys are nested so deep, or are so many, that reading them would take
// all memory. It knows as much of the language as that needs: strings, comments, brackets and the dots of keys.
func checkDepth(text []byte) error {
	s := scanner{text: text, line: 1}
	for s.at < len(text) {
		s.advance()
		switch {
		case s.depth > maxDepth || s.dots >= maxDepth:
			return fmt.Errorf("line %d: nested deeper than %d, which no hand history is", s.line, maxDepth)
		case s.tables > maxTables:
			return fmt.Errorf("line %d: more than %d arrays, tables and keys: split it into several files", s.line, maxTables)
		case s.values > maxValues:
			return fmt.Errorf("line %d: more than %d values: split it into several files", s.line, maxValues)
		}
	}
	return nil
}

// scanner walks through a TOML file.
type scanner struct {
	text   []byte
	at     int
	line   int
	depth  int // of brackets that are open
	dots   int // since the last sign that ends a key
	tables int // brackets, dots and equals signs so far
	values int // commas so far
}

// advance goes past the next character, string or comment.
func (s *scanner) advance() {
	c := s.text[s.at]
	switch c {
	case '"', '\'':
		s.skipString(c)
		return
	case '#':
		for s.at < len(s.text) && s.text[s.at] != '\n' {
			s.at++
		}
		return
	case '[', '{':
		s.depth++
		s.tables++
		s.dots = 0
	case ']', '}':
		s.depth = max(0, s.depth-1)
		s.dots = 0
	case '.':
		s.dots++
		s.tables++
	case '=':
		s.tables++
		s.dots = 0
	case ',':
		s.values++
		s.dots = 0
	case '\n':
		s.line++
		s.dots = 0
	}
	s.at++
}

// skipString goes past a string, with one quote or three on each side.
func (s *scanner) skipString(quote byte) {
	quotes := 1
	if s.hasQuotes(quote, 3) {
		quotes = 3
	}
	s.at += quotes
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == '\\' && quote == '"':
			s.at++
		case s.hasQuotes(quote, quotes):
			s.at += quotes
			for extra := 0; quotes == 3 && extra < 2 && s.hasQuotes(quote, 1); extra++ { // the text ended with quotes
				s.at++
			}
			return
		case c == '\n' && quotes == 1: // no such string; the decoder says so
			return
		case c == '\n':
			s.line++
		}
		s.at++
	}
}

// hasQuotes reports whether so many quotes stand here.
func (s *scanner) hasQuotes(quote byte, n int) bool {
	for i := range n {
		if s.at+i >= len(s.text) || s.text[s.at+i] != quote {
			return false
		}
	}
	return true
}
