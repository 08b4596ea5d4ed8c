package fair

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// mostBytes is more than any receipt has.
const mostBytes = 1 << 16

// ReadReceipt1 reads a receipt. There is one way to write one, but for white space between its parts; of anything else the
// error names the place.
func ReadReceipt1(data []byte) (*Receipt1, error) {
	var r Receipt1
	if err := read(data, &r); err != nil {
		return nil, fmt.Errorf("not a receipt: %w", err)
	}
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("not a receipt: %w", err)
	}
	return &r, nil
}

// ReadOwn reads a player's own part, as strictly as ReadReceipt reads a receipt.
func ReadOwn(data []byte) (*OwnProof, error) {
	var o OwnProof
	if err := read(data, &o); err != nil {
		return nil, fmt.Errorf("not an own part: %w", err)
	}
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("not an own part: %w", err)
	}
	return &o, nil
}

// read reads JSON and writes it again: what then differs is twice there, missing, out of order, or not written plainly.
func read(data []byte, into any) error {
	if len(data) > mostBytes {
		return fmt.Errorf("%d bytes, which no receipt has", len(data))
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return explain(err)
	}
	var given bytes.Buffer
	if err := json.Compact(&given, data); err != nil {
		return explain(err)
	}
	return differ(given.Bytes(), write(into))
}

// embedded takes the names of structs that JSON does not have out of the path of a field.
var embedded = strings.NewReplacer(".Head.", ".", ".Entropy1.", ".", ".Cards.", ".")

// longestReason is the most bytes of an error that may quote the file.
const longestReason = 200

// explain returns an error of the JSON reader in a short sentence.
func explain(err error) error {
	reason := err.Error()
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		field := strings.TrimPrefix(embedded.Replace("."+e.Field), ".")
		reason = fmt.Sprintf("%s: %s does not belong there", cmp.Or(field, "at the beginning"), e.Value)
	}
	if errors.Is(err, io.EOF) {
		reason = "the file is empty"
	}
	if len(reason) > longestReason {
		reason = strings.ToValidUTF8(reason[:longestReason], "") + "…"
	}
	return errors.New(strings.TrimPrefix(reason, "json: "))
}

// differ names the place of the first difference.
func differ(given, want []byte) error {
	if bytes.Equal(given, want) {
		return nil
	}
	at := 0
	for at < len(given) && at < len(want) && given[at] == want[at] {
		at++
	}
	return fmt.Errorf("%s: %#q stands where %#q belongs", position(given, at), around(given, at), around(want, at))
}

// around returns a few bytes from a place on.
func around(text []byte, at int) []byte { return text[min(at, len(text)):min(at+24, len(text))] }

// position returns the path of the value at an offset of JSON: roots[3], batch.root.
func position(data []byte, at int) string {
	type level struct {
		name  string
		index int // -1 in an object
		key   bool
	}
	var path []level
	d := json.NewDecoder(bytes.NewReader(data))
	for {
		token, err := d.Token()
		if err != nil {
			break
		}
		delim, nests := token.(json.Delim)
		if nests && (delim == '}' || delim == ']') {
			path = path[:len(path)-1]
		} else if n := len(path); n > 0 {
			switch p := &path[n-1]; {
			case p.index >= 0:
				p.name = fmt.Sprintf("[%d]", p.index)
				p.index++
			case p.key:
				p.name, p.key = fmt.Sprintf(".%v", token), false
			default:
				p.key = true
			}
		}
		if d.InputOffset() > int64(at) {
			break
		}
		switch {
		case nests && delim == '{':
			path = append(path, level{index: -1, key: true})
		case nests && delim == '[':
			path = append(path, level{})
		}
	}
	var name strings.Builder
	for _, p := range path {
		name.WriteString(p.name)
	}
	if name.Len() == 0 {
		return "at the beginning"
	}
	return strings.TrimPrefix(name.String(), ".")
}
