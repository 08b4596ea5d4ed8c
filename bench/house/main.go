// Command house lets the levels of house players play against each other, and prints their winnings.
//
//	go run ./bench/house
//	go run ./bench/house -game omaha -limit pl -seats 6 -hands 200000
//
// A match has two kinds of player: a level against another level, a caller or a maniac. The caller never folds and never
// raises; the maniac always makes the largest raise. Each kind has half of the seats. Every deck is played twice, with the
// seats changed, so that no player wins by their cards. All players begin every hand with a hundred big blinds.
//
// The output is big blinds won a hundred hands by one seat of the first kind, with a 95 % interval. The same seed gives the
// same numbers. The exit code is 1 if an interval is not above the promised margin, 15.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"cardroom/engine/poker"
)

// Games, limits, and their names.
var (
	games  = []named[poker.Variant]{{"holdem", poker.Holdem}, {"omaha", poker.Omaha}, {"draw", poker.FiveCardDraw}}
	limits = []named[poker.Limit]{{"nl", poker.NoLimit}, {"pl", poker.PotLimit}, {"fl", poker.FixedLimit}}
)

type named[T any] struct {
	name string
	is   T
}

// pairings are the matches; the first of each has to win.
var pairings = [][2]string{
	{"normal", "easy"}, {"hard", "normal"}, {"hard", "easy"},
	{"easy", "caller"}, {"normal", "caller"}, {"hard", "caller"},
	{"easy", "maniac"}, {"normal", "maniac"}, {"hard", "maniac"},
}

func main() {
	game := flag.String("game", "", "holdem, omaha or draw; empty: all")
	limit := flag.String("limit", "", "nl, pl or fl; empty: all")
	seats := flag.Int("seats", 0, "2 or another even number; 0: 2, and then 6 (of draw 4)")
	only := flag.String("pair", "", "one pairing alone, such as hard-normal; empty: all")
	hands := flag.Int("hands", 50_000, "hands of each pairing")
	seed := flag.Uint64("seed", 1, "of the decks and of the players' chance")
	flag.Parse()
	fmt.Printf("%d hands of each pairing, seed %d: big blinds a hundred hands\n\n", *hands, *seed)
	fmt.Printf("| game | %s |\n|---|%s\n", strings.Join(headings(*only), " | "), strings.Repeat("---|", len(headings(*only))))
	allAbove := true
	begun := time.Now()
	for _, g := range games {
		for _, l := range limits {
			if *game != "" && g.name != *game || *limit != "" && l.name != *limit {
				continue
			}
			for _, n := range tables(g.is, *seats) {
				fmt.Printf("| %s %s, %d |", l.name, g.name, n)
				allAbove = row(rulesOf(g.is, l.is, n), *only, *hands, *seed) && allAbove
			}
		}
	}
	fmt.Printf("\n%v\n", time.Since(begun).Round(time.Second))
	if !allAbove {
		os.Exit(1)
	}
}

func headings(only string) (words []string) {
	for _, p := range pairings {
		if name := p[0] + "-" + p[1]; only == "" || only == name {
			words = append(words, name)
		}
	}
	return words
}

// tables returns how many sit at the tables of a game.
func tables(g poker.Variant, wanted int) []int {
	switch {
	case wanted > 0:
		return []int{wanted}
	case g == poker.FiveCardDraw:
		return []int{2, 4}
	}
	return []int{2, 6}
}

func rulesOf(g poker.Variant, l poker.Limit, seats int) poker.Rules {
	r := poker.DefaultRules()
	r.Variant, r.Limit, r.Seats = g, l, seats
	r.DrawAny = g == poker.FiveCardDraw && seats <= poker.Rules{Variant: g, DrawAny: true}.MostSeats()
	return r
}

// margin is the least that the first of a pairing shall win, in big blinds a hundred hands.
const margin = 15

// row plays and prints the matches of one game. It says whether the first of each surely wins by the margin.
func row(r poker.Rules, only string, hands int, seed uint64) bool {
	above := true
	for _, p := range pairings {
		if !slices.Contains(headings(only), p[0]+"-"+p[1]) {
			continue
		}
		m := match{rules: r, one: players[p[0]], two: players[p[1]], seed: seed}.play(hands / 2)
		fmt.Printf(" %+.1f ± %.1f |", m.won, m.off)
		above = above && m.won-m.off > margin
	}
	fmt.Println()
	return above
}
