package bot

import (
	"encoding/json"
	"fmt"
	"time"

	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/store"
)

// record is a table as this program keeps it between two commits: the engine's table and what Discord shows of it.
type record struct {
	Schema   string               `json:"schema"`
	Host     engine.ID            `json:"host"`
	Session  int64                `json:"session"` // which opening of this channel's table: the moment it was opened
	Serial   int64                `json:"serial"`  // commits since then; the snapshot is sealed for it
	Before   int64                `json:"before"`  // the store's versions before then, known from the second commit on
	Board    boardRef             `json:"board,omitzero"`
	Old      []boardRef           `json:"old,omitempty"`     // former boards that may still have their buttons
	Nudge    engine.ID            `json:"nudge,omitempty"`   // a mention that has to go
	Reminded mark                 `json:"reminded,omitzero"` // how far, of whose turn it is
	Called   seatNote             `json:"called,omitzero"`   // whom a seat is kept for, and who was told so
	Names    map[engine.ID]string `json:"names,omitempty"`   // of house players
	Manners  manners              `json:"manners,omitzero"`
	Shuffle  shuffle              `json:"shuffle,omitzero"`
	Log      []engine.Event       `json:"log,omitempty"` // of the hand that runs or ran last
	Table    json.RawMessage      `json:"table"`         // engine.Table.Snapshot
}

// recordSchema names the form of a record. A record of another schema is refused, never guessed at.
const recordSchema = "cardroom/record/2"

// manners are the options of the house that are the bot's to keep, beside those of engine.Rules. Zero is the default.
type manners struct {
	Unasked  bool `json:"unasked,omitempty"`  // a call or all-in for nearly everything is not asked about (R29)
	Unpinged bool `json:"unpinged,omitempty"` // the player to act is not mentioned
}

// boardRef is the message that shows the table.
type boardRef struct {
	Message engine.ID     `json:"message"`
	Hand    int64         `json:"hand"`
	Posted  engine.Moment `json:"posted"`
}

// finished is a hand in the history: what everyone could know, the table at its end, and what its cards are made of.
type finished struct {
	Schema  string               `json:"schema"`
	Host    engine.ID            `json:"host"`
	Names   map[engine.ID]string `json:"names,omitempty"`
	Events  []engine.Event       `json:"events"`
	Table   json.RawMessage      `json:"table"`
	Session int64                `json:"session"` // the snapshot is sealed for these two
	Serial  int64                `json:"serial"`
	Proof   *proof               `json:"proof,omitempty"` // of the shuffle
	Last    fair.Hash            `json:"last,omitzero"`   // transcript of the hand; zero where it has no proof
	Voids   int64                `json:"voids,omitempty"` // hands of the channel that were void, up to here
}

const handSchema = "cardroom/hand/2"

// shuffle is as much of the shuffle as the history keeps.
func (f *finished) shuffle() *shuffle { return &shuffle{Proof: f.Proof, Last: f.Last, Voids: f.Voids} }

// encode is the record with table t in it.
func (b *Bot) encode(k store.Key, r record, t *engine.Table) ([]byte, error) {
	snapshot, err := t.Snapshot(b.seal(k, r.Session, r.Serial, &r.Shuffle))
	if err != nil {
		return nil, err
	}
	r.Schema, r.Table = recordSchema, snapshot
	return json.Marshal(r)
}

// decode reads a stored record. Its errors name the table and say what was found. A record that was put back in the
// place of a later one is refused: its serial does not fit the version.
func (b *Bot) decode(stored store.Record) (record, engine.Table, error) {
	var r record
	refuse := func(format string, a ...any) (record, engine.Table, error) {
		return record{}, engine.Table{}, fmt.Errorf("table %d: "+format, append([]any{stored.Channel}, a...)...)
	}
	if err := json.Unmarshal(stored.Data, &r); err != nil {
		return refuse("not a table record: %w", err)
	}
	if r.Schema != recordSchema {
		return refuse("schema %q, this program reads %q", r.Schema, recordSchema)
	}
	if r.Serial > 1 && r.Before+r.Serial != stored.Version {
		return refuse("the record is of version %d, not of %d", r.Before+r.Serial, stored.Version)
	}
	t, err := engine.Restore(r.Table, b.seal(stored.Key, r.Session, r.Serial, &r.Shuffle), b.redeal(stored.Key, &r.Shuffle))
	if err != nil {
		return refuse("%w", err)
	}
	return r, t, nil
}

// handOf is the history entry of the hand that t has just ended.
func (b *Bot) handOf(k store.Key, r record, t *engine.Table, now time.Time) (store.Hand, error) {
	f := finished{
		Schema: handSchema, Host: r.Host, Names: r.Names, Events: r.Log, Session: r.Session, Serial: r.Serial,
		Proof: r.Shuffle.Proof, Last: r.Shuffle.Last, Voids: r.Shuffle.Voids,
	}
	snapshot, err := t.Snapshot(b.seal(k, f.Session, f.Serial, f.shuffle()))
	if err != nil {
		return store.Hand{}, err
	}
	f.Table = snapshot
	data, err := json.Marshal(f)
	return store.Hand{Number: t.View(0).Hand, At: now, Data: data}, err
}

// ended is a hand of the history, and what everyone could see at its end.
func (b *Bot) ended(k store.Key, h store.Hand) (f finished, v engine.View, err error) {
	if err := json.Unmarshal(h.Data, &f); err != nil {
		return f, v, fmt.Errorf("hand %d: %w", h.Number, err)
	}
	if f.Schema != handSchema {
		return f, v, fmt.Errorf("hand %d: schema %q, this program reads %q", h.Number, f.Schema, handSchema)
	}
	t, err := engine.Restore(f.Table, b.seal(k, f.Session, f.Serial, f.shuffle()), b.redeal(k, f.shuffle()))
	if err != nil {
		return f, v, fmt.Errorf("hand %d: %w", h.Number, err)
	}
	return f, t.View(0), nil
}
