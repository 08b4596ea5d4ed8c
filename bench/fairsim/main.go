// Command fairsim measures what a cheating bot can do for a friend against the shuffle's grades A, B and C.
//
//	go run ./bench/fairsim
//	go run ./bench/fairsim -hands 102400 -trials 4000
//
// The first table has the chance that the friend is dealt a pair of aces when the bot may try n times. The tries go through
// fair/2 as a bot deals it: a new text of the last cut, or a new message of the hand.
//
// The second table has big blinds a hundred hands of hold'em, no-limit, at a table of six with a hundred big blinds each. The
// friend plays at the level Hard and the five others at Normal. The bot sees every card and plays each hand ahead of time to
// forecast how it goes. "Chosen by forecast" are the hands that look worst for the friend before a card; "chosen by outcome"
// are those that really were the worst. Both are chosen with hindsight among 64, so no bot does better with as many voids. A
// void hand counts as a hand in which no chip moved.
//
// The same seed gives the same numbers.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"time"
)

func main() {
	hands := flag.Int("hands", 25_600, "hands of the second table, in blocks of 64")
	trials := flag.Int("trials", 1000, "attacks of each kind for the first table")
	seed := flag.Uint64("seed", 1, "of secrets, decks and the players' chance")
	flag.Parse()
	if *hands < block || *trials < 1 {
		fmt.Fprintf(os.Stderr, "fairsim: -hands must be %d or more and -trials 1 or more\n", block)
		os.Exit(2)
	}
	begun := time.Now()
	fmt.Printf("seed %d, %d attacks of each kind: the friend has aces, in %%\n\n", *seed, *trials)
	fmt.Print("| the bot chooses | against |")
	for _, n := range tries {
		fmt.Printf(" %d |", n)
	}
	fmt.Print("\n|---|---|" + strings.Repeat("---|", len(tries)) + "\n| (by arithmetic, of n honest deals one) | |")
	for _, n := range tries {
		fmt.Printf(" %.1f |", 100*(1-math.Pow(1-1./221, float64(n))))
	}
	fmt.Println()
	for _, a := range attacks {
		fmt.Printf("| %s | %s |", a.name, a.against)
		for _, share := range a.measure(*trials, *seed) {
			fmt.Printf(" %.1f |", 100*share)
		}
		fmt.Println()
	}
	fmt.Printf("\nseed %d, %d hands: big blinds a hundred hands for the friend\n\n| the bot | wins | more than honest |\n|---|---|---|\n",
		*seed, *hands/block*block)
	for _, r := range measure(*hands/block, *seed) {
		fmt.Printf("| %s | %+.0f ± %.0f | %+.0f ± %.0f |\n", r.name, r.won.mean, r.won.off, r.gain.mean, r.gain.off)
	}
	fmt.Fprintf(os.Stderr, "\n%v\n", time.Since(begun).Round(time.Second))
}
