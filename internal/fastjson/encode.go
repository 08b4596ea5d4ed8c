package fastjson

import (
	"cmp"
	"encoding"
	"encoding/base64"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"sync"
)

// Marshal returns the JSON of v, as encoding/json writes it.
func Marshal(v any) ([]byte, error) {
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	text, err := Append((*room)[:0], v)
	if err != nil {
		return nil, err
	}
	if cap(text) <= mostRoom {
		*room = text
	}
	return slices.Clone(text), nil
}

// rooms has memory to encode in, of which values of usual sizes find enough.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// mostRoom is how much memory is kept for the next value, in bytes.
const mostRoom = 1 << 16

// Append appends the JSON of v to b.
func Append(b []byte, v any) ([]byte, error) {
	value := reflect.ValueOf(v)
	if !value.IsValid() {
		return append(b, "null"...), nil
	}
	return encoderOf(value.Type())(b, value)
}

// encoder appends a value of one type.
type encoder func(b []byte, v reflect.Value) ([]byte, error)

// encoders has the encoder of each type that was met.
var encoders sync.Map // reflect.Type → encoder

// encoderOf returns the encoder of a type.
func encoderOf(t reflect.Type) encoder {
	if known, ok := encoders.Load(t); ok {
		return known.(encoder)
	}
	made, _ := encoders.LoadOrStore(t, newEncoder(t))
	return made.(encoder)
}

// later returns an encoder that is made at its first use, because a type may point to itself.
func later(t reflect.Type) encoder {
	made := sync.OnceValue(func() encoder { return encoderOf(t) })
	return func(b []byte, v reflect.Value) ([]byte, error) { return made()(b, v) }
}

var (
	rawType       = reflect.TypeFor[json.RawMessage]()
	marshaler     = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)

func newEncoder(t reflect.Type) encoder {
	switch {
	case t == rawType:
		return appendRaw
	case t.Implements(marshaler):
		return appendOther
	case t.Implements(textMarshaler) && t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface:
		return appendText
	case t.Kind() != reflect.Pointer && hasMethods(reflect.PointerTo(t)), t.Implements(textMarshaler):
		return appendOther
	}
	switch t.Kind() {
	case reflect.Bool:
		return func(b []byte, v reflect.Value) ([]byte, error) { return strconv.AppendBool(b, v.Bool()), nil }
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(b []byte, v reflect.Value) ([]byte, error) { return strconv.AppendInt(b, v.Int(), 10), nil }
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return func(b []byte, v reflect.Value) ([]byte, error) { return strconv.AppendUint(b, v.Uint(), 10), nil }
	case reflect.String:
		return func(b []byte, v reflect.Value) ([]byte, error) { return appendString(b, v.String()), nil }
	case reflect.Struct:
		return newStruct(t)
	case reflect.Map:
		return newMap(t)
	case reflect.Slice:
		return newSlice(t)
	case reflect.Array:
		return newArray(encoderOf(t.Elem()))
	case reflect.Pointer:
		return orNull(dereferenced(later(t.Elem())))
	}
	return appendOther
}

// hasMethods reports whether a type says itself how it is encoded.
func hasMethods(t reflect.Type) bool { return t.Implements(marshaler) || t.Implements(textMarshaler) }

// appendOther leaves a value to encoding/json. A value in a variable stays one, because a method of its pointer may encode it.
func appendOther(b []byte, v reflect.Value) ([]byte, error) {
	if v.CanAddr() {
		v = v.Addr()
	}
	text, err := json.Marshal(v.Interface())
	return append(b, text...), err
}

func appendRaw(b []byte, v reflect.Value) ([]byte, error) {
	if v.IsNil() {
		return append(b, "null"...), nil
	}
	return append(b, v.Bytes()...), nil
}

func appendText(b []byte, v reflect.Value) ([]byte, error) {
	if v.CanAddr() {
		if a, ok := v.Addr().Interface().(encoding.TextAppender); ok {
			return appendAppended(b, a, v)
		}
	}
	text, err := v.Interface().(encoding.TextMarshaler).MarshalText()
	if err != nil {
		return b, &json.MarshalerError{Type: v.Type(), Err: err}
	}
	return appendString(b, string(text)), nil
}

// appendAppended appends the text that a value appends.
func appendAppended(b []byte, a encoding.TextAppender, v reflect.Value) ([]byte, error) {
	begin := len(b)
	b, err := a.AppendText(append(b, '"'))
	if err != nil {
		return b, &json.MarshalerError{Type: v.Type(), Err: err}
	}
	if text := b[begin+1:]; !isPlain(text) {
		return appendString(b[:begin], string(text)), nil
	}
	return append(b, '"'), nil
}

// orNull returns an encoder that writes null for nil.
func orNull(e encoder) encoder {
	return func(b []byte, v reflect.Value) ([]byte, error) {
		if v.IsNil() {
			return append(b, "null"...), nil
		}
		return e(b, v)
	}
}

// dereferenced returns the encoder of a pointer.
func dereferenced(e encoder) encoder {
	return func(b []byte, v reflect.Value) ([]byte, error) { return e(b, v.Elem()) }
}

func newSlice(t reflect.Type) encoder {
	if t.Elem().Kind() == reflect.Uint8 && !hasMethods(reflect.PointerTo(t.Elem())) {
		return orNull(func(b []byte, v reflect.Value) ([]byte, error) {
			return append(base64.StdEncoding.AppendEncode(append(b, '"'), v.Bytes()), '"'), nil
		})
	}
	return orNull(newArray(later(t.Elem())))
}

func newArray(element encoder) encoder {
	return func(b []byte, v reflect.Value) (_ []byte, err error) {
		b = append(b, '[')
		for i := range v.Len() {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = element(b, v.Index(i)); err != nil {
				return b, err
			}
		}
		return append(b, ']'), nil
	}
}

// newMap returns the encoder of a map with keys that are texts or numbers, in the order of their texts.
func newMap(t reflect.Type) encoder {
	var text func(reflect.Value) string
	switch key := t.Key(); {
	case key.Kind() == reflect.String:
		text = reflect.Value.String
	case key.Implements(textMarshaler):
		return appendOther
	case key.Kind() >= reflect.Int && key.Kind() <= reflect.Int64:
		text = func(v reflect.Value) string { return strconv.FormatInt(v.Int(), 10) }
	case key.Kind() >= reflect.Uint && key.Kind() <= reflect.Uint64:
		text = func(v reflect.Value) string { return strconv.FormatUint(v.Uint(), 10) }
	default:
		return appendOther
	}
	type entry struct {
		key   string
		value reflect.Value
	}
	element := later(t.Elem())
	return orNull(func(b []byte, v reflect.Value) (_ []byte, err error) {
		entries := make([]entry, 0, v.Len())
		for k, value := range v.Seq2() {
			entries = append(entries, entry{text(k), value})
		}
		slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
		b = append(b, '{')
		for i, e := range entries {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = element(append(appendString(b, e.key), ':'), e.value); err != nil {
				return b, err
			}
		}
		return append(b, '}'), nil
	})
}
