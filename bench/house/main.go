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
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"cardroom/engine"
	"cardroom/engine/poker"
)

// Games, limits, and their names.
var (
	games  = []named[poker.Variant]{{"holdem", poker.Holdem}, {"omaha", poker.Omaha}, {"draw", poker.FiveCardDraw}}
	limits = []named[poker.Limit]{{"nl", poker.NoLimit}, {"pl", poker.PotLimit}, {"fl", poker.FixedLimit}}
)

type named[T any] struct {
	name  string
	value T
}

// pairings are the matches; the first of each has to win.
var pairings = [][2]string{
	{"normal", "easy"}, {"hard", "normal"}, {"hard", "easy"},
	{"easy", "caller"}, {"normal", "caller"}, {"hard", "caller"},
	{"easy", "maniac"}, {"normal", "maniac"}, {"hard", "maniac"},
}

// options say which matches to play. An empty game, limit or pair is all of them; no seats are the usual numbers.
type options struct {
	game, limit, pair string
	seats, hands      int
	seed              uint64
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run plays the matches that the arguments ask for, and returns the exit code.
func run(args []string, out, diag io.Writer) int {
	var o options
	flags := flag.NewFlagSet("house", flag.ContinueOnError)
	flags.SetOutput(diag)
	flags.StringVar(&o.game, "game", "", "holdem, omaha or draw; empty: all")
	flags.StringVar(&o.limit, "limit", "", "nl, pl or fl; empty: all")
	flags.IntVar(&o.seats, "seats", 0, "2 or another even number; 0: 2, and then 6 (of draw 4)")
	flags.StringVar(&o.pair, "pair", "", "one pairing alone, such as hard-normal; empty: all")
	flags.IntVar(&o.hands, "hands", 50_000, "hands of each pairing")
	flags.Uint64Var(&o.seed, "seed", 1, "of the decks and of the players' chance")
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	err = o.check()
	if flags.NArg() > 0 {
		err = fmt.Errorf("%q is no flag: begin each with a hyphen", flags.Arg(0))
	}
	if err != nil {
		fmt.Fprintln(diag, "house:", err)
		return 2
	}
	above, err := o.play(out)
	if err != nil {
		fmt.Fprintln(diag, "house:", err)
	}
	if err != nil || !above {
		return 1
	}
	return 0
}

// check returns an error that names the flag with a value that cannot be, and the right ones.
func (o options) check() error {
	if !has(games, o.game) {
		return fmt.Errorf("-game is %q: want %s", o.game, listed(games))
	}
	if !has(limits, o.limit) {
		return fmt.Errorf("-limit is %q: want %s", o.limit, listed(limits))
	}
	if len(headings(o.pair)) == 0 {
		return fmt.Errorf("-pair is %q: want one of %s", o.pair, strings.Join(headings(""), ", "))
	}
	if o.hands < 2 || o.hands%2 != 0 {
		return fmt.Errorf("-hands is %d: want an even number from 2 up, because every deck is played twice", o.hands)
	}
	most := engine.MaxSeats
	for _, g := range games {
		if o.game == "" || o.game == g.name {
			most = min(most, poker.Rules{Variant: g.value}.MostSeats()&^1)
		}
	}
	if o.seats != 0 && (o.seats < 2 || o.seats > most || o.seats%2 != 0) {
		return fmt.Errorf("-seats is %d: want an even number from 2 to %d for these games", o.seats, most)
	}
	return nil
}

// has reports whether a list has a name; an empty one stands for the whole list.
func has[T any](list []named[T], name string) bool {
	return name == "" || slices.ContainsFunc(list, func(n named[T]) bool { return n.name == name })
}

// listed returns the names of a list.
func listed[T any](list []named[T]) string {
	var names []string
	for _, n := range list {
		names = append(names, n.name)
	}
	return strings.Join(names, ", ")
}

// play plays and prints all matches. It reports whether the first of each surely wins by the margin.
func (o options) play(out io.Writer) (above bool, err error) {
	words := headings(o.pair)
	fmt.Fprintf(out, "%d hands of each pairing, seed %d: big blinds a hundred hands\n\n", o.hands, o.seed)
	fmt.Fprintf(out, "| game | %s |\n|---|%s\n", strings.Join(words, " | "), strings.Repeat("---|", len(words)))
	above = true
	begun := time.Now()
	for _, g := range games {
		for _, l := range limits {
			if o.game != "" && g.name != o.game || o.limit != "" && l.name != o.limit {
				continue
			}
			for _, n := range tables(g.value, o.seats) {
				fmt.Fprintf(out, "| %s %s, %d |", l.name, g.name, n)
				won, err := o.row(out, rulesOf(g.value, l.value, n))
				if err != nil {
					return false, err
				}
				above = above && won
			}
		}
	}
	fmt.Fprintf(out, "\n%v\n", time.Since(begun).Round(time.Second))
	return above, nil
}

// headings returns the names of the pairings to play.
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

// row plays and prints the matches of one game. It reports whether the first of each surely wins by the margin.
func (o options) row(out io.Writer, r poker.Rules) (above bool, err error) {
	above = true
	for _, name := range headings(o.pair) {
		one, two, _ := strings.Cut(name, "-")
		m, err := match{rules: r, one: players[one], two: players[two], seed: o.seed}.play(o.hands / 2)
		if err != nil {
			return false, err
		}
		fmt.Fprintf(out, " %+.1f ± %.1f |", m.won, m.off)
		above = above && m.won-m.off > margin
	}
	fmt.Fprintln(out)
	return above, nil
}
