package ai

import (
	"testing"

	"cardroom/engine"
	"cardroom/engine/poker"
)

func TestTheChart(t *testing.T) {
	for hand, want := range map[string]float64{
		"As Ah": 20, "Kd Kc": 16, "Jd Jc": 12, "7d 7c": 7, "2d 2c": 5, "As Ks": 12, "As Kd": 10, "Ts 9s": 8, "Kd Qc": 8,
		"Qs Js": 9, "7d 2c": -1, "As 2s": 7, "9s 8s": 8, "8d 7c": 5,
	} {
		c := cards(t, hand)
		if got := points(c[0], c[1]); got != want {
			t.Errorf("%s: %v points, want %v", hand, got, want)
		}
		if got := points(c[1], c[0]); got != want {
			t.Errorf("%s: %v points the other way round, want %v", hand, got, want)
		}
	}
}

// early returns the first decision at a table of six, blinds 5 and 10, a thousand chips each. A raise comes from seat 5.
func early(t *testing.T, hole string, raise int64) engine.View {
	v := engine.View{
		Viewer: 1, Rules: poker.DefaultRules(), Hand: 3, Phase: engine.Betting, Turn: engine.Turn{Hand: 3, Action: 1}, ToAct: 0,
		Pots: []engine.Pot{{Amount: 15 + raise}},
	}
	for i := range 6 {
		v.Seats = append(v.Seats, engine.SeatView{Seat: i, Player: engine.ID(i + 1), Stack: 1000, InHand: true, Hidden: 2})
	}
	v.Seats[0].Cards, v.Seats[0].Hidden = cards(t, hole), 0
	v.Seats[4].Bet, v.Seats[5].Bet = 5, max(10, raise)
	high := max(10, raise)
	v.Legal = engine.Legal{Call: high, Min: 2 * high, Max: 1000, High: high, Pot: 15 + raise + 2*high}
	return v
}

func TestSenseBeforeTheFlop(t *testing.T) {
	const F, C, R = engine.Fold, engine.Call, engine.Raise
	for _, c := range []struct {
		name   string
		hole   string
		raise  int64
		action engine.Action
		fewest int
		most   int
	}{
		{"aces raise", "As Ah", 0, R, 100, 100},
		{"aces raise a raise", "As Ah", 30, R, 100, 100},
		{"aces do not fold to all-in", "As Ah", 1000, F, 0, 0},
		{"seven and deuce fold", "7d 2c", 0, F, 100, 100},
		{"seven and deuce fold to a raise", "7d 2c", 30, F, 100, 100},
		{"tens do not fold to a raise", "Td Tc", 30, F, 0, 0},
		{"eight and three fold to all-in", "8d 3c", 1000, F, 90, 100},
		{"jack and nine fold to a raise", "Jd 9c", 30, F, 100, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := early(t, c.hole, c.raise)
			if c.raise == 1000 {
				v.Legal.Min, v.Legal.Max = 0, 0
			}
			for _, level := range levels[1:] {
				if n := often(v, level, c.action); n < c.fewest || n > c.most {
					t.Errorf("level %d: action %d %d times in a hundred, want %d to %d", level, c.action, n, c.fewest, c.most)
				}
			}
		})
	}
}

func TestEasyIsLooseAndPassive(t *testing.T) {
	for _, hole := range []string{"Jd 9c", "5s 4s", "Ad 6c"} {
		v := early(t, hole, 0)
		if easy, normal := often(v, engine.Easy, engine.Call), often(v, engine.Normal, engine.Call); easy <= normal {
			t.Errorf("%s: easy calls %d times in a hundred, normal %d", hole, easy, normal)
		}
	}
	v := early(t, "Ad Jc", 0)
	if easy, hard := often(v, engine.Easy, engine.Raise), often(v, engine.Hard, engine.Raise); easy >= hard {
		t.Errorf("easy raises %d times in a hundred, hard %d", easy, hard)
	}
}

func TestAShortStackIsAllInOrOut(t *testing.T) {
	v := early(t, "Ad Kc", 0)
	v.Seats[0].Stack, v.Legal.Max = 80, 80
	if a := Decide(v, engine.Normal, 1); a.Action != engine.Raise || a.To != 80 {
		t.Errorf("ace and king with eight big blinds: %+v", a)
	}
	v.Seats[0].Cards = cards(t, "9d 4c")
	if a := Decide(v, engine.Normal, 1); a.Action != engine.Fold {
		t.Errorf("nine and four with eight big blinds: %+v", a)
	}
}
