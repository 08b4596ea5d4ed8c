package bot

import (
	"bytes"
	"cardroom/bot/shuffle"
	"cardroom/store"
	"fmt"
	"strings"
	"testing"
)

// T19: every value with the token or the key prints without it.
func TestWhatHoldsTheTokenPrintsWithoutIt(t *testing.T) {
	c := Config{Token: "hunter2.of.secrecy", Key: bytes.Repeat([]byte{0xab}, shuffle.KeySize)}
	b, err := New(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{c, &c, b, b.Tables.Get(store.Key{}), b.Codec.Envelope, []any{c, b}, struct{ C Config }{c}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
			text := fmt.Sprintf(verb, v)
			for _, secret := range []string{"hunter2", "171 171", "0xab, 0xab", "abab", fmt.Sprintf("%x", "hunter2"), fmt.Sprint(b.Codec.Envelope.TagKey[:4])[1:8]} {
				if strings.Contains(text, secret) {
					t.Errorf("%s of %T shows %s: %.200s", verb, v, secret, text)
				}
			}
		}
	}
}
