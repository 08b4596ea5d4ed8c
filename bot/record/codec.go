package record

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"cardroom/bot/shuffle"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/internal/fastjson"
	"cardroom/store"
)

// Codec reads and writes stored tables and hands.
type Codec struct {
	Envelope Envelope
	Keys     shuffle.Keys
}

// NewCodec returns the codec of a key of [shuffle.KeySize] bytes.
func NewCodec(key []byte, seed *uint64) (Codec, error) {
	ks, err := shuffle.NewKeys(key, seed)
	return Codec{Envelope: NewEnvelope(key), Keys: ks}, err
}

// NewKeylessCodec returns a codec for an audit where the key is missing. It opens no table and no hand, and its errors say why.
func NewKeylessCodec() (Codec, error) {
	key := make([]byte, shuffle.KeySize)
	rand.Read(key)
	c, err := NewCodec(key, nil)
	c.Envelope.keyID = ""
	return c, err
}

// EncodeTable returns a function that encodes the record, with table t in it, for the version that the store assigns.
func (c *Codec) EncodeTable(k store.Key, r Table, t *engine.Table) (func(version int64) []byte, error) {
	snapshot, err := t.Snapshot(c.Keys.Snapshot(k, r.Session, r.Serial))
	if err != nil {
		return nil, err
	}
	r.Table = snapshot
	schema := r.schema()
	data, err := fastjson.MarshalAfter(c.Envelope.lineOf(schema), &r)
	kept := false
	return func(version int64) []byte {
		if kept { // a store may have the last one
			data = bytes.Clone(data)
		}
		kept = true
		c.Envelope.fill(schema, k, version, data)
		return data
	}, err
}

// SealsNote returns the name of the note that keeps a closed table's seals. They are already posted in the channel, so the
// channel's next table uses those left over. No hand number is skipped or sealed twice.
func SealsNote(k store.Key) string { return fmt.Sprintf("seals/%d/%d", k.Guild, k.Channel) }

// sealsSchema is the schema of the seals that a closed table leaves, in their envelope.
const sealsSchema = "cardroom/seals/1"

// EncodeSeals encodes the seals that a table leaves when it closes, and the number of the last hand that the store has lost.
func (c *Codec) EncodeSeals(k store.Key, s *shuffle.State) (string, error) {
	left := shuffle.State{Seals: s.Seals, Used: s.Used}
	if s.Replaces() {
		left.Former = s.Former
	}
	body, err := json.Marshal(left)
	if err != nil {
		return "", err
	}
	return string(c.Envelope.Wrap(sealsSchema, k, 0, body)), nil
}

// DecodeSeals decodes the result of EncodeSeals. The error says why the key cannot open it. Then s has the hands and the root of the
// clear text, which no key has checked: use them only to find the message in the channel.
func (c *Codec) DecodeSeals(k store.Key, note string) (s shuffle.State, err error) {
	body, err := c.Envelope.Unwrap(sealsSchema, k, 0, []byte(note))
	if err == nil {
		err = json.Unmarshal(body, &s)
	}
	if err == nil && s.Message != 0 {
		_, err = c.Keys.BatchSecret(k, &s)
	}
	if u, ok := errors.AsType[*UnreadableError](err); ok {
		err = u.Err // the error's advice about an open table does not apply here
	}
	if err != nil {
		var clear shuffle.State
		_, _, _, body = SplitEnvelope([]byte(note))
		if json.Unmarshal(body, &clear) == nil {
			s = shuffle.State{Seals: shuffle.Seals{First: clear.First, Size: clear.Size, Root: clear.Root}}
		}
	}
	return s, err
}

// DecodeTable decodes a stored record. The error is an [UnreadableError].
func (c *Codec) DecodeTable(stored store.Record) (r Table, t engine.Table, err error) {
	schema, _, _, _ := SplitEnvelope(stored.Data)
	if schema != TournamentSchema {
		schema = TableSchema
	}
	body, err := c.Envelope.Unwrap(schema, stored.Key, stored.Version, stored.Data)
	if err != nil {
		return Table{}, t, err
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return Table{}, t, Unreadable(stored, err)
	}
	if t, err = engine.Restore(r.Table, c.Keys.Snapshot(stored.Key, r.Session, r.Serial), c.Keys.Redeal(stored.Key, &r.Shuffle)); err != nil {
		return Table{}, t, Unreadable(stored, err)
	}
	r.Table, r.Log = nil, CopyLog(r.Log, 0) // release the buffer that they were decoded from
	return r, t, nil
}

// EncodeHand returns the history entry of the hand that t has just ended.
func (c *Codec) EncodeHand(k store.Key, r Table, t *engine.Table, now time.Time) (store.Hand, error) {
	f := Hand{
		Host: r.Host, Names: r.Names, Events: r.Log, Session: r.Session, Serial: r.Serial, Owes: r.Owes,
		Proof: r.Shuffle.Proof, Last: r.Shuffle.Last, Voids: r.Shuffle.Voids, StatsMode: r.StatsMode, Left: r.Left, Tournament: r.Event != nil,
	}
	snapshot, err := t.Snapshot(c.Keys.Snapshot(k, f.Session, f.Serial))
	if err != nil {
		return store.Hand{}, err
	}
	number := t.View(0).Hand
	f.Table, f.Leftover, f.AfterLost = snapshot, r.Leftover == number, number > 1 && r.Shuffle.Used == number-1
	f.Unplaced = r.Unplaced == number
	body, err := fastjson.Marshal(&f)
	return store.Hand{Number: number, At: now, Data: c.Envelope.Wrap(HandSchema, k, number, body)}, err
}

// SeenBy returns the table of a hand as a user may see it, with the stacks at the end of the hand.
func (f *Hand) SeenBy(t *engine.Table, who engine.ID) engine.View {
	v := t.View(who)
	for i := range v.Seats {
		if left, known := f.Left[v.Seats[i].Player]; known && v.Seats[i].InHand {
			v.Seats[i].Stack = left
		}
	}
	return v
}

// Ended decodes a hand of the history and returns the public view at its end. The error is an [UnreadableError].
func (c *Codec) Ended(k store.Key, h store.Hand) (f Hand, v engine.View, err error) {
	f, t, err := c.Open(k, h)
	if err != nil {
		return f, v, err
	}
	return f, t.View(0), nil
}

// Open decodes a hand of the history and the table at its end, with the cards that were shown later. The error is an [UnreadableError].
func (c *Codec) Open(k store.Key, h store.Hand) (f Hand, t engine.Table, err error) {
	if f, err = c.DecodeHand(k, h); err != nil {
		return f, t, err
	}
	if t, err = engine.Restore(f.Table, c.Keys.Snapshot(k, f.Session, f.Serial), c.Keys.Redeal(k, f.ShuffleState())); err != nil {
		return f, t, unreadableHand(k, h, err)
	}
	return f, withShows(t, f.Events), nil
}

// withShows returns the table at the end of a hand with the cards that its players showed later, by its events. A hand that an earlier
// version stored anew has them in its table: then the engine refuses to show them again.
func withShows(t engine.Table, events []engine.Event) engine.Table {
	over := false
	for _, e := range events {
		if over = over || e.Kind.EndsHand(); !over || e.Kind != engine.Shown {
			continue
		}
		c := engine.Show{Player: e.Player, Turn: t.View(0).Turn, At: e.At}
		for i, one := range e.Cards {
			if one != card.None {
				c.Cards |= 1 << i
			}
		}
		if next, _, err := t.Apply(c, nil); err == nil {
			t = next
		}
	}
	return t
}

// Shows returns those of the events in which players show cards.
func Shows(events []engine.Event) (shows []engine.Event) {
	for _, e := range events {
		if e.Kind == engine.Shown {
			shows = append(shows, e)
		}
	}
	return shows
}

// AddShows adds the events of cards shown late to the latest hand of a history, and returns it. It returns nothing where the history has
// lost that hand. All else stays as it was at the end of the hand, its table too: Open adds the cards to that. The error is an
// [UnreadableError].
func (c *Codec) AddShows(k store.Key, latest []store.Hand, shows []engine.Event) ([]store.Hand, error) {
	if len(latest) == 0 || latest[0].Number != shows[0].Hand {
		return nil, nil
	}
	h := latest[0]
	f, err := c.DecodeHand(k, h)
	if err != nil {
		return nil, err
	}
	f.Events = append(f.Events, shows...)
	body, err := fastjson.Marshal(&f)
	h.Data = c.Envelope.Wrap(HandSchema, k, h.Number, body)
	return []store.Hand{h}, err
}

// DecodeHand decodes a hand of the history without its table. The error is an [UnreadableError].
func (c *Codec) DecodeHand(k store.Key, h store.Hand) (f Hand, err error) {
	body, err := c.Envelope.Unwrap(HandSchema, k, h.Number, h.Data)
	if err == nil {
		err = json.Unmarshal(body, &f)
	}
	if err != nil {
		err = unreadableHand(k, h, err)
	}
	return f, err
}

// Receipt returns the receipt of a hand of the history. The error is an [UnreadableError] of a hand that cannot be read.
func (c *Codec) Receipt(k store.Key, h store.Hand) (*shuffle.Receipt, error) {
	f, v, err := c.Ended(k, h)
	if err != nil {
		return nil, err
	}
	return c.Keys.Receipt(k, f.Proof, v, f.Events)
}

// CopyLog returns a copy of the log with room for that number of further events and no spare capacity. The log is the
// largest part of a table in memory.
func CopyLog(log []engine.Event, events int) []engine.Event {
	return append(make([]engine.Event, 0, len(log)+events), log...)
}
