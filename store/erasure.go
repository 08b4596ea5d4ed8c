package store

import (
	"time"

	"cardroom/engine"
)

// ErasureRequest is the wish of a person to be forgotten in a guild. IDs are shared with payments.
type ErasureRequest struct {
	Guild  engine.ID
	ID     string // takes effect once; not empty
	Person engine.ID
	At     time.Time // of all moments of a person the latest is kept, to the millisecond
	Epoch  int64     // as of a Change
}
