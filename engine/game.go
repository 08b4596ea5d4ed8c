package engine

import (
	"time"

	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/engine/rank"
	"cardroom/engine/sidepot"
)

// MaxSeats is the most seats a table can have (R2).
const MaxSeats = sidepot.MaxSeats

// MaxRuns is the most boards of a hand (R37).
const MaxRuns = sidepot.MaxRuns

const (
	mostChips  = 1 << 60       // on one table
	mostNumber = 1<<53 - 1     // of a hand, a decision or a moment: any reader of JSON knows it exactly
	maxHole    = poker.MaxHole // cards of a player
)

// game is the content of a Table, in two halves: what every viewer may know, and the cards. Stored names are in the tags.
type game struct {
	public
	hidden
}

// public is the half that every viewer may know. A snapshot has it in clear.
type public struct {
	Rules    poker.Rules `json:"rules"`
	Hand     int64       `json:"hand"`              // number of the hand that runs or ran last
	Earlier  int64       `json:"earlier,omitempty"` // hands that were played before this table was opened
	Message  ID          `json:"message,omitempty"`
	Phase    Phase       `json:"phase"`
	Paused   bool        `json:"paused,omitempty"`
	Closing  bool        `json:"closing,omitempty"`
	Closed   bool        `json:"closed,omitempty"`
	Practice bool        `json:"practice,omitempty"`
	Voided   bool        `json:"voided,omitempty"`
	Fresh    bool        `json:"fresh,omitempty"`  // the next hand begins anew: the button by lot, no player owes (R10)
	Waited   bool        `json:"waited,omitempty"` // the table lacked players when the next hand was due

	Button int8 `json:"button"` // a seat, maybe an empty one; -1 before the first hand
	blinds
	Before before `json:"before"` // in case this hand is void

	Street    poker.Street `json:"street"`
	Board     [5]card.Card `json:"board,omitzero"`
	Again     [2]board     `json:"again,omitzero"`   // the boards of a second and a third run (R37)
	Runs      int8         `json:"runs,omitempty"`   // boards that are dealt; 0 if no player was asked
	Run       int8         `json:"run,omitempty"`    // the one that is being dealt, from 0
	Common    poker.Street `json:"common,omitempty"` // the last street that all boards share
	Dealt     uint8        `json:"dealt,omitempty"`  // cards off the deck
	ToAct     int8         `json:"toAct"`            // a seat; -1 when no decision is awaited
	Aggressor int8         `json:"aggressor"`        // the last to bet or raise on this street; -1 for none
	Action    int64        `json:"action,omitempty"`
	High      int64        `json:"high,omitempty"`  // the bet to match on this street (R15)
	Raise     int64        `json:"raise,omitempty"` // the least full raise on top of it (R21)
	MinBet    int64        `json:"least,omitempty"` // the least bet of this hand in no-limit and pot-limit (R20)
	Bets      int8         `json:"bets,omitempty"`  // bets and raises that count on this street, in fixed limit (R26)
	Capped    bool         `json:"capped,omitempty"`
	Last      int8         `json:"last"`             // the seat of the last blind or straddle: the first to act is left of it; -1 for none
	Called    bool         `json:"called,omitempty"` // a player called the clock on this decision (R31)
	Fourth    int8         `json:"fourth"`           // the seat that is owed a fourth card; -1 while no player has asked for four (R52)
	Since     Moment       `json:"since,omitempty"`  // when the decision began, or the last hand ended
	Until     Moment       `json:"until,omitempty"`  // of the decision, the next street of a run-out, or the next start

	Seats [MaxSeats]seat `json:"seats"`
	Paid  [MaxSeats]pot  `json:"paid,omitzero"` // the pots of the hand that ended, main pot first, empty ones last

	waitlist
	Gone departures `json:"gone,omitzero"`
}

// board is the cards in the middle; None where there is none yet.
type board = [5]card.Card

// blinds say where the blinds are. They can be at empty seats.
type blinds struct {
	Small int8  `json:"small"`           // the seat that owed the small blind
	Big   int8  `json:"big"`             // the seat that posted the big blind
	Trail int8  `json:"trail,omitempty"` // where the big blind was a hand earlier, from 1; 0 where that is Small
	Laps  int32 `json:"laps,omitempty"`  // how often the big blind has gone round the table
	Began int32 `json:"began,omitempty"` // the way of the big blind when it last began anew
}

// before holds the state that a void hand puts back (R65).
type before struct {
	blinds
	Button int8 `json:"button,omitempty"` // its seat, from 1; 0 before the first hand
	Fresh  bool `json:"fresh,omitempty"`
	Waited bool `json:"waited,omitempty"`
}

// seat is a seat of the table and its player. It is free if Player is zero; then all of it is zero.
type seat struct {
	Player     ID            `json:"player,omitempty"`
	Stack      int64         `json:"stack,omitempty"`    // behind
	Bet        int64         `json:"bet,omitempty"`      // on this street
	Total      int64         `json:"total,omitempty"`    // live chips in this hand
	Dead       int64         `json:"dead,omitempty"`     // dead chips in this hand: they go to the main pot (R14)
	Pending    int64         `json:"pending,omitempty"`  // topped up, not in play yet (R5)
	UpTo       int64         `json:"upTo,omitempty"`     // the stack that Pending brings at most; 0 for no bound but the maximum
	Level      int64         `json:"level,omitempty"`    // the bet to match when the player last acted on this street (R24)
	Bank       time.Duration `json:"bank,omitempty"`     // the rest of the time bank
	RebuyBy    Moment        `json:"rebuyBy,omitempty"`  // busted: when the seat opens (R62)
	OutSince   Moment        `json:"outSince,omitempty"` // since when Out
	House      Level         `json:"house,omitempty"`
	Drew       int8          `json:"drew,omitempty"`     // cards exchanged, and one more; 0 before the draw
	Timeouts   uint8         `json:"silences,omitempty"` // time-outs running (R30)
	MuckPolicy MuckPolicy    `json:"losing,omitempty"`   // for losing hands at the showdown (R40)
	Showed     uint8         `json:"showed,omitempty"`   // cards shown after the hand, a bit each
	Runs       int8          `json:"runs,omitempty"`     // how often the player wants the board dealt (R37)

	InHand bool `json:"inHand,omitempty"` // dealt in
	Folded bool `json:"folded,omitempty"`
	Acted  bool `json:"acted,omitempty"` // on this street
	Out    bool `json:"out,omitempty"`
	Away   bool `json:"away,omitempty"` // absent in a tournament (T36)
	Leaves bool `json:"leaves,omitempty"`
	Kicked bool `json:"kicked,omitempty"` // the host takes the seat away after the hand (R60)
	dues
	Was dues `json:"was,omitzero"` // before the hand that runs, or when the player came later, in case it is void

	Straddles bool `json:"straddles,omitempty"` // whenever it is their turn to (R16)
	AllShown  bool `json:"tabled,omitempty"`
	Mucked    bool `json:"mucked,omitempty"`
}

// dues say what a player owes before they are dealt in.
type dues struct {
	Played      played `json:"played,omitempty"`
	Waits       bool   `json:"waits,omitempty"`       // for the big blind (R12)
	MissedSmall bool   `json:"missedSmall,omitempty"` // owes a small blind (R13)
	MissedBig   bool   `json:"missedBig,omitempty"`   // owes a big blind (R13)
	Posts       bool   `json:"posts,omitempty"`       // does not wait, but posts (R12, R13)
	Ahead       bool   `json:"ahead,omitempty"`       // changed seats to before their turn: the next big blind passes them (R10)
}

// played says whether a player has been in the game since the blinds began anew (R10).
type played uint8

const (
	newcomer played = iota
	playedBefore
	playedLast // the last hand
	playedBig  // the last hand, with the big blind
)

// hidden is the half that a snapshot does not show: the deck is not in it at all, the rest is sealed.
type hidden struct {
	Deck card.Deck // in the order in which it is dealt; no cards before the first deal
	Hole [MaxSeats][maxHole]card.Card
	Plan [MaxSeats]PreAction // pre-actions, which only their players may know (R28)
}

// none is no seat.
const none = sidepot.None

// seats is a set of seats, a bit each, and pot is one pot, before or after it was paid (R33).
type (
	seats = sidepot.Seats
	pot   = sidepot.Pot
)

// where returns the set of the seats that satisfy f.
func (g *game) where(f func(*seat) bool) (s seats) {
	for i := range g.Seats {
		if f(&g.Seats[i]) {
			s.Add(int8(i))
		}
	}
	return s
}

func (s *seat) taken() bool  { return s.Player != 0 }
func (s *seat) live() bool   { return s.InHand && !s.Folded }
func (s *seat) shown() bool  { return s.AllShown }
func (s *seat) bets() bool   { return s.live() && s.Stack > 0 }
func (s *seat) chips() int64 { return s.Stack + s.Pending }
func (s *seat) ready() bool  { return s.taken() && s.chips() > 0 && !s.Out && !s.Leaves }

func (g *game) running() bool { return g.Phase != Idle }

// plays reports whether seat i is in the hand that runs.
func (g *game) plays(i int8) bool { return g.running() && g.Seats[i].InHand }

// variant returns the literal that the table plays by, limit that of its betting.
func (g *game) variant() *poker.Game { return g.Rules.Variant.Game() }
func (g *game) limit() poker.Limit   { return g.Rules.Limit }

func (g *game) seatOf(player ID) int8 {
	for i := range g.Seats {
		if player != 0 && g.Seats[i].Player == player {
			return int8(i)
		}
	}
	return none
}

func (g *game) chips() (sum int64) {
	for i := range g.Seats {
		s := &g.Seats[i]
		sum += s.chips()
		if g.running() {
			sum += s.Total + s.Dead
		}
	}
	return sum
}

// enough reports whether a hand could be dealt: to two with chips (R61), of whom at least one is a person unless it is a
// tournament (T31).
func (g *game) enough() bool {
	ready := g.where((*seat).ready)
	people := g.where(func(s *seat) bool { return s.ready() && s.House == Person })
	return !g.Closed && ready.Count() >= 2 && (people != 0 || g.Rules.Tournament)
}

// made returns the hand that the cards of seat i make on a board.
func (g *game) made(i, run int8) rank.Hand { return g.variant().Best(g.Hole[i], *g.boardOf(run)) }

// boardOf returns the board of a run, from 0.
func (g *game) boardOf(run int8) *board {
	if run == 0 {
		return &g.Board
	}
	return &g.Again[run-1]
}

// runs returns how many boards there are.
func (g *game) runs() int8 { return max(1, g.Runs) }
