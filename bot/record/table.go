package record

import (
	"cmp"
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

// Table is a table as the bot stores it with every commit: the engine's table and its messages in Discord.
type Table struct {
	Host       engine.ID             `json:"host"`
	Session    int64                 `json:"session"`          // when this table was opened
	Parent     engine.ID             `json:"parent,omitempty"` // the channel of the thread where it plays, or its own if that is no thread; 0: unknown
	Owes       int64                 `json:"owes,omitempty"`   // the session of free chips before this one, until players have settled it
	Serial     int64                 `json:"serial"`           // commits since then; the snapshot is encrypted for it
	Board      BoardRef              `json:"board,omitzero"`
	Old        []BoardRef            `json:"old,omitempty"`     // former boards, which may still have buttons
	Search     engine.Moment         `json:"search,omitempty"`  // until then, a second board may arrive in the channel
	Nudge      engine.ID             `json:"nudge,omitempty"`   // a mention to delete
	Reminded   Reminder              `json:"reminded,omitzero"` // the last reminder of the player to act
	SeatOffer  SeatOffer             `json:"called,omitzero"`   // the players for whom seats are held
	Names      map[engine.ID]string  `json:"names,omitempty"`   // of house players
	People     People                `json:"people,omitempty"`  // of the other players
	Private    map[engine.ID]Private `json:"private,omitempty"` // by player
	BoardPress BoardPress            `json:"public,omitzero"`
	Unplaced   int64                 `json:"unplaced,omitempty"` // the last hand under a beacon that was void without its message, which may be in the channel
	Leftover   int64                 `json:"leftover,omitempty"` // the last hand of which the channel may have a second message
	Extras     options.Extras        `json:"manners,omitzero"`
	Planned    map[string]string     `json:"planned,omitempty"` // options from the next hand on, by name
	AuditLog   []text.AuditEntry     `json:"deeds,omitempty"`   // the hosts' actions, the latest last
	Requests   BuyInRequests         `json:"requests,omitempty"`
	Answered   []engine.ID           `json:"answered,omitempty"` // messages to delete that asked about requests
	Ended      []EndedRequest        `json:"-"`                  // requests whose players are yet to read that they have ended

	Followers  []engine.ID   `json:"followers,omitempty"`
	Notice     Notice        `json:"told,omitzero"` // to the followers
	Mirror     MirrorRef     `json:"mirror,omitzero"`
	OldMirrors []message.Ref `json:"shed,omitempty"` // messages of mirrors to delete

	Event      *Event              `json:"event,omitempty"`  // the tournament; nil at a cash table
	Locale     string              `json:"locale,omitempty"` // of the server, as Discord last reported it
	Shuffle    shuffle.State       `json:"shuffle,omitzero"`
	VoidNotice VoidNotice          `json:"undone,omitzero"`
	StatsMode  StatsMode           `json:"counted,omitempty"` // how the last hand counts towards the stats
	Left       map[engine.ID]int64 `json:"left,omitempty"`    // stacks at the end of the last hand
	Departures []engine.Departure  `json:"gone,omitempty"`    // the players who left within the return window (R7)
	BuyIns     map[engine.ID]int64 `json:"buyins,omitempty"`  // the chips that the seated players sat down with
	Floors     map[engine.ID]int64 `json:"floors,omitempty"`  // the least buy-ins of seated players until their first hand is over (R4, R7)
	Log        []engine.Event      `json:"log,omitempty"`     // events of the latest hand
	Films      []int64             `json:"films,omitempty"`   // the hands that were posted as animations, the latest last
	Latest     engine.ID           `json:"latest,omitempty"`  // the latest interaction that was handled
	Table      json.RawMessage     `json:"table"`             // engine.Table.Snapshot
}

// Generation numbers the forms of everything stored: it rises with each new schema of a table or a hand, and with each new form
// of the stats, the seals or the tournaments. A process takes no tables from one of a later generation: one of generation 10 cannot
// read a tournament of the fifth edition of its rules.
const Generation = 11

// TableSchema is the schema of a table in its envelope, and TournamentSchema that of the table of a tournament. The program
// refuses a record of any other schema. So a program without tournaments refuses their tables: it would play them for cash.
const (
	TableSchema      = "cardroom/record/2"
	TournamentSchema = "cardroom/record/tournament/1"
)

// schema returns the schema of a record.
func (r *Table) schema() string {
	if r.Event != nil {
		return TournamentSchema
	}
	return TableSchema
}

// NoteOrigin keeps an interaction's facts about the server and the table's channel: the locale and the parent. Each is empty
// where it says nothing.
func (r *Table) NoteOrigin(locale string, parent engine.ID) {
	r.Locale, r.Parent = cmp.Or(locale, r.Locale), cmp.Or(parent, r.Parent)
}

// VoidNotice records a hand of which the channel has not read yet why it is void (R65): the operator voided it while the bot
// was stopped, the beacon was late or removed, or its message was not found.
type VoidNotice struct {
	Hand    int64 `json:"hand"`
	Timeout bool  `json:"late,omitempty"`    // the beacon was
	Hidden  bool  `json:"hidden,omitempty"`  // its message is behind newer ones of the channel
	Removed bool  `json:"removed,omitempty"` // the operator removed its beacon
	Blind   bool  `json:"blind,omitempty"`   // its cards could not be decrypted
}

// BoardRef is the message that shows the table.
type BoardRef struct {
	Message    engine.ID     `json:"message"`
	Hand       int64         `json:"hand"`
	Posted     engine.Moment `json:"posted"`
	Components bool          `json:"components,omitempty"` // it consists of components, see message.Layout
}

// WasBoard reports whether a message is a former board, which may still have its buttons.
func (r *Table) WasBoard(id engine.ID) bool {
	return slices.ContainsFunc(r.Old, func(b BoardRef) bool { return b.Message == id })
}

// IsQuestion reports whether a message asks the host for the approval of a buy-in.
func (r *Table) IsQuestion(id engine.ID) bool {
	return id != 0 && slices.ContainsFunc(r.Requests, func(q BuyInRequest) bool { return q.Message == id })
}

// Asks reports whether a message asks the host about a request. A message that is not stored yet may be any: its buttons can
// be pressed before the bot knows its id.
func (r *Table) Asks(id, request engine.ID) bool {
	return slices.ContainsFunc(r.Requests, func(q BuyInRequest) bool {
		return q.ID == request && !q.Approved && (q.Message == id || q.Message == 0)
	})
}

// Hand is a hand in the history: all that was public, the table at its end and the proof of its shuffle.
type Hand struct {
	Host       engine.ID            `json:"host"`
	Names      map[engine.ID]string `json:"names,omitempty"`
	Events     []engine.Event       `json:"events"`
	Table      json.RawMessage      `json:"table"`
	Session    int64                `json:"session"` // the snapshot is encrypted for these two
	Serial     int64                `json:"serial"`
	Owes       int64                `json:"owes,omitempty"`  // as in Table
	Proof      *shuffle.Proof       `json:"proof,omitempty"` // of the shuffle
	Last       fair.Hash            `json:"last,omitzero"`   // transcript of the hand; zero if it has no proof
	Voids      int64                `json:"voids,omitempty"` // void hands of the channel so far; -1: unknown
	StatsMode  StatsMode            `json:"counted,omitempty"`
	Left       map[engine.ID]int64  `json:"left,omitempty"`       // stacks at its end, before anyone topped up
	Tournament bool                 `json:"tournament,omitempty"` // its chips are a tournament's
	Leftover   bool                 `json:"leftover,omitempty"`   // the channel may have a second message of it, which Discord did not confirm
	Unplaced   bool                 `json:"unplaced,omitempty"`   // void without its message, which may be in the channel
	AfterLost  bool                 `json:"afterLost,omitempty"`  // the store has lost the hands right before it, whose numbers are not given again
}

// HandSchema is the schema of a hand in its envelope.
const HandSchema = "cardroom/hand/2"

// ShuffleState returns the part of the shuffle that the history keeps.
func (f *Hand) ShuffleState() *shuffle.State {
	return &shuffle.State{Proof: f.Proof, Last: f.Last, Voids: f.Voids}
}

// ReminderStage is the last reminder sent to the player to act. The store keeps its number.
type ReminderStage int

const (
	unreminded  ReminderStage = iota
	Nudged                    // "it is your turn"
	Reminded                  // "it is still your turn", at a slow table
	ClockCalled               // another player called the clock
	Warned                    // "your time is nearly up"

	ReminderStages
)

// Reminder records which reminder was sent for which turn, so that a restart does not send it again.
type Reminder struct {
	Turn engine.Turn   `json:"turn"`
	Sent ReminderStage `json:"stage"`
}

// SeatOffer is the message that offers free seats to the first players on the waitlist (R63).
type SeatOffer struct {
	Player  engine.ID                      `json:"player"`          // the first of them
	Behind  [engine.MaxSeats - 1]engine.ID `json:"behind,omitzero"` // the others, in order
	Message engine.ID                      `json:"message,omitempty"`
}

// OfferTo returns the offer of seats to players, before its message is sent.
func OfferTo(players []engine.ID) (o SeatOffer) {
	if len(players) > 0 {
		o.Player = players[0]
		copy(o.Behind[:], players[1:])
	}
	return o
}

// Has reports whether a seat is offered to a player.
func (o SeatOffer) Has(player engine.ID) bool {
	return player == o.Player || slices.Contains(o.Behind[:], player)
}

// Notice is a message to the followers of a table about one hand.
type Notice struct {
	Hand    int64             `json:"hand"`
	Reason  text.NoticeReason `json:"why"`
	Pot     int64             `json:"pot"`               // chips
	At      engine.Moment     `json:"at"`                // when it happened; 0 if no message will be sent
	Message engine.ID         `json:"message,omitempty"` // 0 until it is posted
}

// MirrorRef is the message that shows the board in a second channel.
type MirrorRef struct {
	By engine.ID `json:"by"` // the interaction that requested it
	message.Ref
	Posted     engine.Moment `json:"posted,omitempty"`
	Posts      int64         `json:"posts,omitempty"`      // messages posted so far
	Deletions  int           `json:"lost,omitempty"`       // messages that other people deleted
	Components bool          `json:"components,omitempty"` // as in BoardRef
}

// SetMirror replaces the mirror, or its message. The former message joins OldMirrors.
func (r *Table) SetMirror(next MirrorRef) {
	if was := r.Mirror.Ref; was.Message != 0 && was.Message != next.Message {
		r.OldMirrors = append(r.OldMirrors, was)
		r.OldMirrors = r.OldMirrors[max(0, len(r.OldMirrors)-maxOld):]
	}
	r.Mirror = next
}

// BuyInRequest is a buy-in that waits for the host's approval, or for a seat after it.
type BuyInRequest struct {
	ID     engine.ID `json:"id"` // of the interaction; the host's answer names it
	Player engine.ID `json:"player"`
	Chips  int64     `json:"chips"`
	UpTo   int64     `json:"upTo,omitempty"`  // as in engine.TopUp
	TopUp  bool      `json:"topup,omitempty"` // the player has a seat
	Seat   int       `json:"seat,omitempty"`  // as in engine.Sit
	Post   bool      `json:"post,omitempty"`
	All    bool      `json:"all,omitempty"` // of the wallet when they asked: its answer counts anew

	Approved bool      `json:"approved,omitempty"` // and every seat was taken
	Message  engine.ID `json:"message,omitempty"`  // asks the host, with buttons
	Asked    engine.ID `json:"asked,omitempty"`    // the host whom Message asks; 0: the one of now, as in older records
}

// mostFilms is how many hands a table remembers as animations.
const mostFilms = 64

// NoteVoid counts a void hand. One under a beacon whose message was not stored may have it in the channel.
func (r *Table) NoteVoid(hand int64, lacksMessage bool) {
	if r.Shuffle.Voids >= 0 {
		r.Shuffle.Voids++
	}
	if lacksMessage {
		r.Unplaced = hand
	}
}

// AddFilm notes that a hand was posted as an animation.
func (r *Table) AddFilm(hand int64) {
	r.Films = append(r.Films[max(0, len(r.Films)-mostFilms+1):], hand)
}

// People maps user IDs to display names.
type People map[engine.ID]render.DisplayName

// DisplayNames returns the names of players in seats: those that a table has met, and those of its house players. Without house players it
// returns met itself, because a press draws the table for each open panel. Callers must not change the map.
func (r *Table) DisplayNames(met People, seats ...[]engine.SeatView) People {
	if len(r.Names) == 0 {
		return met
	}
	all := People{}
	for _, s := range slices.Concat(seats...) {
		all[s.Player] = met[s.Player]
		if s.House != engine.Person {
			all[s.Player] = render.DisplayName{Name: r.Names[s.Player]}
		}
	}
	return all
}

// maxOld is how many former boards a table remembers until their buttons are removed.
const maxOld = 8

// maxAudit is how many entries the audit log keeps: slightly more than /table log can show.
const maxAudit = 40

// Audit adds an entry to the audit log and drops the oldest if it is full.
func (r *Table) Audit(d text.AuditEntry) {
	d.At = engine.At(time.Now())
	r.AuditLog = append(r.AuditLog[max(0, len(r.AuditLog)-maxAudit+1):], d)
}

// Clone returns a copy to change. A commit whose outcome is unknown may still be reading r, so no change of the copy may reach
// it. They share the log of the hand, which only grows. They also share Private, Departures and the parts of Shuffle: each
// method that changes one of these replaces it whole.
func (r *Table) Clone() Table {
	c := *r
	c.Old, c.AuditLog, c.Requests = slices.Clone(r.Old), slices.Clone(r.AuditLog), slices.Clone(r.Requests)
	c.Followers, c.OldMirrors, c.Films = slices.Clone(r.Followers), slices.Clone(r.OldMirrors), slices.Clone(r.Films)
	c.Names, c.People, c.Left = maps.Clone(r.Names), maps.Clone(r.People), maps.Clone(r.Left)
	c.BuyIns, c.Floors, c.Planned = maps.Clone(r.BuyIns), maps.Clone(r.Floors), maps.Clone(r.Planned)
	if r.Event != nil {
		c.Event = r.Event.Clone()
	}
	return c
}

// SetBoard replaces the board. The former one joins Old until its buttons are removed.
func (r *Table) SetBoard(b BoardRef) {
	if was := r.Board; was.Message != 0 {
		r.Old = append(r.Old, was)
		r.Old = r.Old[max(0, len(r.Old)-maxOld):]
	}
	r.Board = b
}
