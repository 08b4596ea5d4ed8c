package fastjson_test

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
	"testing"
	"time"
	"unicode/utf8"

	"cardroom/internal/fastjson"
)

type (
	number int64
	mark   [2]byte  // has a text
	hidden struct{} // says itself how it is encoded
	byRef  struct{ N int }
	flaw   uint8 // has no text
	bytes  []byte
	texts  []mark
	inner  struct {
		Deep   int  `json:"deep,omitempty"`
		Hidden bool `json:"-"`
	}
	node struct {
		Name  string  `json:"name"`
		Next  *node   `json:"next,omitempty"`
		Below []node  `json:"below"`
		Also  [2]mark `json:"also,omitzero"`
	}
	clash struct {
		inner
		Deep string `json:"deep"`
	}
	pointed struct{ *inner }
	left    struct{ X, Y int }
	right   struct {
		X int
		Z int `json:"Y"`
		W int
	}
	both struct {
		left
		right
		W string
	}
	loop struct {
		*Loop
		N int
	}
	Loop   struct{ *Loop }
	row    struct{ N int }
	quoted struct {
		N int `json:",string"`
	}
	called struct {
		inner `json:"in"`
		N     int
	}
	calledPointer struct {
		*inner `json:"in"`
		N      int
	}
	Größe struct{ Größe int }
	all   struct {
		A string `json:"a,omitempty"`
		inner
		B     bool              `json:"b,omitempty"`
		C     int8              `json:"c"`
		D     uint64            `json:"d,omitempty"`
		E     []byte            `json:"e,omitempty"`
		F     bytes             `json:"f"`
		G     map[number]string `json:"g,omitempty"`
		H     map[string]any    `json:"h"`
		I     *inner            `json:"i"`
		J     json.RawMessage   `json:"j,omitempty"`
		K     mark              `json:"k,omitzero"`
		L     texts             `json:"l"`
		M     hidden            `json:"m"`
		N     byRef             `json:"n"`
		O     map[mark]int      `json:"o"`
		P     float64           `json:"p,omitempty"`
		Q     any               `json:"q,omitempty"`
		R     time.Duration
		S     [3]int8   `json:"s,omitzero"`
		T     []*number `json:"t"`
		U     struct{}  `json:"u,omitempty"`
		small int
		V     map[uint8]bool `json:"<v>"`
	}
)

func (m mark) MarshalText() ([]byte, error)        { return m.AppendText(nil) }
func (m mark) AppendText(b []byte) ([]byte, error) { return append(b, m[:]...), nil }
func (hidden) MarshalJSON() ([]byte, error)        { return []byte(`"[hidden]"`), nil }
func (r *byRef) MarshalJSON() ([]byte, error)      { return []byte(`[1, 2]`), nil }
func (flaw) MarshalText() ([]byte, error)          { return nil, errors.New("no text") }
func (flaw) AppendText(b []byte) ([]byte, error)   { return b, errors.New("no text") }

// TestTheBytesAreThoseOfEncodingJSON checks values of each kind, in a variable and not, against encoding/json.
func TestTheBytesAreThoseOfEncodingJSON(t *testing.T) {
	n := number(-7)
	full := all{
		A: "pot ≤ 5 <b> \u2028 \xff \x00 \"\\\n", inner: inner{5, true}, B: true, C: math.MinInt8, D: math.MaxUint64, E: []byte{}, F: bytes("ab"),
		G: map[number]string{10: "ten", 9: "nine", -1: "&"}, H: map[string]any{"b": 1, "a": []string{"x"}, "é\n": nil}, I: &inner{},
		J: json.RawMessage(`{"x":1}`), K: mark{'<', 'a'}, L: texts{{'a', 'b'}, {0xff, 0xfe}}, O: map[mark]int{{'b', 'b'}: 1, {'a', 'a'}: 2},
		P: 1.5e30, Q: node{Name: "q"}, R: time.Second, S: [3]int8{0, -1}, T: []*number{&n, nil}, small: 1, V: map[uint8]bool{200: true, 3: false},
	}
	list := []node{{Name: "a"}, {Name: "b", Next: &node{Below: []node{}}}}
	for _, v := range []any{
		nil, true, 1, uint8(2), "text", "é", "\u2029", 1.5, n, &n, []int(nil), []int{1, 2}, [2]bool{true}, map[string]int(nil), map[string]int{},
		full, &full, all{}, &all{}, list, &list, clash{Deep: "x"}, pointed{&inner{Deep: 1}}, quoted{4}, both{left{1, 2}, right{3, 4, 5}, "w"}, loop{N: 1}, byRef{}, &byRef{}, []byRef{{}}, hidden{}, map[string]byRef{"a": {}}, map[string]struct{ F byRef }{"b": {}, "a": {}}, map[string]map[number]int{"b": {2: 1, 10: 2}, "a\"": nil, "a#": {}},
		called{inner{Deep: 1}, 2}, calledPointer{&inner{Deep: 1}, 2}, Größe{1}, json.Number("12"), json.Number(""), []json.Number{"1.50"}, struct{ N json.Number }{"3"},
		json.RawMessage(nil), json.RawMessage(`[]`), (*node)(nil), texts(nil), mark{'a', 'b'}, &mark{'\n', 'b'}, struct{ T time.Time }{},
		struct {
			T time.Time `json:"t,omitzero"`
		}{},
	} {
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // with an encoder that is new, and with the one that was kept
			if got, err := fastjson.Marshal(v); err != nil || string(got) != string(want) {
				t.Errorf("%T is\n%s (%v), want\n%s", v, got, err, want)
			}
		}
	}
}

// TestTheNamesAreThoseOfEncodingJSON checks each name that a tag may give, and those that encoding/json does not take.
func TestTheNamesAreThoseOfEncodingJSON(t *testing.T) {
	names := []string{"→", "é", "a→", "ß1", "a b", "\u2028", "-,", "\xff"}
	for c := range rune(utf8.RuneSelf) {
		names = append(names, string(c), "a"+string(c))
	}
	for _, name := range names {
		v := reflect.New(reflect.StructOf([]reflect.StructField{
			{Name: "Field", Type: reflect.TypeFor[int](), Tag: reflect.StructTag("json:" + strconv.Quote(name))},
		})).Interface()
		want, err := json.Marshal(v)
		if got, err2 := fastjson.Marshal(v); err != nil || err2 != nil || string(got) != string(want) {
			t.Errorf("the tag %q gives %s (%v), want %s (%v)", name, got, err2, want, err)
		}
	}
}

// own appends its own JSON, and counts that.
type own struct{ appended *int }

func (own) MarshalJSON() ([]byte, error) { return []byte(`{ "is": "<" }`), nil }

func (o own) AppendJSON(b []byte) ([]byte, error) {
	*o.appended++
	return append(b, `{"is":"\u003c"}`...), nil
}

// TestAValueMayAppendItself checks the bytes of values that append their own JSON, wherever they are.
func TestAValueMayAppendItself(t *testing.T) {
	o := own{new(int)}
	for v, times := range map[any]int{o: 1, struct{ O own }{o}: 1, [2]own{o, o}: 2, &o: 0, (*own)(nil): 0} {
		*o.appended = 0
		want, err := json.Marshal(v)
		if got, err2 := fastjson.Marshal(v); err != nil || err2 != nil || string(got) != string(want) || *o.appended != times {
			t.Errorf("%T is\n%s (%v), appended %d times, want\n%s", v, got, err2, *o.appended, want)
		}
	}
}

func (row) MarshalJSON() ([]byte, error) { return []byte(`"slow"`), nil }

// TestAStructMayHaveOneMoreMember checks the members that an encoder adds, wherever the struct is.
func TestAStructMayHaveOneMoreMember(t *testing.T) {
	e := fastjson.New(map[reflect.Type]fastjson.Tag{
		reflect.TypeFor[row]():      {Member: `"type":1`, Except: func(v reflect.Value) bool { return v.Field(0).IsZero() }},
		reflect.TypeFor[struct{}](): {Member: `"type":2`},
	})
	v := []any{row{3}, struct{}{}, map[string]any{"r": []row{{4}}}, struct{ R row }{row{5}}, json.Marshaler(row{6}), left{}, row{}, &row{}}
	const want = `[{"N":3,"type":1},{"type":2},{"r":[{"N":4,"type":1}]},{"R":{"N":5,"type":1}},{"N":6,"type":1},{"X":0,"Y":0},"slow","slow"]`
	if got, err := e.Marshal(v); err != nil || string(got) != want {
		t.Errorf("got  %s (%v)\nwant %s", got, err, want)
	}
}

// TestWhatHasNoJSONIsAnError checks that an error is returned wherever encoding/json returns one.
func TestWhatHasNoJSONIsAnError(t *testing.T) {
	for _, v := range []any{
		json.Number("twelve"), flaw(1), new(flaw), []flaw{1}, [1]flaw{}, map[string]flaw{"a": 1}, map[string][]flaw{"a": {1}}, struct{ F *flaw }{new(flaw)}, math.NaN(), make(chan int),
		struct{ F func() }{}, map[float64]int{1: 1}, struct{ F []any }{[]any{func() {}}},
	} {
		if _, err := json.Marshal(v); err == nil {
			t.Fatalf("%T has JSON", v)
		}
		if got, err := fastjson.Marshal(v); err == nil || got != nil {
			t.Errorf("%T is %s (%v), want an error", v, got, err)
		}
	}
}

// TestAResultIsTheCallersOwn checks that a later call leaves an earlier result as it is.
func TestAResultIsTheCallersOwn(t *testing.T) {
	first, _ := fastjson.Marshal("first")
	for range 100 {
		fastjson.Marshal("other")
	}
	if string(first) != `"first"` {
		t.Errorf("it is %s now", first)
	}
}
