package play

import "testing"

func TestACutShowsAllThatItHas(t *testing.T) {
	for words, want := range map[string]bool{
		"hello": true, "two  words": true, "カット": true, "👩\u200d🚀": true, "❤\ufe0f": true,
		"\u200b\u200b\u200b": false, "\u202e": false, "\u202eolleh": false, "\u200d": false, "a\u2800": false,
	} {
		if got := readable(words); got != want {
			t.Errorf("%+q: %t, want %t", words, got, want)
		}
	}
}
