package phh

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"cardroom/engine"
	"cardroom/engine/poker"
)

// Hand is one hand as it was written down. All amounts are chips. Players are p1, who sits left of the button, to the one
// on the button; the arrays are in that order, but those of the posts begin with the small blind heads-up too.
type Hand struct {
	ID      any    `json:"id" toml:"hand"` // a number or a text
	Variant string `json:"variant" toml:"variant"`
	Trim    *bool  `json:"ante_trimming_status" toml:"ante_trimming_status"` // false: the antes are dead money of the main pot

	Antes    []int64  `json:"antes" toml:"antes"`
	Blinds   []int64  `json:"blinds_or_straddles" toml:"blinds_or_straddles"` // below zero: a live post of a player who comes in
	MinBet   int64    `json:"min_bet" toml:"min_bet"`
	MinBets  []int64  `json:"min_bets" toml:"-"` // by betting round, where they differ
	SmallBet int64    `json:"small_bet" toml:"small_bet"`
	BigBet   int64    `json:"big_bet" toml:"big_bet"`
	Stacks   []int64  `json:"starting_stacks" toml:"starting_stacks"`
	Actions  []string `json:"actions" toml:"actions"`
	Finish   []int64  `json:"finishing_stacks" toml:"finishing_stacks"`

	Seats     []int    `json:"seats" toml:"seats"` // from 1
	SeatCount int      `json:"seat_count" toml:"seat_count"`
	Table     any      `json:"table" toml:"table"` // a number or a text
	Players   []string `json:"-" toml:"players"`   // names

	Dead     []int64  `json:"_dead" toml:"_dead"`           // posted besides antes that are not dead
	First    int      `json:"_first" toml:"_first"`         // the player who is first to act, where the blinds do not say; 0 where they do
	Runs     int      `json:"_runs" toml:"_runs"`           // boards; 0 is one
	Held     []string `json:"_held" toml:"_held"`           // cards at the end, where the draw does not say; "" for nothing known
	Unit     int64    `json:"_chip_unit" toml:"_chip_unit"` // every wager but an all-in is a multiple of it; 0 is 1
	UnitPots bool     `json:"_unit_pots" toml:"_unit_pots"` // each share of a pot is a multiple of it, too

	Legal    [][4]int64          `json:"legal" toml:"-"` // by decision: fold, call, least and greatest raise
	Pots     [][]json.RawMessage `json:"pots" toml:"-"`  // amount, players who can win it, chips won by player
	Uncalled [][3]int64          `json:"uncalled" toml:"-"`
	Rules    struct {            // where the rules of the engine differ from those the hand was checked by
		Legal  map[string][4]int64 `json:"legal"`
		Finish []int64             `json:"finishing_stacks"`
	} `json:"rr" toml:"-"`
	Tags []string `json:"tags" toml:"-"`
}

// variants are the games by their codes.
var variants = map[string]poker.Rules{
	"NT": {Variant: poker.Holdem, Limit: poker.NoLimit}, "PT": {Variant: poker.Holdem, Limit: poker.PotLimit},
	"FT": {Variant: poker.Holdem, Limit: poker.FixedLimit},
	"NO": {Variant: poker.Omaha, Limit: poker.NoLimit}, "PO": {Variant: poker.Omaha, Limit: poker.PotLimit},
	"FO":    {Variant: poker.Omaha, Limit: poker.FixedLimit},
	"N5C1D": {Variant: poker.FiveCardDraw, Limit: poker.NoLimit}, "P5C1D": {Variant: poker.FiveCardDraw, Limit: poker.PotLimit},
	"F5C1D": {Variant: poker.FiveCardDraw, Limit: poker.FixedLimit},
}

// Name returns the hand's number or text; empty where it has none.
func (h *Hand) Name() string {
	if h.ID == nil {
		return ""
	}
	return fmt.Sprint(h.ID)
}

// Reshuffled reports whether the discards were dealt again, which never happens here (R2, R53): such a hand cannot be replayed.
func (h *Hand) Reshuffled() bool { return slices.Contains(h.Tags, "reshuffle") }

// rules returns the rules of a table for the hand.
func (h *Hand) rules() (poker.Rules, error) {
	r, known := variants[h.Variant]
	n := len(h.Stacks)
	switch {
	case !known:
		return r, fmt.Errorf("variant %q is not supported", h.Variant)
	case n < 2 || n > engine.MaxSeats:
		return r, fmt.Errorf("the hand has %d players, want 2 to %d", n, engine.MaxSeats)
	case max(len(h.Antes), len(h.Blinds), len(h.Dead), len(h.Held)) > n:
		return r, errors.New("there are more antes, blinds or hands than players")
	case h.First < 0 || h.First > n:
		return r, fmt.Errorf("_first is %d, and there is no such player", h.First)
	}
	r.MinBuyIn, r.Seats, r.DrawAny, r.RunIt, r.ChipUnit, r.UnitPots = 1, n, true, h.Runs, h.Unit, h.UnitPots
	r.SmallBlind = max(1, h.Unit)
	r.BigBlind = max(r.SmallBlind, slices.Max(append(h.Blinds[:len(h.Blinds):len(h.Blinds)], 0)))
	switch {
	case r.Limit == poker.FixedLimit:
		r.BigBlind = max(h.MinBet, h.SmallBet)
	case len(h.MinBets) > 0 && len(h.Blinds) > 1:
		r.BigBlind = h.Blinds[1]
	case h.MinBet < 0 || h.MinBet > r.BigBlind:
		r.MinBet = h.MinBet
	}
	return r, nil
}

// start returns the posts of the hand. The first to act is left of the last and largest blind. Where both blinds are equal
// heads-up, the format lets p1 begin.
func (h *Hand) start() engine.StartAs {
	n := len(h.Stacks)
	c := engine.StartAs{Button: n - 1, Big: engine.AnySeat, Dead: h.Trim != nil && !*h.Trim}
	if n == 2 {
		c.Small = 1
	}
	if len(h.MinBets) > 1 {
		c.MinBet = h.MinBets[1]
	}
	largest := int64(0)
	for k := range n {
		at := k
		if n == 2 {
			at = 1 - k
		}
		if k < len(h.Antes) {
			c.Antes[at] = h.Antes[k]
		}
		if k < len(h.Dead) {
			c.Owed[at] = h.Dead[k]
		}
		if k < len(h.Blinds) {
			c.Blinds[at] = max(h.Blinds[k], -h.Blinds[k])
			largest = max(largest, h.Blinds[k])
		}
	}
	for at := range len(h.Blinds) {
		if largest > 0 && c.Blinds[at] == largest && (n == 2 || h.Blinds[at] > 0) {
			c.Big = at
		}
	}
	if h.First > 0 {
		c.Big = (h.First + n - 2) % n
	}
	return c
}
