package fastjson

import (
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// field is a field of a struct.
type field struct {
	name   string // in quotes, with its colon
	index  []int
	tagged bool // the tag has the name
	beside bool // the field before is in the same struct
	encode encoder
	omit   func(reflect.Value) bool // nil: it is always there
}

// newStruct returns the encoder of a struct. It leaves a struct with a rare kind of field to encoding/json.
func (e *Encoder) newStruct(t reflect.Type) encoder {
	all, ok := e.fieldsOf(t, nil)
	if !ok {
		return appendOther
	}
	fields := slices.DeleteFunc(slices.Clone(all), func(f field) bool { return slices.ContainsFunc(all, f.isHiddenBy) })
	for i := range fields {
		fields[i].beside = i > 0 && slices.Equal(fields[i].in(), fields[i-1].in())
	}
	tag := e.tagged[t]
	return func(b []byte, v reflect.Value) (_ []byte, err error) {
		if tag.Except != nil && tag.Except(v) {
			return appendOther(b, v)
		}
		b = append(b, '{')
		empty := len(b)
		var inner reflect.Value // has the field
		there := false
		for i := range fields {
			f := &fields[i]
			if !f.beside {
				inner, there = within(v, f.in())
			}
			if !there {
				continue
			}
			value := inner.Field(f.index[len(f.index)-1])
			if f.omit != nil && f.omit(value) {
				continue
			}
			if len(b) > empty {
				b = append(b, ',')
			}
			if b, err = f.encode(append(b, f.name...), value); err != nil {
				return b, err
			}
		}
		if tag.Member != "" && len(b) > empty {
			b = append(b, ',')
		}
		return append(append(b, tag.Member...), '}'), nil
	}
}

// isHiddenBy reports whether another field of the same name hides this one: it is less deep, or as deep and tagged. Two
// fields of one depth hide each other where both are tagged, or neither is.
func (f field) isHiddenBy(o field) bool {
	switch {
	case f.name != o.name || slices.Equal(f.index, o.index):
		return false
	case len(f.index) != len(o.index):
		return len(o.index) < len(f.index)
	}
	return o.tagged || !f.tagged
}

// in returns the place of the struct that has the field.
func (f *field) in() []int { return f.index[:len(f.index)-1] }

// within returns the embedded struct at a place; false where it is not there.
func within(v reflect.Value, at []int) (inner reflect.Value, there bool) {
	for _, i := range at {
		v = v.Field(i)
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return v, false
			}
			v = v.Elem()
		}
	}
	return v, true
}

// fieldsOf returns the fields of a struct with those of its embedded structs, whose place is at. It returns false where a
// field is of a kind that it does not know.
func (e *Encoder) fieldsOf(t reflect.Type, at []int) (fields []field, ok bool) {
	if len(at) > 8 { // it may be in itself
		return nil, false
	}
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		index := append(at[:len(at):len(at)], i)
		switch {
		case tag == "-":
			continue
		case f.Anonymous && name == "":
			inner := f.Type
			if inner.Kind() == reflect.Pointer && f.IsExported() {
				inner = inner.Elem()
			}
			if inner.Kind() != reflect.Struct || hasMethods(reflect.PointerTo(inner)) {
				return nil, false
			}
			deeper, ok := e.fieldsOf(inner, index)
			if !ok {
				return nil, false
			}
			fields = append(fields, deeper...)
			continue
		case f.Anonymous && !f.IsExported(): // encoding/json knows whether it has the name
			return nil, false
		case !f.IsExported():
			continue
		}
		tagged := name != ""
		if !tagged {
			name = f.Name
		}
		omit, ok := omission(f.Type, options)
		if !ok || strings.ContainsFunc(name, isOdd) {
			return nil, false
		}
		fields = append(fields, field{name: string(appendString(nil, name)) + ":", index: index, tagged: tagged, encode: e.of(f.Type), omit: omit})
	}
	return fields, true
}

// isOdd reports whether a character is one that encoding/json escapes, or may not take in the name of a field.
func isOdd(r rune) bool { return r >= utf8.RuneSelf || !plain[r] || r == '\'' || r == '`' || r == 0x7f }

// omission returns when the options of a tag leave a field out.
func omission(t reflect.Type, options string) (omit func(reflect.Value) bool, ok bool) {
	switch options {
	case "":
		return nil, true
	case "omitempty":
		return isEmpty(t.Kind()), true
	case "omitzero":
		_, own := reflect.PointerTo(t).MethodByName("IsZero")
		return reflect.Value.IsZero, !own
	}
	return nil, false
}

// isEmpty returns the test of omitempty for a kind.
func isEmpty(k reflect.Kind) func(reflect.Value) bool {
	switch k {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return func(v reflect.Value) bool { return v.Len() == 0 }
	case reflect.Bool:
		return func(v reflect.Value) bool { return !v.Bool() }
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(v reflect.Value) bool { return v.Int() == 0 }
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return func(v reflect.Value) bool { return v.Uint() == 0 }
	case reflect.Float32, reflect.Float64, reflect.Interface, reflect.Pointer:
		return reflect.Value.IsZero
	}
	return nil
}
