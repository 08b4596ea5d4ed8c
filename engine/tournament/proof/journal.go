package proof

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"cardroom/engine/tournament"
)

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
		tournament.Pause{}, tournament.Resume{}, tournament.Cancel{}, tournament.Disqualify{}, tournament.CloseEntries{},
		tournament.Change{}, tournament.Rebuy{}, tournament.Decline{}, tournament.AddOn{},
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
