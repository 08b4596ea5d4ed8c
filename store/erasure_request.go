package store

import (
	"time"

	"cardroom/engine"
)

// ErasureRequest asks a guild to forget a person. It shares the namespace of its IDs with payments.
type ErasureRequest struct {
	Guild  engine.ID
	ID     string // idempotency key; not empty
	Person engine.ID
	At     time.Time // the latest of a person's requests counts, to the millisecond
	Epoch  int64     // as in a Change
}
