// Package peers compares how fast poker engines in Go play the same random hands: six players with 200 to 1000 chips,
// blinds 5 and 10, no-limit hold'em. See README.md.
package peers

import (
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"
)

// The stakes of every hand.
const (
	players = 6
	small   = 5
	big     = 10
)

// stacks are chips by seat: some are short, so that there are side pots.
var stacks = [players]int{1000, 200, 600, 400, 800, 1000}

// kind is a kind of move. There are no others here.
type kind uint8

const (
	fold  kind = iota // only where there is a bet to call
	check             // where there is none
	call              // all-in for less too
	raise             // the least that is legal; a bet where there is none
	allIn             // a raise of everything
)

// move is an action of a player. To is the street total of a raise.
type move struct {
	kind kind
	to   int
}

// peer is an engine that plays hands, one at a time.
type peer interface {
	// deal begins hand n with new cards and full stacks; the button is at seat n mod 6.
	deal(n int)
	// moves adds the legal moves to those given, in the order of their kinds; none once the hand is over.
	moves(to []move) []move
	// do makes a legal move, and all that follows from it, to the payment of the pots.
	do(m move) error
	over() bool
	// chips is all chips once the hand is over.
	chips() int
}

// peers are those compared, ours first.
var peers = []struct {
	name string
	open func() peer
}{
	{"cardroom", func() peer { return newOurs(false) }},
	{"cardroom-Apply", func() peer { return newOurs(true) }},
	{"pokerforbots", func() peer { return newPokerforbots() }},
	{"joker", func() peer { return newJoker() }},
}

// hands is how many different ones there are.
const hands = 2000

// dice decides in hand n, the same for every engine.
func dice(n int) *rand.Rand { return rand.New(rand.NewPCG(uint64(n), 1)) }

// script returns the moves of each of the hands: a legal move each time, all as likely as each other.
func script(tb testing.TB, e peer) (all [][]move) {
	tb.Helper()
	var legal []move
	for n := range hands {
		var done []move
		r := dice(n)
		for e.deal(n); !e.over(); {
			legal = e.moves(legal[:0])
			m := legal[r.IntN(len(legal))]
			if err := e.do(m); err != nil {
				tb.Fatalf("hand %d, move %d (%v of %v): %v", n, len(done), m, legal, err)
			}
			if done = append(done, m); len(done) > 1000 {
				tb.Fatalf("hand %d does not end", n)
			}
		}
		all = append(all, done)
	}
	return all
}

// cpu returns the processor time of this process: the time of a clock would count other programs on the machine too.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkMoves makes moves that were chosen before: of a hand's time, the shuffle, the deal, every move and the payment
// are counted.
func BenchmarkMoves(b *testing.B) {
	for _, p := range peers {
		b.Run(p.name, func(b *testing.B) {
			e := p.open()
			moves := script(b, e)
			n, k := -1, 0
			b.ReportAllocs()
			start := cpu()
			for b.Loop() {
				if n < 0 || k == len(moves[n]) {
					n, k = (n+1)%hands, 0
					e.deal(n)
				}
				if err := e.do(moves[n][k]); err != nil {
					b.Fatal(err)
				}
				k++
			}
			b.ReportMetric(float64(b.N)/(cpu()-start).Seconds(), "actions/s")
		})
	}
}

// BenchmarkChoices chooses the moves meanwhile: it asks the engine what is legal each time too.
func BenchmarkChoices(b *testing.B) {
	for _, p := range peers {
		b.Run(p.name, func(b *testing.B) {
			e, r := p.open(), dice(0)
			n, legal := 0, make([]move, 0, 8)
			e.deal(n)
			b.ReportAllocs()
			start := cpu()
			for b.Loop() {
				if e.over() {
					n++
					e.deal(n)
				}
				legal = e.moves(legal[:0])
				if err := e.do(legal[r.IntN(len(legal))]); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/(cpu()-start).Seconds(), "actions/s")
		})
	}
}

// TestTheHandsAreTheSame counts the hands in which an engine allows other moves than ours, or in which chips are made or
// lost. It is about how far the comparison goes, so only ours can fail.
func TestTheHandsAreTheSame(t *testing.T) {
	var ours [][]move
	for _, p := range peers {
		e := p.open()
		moves := script(t, e)
		if ours == nil {
			ours = moves
		}
		actions, others, leaks := 0, 0, 0
		for n, done := range moves {
			actions += len(done)
			if !slices.Equal(done, ours[n]) {
				others++
			}
			e.deal(n)
			for _, m := range done {
				if err := e.do(m); err != nil {
					t.Fatal(err)
				}
			}
			if e.chips() != 4000 {
				leaks++
			}
		}
		t.Logf("%s: %d hands, %d actions; %d hands go otherwise than ours; %d make or lose chips", p.name, hands, actions, others, leaks)
		if p.name == "cardroom" && leaks > 0 {
			t.Error("we make or lose chips")
		}
	}
}
