package record

import (
	"errors"
	"fmt"

	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/store"
)

// These are the reasons why stored data cannot be read.
var (
	errSchema   = errors.New("another version of the program wrote it")
	errOtherKey = errors.New("another key encrypted it")
	errNoKey    = errors.New("it cannot be opened without the key")
	errChanged  = errors.New("its bytes changed after writing, or it belongs to another place in the store")
)

// UnreadableError reports why this program cannot read a stored table or hand. The data stays unchanged.
type UnreadableError struct {
	key          store.Key
	hand         int64  // of the history; 0 for the table itself
	found, known string // schemas
	noVoid       bool   // its clear text does not tell the chips either
	Err          error
}

func (e *UnreadableError) Unwrap() error { return e.Err }

func (e *UnreadableError) Error() string {
	subject := fmt.Sprintf("table %d in guild %d", e.key.Channel, e.key.Guild)
	if e.hand != 0 {
		subject = fmt.Sprintf("hand %d of %s", e.hand, subject)
	}
	if e.found != e.known {
		subject += fmt.Sprintf(" (schema found %.60q, schema known %q)", e.found, e.known)
	}
	return fmt.Sprintf("%s: %v; it is left as it is: %s", subject, e.Err, e.remedy())
}

// remedy returns the operator's remedies.
func (e *UnreadableError) remedy() string {
	void := ", or give its chips back with cardroom doctor --void " + fmt.Sprint(uint64(e.key.Channel))
	if damage, ok := errors.AsType[*store.DamagedError](e.Err); e.hand != 0 || e.noVoid || ok && damage.NoVersion {
		void = ""
	}
	switch {
	case errors.Is(e.Err, errSchema):
		return "start the version that wrote it, or put a backup back"
	case errors.Is(e.Err, errOtherKey), errors.Is(e.Err, errNoKey):
		return "give the program its former key (CARDROOM_SEAL_KEY, the key file, or with Redis the token)" + void
	}
	return "put a backup back" + void
}

// Damaged reports whether no further try would read a record or a hand: the store or this program found it damaged.
func Damaged(err error) bool {
	_, unreadable := errors.AsType[*UnreadableError](err)
	_, damaged := errors.AsType[*store.DamagedError](err)
	return unreadable || damaged
}

// OtherKey reports whether a record cannot be read because another key encrypted it.
func OtherKey(err error) bool { return errors.Is(err, errOtherKey) }

// Unreadable returns the [UnreadableError] of a table that the store or the engine cannot read.
func Unreadable(stored store.Record, err error) error {
	found, _, _, _ := SplitEnvelope(stored.Data)
	u := &UnreadableError{key: stored.Key, found: found, known: TableSchema, Err: err}
	if found == TournamentSchema {
		u.known = TournamentSchema
	}
	u.takeSchemas(err)
	return u
}

// withoutVoid adds to why a table cannot be read the fault of its clear text. Its remedies lack cardroom doctor --void, which needs that text.
func withoutVoid(why, fault error) error {
	u, ok := errors.AsType[*UnreadableError](why)
	if !ok {
		return fault
	}
	further := *u
	further.noVoid, further.Err = true, fmt.Errorf("%w; %w", u.Err, fault)
	return &further
}

// unreadableHand returns the [UnreadableError] of a hand of the history that the store or the engine cannot read.
func unreadableHand(k store.Key, h store.Hand, err error) error {
	u, ok := errors.AsType[*UnreadableError](err)
	if !ok {
		found, _, _, _ := SplitEnvelope(h.Data)
		u = &UnreadableError{key: k, found: found, known: HandSchema, Err: err}
		u.takeSchemas(err)
	}
	u.hand = h.Number
	return u
}

// takeSchemas takes over the schemas that the engine found and knows, if those differ.
func (e *UnreadableError) takeSchemas(err error) {
	if schema, ok := errors.AsType[*engine.SchemaError](err); ok {
		e.found, e.known, e.Err = schema.Found, schema.Known, errSchema
	}
	if schema, ok := errors.AsType[*tournament.SchemaError](err); ok {
		e.found, e.known, e.Err = schema.Found, schema.Known, errSchema
	}
}
