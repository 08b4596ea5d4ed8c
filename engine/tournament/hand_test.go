package tournament

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"cardroom/engine/tournament/state"
)

// tableOf reads a table of nine seats: x is a player, n one whom no hand has dealt in yet, and a dot is an empty seat. The seats
// of the last blinds count from 1; 0 is none.
func tableOf(players string, small, big int) state.Table {
	t := state.Table{Size: 9, Open: true, LastHand: state.LastHand{Blinds: state.Blinds{Button: state.None, Small: int8(small - 1), Big: int8(big - 1)}}}
	for i, c := range players {
		if c != '.' {
			t.Seats[i] = i + 1
		}
		if c == 'n' {
			t.New |= 1 << i
		}
	}
	return t
}

// Hand for hand begins the earlier the more tables there are, and never where decisions may take hours (T60, T64).
func TestWhenHandForHandBegins(t *testing.T) {
	for _, tt := range []struct {
		tables, left int // to go until the money
		clock        time.Duration
		want         bool
	}{
		{2, 1, time.Minute, true}, {2, 2, time.Minute, false}, {7, 2, time.Minute, false}, {8, 2, time.Minute, true}, {8, 3, time.Minute, false},
		{12, 3, time.Minute, true}, {2, 1, time.Hour, true}, {2, 1, time.Hour + time.Second, false},
	} {
		s := state.State{Clock: state.Clock{Closed: true}, Open: make([]int, tt.tables), Money: state.Money{Amounts: make([]int64, 20)}}
		s.Count.Alive, s.Options.Times.Clock = 20+tt.left, tt.clock
		if got := s.HandForHand() != 0; got != tt.want {
			t.Errorf("%d tables, %d to go, decisions of %v: %t", tt.tables, tt.left, tt.clock, got)
		}
	}
}

func TestBlindsMoveByTheDeadButton(t *testing.T) {
	for _, tt := range []struct {
		players    string
		small, big int
		want       string // button, small blind's seat, big blind, and the seats dealt in; or anew
	}{
		{"xxx......", 2, 3, "2 3 1 xxx......"},
		{"xx.x.....", 2, 3, "2 3 4 xx.x....."}, // the small blind's seat is empty: none is posted
		{"x..xx....", 2, 3, "2 3 4 x..xx...."}, // a dead button, too
		{"..x.x.x.x", 5, 6, "5 6 7 ..x.x.x.x"}, // T133.3
		{"x.x......", 1, 3, "3 3 1 x.x......"}, // heads-up (R11)
		{"xx.......", 1, 2, "2 2 1 xx......."},
		{"xxn......", 1, 2, "1 2 3 xxn......"}, // a newcomer has the big blind at once (T33)
		{"xnx......", 3, 1, "3 1 2 xnx......"},
		{"x..n.x...", 1, 6, "6 6 1 x....x..."}, // strictly between button and small blind: waits
		{"x..n.xx..", 1, 6, "1 6 7 x....xx.."},
		{"x..n.xx..", 6, 7, "6 7 1 x..n.xx.."}, // the button has passed
		{"n..x.xx..", 1, 6, "1 6 7 n..x.xx.."}, // on the button
		{"x..x.nx..", 1, 6, "1 6 7 x..x.nx.."}, // at the small blind's seat
		{"...n.x...", 1, 6, "anew"},            // too few without the newcomer: the blinds begin anew
		{"xx.......", 0, 0, "anew"},
	} {
		tab := tableOf(tt.players, tt.small, tt.big)
		got := "anew"
		if b, in, ok := tab.NextHand(); ok {
			var dealt strings.Builder
			for i, c := range tt.players {
				if !in.Has(int8(i)) {
					c = '.'
				}
				dealt.WriteRune(c)
			}
			got = fmt.Sprintf("%d %d %d %s", b.Button+1, b.Small+1, b.Big+1, dealt.String())
		}
		if got != tt.want {
			t.Errorf("%s after small blind %d and big blind %d: %s, want %s", tt.players, tt.small, tt.big, got, tt.want)
		}
	}
}

func TestAMovedPlayerGetsTheWorstFreeSeat(t *testing.T) {
	for _, tt := range []struct {
		players    string
		small, big int
		want       int8
	}{
		{".xx.x.x.x", 5, 6, 8}, // T133.3
		{".xx.x.xxx", 5, 6, 1}, // and a second one
		{"xxxxx.xxx", 5, 6, 6}, // only the small blind's seat is left
		{"xxx.x.xxx", 3, 6, 4}, // between button and small blind rather than that
		{"x.x.x.xxx", 3, 6, 2}, // but any other seat first
		{"x...xxxx.", 8, 1, 2},
	} {
		s := transition{}
		tab := tableOf(tt.players, tt.small, tt.big)
		s.Tables.Add(tab, 0)
		if got := s.freeSeat(1) + 1; got != tt.want {
			t.Errorf("%s after small blind %d and big blind %d: seat %d, want %d", tt.players, tt.small, tt.big, got, tt.want)
		}
	}
}
