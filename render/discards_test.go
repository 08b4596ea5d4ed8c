package render

import (
	"testing"

	"cardroom/render/rendertest"
)

func TestDiscardsAreReadAsPeopleTypeThem(t *testing.T) {
	held := rendertest.Cards(t, "As Kd 7c 10h 2s") // players see the ten before the seven
	for text, want := range map[string]uint8{
		"none": 0, " NONE ": 0, "0": 0, "pat": 0, "1": 1, "1 3 5": 0b11001, "5,3, 1": 0b11001, "7c": 0b100, "7♣ 2s": 0b10100,
		"stand pat": 0, "Stand  Pat": 0, "１ ３　５": 0b11001, "Td as": 0, "10h": 0b1000, "T♥ 1": 0b1001,
	} {
		got, err := ParseDiscards(text, held)
		if text == "Td as" {
			if err != ErrNotHeld {
				t.Errorf("%q: %v, want that it is not held", text, err)
			}
			continue
		}
		if err != nil || got != want {
			t.Errorf("%q is %05b, %v, want %05b", text, got, err, want)
		}
	}
	for _, text := range []string{"", " ", "6", "1 1", "1 as", "x", "none 1", "7", "1-3", "all", "135", "1\x00"} {
		if got, err := ParseDiscards(text, held); err != ErrDiscards || got != 0 {
			t.Errorf("%q is %05b, %v", text, got, err)
		}
	}
}
