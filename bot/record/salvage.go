package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"cardroom/engine"
	"cardroom/store"
)

// Salvage returns the table of a damaged record from its clear text, with the unfinished hand undone.
func Salvage(stored store.Record, now engine.Moment, why error) (r Table, t engine.Table, events []engine.Event, err error) {
	schema, _, _, body := SplitEnvelope(stored.Data)
	if schema != TableSchema && schema != TournamentSchema {
		return r, t, nil, why
	}
	read := json.NewDecoder(bytes.NewReader(body))
	read.DisallowUnknownFields() // a damaged name would silently drop its field, such as the chip source
	if err := read.Decode(&r); err != nil {
		return r, t, nil, withoutVoid(why, fmt.Errorf("its clear text is unreadable too: %w", err))
	}
	if schema != r.schema() {
		return r, t, nil, withoutVoid(why, errors.New("its clear text is of another kind of table"))
	}
	if !r.Extras.Funds.Known() {
		return r, t, nil, withoutVoid(why, fmt.Errorf("the source of its chips is unknown: %.20q", r.Extras.Funds))
	}
	t, events, err = engine.Undo(r.Table, now, nil)
	if err != nil {
		return r, t, nil, withoutVoid(why, fmt.Errorf("its chips are unknown: %w", err))
	}
	return r, t, events, nil
}
