package bot

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/render/picture"
	"cardroom/render/text"
	"cardroom/store"
)

// record is a table as this program keeps it between two commits: the engine's table and what Discord shows of it.
type record struct {
	Host     engine.ID            `json:"host"`
	Session  int64                `json:"session"`        // which opening of this channel's table: the moment it was opened
	Owes     int64                `json:"owes,omitempty"` // the session of free chips, while the table plays for others
	Serial   int64                `json:"serial"`         // commits since then; the snapshot is sealed for it
	Board    boardRef             `json:"board,omitzero"`
	Old      []boardRef           `json:"old,omitempty"`     // former boards that may still have their buttons
	Nudge    engine.ID            `json:"nudge,omitempty"`   // a mention that has to go
	Reminded mark                 `json:"reminded,omitzero"` // how far, of whose turn it is
	Called   seatNote             `json:"called,omitzero"`   // whom a seat is kept for, and who was told so
	Names    map[engine.ID]string `json:"names,omitempty"`   // of house players
	People   people               `json:"people,omitempty"`  // what the others at the table are called
	Manners  manners              `json:"manners,omitzero"`
	Deeds    []text.AuditEntry    `json:"deeds,omitempty"` // of hosts, the latest last
	Requests []request            `json:"requests,omitempty"`

	Followers []engine.ID `json:"followers,omitempty"`
	Told      told        `json:"told,omitzero"` // to them
	Mirror    mirrorRef   `json:"mirror,omitzero"`
	Shed      []spot      `json:"shed,omitempty"` // messages of mirrors that have to go

	Locale  string              `json:"locale,omitempty"` // of the server, as Discord said last
	Shuffle shuffle             `json:"shuffle,omitzero"`
	Undone  undone              `json:"undone,omitzero"`
	Counted counted             `json:"counted,omitempty"` // what of the hand that ended last is in the stats
	Left    map[engine.ID]int64 `json:"left,omitempty"`    // stacks at the end of the last hand
	Log     []engine.Event      `json:"log,omitempty"`     // of the hand that runs or ran last
	Latest  engine.ID           `json:"latest,omitempty"`  // of the interactions that were taken
	Table   json.RawMessage     `json:"table"`             // engine.Table.Snapshot
}

// recordSchema names the form of a record in its envelope (envelope.go). A record of another schema is refused, never
// guessed at.
const recordSchema = "cardroom/record/2"

// manners are the options of the house that are the bot's to keep, beside those of engine.Rules. Zero is the default.
type manners struct {
	Unasked  bool `json:"unasked,omitempty"`  // a call or all-in for nearly everything is not asked about (R29)
	Unpinged bool `json:"unpinged,omitempty"` // the player to act is not mentioned

	Lang  string `json:"lang,omitempty"`  // locale of what everyone at the table reads; "" is the server's
	Funds funds  `json:"funds,omitempty"` // where chips come from

	Unpainted bool          `json:"unpainted,omitempty"` // the board is text alone
	Theme     picture.Theme `json:"theme,omitempty"`     // of its picture
}

// undone is a hand that the operator made void while the bot was away: the channel is told why (R65).
type undone struct {
	Hand  int64 `json:"hand"`
	Blind bool  `json:"blind,omitempty"` // its cards could not be opened
}

// boardRef is the message that shows the table.
type boardRef struct {
	Message engine.ID     `json:"message"`
	Hand    int64         `json:"hand"`
	Posted  engine.Moment `json:"posted"`
}

// wasBoard says that a message is a former board, which may still have its buttons.
func (r *record) wasBoard(id engine.ID) bool {
	return slices.ContainsFunc(r.Old, func(b boardRef) bool { return b.Message == id })
}

// finished is a hand in the history: what everyone could know, the table at its end, and what its cards are made of.
type finished struct {
	Host    engine.ID            `json:"host"`
	Names   map[engine.ID]string `json:"names,omitempty"`
	Events  []engine.Event       `json:"events"`
	Table   json.RawMessage      `json:"table"`
	Session int64                `json:"session"` // the snapshot is sealed for these two
	Serial  int64                `json:"serial"`
	Owes    int64                `json:"owes,omitempty"`  // as of record
	Proof   *proof               `json:"proof,omitempty"` // of the shuffle
	Last    fair.Hash            `json:"last,omitzero"`   // transcript of the hand; zero where it has no proof
	Voids   int64                `json:"voids,omitempty"` // hands of the channel that were void, up to here
	Counted counted              `json:"counted,omitempty"`
	Left    map[engine.ID]int64  `json:"left,omitempty"` // stacks at its end: it may be stored when some have topped up
}

const handSchema = "cardroom/hand/2"

// shuffle is as much of the shuffle as the history keeps.
func (f *finished) shuffle() *shuffle { return &shuffle{Proof: f.Proof, Last: f.Last, Voids: f.Voids} }

// encode is the record with table t in it, for the version that the store will give it.
func (b *Bot) encode(k store.Key, r record, t *engine.Table) (func(version int64) []byte, error) {
	snapshot, err := t.Snapshot(b.seal(k, r.Session, r.Serial))
	if err != nil {
		return nil, err
	}
	r.Table = snapshot
	body, err := json.Marshal(r)
	return func(version int64) []byte { return b.envelope.wrap(recordSchema, k, version, body) }, err
}

// decode reads a stored record. The error is an *unreadable.
func (b *Bot) decode(stored store.Record) (r record, t engine.Table, err error) {
	body, err := b.envelope.unwrap(recordSchema, stored.Key, stored.Version, stored.Data)
	if err != nil {
		return record{}, t, err
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return record{}, t, refused(stored, err)
	}
	if t, err = engine.Restore(r.Table, b.seal(stored.Key, r.Session, r.Serial), b.redeal(stored.Key, &r.Shuffle)); err != nil {
		return record{}, t, refused(stored, err)
	}
	r.Table, r.Log = nil, longer(r.Log, 0) // what it was read from is not kept
	return r, t, nil
}

// handOf is the history entry of the hand that t has just ended.
func (b *Bot) handOf(k store.Key, r record, t *engine.Table, now time.Time) (store.Hand, error) {
	f := finished{
		Host: r.Host, Names: r.Names, Events: r.Log, Session: r.Session, Serial: r.Serial, Owes: r.Owes,
		Proof: r.Shuffle.Proof, Last: r.Shuffle.Last, Voids: r.Shuffle.Voids, Counted: r.Counted, Left: r.Left,
	}
	snapshot, err := t.Snapshot(b.seal(k, f.Session, f.Serial))
	if err != nil {
		return store.Hand{}, err
	}
	f.Table = snapshot
	body, err := json.Marshal(f)
	number := t.View(0).Hand
	return store.Hand{Number: number, At: now, Data: b.envelope.wrap(handSchema, k, number, body)}, err
}

// seenBy is the table of a hand as somebody may see it, with the stacks that the hand left.
func (f *finished) seenBy(t *engine.Table, who engine.ID) engine.View {
	v := t.View(who)
	for i := range v.Seats {
		if left, known := f.Left[v.Seats[i].Player]; known && v.Seats[i].InHand {
			v.Seats[i].Stack = left
		}
	}
	return v
}

// ended is a hand of the history, and what everyone could see at its end.
func (b *Bot) ended(k store.Key, h store.Hand) (f finished, v engine.View, err error) {
	f, t, err := b.table(k, h)
	if err != nil {
		return f, v, err
	}
	return f, t.View(0), nil
}

// table is a hand of the history, and the table as it left it.
func (b *Bot) table(k store.Key, h store.Hand) (f finished, t engine.Table, err error) {
	if f, err = b.openHand(k, h); err != nil {
		return f, t, err
	}
	if t, err = engine.Restore(f.Table, b.seal(k, f.Session, f.Serial), b.redeal(k, f.shuffle())); err != nil {
		err = fmt.Errorf("hand %d: %w", h.Number, err)
	}
	return f, t, err
}

// openHand is a hand of the history without its table. The error is an *unreadable.
func (b *Bot) openHand(k store.Key, h store.Hand) (f finished, err error) {
	body, err := b.envelope.unwrap(handSchema, k, h.Number, h.Data)
	if err == nil {
		err = json.Unmarshal(body, &f)
	}
	if u, ok := errors.AsType[*unreadable](err); ok {
		u.hand = h.Number
	}
	return f, err
}
