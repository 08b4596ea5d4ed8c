package refusal

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Form collects the errors of a form, field by field. The zero value has none.
type Form struct {
	list []objection
}

type objection struct{ path, code, message string }

// Add records an error of the field at a path, such as options.3.name, with Discord's code.
func (f *Form) Add(path, code, format string, args ...any) {
	f.list = append(f.list, objection{path, code, fmt.Sprintf(format, args...)})
}

// Text refuses a text that is shorter or longer than allowed, in characters.
func (f *Form) Text(path, text string, least, most int) {
	if len(text) >= least && len(text) <= most && least <= 1 {
		return // no more characters than bytes
	}
	switch n := utf8.RuneCountInString(text); {
	case n == 0 && least > 0:
		f.Add(path, "BASE_TYPE_REQUIRED", "This field is required")
	case n > most && least == 0:
		f.Add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	case n < least || n > most:
		f.Add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// Count refuses a list that is shorter or longer than allowed.
func (f *Form) Count(path string, n, least, most int) {
	if n < least || n > most {
		f.Add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// Between refuses a number out of range.
func (f *Form) Between(path string, n, least, most int) {
	if n < least || n > most {
		f.Add(path, "NUMBER_TYPE_RANGE", "int value should be between %d and %d.", least, most)
	}
}

// Err returns error 50035 with the tree of fields, or nil.
func (f *Form) Err() error {
	if len(f.list) == 0 {
		return nil
	}
	tree := map[string]any{}
	for _, o := range f.list {
		node := tree
		for key := range strings.SplitSeq(cmp.Or(o.path, "_"), ".") {
			next, ok := node[key].(map[string]any)
			if !ok {
				next = map[string]any{}
				node[key] = next
			}
			node = next
		}
		list, _ := node["_errors"].([]any)
		node["_errors"] = append(list, map[string]string{"code": o.code, "message": o.message})
	}
	return &Error{
		Status: http.StatusBadRequest, Code: 50035, Message: "Invalid Form Body", Errors: tree, Avoidable: true,
	}
}

// Path joins a path of fields: Path("options", 3, "name") is options.3.name.
func Path(parts ...any) string {
	var b strings.Builder
	for _, p := range parts {
		text := ""
		switch v := p.(type) {
		case int:
			text = strconv.Itoa(v)
		case string:
			text = v
		}
		if b.Len() > 0 && text != "" {
			b.WriteByte('.')
		}
		b.WriteString(text)
	}
	return b.String()
}

// Decode reads a JSON body, or the part of it at a path, into a form. The
// refusal names the field that has a wrong type.
func Decode(data []byte, form any, path string) error {
	if len(data) == 0 {
		return InvalidJSON()
	}
	err := json.Unmarshal(data, form)
	if err == nil {
		return nil
	}
	var f Form
	if mismatch, ok := err.(*json.UnmarshalTypeError); ok {
		f.Add(Path(path, mismatch.Field), "BASE_TYPE_BAD_TYPE", "Could not interpret %s as %s.", mismatch.Value, mismatch.Type)
		return f.Err()
	}
	return InvalidJSON()
}
