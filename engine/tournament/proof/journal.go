package proof

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"sync"

	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/draw"
	"cardroom/engine/tournament/setup"
)

// mostOpen is how many bytes of lines a journal keeps as they are, before it compresses them.
const mostOpen = 3 << 10

// Journal keeps the commands of a tournament from the first one on, to make the [Result] of them. A copy shares nothing that
// can change.
type Journal struct {
	Made    engine.Moment `json:"made"`
	Options setup.Options `json:"options"`          // when it was made
	Packed  [][]byte      `json:"packed,omitempty"` // lines, compressed
	Open    []byte        `json:"open,omitempty"`   // the lines since then
	Count   int           `json:"count,omitempty"`  // of all lines
	Before  int           `json:"before,omitempty"` // lines before the message of the start, which the draws wait for
	Skips   []Skip        `json:"skips,omitempty"`  // but for those before the first hand of a table
}

// Add adds a command that was carried out.
func (j *Journal) Add(c tournament.Command) error {
	line, err := json.Marshal(Line{c})
	if err != nil {
		return err
	}
	j.Open = slices.Concat(j.Open, line, []byte("\n"))
	j.Count++
	if len(j.Open) < mostOpen {
		return nil
	}
	packed, err := pack(j.Open)
	if err == nil {
		j.Packed, j.Open = append(slices.Clip(j.Packed), packed), nil
	}
	return err
}

// packer compresses the lines of all journals. It takes most of a megabyte, and is needed once in some hands.
var packer struct {
	sync.Mutex
	*flate.Writer
}

// pack compresses lines.
func pack(lines []byte) ([]byte, error) {
	packer.Lock()
	defer packer.Unlock()
	if packer.Writer == nil {
		packer.Writer, _ = flate.NewWriter(nil, flate.BestCompression) // there is that level
	}
	var packed bytes.Buffer
	packer.Reset(&packed)
	if _, err := packer.Write(lines); err != nil {
		return nil, err
	}
	err := packer.Close()
	return packed.Bytes(), err
}

// Announce remembers that the message of the start stands: from now on there are draws.
func (j *Journal) Announce() { j.Before = j.Count }

// Number notes the number that the receipt of a hand has, and that of the table's hand before it. Most numbers follow each other, and
// those before the first hand are known from the last one (see [Journal.Result]).
func (j *Journal) Number(started tournament.Event, before, number int64) {
	if j != nil && started.Hand > 1 && number > before+1 {
		j.Skips = append(slices.Clip(j.Skips), Skip{started.Table, started.Hand, uint64(number - before - 1)})
	}
}

// Lines returns all commands, the first one first. The error says that the journal is damaged.
func (j *Journal) Lines() (all []Line, err error) {
	var readers []io.Reader
	for _, packed := range j.Packed {
		readers = append(readers, flate.NewReader(bytes.NewReader(packed)))
	}
	d := json.NewDecoder(io.MultiReader(append(readers, bytes.NewReader(j.Open))...))
	for {
		var l Line
		switch err := d.Decode(&l); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("journal of a tournament, line %d: %w", len(all)+1, err)
		}
		all = append(all, l)
	}
}

// Result returns the file of a tournament that is over. Sealed is the message with the seal; tables are by number. The error
// says which command of the journal the rules refuse.
func (j *Journal) Result(seed fair.Secret, start *draw.Start, sealed fair.ID, tables ...Place) (*Result, error) {
	lines, err := j.Lines()
	if err != nil {
		return nil, err
	}
	r := &Result{
		Scheme: Scheme, Tournament: start.Tournament, Seed: fair.Hash(seed), Seal: draw.Seal(start.Tournament, seed), Sealed: sealed,
		Started: start.Message, Entries: start.Entries, Made: j.Made, Options: j.Options, Before: j.Before, Commands: lines,
	}
	var report Report
	events := replay(&report, r)
	if len(report.Faults) > 0 {
		return nil, errors.New("journal of a tournament: " + report.Faults[0])
	}
	r.Uses = Uses(events)
	for i, t := range tables {
		r.Tables = append(r.Tables, t.ID)
		r.Skips = append(r.Skips, j.skips(i+1, t.Last, events)...)
	}
	return r, nil
}

// skips returns the numbers that a table's receipts skip, from the number of its newest one.
func (j *Journal) skips(table int, last int64, events []tournament.Event) (all []Skip) {
	hands, first := int64(0), last
	for _, e := range events {
		if e.Kind == tournament.HandStarted && e.Table == table {
			hands++
			first--
		}
	}
	for _, s := range j.Skips {
		if s.Table == table {
			all = append(all, s)
			first -= int64(s.Numbers)
		}
	}
	if hands > 0 && first > 0 {
		all = slices.Insert(all, 0, Skip{table, 1, uint64(first)})
	}
	return all
}

// Line is a command that was carried out, as it is stored.
type Line struct{ Command tournament.Command }

// line is the written form.
type line struct {
	Do   string          `json:"do"`
	With json.RawMessage `json:"with"`
}

// known returns a command of each type, by name.
func known() map[string]tournament.Command {
	all := map[string]tournament.Command{}
	for _, c := range []tournament.Command{
		tournament.Register{}, tournament.Restart{}, tournament.Unregister{}, tournament.Admit{}, tournament.Skip{},
		tournament.CheckIn{}, tournament.Press{}, tournament.TimeOut{}, tournament.Leave{}, tournament.StartNow{}, tournament.Begin{},
		tournament.StartHand{}, tournament.EndHand{}, tournament.VoidHand{}, tournament.Tick{}, tournament.CreditDowntime{},
		tournament.Pause{}, tournament.Resume{}, tournament.Cancel{}, tournament.Disqualify{}, tournament.CloseEntries{}, tournament.Warn{}, tournament.LoseTable{}, tournament.FindTable{},
		tournament.Change{}, tournament.Rebuy{}, tournament.Decline{}, tournament.AddOn{},
		tournament.AskDeal{}, tournament.AgreeDeal{}, tournament.RefuseDeal{},
	} {
		all[reflect.TypeOf(c).Name()] = c
	}
	return all
}

// MarshalJSON writes the command after its name.
func (l Line) MarshalJSON() ([]byte, error) {
	with, err := json.Marshal(l.Command)
	if err != nil {
		return nil, err
	}
	return json.Marshal(line{reflect.TypeOf(l.Command).Name(), with})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (l *Line) UnmarshalJSON(b []byte) error {
	var w line
	if err := json.Unmarshal(b, &w); err != nil {
		return err
	}
	c, ok := known()[w.Do]
	if !ok {
		return fmt.Errorf("no command %q", w.Do)
	}
	into := reflect.New(reflect.TypeOf(c))
	d := json.NewDecoder(bytes.NewReader(w.With))
	d.DisallowUnknownFields()
	if err := d.Decode(into.Interface()); err != nil {
		return err
	}
	l.Command = into.Elem().Interface().(tournament.Command)
	return nil
}
