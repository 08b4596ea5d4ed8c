package history

import "testing"

// TestTheNumberOfAHandIsReadAsPeopleTypeIt: with and without its sign, also from a keyboard with wide letters.
func TestTheNumberOfAHandIsReadAsPeopleTypeIt(t *testing.T) {
	for text, want := range map[string]int64{"12": 12, "#12": 12, " #12 ": 12, "１２": 12, "＃１２": 12, "9007199254740990": maxHand - 1} {
		if got, err := handNumber(text); err != nil || got != want {
			t.Errorf("%q is %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "#", "0", "-1", "1-1", "##1", "abc", "9007199254740991", "99999999999999999999"} {
		if got, err := handNumber(text); err == nil {
			t.Errorf("%q is %d, want an error", text, got)
		}
	}
}
