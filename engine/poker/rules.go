package poker

import (
	"fmt"
	"time"

	"cardroom/engine/sidepot"
)

// Rules say what a table plays. They change only between hands.
type Rules struct {
	Variant      Variant       `json:"variant"`                // R1
	Limit        Limit         `json:"limit"`                  // R1
	SmallBlind   int64         `json:"smallBlind"`             // chips, at least 1 (R4)
	BigBlind     int64         `json:"bigBlind"`               // chips, at least the small blind (R4)
	DrawAny      bool          `json:"drawAny,omitempty"`      // a draw may be of all five cards (R52)
	Ante         int64         `json:"ante,omitempty"`         // chips from each player dealt in, 0 to the big blind (R14)
	BigBlindAnte bool          `json:"bigBlindAnte,omitempty"` // the big blind posts one big blind as the table's ante, dead (R14)
	NoBlinds     bool          `json:"noBlinds,omitempty"`     // antes alone; the big blind is only a unit (R51)
	Straddle     bool          `json:"straddle,omitempty"`     // the player left of the big blind may straddle (R16)
	MinBet       int64         `json:"minBet,omitempty"`       // chips, at least the big blind; 0 is the big blind (R20)
	ChipUnit     int64         `json:"chipUnit,omitempty"`     // chips; every wager is a multiple of it; 0 is 1 (R8)
	MinBuyIn     int64         `json:"minBuyIn"`               // chips, at least 1 (R4)
	MaxBuyIn     int64         `json:"maxBuyIn"`               // chips; 0 is no maximum (R4)
	Seats        int           `json:"seats"`                  // 2 to sidepot.MaxSeats (R2)
	Clock        time.Duration `json:"clock"`                  // for each decision; 0 is off (R30, R31)
	TimeBank     time.Duration `json:"timeBank"`               // used after the clock; also what it is filled up to (R30)
	Pause        time.Duration `json:"pause"`                  // from a result to the next hand (R30)
	Runout       time.Duration `json:"runout"`                 // between streets when no player can bet any more (R36)
	Rebuy        time.Duration `json:"rebuy"`                  // how long a busted player keeps the seat (R62)
	SitOutLimit  time.Duration `json:"sitOutLimit"`            // how long a player may sit out (R62); 0 is for ever
	ReturnWindow time.Duration `json:"returnWindow,omitempty"` // within it, a player who returns brings back what they left with (R7)
	RunIt        int           `json:"runIt,omitempty"`        // how often the rest of the board may be dealt: 1 to 3; 0 is 1 (R37)
	AskLosers    bool          `json:"askLosers,omitempty"`    // losers choose whether to show or to muck (R40)
	Staked       bool          `json:"staked,omitempty"`       // house players play for the chips of people, not for practice chips
	Tournament   bool          `json:"tournament,omitempty"`   // a director has the seats, stacks and blinds; players with chips are dealt in (T30–T36)
	UnitPots     bool          `json:"unitPots,omitempty"`     // pots are split in chips of the unit (T28), as at a Tournament; for hands played elsewhere
}

// Variant is a game of cards. Its zero value is none.
type Variant uint8

// Limit is a betting structure. Its zero value is none.
type Limit uint8

// The variants (R1).
const (
	Holdem Variant = iota + 1
	Omaha
	FiveCardDraw
)

// The betting structures (R1).
const (
	NoLimit Limit = iota + 1
	PotLimit
	FixedLimit
)

// DefaultRules returns no-limit hold'em 5/10 for nine players with default options (R4).
func DefaultRules() Rules {
	return Rules{
		Variant: Holdem, Limit: NoLimit, SmallBlind: 5, BigBlind: 10, MinBuyIn: 200, MaxBuyIn: 1000, Seats: 9,
		Clock: 45 * time.Second, TimeBank: 60 * time.Second, Pause: 8 * time.Second, Runout: 2 * time.Second,
		Rebuy: 2 * time.Minute, SitOutLimit: 15 * time.Minute, ReturnWindow: time.Hour,
	}
}

// The limits of numbers in rules. They keep every sum of chips and of times far inside 64 bits.
const (
	MostBet   = 1 << 50 // a blind or a buy-in
	mostClock = 72 * time.Hour
	mostWait  = 30 * 24 * time.Hour
	slow      = time.Hour       // decisions that may take longer are those of a slow table (R31)
	maxRuns   = sidepot.MaxRuns // most boards of a hand (R37)
)

// RulesError is the error of a field of Rules without a legal value. Min and Max are the ends of the legal range, in the unit
// of the field: chips, seats, or nanoseconds.
type RulesError struct {
	Field    string // the name of the field in Rules
	Min, Max int64
	Rule     int // number of the rule, 0 where none speaks of it
}

func (e RulesError) Error() string {
	return fmt.Sprintf("engine: rules: %s is out of range, want %d to %d", e.Field, e.Min, e.Max)
}

// Check returns a RulesError for the first field that cannot be played, or nil (R1, R2, R4, R14). A switch that the game does
// not have has the range 0 to 0.
func (r Rules) Check() error {
	if r.Variant < 1 || int(r.Variant) >= len(games) {
		return RulesError{"Variant", 1, int64(len(games) - 1), 1}
	}
	if r.Limit < 1 || r.Limit > FixedLimit {
		return RulesError{"Limit", 1, int64(FixedLimit), 1}
	}
	v, fixed := r.Variant.Game(), r.Limit.Fixed()
	leastAnte, ante, minMax := int64(0), r.BigBlind, int64(0)
	switch {
	case r.BigBlindAnte:
		ante = 0 // one kind of ante at a time
	case r.NoBlinds:
		leastAnte = 1
	}
	if r.MaxBuyIn != 0 {
		minMax = r.MinBuyIn
	}
	leastBet, mostMinBet := int64(0), int64(0)
	if r.MinBet != 0 && !fixed {
		leastBet, mostMinBet = r.BigBlind, MostBet
	}
	for _, f := range [...]struct {
		value int64
		is    RulesError
	}{
		{r.SmallBlind, RulesError{"SmallBlind", 1, MostBet, 4}},
		{r.BigBlind, RulesError{"BigBlind", r.SmallBlind, MostBet, 4}},
		{r.Ante, RulesError{"Ante", leastAnte, ante, 14}},
		{number(r.NoBlinds), RulesError{"NoBlinds", 0, number(!v.HasBoard() && !r.BigBlindAnte && !r.Tournament), 51}},
		{number(r.Straddle), RulesError{"Straddle", 0, number(v.HasBoard() && !fixed && !r.Tournament), 16}},
		{r.MinBet, RulesError{"MinBet", leastBet, mostMinBet, 20}},
		{r.ChipUnit, RulesError{"ChipUnit", 0, MostBet, 8}},
		{number(fixed) * (r.BigBlind % max(1, r.ChipUnit)), RulesError{"ChipUnit", 0, 0, 8}},
		{r.MinBuyIn, RulesError{"MinBuyIn", 1, MostBet, 4}},
		{r.MaxBuyIn, RulesError{"MaxBuyIn", minMax, MostBet, 4}},
		{int64(r.Seats), RulesError{"Seats", 2, int64(r.MostSeats()), 2}},
		{int64(r.Clock), RulesError{"Clock", number(r.Tournament), int64(mostClock), 31}},
		{int64(r.TimeBank), RulesError{"TimeBank", 0, int64(mostClock), 30}},
		{int64(r.Pause), RulesError{"Pause", 0, int64(mostClock), 30}},
		{int64(r.Runout), RulesError{"Runout", 0, int64(mostClock), 36}},
		{int64(r.Rebuy), RulesError{"Rebuy", 0, int64(mostWait), 62}},
		{int64(r.SitOutLimit), RulesError{"SitOutLimit", 0, int64(mostWait), 62}},
		{int64(r.ReturnWindow), RulesError{"ReturnWindow", 0, int64(mostWait) * number(!r.Tournament), 7}},
		{int64(r.RunIt), RulesError{"RunIt", 0, 1 + (maxRuns-1)*number(v.HasBoard() && !r.Tournament), 37}},
	} {
		if f.value < f.is.Min || f.value > f.is.Max {
			return f.is
		}
	}
	return nil
}

// MostSeats returns the largest number of players for whom the cards of the game never run out (R2).
func (r Rules) MostSeats() int {
	switch {
	case r.Variant != FiveCardDraw:
		return sidepot.MaxSeats
	case r.DrawAny:
		return 5
	}
	return 6
}

// Slow reports whether a decision may take longer than an hour (R31). A table without a clock is not slow.
func (r Rules) Slow() bool { return r.Clock > slow }

// Wait returns how long the table waits: the usual time, or at a slow table as long as a decision may take (R31).
func (r Rules) Wait(usual time.Duration) time.Duration {
	if r.Slow() {
		return r.Clock
	}
	return usual
}

// number returns 1 for true.
func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
