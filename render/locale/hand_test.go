package locale_test

import (
	"testing"

	"cardroom/engine/rank"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

func TestHandsHaveTheirNames(t *testing.T) {
	for held, want := range map[string]string{
		"As Ks Qs Js 10s": "a royal flush",
		"9h 8h 7h 6h 5h":  "a nine-high straight flush",
		"5d 4d 3d 2d Ad":  "a five-high straight flush",
		"7c 7d 7h 7s Kd":  "four of a kind, sevens",
		"Kc Kd Kh 3s 3d":  "a full house, kings full of threes",
		"As 9s 7s 4s 2s":  "an ace-high flush",
		"10c 9d 8h 7s 6d": "a ten-high straight",
		"Ac 2d 3h 4s 5d":  "a five-high straight",
		"6c 6d 6h Ks 2d":  "three of a kind, sixes",
		"Ac Ad Kh Ks 2d":  "two pair, aces and kings",
		"2c 2d Ah Ks Qd":  "a pair of deuces",
		"Qc Jd 9h 4s 2d":  "queen high",
		"Ac Kd":           "ace high",
		"8c 8d":           "a pair of eights",
	} {
		if got := locale.Lookup(locale.English).Hand(rank.Best(rendertest.Cards(t, held))); got != want {
			t.Errorf("%s is %q, should be %q", held, got, want)
		}
	}
	if got := locale.Lookup(locale.English).Hand(rank.Hand{}); got != "" {
		t.Errorf("no hand is %q", got)
	}
}

// The kicker is named that decides against the best of the lower hands with the same words.
func TestTheKickerThatDecidesIsNamed(t *testing.T) {
	for _, c := range []struct {
		held, want string
		others     []string
	}{
		{"6c 6d Ks 9d 4h", "a pair of sixes, king kicker", []string{"6h 6s Qs 9d 4h"}},
		{"6c 6d Ks Jd 4h", "a pair of sixes, jack kicker", []string{"6h 6s Qs 9d 4h", "6h 6s Kc 9d 4h"}},
		{"6c 6d Ks 9d 4h", "a pair of sixes", []string{"6h 6s Kc 9d 4h", "5c 5d Ac Qd 4h", "7c 7d Ac Qd 4h"}},
		{"6c 6d Qs 9d 4h", "a pair of sixes", []string{"6h 6s Kc 9d 4h"}},
		{"As Js 7s 4s 2s", "an ace-high flush, jack kicker", []string{"Ah 9h 7h 4h 2h"}},
		{"9c 9d 4h 4s Kd", "two pair, nines and fours, king kicker", []string{"9h 9s 4h 4s Qd", ""}},
	} {
		var others []rank.Hand
		for _, other := range c.others {
			others = append(others, rank.Best(rendertest.Cards(t, other)))
		}
		if got := locale.Lookup(locale.English).Hand(rank.Best(rendertest.Cards(t, c.held)), others...); got != c.want {
			t.Errorf("%s over %v is %q, should be %q", c.held, c.others, got, c.want)
		}
	}
}

func TestRussianHandsHaveTheirCases(t *testing.T) {
	for held, want := range map[string]string{
		"As Ks Qs Js Ts": "роял-флеш",
		"Qs Js Ts 9s 8s": "стрит-флеш до дамы",
		"Ac Ad Ah As 2d": "каре тузов",
		"9c 9d 9h Ks Kd": "фулл-хаус, девятки и короли",
		"Kc 9c 7c 4c 2c": "флеш до короля",
		"Tc 9d 8h 7s 6d": "стрит до десятки",
		"Ac 2d 3h 4s 5d": "стрит до пятёрки",
		"6c 6d 6h Ks 2d": "тройка шестёрок",
		"Ac Ad Js Jd 2d": "две пары, тузы и валеты",
		"2c 2d Ah Ks Qd": "пара двоек",
		"Qc Jd 9h 4s 2d": "старшая карта\u00a0— дама",
		"8c 8d":          "пара восьмёрок",
	} {
		if got := locale.Lookup("ru").Hand(rank.Best(rendertest.Cards(t, held))); got != want {
			t.Errorf("%s is %q, should be %q", held, got, want)
		}
	}
}
