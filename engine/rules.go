package engine

import "time"

// ID names a person or a message: a Discord snowflake. Zero is nobody.
type ID uint64

// Moment is a point in time: milliseconds since the Unix epoch, UTC. Zero is never.
type Moment int64

// At is the moment of a time.
func At(t time.Time) Moment { return Moment(t.UnixMilli()) }

// Time is the moment as a time in UTC.
func (m Moment) Time() time.Time { return time.UnixMilli(int64(m)).UTC() }

// Add is the moment d later.
func (m Moment) Add(d time.Duration) Moment { return m + Moment(d.Milliseconds()) }

// sooner is the earlier of two moments; zero is never.
func sooner(a, b Moment) Moment {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// MaxSeats is the most seats a table can have (R2).
const MaxSeats = 10

// Rules are what a table plays: fixed when it opens, changed only between hands.
type Rules struct {
	Variant      Variant       `json:"variant"`                // R1
	Limit        Limit         `json:"limit"`                  // R1
	SmallBlind   int64         `json:"smallBlind"`             // chips, at least 1 (R4)
	BigBlind     int64         `json:"bigBlind"`               // chips, at least the small blind (R4)
	Ante         int64         `json:"ante,omitempty"`         // chips from everyone dealt in, 0 to the big blind (R14)
	BigBlindAnte bool          `json:"bigBlindAnte,omitempty"` // the big blind posts one big blind as the table's ante, dead (R14)
	MinBuyIn     int64         `json:"minBuyIn"`               // chips, at least 1 (R4)
	MaxBuyIn     int64         `json:"maxBuyIn"`               // chips; 0 is no maximum (R4)
	Seats        int           `json:"seats"`                  // 2 to MaxSeats (R2)
	Clock        time.Duration `json:"clock"`                  // for each decision; 0 is off (R30, R31)
	TimeBank     time.Duration `json:"timeBank"`               // used after the clock; also what it is filled up to (R30)
	Pause        time.Duration `json:"pause"`                  // from a result to the next hand (R30)
	Runout       time.Duration `json:"runout"`                 // between streets when nobody can bet any more (R36)
	Rebuy        time.Duration `json:"rebuy"`                  // how long a busted player keeps the seat (R62)
	SitOutLimit  time.Duration `json:"sitOutLimit"`            // how long one may sit out (R62); 0 is for ever
}

// Variant is a game of cards. Its zero value is none.
type Variant uint8

// Limit is a betting structure. Its zero value is none.
type Limit uint8

// The variants and limits this build plays (R1).
const (
	Holdem  Variant = 1
	NoLimit Limit   = 1
)

// DefaultRules is no-limit hold'em 5/10 for nine with the defaults of the house (R4).
func DefaultRules() Rules {
	return Rules{
		Variant: Holdem, Limit: NoLimit, SmallBlind: 5, BigBlind: 10, MinBuyIn: 200, MaxBuyIn: 1000, Seats: 9,
		Clock: 45 * time.Second, TimeBank: 60 * time.Second, Pause: 8 * time.Second, Runout: 1500 * time.Millisecond,
		Rebuy: 2 * time.Minute, SitOutLimit: 15 * time.Minute,
	}
}

// The ends of what rules may say. They keep every sum of chips and of times far inside 64 bits.
const (
	mostChips = 1 << 60 // on one table
	mostBet   = 1 << 50 // a blind or a buy-in
	mostClock = 72 * time.Hour
	mostWait  = 30 * 24 * time.Hour
)

// RulesError is a field of Rules that has no legal value. Min and Max are the ends of what is legal there, in the unit
// of the field: chips, seats, or nanoseconds. It is also a Refusal, BadRules, for errors.As.
type RulesError struct {
	Field    string // the name of the field in Rules
	Min, Max int64
	Rule     int // number of the rule, 0 where none speaks of it
}

func (e RulesError) Error() string { return "engine: rules: " + e.Field + " is out of range" }

// Unwrap is the error as a Refusal.
func (e RulesError) Unwrap() error {
	return Refusal{Why: BadRules, Min: e.Min, Max: e.Max, Rule: e.Rule}
}

// Check is nil for rules that can be played, or else a RulesError with the first field that cannot (R1, R2, R4, R14).
func (r Rules) Check() error {
	ante, minMax := r.BigBlind, int64(0)
	if r.BigBlindAnte {
		ante = 0 // one kind of ante at a time
	}
	if r.MaxBuyIn != 0 {
		minMax = r.MinBuyIn
	}
	for _, f := range [...]struct {
		value int64
		is    RulesError
	}{
		{int64(r.Variant), RulesError{"Variant", 1, int64(len(variants) - 1), 1}},
		{int64(r.Limit), RulesError{"Limit", 1, int64(len(limits) - 1), 1}},
		{r.SmallBlind, RulesError{"SmallBlind", 1, mostBet, 4}},
		{r.BigBlind, RulesError{"BigBlind", r.SmallBlind, mostBet, 4}},
		{r.Ante, RulesError{"Ante", 0, ante, 14}},
		{r.MinBuyIn, RulesError{"MinBuyIn", 1, mostBet, 4}},
		{r.MaxBuyIn, RulesError{"MaxBuyIn", minMax, mostBet, 4}},
		{int64(r.Seats), RulesError{"Seats", 2, MaxSeats, 2}},
		{int64(r.Clock), RulesError{"Clock", 0, int64(mostClock), 31}},
		{int64(r.TimeBank), RulesError{"TimeBank", 0, int64(mostClock), 30}},
		{int64(r.Pause), RulesError{"Pause", 0, int64(mostClock), 30}},
		{int64(r.Runout), RulesError{"Runout", 0, int64(mostClock), 36}},
		{int64(r.Rebuy), RulesError{"Rebuy", 0, int64(mostWait), 62}},
		{int64(r.SitOutLimit), RulesError{"SitOutLimit", 0, int64(mostWait), 62}},
	} {
		if f.value < f.is.Min || f.value > f.is.Max {
			return f.is
		}
	}
	return nil
}
