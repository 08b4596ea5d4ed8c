package record

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"cardroom/bot/shuffle"
	"cardroom/internal/fastjson"
)

// The log is encoded once for each event, or anew where it was read from the store. Both are what encoding/json writes.
func TestTheLogOfADirectorIsStoredAsEncodingJSONWritesIt(t *testing.T) {
	codec, err := NewCodec([]byte(strings.Repeat("\x01", shuffle.KeySize)), nil)
	if err != nil {
		t.Fatal(err)
	}
	e := newEvening(t, codec, 1)
	e.playHand()
	kept := e.r.Event.Log
	want, err := json.Marshal(kept)
	if err != nil || len(kept) < 20 {
		t.Fatalf("%d events: %v", len(kept), err)
	}
	var read []Logged
	if err := json.Unmarshal(want, &read); err != nil {
		t.Fatal(err)
	}
	for name, log := range map[string][]Logged{"kept": kept, "read": read} {
		if got, err := fastjson.Marshal(log); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %s, %v\nwant %s", name, got, err, want)
		}
		for _, l := range log {
			if (l.text != nil) != (name == "kept") {
				t.Errorf("%s: event %d has the text %q", name, l.No, l.text)
			}
		}
	}
}
