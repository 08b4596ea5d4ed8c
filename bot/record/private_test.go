package record

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/store"
)

// TestATokenIsStoredEncrypted checks that a stored press gives its token back to the table that stored it, and to no other
// place, press or key.
func TestATokenIsStoredEncrypted(t *testing.T) {
	codecOf := func(first byte) Codec {
		c, err := NewCodec(append([]byte{first}, make([]byte, 31)...), nil)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c, k, now := codecOf(1), store.Key{Guild: 5, Channel: 6}, time.Now()
	by := rest.Ref{ID: "7", Application: "42", Token: "a secret token"}
	press := c.SealPress(k, 7, now, by)
	stored, err := json.Marshal(Table{Private: map[engine.ID]Private{9: {Press: press}}})
	if err != nil || bytes.Contains(stored, []byte("secret")) {
		t.Errorf("stored as %s, %v", stored, err)
	}
	if got, err := c.OpenPress(k, press); err != nil || got != by {
		t.Errorf("it opens as %v, %v", got, err)
	}
	if kept := c.SealFor(Private{Panel: press}, k, 7, now, by); !bytes.Equal(kept.Token, press.Token) {
		t.Error("a press that the record has is encrypted anew")
	}
	next := rest.Ref{ID: "8", Application: "42", Token: "the next token"}
	if got, err := c.OpenPress(k, c.SealFor(Private{Press: press, Panel: press}, k, 8, now, next)); err != nil || got != next {
		t.Errorf("the next press opens as %v, %v", got, err)
	}
	moved, other := press, codecOf(2)
	moved.ID = 8
	for name, open := range map[string]func() (rest.Ref, error){
		"another table": func() (rest.Ref, error) { return c.OpenPress(store.Key{Guild: 5, Channel: 7}, press) },
		"another press": func() (rest.Ref, error) { return c.OpenPress(k, moved) },
		"another key":   func() (rest.Ref, error) { return other.OpenPress(k, press) },
		"nothing":       func() (rest.Ref, error) { return c.OpenPress(k, Press{ID: 7}) },
	} {
		if got, err := open(); err == nil {
			t.Errorf("%s opens it: %v", name, got)
		}
	}
}

// TestOnlyFreshPressesOfSeatedPlayersStay checks the presses that a commit keeps, and that it leaves the map of the record before alone.
func TestOnlyFreshPressesOfSeatedPlayersStay(t *testing.T) {
	now := time.Now()
	at := func(ago time.Duration) Private { return Private{Press: Press{ID: 1, At: engine.At(now.Add(-ago))}} }
	before := map[engine.ID]Private{1: at(time.Minute), 2: at(PressLife + time.Second), 3: at(time.Minute)}
	r := Table{Private: before}
	r.KeepPrivate(engine.View{Seats: []engine.SeatView{{Player: 1}, {Player: 2}}}, now)
	if _, kept := r.Private[1]; !kept || len(r.Private) != 1 || len(before) != 3 {
		t.Errorf("kept %v of %v", r.Private, before)
	}
	r.SetPrivate(5, at(0))
	r.Ended = []EndedRequest{{BuyInRequest: BuyInRequest{Player: 5}}}
	if r.KeepPrivate(engine.View{}, now); len(r.Private) != 1 {
		t.Errorf("of a player who is to read that their request has ended it keeps %v", r.Private)
	}
	r.Ended = nil
	r.SetPrivate(4, at(0))
	if r.KeepPrivate(engine.View{}, now); r.Private != nil {
		t.Errorf("without seats it keeps %v", r.Private)
	}
}
