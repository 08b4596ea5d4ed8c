package tournament

import (
	"cardroom/engine"
	"cardroom/engine/sidepot"
	"cardroom/engine/tournament/list"
	"cardroom/engine/tournament/setup"
)

// Tournament is a tournament: a value. = copies it. A copy shares what it has in common with the original, and no Apply
// changes either.
type Tournament struct{ s state }

// state is what a tournament remembers, in the form in which it is stored.
type state struct {
	Options  setup.Options    `json:"options"`
	Phase    Phase            `json:"phase"`
	Edit     int64            `json:"-"`   // number of this state among those before it
	Log      int64            `json:"log"` // events so far
	Entries  list.List[entry] `json:"entries"`
	Tables   list.List[table] `json:"tables"`
	Open     []int            `json:"open,omitempty"` // numbers of the open tables, rising
	Waitlist []waiting        `json:"waitlist,omitempty"`
	Count    counts           `json:"count"`
	Start    starting         `json:"start,omitzero"`
	Clock    clock            `json:"clock,omitzero"`
	Round    round            `json:"round,omitzero"`
	Halt     halt             `json:"halt,omitzero"`
	Money    money            `json:"money,omitzero"`
}

// Phase is where a tournament is in its life (T5).
type Phase uint8

// The phases. Breaks and pauses are parts of Running.
const (
	Announced   Phase = iota + 1 // registration is not open yet
	Registering                  // and checking in
	Seated                       // seats are drawn, places in Discord are made (T18)
	Running
	Finished
	Cancelled
)

// entry is one bought stack. Its number is its index plus one.
type entry struct {
	Person   engine.ID     `json:"p"`
	House    engine.Level  `json:"h,omitempty"`
	Nth      int           `json:"k,omitempty"` // entry of its person, from 1
	Stack    int64         `json:"s,omitempty"` // as the hand that runs began
	Had      int64         `json:"c,omitempty"` // chips when the hand began in which it went broke
	Table    int           `json:"t,omitempty"` // 0 is none
	Seat     int8          `json:"x,omitempty"`
	Away     bool          `json:"y,omitempty"`
	Pressed  bool          `json:"r,omitempty"` // since the start, or just before it (T36)
	Struck   bool          `json:"q,omitempty"` // disqualified (T108)
	TimeOuts uint8         `json:"o,omitempty"` // in a row
	Press    engine.Moment `json:"m,omitempty"` // the last press before the start or in a pause
	Before   int           `json:"b,omitempty"` // entries that were out before its group
	Tied     int           `json:"g,omitempty"` // entries of its group; 0 while it is alive
	Prize    int64         `json:"z,omitempty"` // that was paid
}

// out reports whether an entry has its place (T55).
func (e *entry) out() bool { return e.Tied != 0 }

// absent reports whether the table waits for no decision of the entry (T36).
func (e *entry) absent() bool {
	return e.House == engine.Person && (e.Away || e.Struck || e.TimeOuts >= 2 || e.TimeOuts == 1 && !e.Pressed)
}

const (
	none     = -1
	maxSeats = engine.MaxSeats
)

// table is one table. Its number is its index plus one.
type table struct {
	Seats [maxSeats]int `json:"seats"` // numbers of entries; 0 is empty
	Size  int8          `json:"size"`
	Open  bool          `json:"open,omitempty"`
	Gave  bool          `json:"gave,omitempty"` // a player since its last hand (T41a)
	Got   bool          `json:"got,omitempty"`  // a player since its last hand (T45)
	Done  bool          `json:"done,omitempty"` // it has played its hand of the round (T61)
	hand
	Count int           `json:"count,omitempty"` // hands that were not void (T22)
	Ended int64         `json:"ended,omitempty"` // log number of the end of the last hand
	Next  engine.Moment `json:"next,omitempty"`  // when the next hand may start
	Unit  int64         `json:"unit"`            // its smallest chip (T28)
}

// hand is the hand of a table that runs or ran last.
type hand struct {
	Hand   int64         `json:"hand,omitempty"` // its number
	Began  engine.Moment `json:"began,omitempty"`
	Blinds blinds        `json:"blinds"`
	Before blinds        `json:"before"` // of the hand before
	Dealt  sidepot.Seats `json:"dealt,omitempty"`
	New    sidepot.Seats `json:"new,omitempty"`    // players that no hand here has dealt in yet (T33)
	WasNew sidepot.Seats `json:"was,omitempty"`    // New before the hand
	Silent sidepot.Seats `json:"silent,omitempty"` // players who timed out since the last press at the table (T100)
}

// blinds are the seats of a hand, from 0; -1 is none.
type blinds struct {
	Button int8 `json:"d"`
	Small  int8 `json:"s"` // the seat that owes it, whoever sits there
	Big    int8 `json:"b"`
}

var noBlinds = blinds{none, none, none}

// runs reports whether a hand runs.
func (t *table) runs() bool { return t.Dealt != 0 }

// taken returns the seats with a player.
func (t *table) taken() (s sidepot.Seats) {
	for i, e := range t.Seats {
		if e != 0 {
			s |= 1 << i
		}
	}
	return s
}

// free returns the seats without a player.
func (t *table) free() sidepot.Seats { return (1<<t.Size - 1) &^ t.taken() }

// players returns how many players sit at the table.
func (t *table) players() int { return t.taken().Count() }

// nth returns the n-th seat of a set, from 0.
func nth(s sidepot.Seats, n int) int8 {
	i := s.Next(none)
	for range n {
		i = s.Next(i)
	}
	return i
}

// waiting is a person on the waitlist (T13).
type waiting struct {
	Person engine.ID    `json:"p"`
	House  engine.Level `json:"h,omitempty"`
	Again  bool         `json:"a,omitempty"` // has had an entry
}

// counts are sums over entries and tables.
type counts struct {
	Alive   int `json:"alive,omitempty"`
	Out     int `json:"out,omitempty"`
	People  int `json:"people,omitempty"`  // alive, without house players
	Absent  int `json:"absent,omitempty"`  // alive and absent
	Struck  int `json:"struck,omitempty"`  // alive and disqualified
	Running int `json:"running,omitempty"` // hands
	Redrawn int `json:"redrawn,omitempty"` // of Options.Final.Redraw (T49)
	// Final is set once the final table is drawn, or was the only table from the start (T50).
	Final bool  `json:"final,omitempty"`
	Gone  int64 `json:"gone,omitempty"` // chips that left play, less those that came into it (T124)
}

// starting is what leads to the start (T14, T15).
type starting struct {
	Made    engine.Moment `json:"made,omitempty"`
	Full    engine.Moment `json:"full,omitempty"`    // when the last seat was taken
	Ready   engine.Moment `json:"ready,omitempty"`   // when those without a press lose their seats
	At      engine.Moment `json:"at,omitempty"`      // when play begins
	Grace   engine.Moment `json:"grace,omitempty"`   // until which entries are missing after the time of the start
	Checked bool          `json:"checked,omitempty"` // the check-in is over
	Barred  []barred      `json:"barred,omitempty"`
}

// barred is a person who may not register for a while, because they unregistered when all was ready (T15).
type barred struct {
	Person engine.ID     `json:"p"`
	Until  engine.Moment `json:"u"`
}

// clock is the clock of the levels. It runs until End, or stands with Left to go (T27).
type clock struct {
	Level  int           `json:"level,omitempty"` // of the tournament, from 0
	End    engine.Moment `json:"end,omitempty"`
	Left   engine.Moment `json:"left,omitempty"`   // milliseconds
	Due    bool          `json:"due,omitempty"`    // a break begins when no hand runs (T26)
	Break  engine.Moment `json:"break,omitempty"`  // when the break that is on ends
	Drawn  bool          `json:"drawn,omitempty"`  // stands until the first hand of a table just drawn (T50)
	Closed bool          `json:"closed,omitempty"` // entries are closed (T69)
	Hold   engine.Moment `json:"hold,omitempty"`   // no hand starts before, after time away (T98)
}

// round is the state of hand-for-hand (T60).
type round struct {
	For int  `json:"for,omitempty"` // why it is in force: forMoney or forFinal; 0 is not at all
	On  bool `json:"on,omitempty"`  // a round is being played
	No  int  `json:"no,omitempty"`  // number of the round
}

// halt is a pause, or a cancellation that waits for hands to end.
type halt struct {
	Kind    Halt          `json:"kind,omitempty"`
	Since   engine.Moment `json:"since,omitempty"`
	Until   engine.Moment `json:"until,omitempty"`
	Needed  int           `json:"needed,omitempty"`  // presses that end it (T100)
	Limited int           `json:"limited,omitempty"` // the last level with a pause that ends by itself, from 1 (T107)
	Ending  bool          `json:"ending,omitempty"`  // to be cancelled (T103)
	Absent  engine.Moment `json:"absent,omitempty"`  // since when all who are alive are absent (T37)
}

// Halt is a kind of pause.
type Halt uint8

// The kinds of pause.
const (
	ByOrganiser Halt = iota + 1 // T101
	ByLimited                   // by an organiser who plays; it ends by itself (T107)
	ByVanished                  // many vanished at once; decisions stand, too (T100)
	ByAbsence                   // all who are alive are absent (T37)
)

// money is prize chips (T72, T124).
type money struct {
	Escrow    int64   `json:"escrow,omitempty"`
	Pool      int64   `json:"pool,omitempty"`
	Guarantee int64   `json:"guarantee,omitempty"` // added to reach it (T73)
	Amounts   []int64 `json:"amounts,omitempty"`   // by place, fixed when entries close (T69)
}
