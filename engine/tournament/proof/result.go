package proof

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/draw"
	"cardroom/engine/tournament/setup"
)

// Scheme is the scheme of the draws that this package knows.
const Scheme = "tour/1"

// Result is the file of a tournament that is over. Nothing in it is secret any more.
type Result struct {
	Scheme     string        `json:"scheme"`
	Tournament fair.ID       `json:"tournament"`
	Seed       fair.Hash     `json:"seed"`
	Seal       fair.Hash     `json:"seal"`
	Sealed     fair.ID       `json:"sealed"`           // message with the seal
	Started    fair.ID       `json:"started"`          // message that announced the start
	Entries    []fair.ID     `json:"entries"`          // persons at the start, in the order in which they entered
	Tables     []fair.ID     `json:"tables,omitempty"` // by number, as receipts of their hands name them
	Skips      []Skip        `json:"skips,omitempty"`  // by table and hand; none where each table's receipts count from 1
	Uses       []Use         `json:"uses"`
	Made       engine.Moment `json:"made"`
	Options    setup.Options `json:"options"`          // when it was made
	Before     int           `json:"before,omitempty"` // commands before the message of the start: no draw can be among them
	Commands   []Line        `json:"commands"`
}

// Use is one draw: of the numbers from 0 to Of-1 one, or all in an order.
type Use struct {
	Use    string `json:"use"`
	Of     int    `json:"of"`
	Values []int  `json:"values"`
}

// Skip is the numbers between the receipts of two hands of a tournament, or before the first one of a table. Those before the first
// are of hands that the table's channel had earlier. Later ones are of hands that the store has lost.
type Skip struct {
	Table   int    `json:"table"`
	Hand    int64  `json:"hand"`    // that comes after them; the director counts the hands of each table from 1
	Numbers uint64 `json:"numbers"` // how many
}

// Place is a table of a tournament, as its receipts name it.
type Place struct {
	ID   fair.ID
	Last int64 // number of its newest hand
}

// Uses returns the draws of events, in their order.
func Uses(events []tournament.Event) (uses []Use) {
	for _, e := range events {
		if e.Kind == tournament.Drawn {
			uses = append(uses, Use{e.Draw, e.Of, e.Values})
		}
	}
	return uses
}

// Start returns the inputs of the draws beside the seed.
func (r *Result) Start() *draw.Start {
	return &draw.Start{Tournament: r.Tournament, Message: r.Started, Entries: r.Entries}
}

// JSON returns the file.
func (r *Result) JSON() ([]byte, error) { return json.Marshal(r) }

// IsResult reports whether a file says that it is the result of a tournament, of any version.
func IsResult(data []byte) bool {
	var of struct{ Scheme string }
	return json.Unmarshal(data, &of) == nil && strings.HasPrefix(of.Scheme, "tour/")
}

// Read reads a file. There is one way to write one, but for white space between its parts.
func Read(data []byte) (*Result, error) {
	var r Result
	if err := read(data, &r); err != nil {
		return nil, fmt.Errorf("not the result of a tournament: %w", err)
	}
	return &r, nil
}

// mostBytes limits a result's file: it has room for some 12,000 hands. Decoded, a file may take a hundred times its size.
const mostBytes = 2 << 20

func read(data []byte, r *Result) error {
	if len(data) > mostBytes {
		return fmt.Errorf("it has %d bytes, and at most %d are read", len(data), mostBytes)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(r); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("text follows it")
	}
	switch {
	case r.Scheme != Scheme:
		return fmt.Errorf("scheme %q; there is %q", r.Scheme, Scheme)
	case r.Tournament == 0 || r.Sealed == 0 || r.Started == 0:
		return errors.New("tournament, sealed and started must be ids")
	}
	written, err := r.JSON()
	if err != nil {
		return err
	}
	var given bytes.Buffer
	if err := json.Compact(&given, data); err != nil {
		return err
	}
	if !bytes.Equal(given.Bytes(), written) {
		return errors.New("a field is there twice, out of order, or not written plainly")
	}
	return nil
}
