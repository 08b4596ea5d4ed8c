package record

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"cardroom/bot/shuffle"
	"cardroom/engine/card"
	"cardroom/internal/fastjson"
	"cardroom/store"
)

// TestStoredJSONIsThatOfEncodingJSON checks tables and hands with random values in every field: their stored form is
// that of encoding/json.
func TestStoredJSONIsThatOfEncodingJSON(t *testing.T) {
	seed := rand.Uint64()
	dice := rand.New(rand.NewPCG(seed, 1))
	for i := range 500 {
		for _, v := range []any{new(Table), new(Hand)} {
			fill(dice, reflect.ValueOf(v).Elem())
			want, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := fastjson.Marshal(v); err != nil || string(got) != string(want) {
				t.Fatalf("seed %d, value %d: %T is stored as\n%s (%v), and encoding/json writes\n%s", seed, i, v, got, err, want)
			}
		}
	}
}

// fill gives a variable a random value: none in one of three cases, so that fields are left out.
func fill(dice *rand.Rand, v reflect.Value) {
	if dice.IntN(3) == 0 || !v.CanSet() {
		return
	}
	switch v.Interface().(type) {
	case json.RawMessage:
		v.SetBytes([]byte(`{"text":"\u003c"}`))
		return
	case card.Card:
		v.Set(reflect.ValueOf(card.Card(dice.IntN(card.Count + 1))))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(dice.Int64() - 1<<62)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(dice.Uint64())
	case reflect.String:
		v.SetString([]string{"Ann", "Łucja <3", "\xff\"&\u2028"}[dice.IntN(3)])
	case reflect.Struct:
		for i := range v.NumField() {
			fill(dice, v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(dice, v.Index(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), dice.IntN(3), 3))
		for i := range v.Len() {
			fill(dice, v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range dice.IntN(12) {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(dice, key)
			fill(dice, value)
			v.SetMapIndex(key, value)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(dice, v.Elem())
	}
}

// TestWithoutAKeyNothingIsOpened opens a table and a hand with the codec of an audit. It names no key: it has none.
func TestWithoutAKeyNothingIsOpened(t *testing.T) {
	sealed, err := NewCodec(make([]byte, shuffle.KeySize), nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewKeylessCodec()
	if err != nil {
		t.Fatal(err)
	}
	k := store.Key{Guild: 5, Channel: 6}
	_, _, table := c.DecodeTable(store.Record{Key: k, Version: 2, Data: sealed.Envelope.Wrap(TableSchema, k, 2, []byte("{}"))})
	_, hand := c.DecodeHand(k, store.Hand{Number: 7, Data: sealed.Envelope.Wrap(HandSchema, k, 7, []byte("{}"))})
	for err, want := range map[error]string{
		table: "table 6 in guild 5: it cannot be opened without the key; it is left as it is: give the program its former key",
		hand:  "hand 7 of table 6 in guild 5: it cannot be opened without the key; it is left as it is: give the program its former key",
	} {
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("it says %v, want %q", err, want)
		}
	}
}

// TestAHandThatCannotBeReadSaysWhich checks hands whose envelope is right and whose content is not: the error has the hand, the
// schemas and the remedy.
func TestAHandThatCannotBeReadSaysWhich(t *testing.T) {
	c, err := NewCodec(make([]byte, shuffle.KeySize), nil)
	if err != nil {
		t.Fatal(err)
	}
	k := store.Key{Guild: 5, Channel: 6}
	for name, v := range map[string]struct{ body, want string }{
		"cut short":     {`{"host":`, "put a backup back"},
		"another table": {`{"table":{"schema":"cardroom/table/99"}}`, `schema found "cardroom/table/99"`},
		"no table":      {`{"table":{}}`, "start the version that wrote it"},
	} {
		h := store.Hand{Number: 7, Data: c.Envelope.Wrap(HandSchema, k, 7, []byte(v.body))}
		_, err := c.Receipt(k, h)
		if _, ok := errors.AsType[*UnreadableError](err); !ok || !strings.Contains(err.Error(), v.want) || !strings.HasPrefix(err.Error(), "hand 7 of table 6 in guild 5") {
			t.Errorf("%s: it is refused with %v", name, err)
		}
	}
}
