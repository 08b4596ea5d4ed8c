package fastjson

import (
	"reflect"
	"strings"
)

// field is a field of a struct.
type field struct {
	name   string // in quotes, with its colon
	index  []int
	encode encoder
	omit   func(reflect.Value) bool // nil: it is always there
}

// newStruct returns the encoder of a struct. It leaves a struct with a rare kind of field to encoding/json.
func newStruct(t reflect.Type) encoder {
	fields, ok := fieldsOf(t, nil)
	names := map[string]bool{}
	for _, f := range fields {
		ok = ok && !names[f.name]
		names[f.name] = true
	}
	if !ok {
		return appendOther
	}
	return func(b []byte, v reflect.Value) (_ []byte, err error) {
		b = append(b, '{')
		empty := len(b)
		for i := range fields {
			f := &fields[i]
			value := v
			for _, k := range f.index {
				value = value.Field(k)
			}
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
		return append(b, '}'), nil
	}
}

// fieldsOf returns the fields of a struct with those of its embedded structs, whose place is at. It returns false where a
// field is of a kind that it does not know.
func fieldsOf(t reflect.Type, at []int) (fields []field, ok bool) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		index := append(at[:len(at):len(at)], i)
		switch {
		case tag == "-":
			continue
		case f.Anonymous && name == "":
			if f.Type.Kind() != reflect.Struct || hasMethods(reflect.PointerTo(f.Type)) {
				return nil, false
			}
			inner, ok := fieldsOf(f.Type, index)
			if !ok {
				return nil, false
			}
			fields = append(fields, inner...)
			continue
		case !f.IsExported():
			continue
		case name == "":
			name = f.Name
		}
		omit, ok := omission(f.Type, options)
		if !ok || strings.ContainsAny(name, `"'\<>&`) {
			return nil, false
		}
		fields = append(fields, field{string(appendString(nil, name)) + ":", index, encoderOf(f.Type), omit})
	}
	return fields, true
}

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
