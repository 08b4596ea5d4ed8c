package record

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"cardroom/bot/message"
	"cardroom/bot/options"
	"cardroom/bot/shuffle"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/render"
	"cardroom/render/text"
)

// Table is a table as this program keeps it between two commits: the engine's table and what Discord shows of it.
type Table struct {
	Host      engine.ID            `json:"host"`
	Session   int64                `json:"session"`        // which opening of this channel's table: the moment it was opened
	Owes      int64                `json:"owes,omitempty"` // the session of free chips, while the table plays for others
	Serial    int64                `json:"serial"`         // commits since then; the snapshot is sealed for it
	Board     BoardRef             `json:"board,omitzero"`
	Old       []BoardRef           `json:"old,omitempty"`     // former boards that may still have their buttons
	Nudge     engine.ID            `json:"nudge,omitempty"`   // a mention that has to go
	Reminded  Reminder             `json:"reminded,omitzero"` // how far, of whose turn it is
	SeatOffer SeatOffer            `json:"called,omitzero"`   // whom a seat is kept for, and who was told so
	Names     map[engine.ID]string `json:"names,omitempty"`   // of house players
	People    People               `json:"people,omitempty"`  // what the others at the table are called
	Extras    options.Extras       `json:"manners,omitzero"`
	AuditLog  []text.AuditEntry    `json:"deeds,omitempty"` // of hosts, the latest last
	Requests  []BuyInRequest       `json:"requests,omitempty"`

	Followers  []engine.ID   `json:"followers,omitempty"`
	Notice     Notice        `json:"told,omitzero"` // to them
	Mirror     MirrorRef     `json:"mirror,omitzero"`
	OldMirrors []message.Ref `json:"shed,omitempty"` // messages of mirrors that have to go

	Locale     string              `json:"locale,omitempty"` // of the server, as Discord said last
	Shuffle    shuffle.State       `json:"shuffle,omitzero"`
	VoidNotice VoidNotice          `json:"undone,omitzero"`
	StatsMode  StatsMode           `json:"counted,omitempty"` // what of the hand that ended last is in the stats
	Left       map[engine.ID]int64 `json:"left,omitempty"`    // stacks at the end of the last hand
	Log        []engine.Event      `json:"log,omitempty"`     // of the hand that runs or ran last
	Latest     engine.ID           `json:"latest,omitempty"`  // of the interactions that were taken
	Table      json.RawMessage     `json:"table"`             // engine.Table.Snapshot
}

// TableSchema names the form of a record in its envelope (envelope.go). A record of another schema is refused, never
// guessed at.
const TableSchema = "cardroom/record/2"

// VoidNotice is a hand that the operator made void while the bot was away: the channel is told why (R65).
type VoidNotice struct {
	Hand  int64 `json:"hand"`
	Blind bool  `json:"blind,omitempty"` // its cards could not be opened
}

// BoardRef is the message that shows the table.
type BoardRef struct {
	Message engine.ID     `json:"message"`
	Hand    int64         `json:"hand"`
	Posted  engine.Moment `json:"posted"`
}

// WasBoard says that a message is a former board, which may still have its buttons.
func (r *Table) WasBoard(id engine.ID) bool {
	return slices.ContainsFunc(r.Old, func(b BoardRef) bool { return b.Message == id })
}

// Hand is a hand in the history: what everyone could know, the table at its end, and what its cards are made of.
type Hand struct {
	Host      engine.ID            `json:"host"`
	Names     map[engine.ID]string `json:"names,omitempty"`
	Events    []engine.Event       `json:"events"`
	Table     json.RawMessage      `json:"table"`
	Session   int64                `json:"session"` // the snapshot is sealed for these two
	Serial    int64                `json:"serial"`
	Owes      int64                `json:"owes,omitempty"`  // as of record
	Proof     *shuffle.Proof       `json:"proof,omitempty"` // of the shuffle
	Last      fair.Hash            `json:"last,omitzero"`   // transcript of the hand; zero where it has no proof
	Voids     int64                `json:"voids,omitempty"` // hands of the channel that were void, up to here
	StatsMode StatsMode            `json:"counted,omitempty"`
	Left      map[engine.ID]int64  `json:"left,omitempty"` // stacks at its end: it may be stored when some have topped up
}

const HandSchema = "cardroom/hand/2"

// ShuffleState is as much of the shuffle as the history keeps.
func (f *Hand) ShuffleState() *shuffle.State {
	return &shuffle.State{Proof: f.Proof, Last: f.Last, Voids: f.Voids}
}

// ReminderStage is how far the player to act has been reminded. Its number is stored (mark).
type ReminderStage int

const (
	unreminded  ReminderStage = iota
	Nudged                    // it is your turn
	Reminded                  // it is still your turn, at a slow table
	ClockCalled               // somebody called the clock
	Warned                    // your time is nearly up

	ReminderStages
)

// Reminder is how far the player to act has been reminded, for the next life of the program.
type Reminder struct {
	Turn engine.Turn   `json:"turn"`
	Sent ReminderStage `json:"stage"`
}

// SeatOffer is the message that tells the first in line of a seat (R63).
type SeatOffer struct {
	Player  engine.ID `json:"player"`
	Message engine.ID `json:"message,omitempty"`
}

// Notice is what followers are told of a hand.
type Notice struct {
	Hand    int64             `json:"hand"`
	Reason  text.NoticeReason `json:"why"`
	Pot     int64             `json:"pot"`               // chips
	At      engine.Moment     `json:"at"`                // when it was so; 0 where nobody will be told
	Message engine.ID         `json:"message,omitempty"` // 0 until it stands
}

// MirrorRef is where the board is shown too.
type MirrorRef struct {
	By engine.ID `json:"by"` // the interaction that asked for it
	message.Ref
	Posted    engine.Moment `json:"posted,omitempty"`
	Posts     int64         `json:"posts,omitempty"` // messages so far
	Deletions int           `json:"lost,omitempty"`  // of them deleted by others
}

// SetMirror gives a record another mirror, or another message of the same. The message of before is to go.
func (r *Table) SetMirror(next MirrorRef) {
	if was := r.Mirror.Ref; was.Message != 0 && was.Message != next.Message {
		r.OldMirrors = append(r.OldMirrors, was)
		r.OldMirrors = r.OldMirrors[max(0, len(r.OldMirrors)-MaxOld):]
	}
	r.Mirror = next
}

// BuyInRequest is a buy-in that waits for the host's yes.
type BuyInRequest struct {
	ID     engine.ID `json:"id"` // of the interaction that asked: an answer is to this one and no other
	Player engine.ID `json:"player"`
	Chips  int64     `json:"chips"`
	TopUp  bool      `json:"topup,omitempty"` // of who has a seat
	Seat   int       `json:"seat,omitempty"`  // as of engine.Sit
	Post   bool      `json:"post,omitempty"`
	All    bool      `json:"all,omitempty"`
}

// People is what persons are called, by their ids.
type People map[engine.ID]render.DisplayName

// StatsMode says what of a hand is in the stats of those who played it. What was stored before there were any says nothing.
type StatsMode string

const (
	CountAll  StatsMode = "yes"      // as far as it was not void
	CountNone StatsMode = "practice" // nothing of it: before net was counted apart
	CountPlay StatsMode = "play"     // all but the chips, which no wallet feels
)

// MaxOld is how many former boards are remembered until they have lost their buttons.
const MaxOld = 8

// maxAudit is how many entries the audit log keeps: as many as /table log has room for, and some.
const maxAudit = 40

// Audit adds an entry to the audit log, and drops the oldest where it is full.
func (r *Table) Audit(d text.AuditEntry) {
	d.At = engine.At(time.Now())
	r.AuditLog = append(r.AuditLog[max(0, len(r.AuditLog)-maxAudit+1):], d)
}

// Clone returns a copy that shares nothing with r but the log of the hand, which is only ever appended to. A commit whose
// outcome is unknown may still be reading r.
func (r *Table) Clone() Table {
	c := *r
	c.Old, c.AuditLog, c.Requests = slices.Clone(r.Old), slices.Clone(r.AuditLog), slices.Clone(r.Requests)
	c.Followers, c.OldMirrors = slices.Clone(r.Followers), slices.Clone(r.OldMirrors)
	c.Names, c.People, c.Left = maps.Clone(r.Names), maps.Clone(r.People), maps.Clone(r.Left)
	return c
}

// SetBoard gives a table another board. The former one is kept until it has lost its buttons.
func (r *Table) SetBoard(b BoardRef) {
	if was := r.Board; was.Message != 0 {
		r.Old = append(r.Old, was)
		r.Old = r.Old[max(0, len(r.Old)-MaxOld):]
	}
	r.Board = b
}
