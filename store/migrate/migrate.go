package migrate

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"cardroom/store"
	"cardroom/store/internal/backend"
)

// movedID is the ID of the last change of every table that was moved. Older IDs are not copied.
const movedID = "moved"

// Move copies all that one store holds into another, empty one: tables with their versions, hands, sessions, accounts and
// the ledger, payments, stats, erasures, notes. Then it compares both stores and adds the ledger up. The first store is
// left as it is. Both must have been opened to keep every hand, and nothing else may use either of them meanwhile. An
// error is a sentence for an operator. The second store may hold a part then: delete it before the next attempt.
func Move(ctx context.Context, from, to store.Store) error {
	source, ok := from.(backend.Backend)
	target, movable := to.(backend.Backend)
	if !ok || !movable {
		return errors.New("a store in memory is gone with its process, and cannot be moved; name a file or a Redis server")
	}
	return move(ctx, source, target)
}

func move(ctx context.Context, from, to backend.Backend) error {
	if empty, err := isEmpty(ctx, to); err != nil || !empty {
		return cmp.Or(err, errors.New("the store to move into is not empty; it is left as it is: name another store or delete this one"))
	}
	if empty, err := isEmpty(ctx, from); err != nil || empty {
		return cmp.Or(err, errors.New("the store to move from is empty; check its STORE_URL"))
	}
	for _, err := range from.Tables(ctx) {
		if err != nil {
			return err // before anything is written
		}
	}
	if err := copyAll(ctx, from, to); err != nil {
		return fmt.Errorf("the store is moved in part; delete the second one before the next attempt: %w", err)
	}
	if err := compare(ctx, from, to); err != nil {
		return fmt.Errorf("the moved store differs; keep the first one: %w", err)
	}
	return nil
}

func isEmpty(ctx context.Context, m backend.Backend) (bool, error) {
	guilds, err := m.Guilds(ctx)
	if err != nil {
		return false, err
	}
	notes, err := m.Notes(ctx)
	return len(guilds) == 0 && len(notes) == 0, err
}
