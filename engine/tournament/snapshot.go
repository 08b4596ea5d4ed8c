package tournament

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Schema names the form of a snapshot. It changes whenever an older program could misread a newer snapshot.
const Schema = "cardroom/tournament/1"

// SchemaError is the error of a snapshot in a form that this program does not read. Found is "" if it names none.
type SchemaError struct{ Found, Known string }

func (e *SchemaError) Error() string {
	return fmt.Sprintf("tournament: snapshot has schema %q, this program reads %q", e.Found, e.Known)
}

// DamageError is the error of a snapshot that describes an impossible tournament.
type DamageError struct{ Err error }

func (e *DamageError) Error() string {
	return fmt.Sprintf("tournament: snapshot is damaged: %v", e.Err)
}

func (e *DamageError) Unwrap() error { return e.Err }

// snapshot is the stored form.
type snapshot struct {
	Schema     string `json:"schema"`
	Tournament *state `json:"tournament"`
}

// Snapshot writes the tournament as JSON.
func (t *Tournament) Snapshot() ([]byte, error) { return json.Marshal(snapshot{Schema, &t.s}) }

// Restore reads a snapshot. The error is a *SchemaError or a *DamageError.
func Restore(b []byte) (Tournament, error) {
	var header struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(b, &header); err != nil {
		return Tournament{}, &DamageError{err}
	}
	if header.Schema != Schema {
		return Tournament{}, &SchemaError{header.Schema, Schema}
	}
	var s state
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&snapshot{Tournament: &s}); err != nil {
		return Tournament{}, &DamageError{err}
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Tournament{}, &DamageError{errors.New("text follows the tournament")}
	}
	t := Tournament{s}
	if err := t.Check(); err != nil {
		return Tournament{}, &DamageError{err}
	}
	return t, nil
}

// Check returns nil for a tournament that can be, or an error that says what was found and what was expected. Every tournament
// that New, Apply and Restore return can be.
func (t *Tournament) Check() error {
	s := &t.s
	if err := s.Options.Check(); err != nil {
		return err
	}
	for _, check := range []func(*state) error{checkPhase, checkTables, checkEntries, checkCounts, checkPlaces, checkMoney} {
		if err := check(s); err != nil {
			return err
		}
	}
	return nil
}

func checkPhase(s *state) error {
	if s.Phase < Announced || s.Phase > Cancelled {
		return fmt.Errorf("phase is %d, want %d to %d", s.Phase, Announced, Cancelled)
	}
	if last := len(s.Options.Schedule.Levels) - 1; s.Clock.Level < 0 || s.Clock.Level > last {
		return fmt.Errorf("level is %d, want 0 to %d", s.Clock.Level, last)
	}
	if s.Clock.End != 0 && s.Clock.Left != 0 {
		return fmt.Errorf("the clock runs until %d and stands with %d left", s.Clock.End, s.Clock.Left)
	}
	return nil
}

// checkTables refuses seats that do not hold what their entries say.
func checkTables(s *state) error {
	open := 0
	for i := range s.Tables.Len() {
		t := s.Tables.At(i)
		if t.Open {
			if open >= len(s.Open) || s.Open[open] != i+1 {
				return fmt.Errorf("open tables are %v, and table %d is open", s.Open, i+1)
			}
			open++
		} else if s.Phase != Cancelled && t.taken() != 0 {
			return fmt.Errorf("table %d is closed and has players", i+1)
		}
		if t.Unit < 1 {
			return fmt.Errorf("table %d has chips of %d", i+1, t.Unit)
		}
		if t.Size < 2 || t.Size > maxSeats || t.Dealt&^t.taken() != 0 || t.New&^t.taken() != 0 || t.Silent&^t.taken() != 0 {
			return fmt.Errorf("table %d of size %d has sets %b %b %b of %b", i+1, t.Size, t.Dealt, t.New, t.Silent, t.taken())
		}
		for _, b := range []int8{t.Blinds.Button, t.Blinds.Small, t.Blinds.Big, t.Before.Button, t.Before.Small, t.Before.Big} {
			if b < none || b >= maxSeats {
				return fmt.Errorf("table %d has a blind at seat %d", i+1, b)
			}
		}
		for seat, n := range t.Seats {
			if n == 0 {
				continue
			}
			if n < 0 || n > s.Entries.Len() || seat >= int(t.Size) {
				return fmt.Errorf("seat %d of table %d has entry %d of %d", seat, i+1, n, s.Entries.Len())
			}
			if e := s.entry(n); e.Table != i+1 || int(e.Seat) != seat || e.out() {
				return fmt.Errorf("entry %d is in seat %d of table %d, and says seat %d of table %d", n, seat, i+1, e.Seat, e.Table)
			}
		}
	}
	if open != len(s.Open) {
		return fmt.Errorf("open tables are %v, want %d", s.Open, open)
	}
	return nil
}

// checkEntries refuses an entry that plays without a seat, or has chips that cannot be.
func checkEntries(s *state) error {
	for n := 1; n <= s.Entries.Len(); n++ {
		e := s.entry(n)
		plays := (s.Phase == Seated || s.Phase == Running) && !e.out()
		if plays && (e.Table < 1 || e.Table > s.Tables.Len() || e.Seat < 0 || e.Seat >= maxSeats || s.table(e.Table).Seats[e.Seat] != n) {
			return fmt.Errorf("entry %d is not in seat %d of table %d", n, e.Seat, e.Table)
		}
		if e.Stack < 0 || e.Prize < 0 || plays && e.Stack == 0 && !s.Round.On {
			return fmt.Errorf("entry %d has %d chips and a prize of %d", n, e.Stack, e.Prize)
		}
	}
	return nil
}

// checkCounts refuses sums that are not those of the entries and tables.
func checkCounts(s *state) error {
	var c counts
	chips := int64(0)
	for n := 1; n <= s.Entries.Len(); n++ {
		e := s.entry(n)
		chips += e.Stack
		if e.out() {
			c.Out++
			continue
		}
		c.Alive++
		if e.House == 0 {
			c.People++
		}
		if e.absent() {
			c.Absent++
		}
		if e.Struck {
			c.Struck++
		}
	}
	for i := range s.Tables.Len() {
		if s.Tables.At(i).runs() {
			c.Running++
		}
	}
	c.Redrawn, c.Final, c.Gone = s.Count.Redrawn, s.Count.Final, s.Count.Gone
	if c != s.Count {
		return fmt.Errorf("counts are %+v, want %+v", s.Count, c)
	}
	if want := int64(s.Entries.Len()) * s.Options.Stack; chips+s.Count.Gone != want { // T124
		return fmt.Errorf("%d chips are at tables and %d are gone, want %d", chips, s.Count.Gone, want)
	}
	return nil
}

// checkPlaces refuses places with a gap or an overlap (T59).
func checkPlaces(s *state) error {
	groups := make([]int, s.Entries.Len())
	for n := 1; n <= s.Entries.Len(); n++ {
		if e := s.entry(n); e.out() {
			if e.Before < 0 || e.Tied < 0 || e.Before+e.Tied > s.Count.Out {
				return fmt.Errorf("entry %d went out after %d with %d of %d", n, e.Before, e.Tied, s.Count.Out)
			}
			groups[e.Before]++
		}
	}
	for n := 1; n <= s.Entries.Len(); n++ {
		e := s.entry(n)
		if e.out() && groups[e.Before] != e.Tied {
			return fmt.Errorf("%d entries went out after %d, want %d", groups[e.Before], e.Before, e.Tied)
		}
	}
	for i := 0; i < s.Count.Out; i += groups[i] {
		if groups[i] == 0 {
			return fmt.Errorf("no entry went out after %d of %d", i, s.Count.Out)
		}
	}
	return nil
}

// checkMoney refuses prizes that are not those of the pool (T72, T124).
func checkMoney(s *state) error {
	m := &s.Money
	if s.over() && m.Escrow != 0 || m.Escrow < 0 {
		return fmt.Errorf("%d are in the escrow", m.Escrow)
	}
	if !s.Clock.Closed {
		return nil
	}
	sum := int64(0)
	for _, a := range m.Amounts {
		sum += a
	}
	if sum != m.Pool || len(m.Amounts) == 0 {
		return fmt.Errorf("prizes %d add up to %d, want %d", m.Amounts, sum, m.Pool)
	}
	return nil
}
