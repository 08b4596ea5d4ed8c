package fastjson

import (
	"bytes"
	"encoding"
	"encoding/base64"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"sync"
)

// Encoder encodes values. It is safe for concurrent use.
type Encoder struct {
	tagged   map[reflect.Type]Tag
	encoders sync.Map // reflect.Type → encoder, of each type that was met
}

var standard = New(nil)

// Appender appends its own JSON. That goes out as it is, so it must be what encoding/json would write.
type Appender interface{ AppendJSON([]byte) ([]byte, error) }

// Tag says how a struct is encoded as if its type had no method MarshalJSON: with one more member at the end.
type Tag struct {
	Member string                   // such as "type":1
	Except func(reflect.Value) bool // reports values that the method encodes after all; nil: none
}

// New returns an encoder with the tags of some structs.
func New(tagged map[reflect.Type]Tag) *Encoder { return &Encoder{tagged: tagged} }

// Marshal returns the JSON of v, as encoding/json writes it.
func Marshal(v any) ([]byte, error) { return standard.Marshal(v) }

// MarshalAfter returns n bytes for the caller, and behind them the JSON of v.
func MarshalAfter(n int, v any) ([]byte, error) { return standard.after(n, v) }

// Append appends the JSON of v to b.
func Append(b []byte, v any) ([]byte, error) { return standard.append(b, v) }

// Marshal returns the JSON of v.
func (e *Encoder) Marshal(v any) ([]byte, error) { return e.after(0, v) }

// after works like [MarshalAfter].
func (e *Encoder) after(n int, v any) ([]byte, error) {
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	text, err := e.append(append((*room)[:0], make([]byte, n)...), v)
	if err != nil {
		return nil, err
	}
	if cap(text) <= mostRoom {
		*room = text
	}
	return slices.Clone(text), nil
}

// rooms has memory to encode in, of which values of usual sizes find enough.
var rooms = sync.Pool{New: func() any { room := make([]byte, 0, 1<<12); return &room }}

// mostRoom is how much memory is kept for the next value, in bytes.
const mostRoom = 1 << 16

// append appends the JSON of v to b.
func (e *Encoder) append(b []byte, v any) ([]byte, error) {
	value := reflect.ValueOf(v)
	if !value.IsValid() {
		return append(b, "null"...), nil
	}
	return e.of(value.Type())(b, value)
}

// encoder appends a value of one type.
type encoder func(b []byte, v reflect.Value) ([]byte, error)

// of returns the encoder of a type.
func (e *Encoder) of(t reflect.Type) encoder {
	if known, ok := e.encoders.Load(t); ok {
		return known.(encoder)
	}
	made, _ := e.encoders.LoadOrStore(t, e.newEncoder(t))
	return made.(encoder)
}

// later returns an encoder that is made at its first use, because a type may point to itself.
func (e *Encoder) later(t reflect.Type) encoder {
	made := sync.OnceValue(func() encoder { return e.of(t) })
	return func(b []byte, v reflect.Value) ([]byte, error) { return made()(b, v) }
}

var (
	rawType       = reflect.TypeFor[json.RawMessage]()
	numberType    = reflect.TypeFor[json.Number]()
	appender      = reflect.TypeFor[Appender]()
	marshaler     = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)

func (e *Encoder) newEncoder(t reflect.Type) encoder {
	switch {
	case e.tagged[t].Member != "":
		return e.newStruct(t)
	case t.Kind() == reflect.Interface:
		return orNull(func(b []byte, v reflect.Value) ([]byte, error) { return e.of(v.Elem().Type())(b, v.Elem()) })
	case t == rawType:
		return appendRaw
	case t == numberType:
		return appendOther
	case t.Implements(appender) && t.Kind() != reflect.Pointer:
		return appendOwn
	case t.Implements(marshaler):
		return appendOther
	case t.Implements(textMarshaler) && t.Kind() != reflect.Pointer:
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
		return e.newStruct(t)
	case reflect.Map:
		return e.newMap(t)
	case reflect.Slice:
		return e.newSlice(t)
	case reflect.Array:
		return newArray(e.of(t.Elem()))
	case reflect.Pointer:
		return orNull(dereferenced(e.later(t.Elem())))
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

// appendOwn appends what a value appends by itself.
func appendOwn(b []byte, v reflect.Value) ([]byte, error) {
	if v.CanAddr() { // without a copy
		v = v.Addr()
	}
	return v.Interface().(Appender).AppendJSON(b)
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
func orNull(other encoder) encoder {
	return func(b []byte, v reflect.Value) ([]byte, error) {
		if v.IsNil() {
			return append(b, "null"...), nil
		}
		return other(b, v)
	}
}

// dereferenced returns the encoder of a pointer.
func dereferenced(value encoder) encoder {
	return func(b []byte, v reflect.Value) ([]byte, error) { return value(b, v.Elem()) }
}

func (e *Encoder) newSlice(t reflect.Type) encoder {
	if t.Elem().Kind() == reflect.Uint8 && !hasMethods(reflect.PointerTo(t.Elem())) {
		return orNull(func(b []byte, v reflect.Value) ([]byte, error) {
			return append(base64.StdEncoding.AppendEncode(append(b, '"'), v.Bytes()), '"'), nil
		})
	}
	return orNull(newArray(e.later(t.Elem())))
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
func (e *Encoder) newMap(t reflect.Type) encoder {
	var name func([]byte, reflect.Value) []byte
	switch key := t.Key(); {
	case key.Kind() == reflect.String:
		name = func(b []byte, v reflect.Value) []byte { return append(b, v.String()...) }
	case key.Implements(textMarshaler):
		return appendOther
	case key.Kind() >= reflect.Int && key.Kind() <= reflect.Int64:
		name = func(b []byte, v reflect.Value) []byte { return strconv.AppendInt(b, v.Int(), 10) }
	case key.Kind() >= reflect.Uint && key.Kind() <= reflect.Uint64:
		name = func(b []byte, v reflect.Value) []byte { return strconv.AppendUint(b, v.Uint(), 10) }
	default:
		return appendOther
	}
	element := e.later(t.Elem())
	return orNull(func(b []byte, v reflect.Value) (_ []byte, err error) {
		m := sortedMaps.Get().(*sortedMap)
		defer sortedMaps.Put(m)
		m.reset()
		key := reflect.New(t.Key()).Elem()
		for all := v.MapRange(); all.Next(); {
			key.SetIterKey(all)
			from := member{len(m.names), len(m.values)}
			m.names = name(m.names, key)
			if m.values, err = element(m.values, all.Value()); err != nil {
				return b, err
			}
			m.members = append(m.members, [2]member{from, {len(m.names), len(m.values)}})
		}
		return m.append(b), nil
	})
}

// sortedMap has the members of a map while it is encoded, in any order.
type sortedMap struct {
	names, values []byte
	members       [][2]member // where each begins and ends
}

// member is a place in the names and in the values of a map.
type member struct{ name, value int }

var sortedMaps = sync.Pool{New: func() any { return new(sortedMap) }}

func (m *sortedMap) reset() { m.names, m.values, m.members = m.names[:0], m.values[:0], m.members[:0] }

// append appends the map in the order of its names.
func (m *sortedMap) append(b []byte) []byte {
	name := func(at [2]member) []byte { return m.names[at[0].name:at[1].name] }
	slices.SortFunc(m.members, func(x, y [2]member) int { return bytes.Compare(name(x), name(y)) })
	b = append(b, '{')
	for i, at := range m.members {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, string(name(at))), ':')
		b = append(b, m.values[at[0].value:at[1].value]...)
	}
	return append(b, '}')
}
