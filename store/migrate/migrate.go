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

// partNote is a note of a store that holds part of another one, until all of it is copied and compared.
const partNote = "move in progress"

// Errors of Move for a store that does not fit. They do not name it.
var (
	ErrEmpty    = errors.New("the store to move from is empty; check its address")
	ErrNotEmpty = errors.New("the store to move into is not empty; it is left as it is: name an empty store")
)

// CheckWhole returns an error for a store that holds part of another one, because its move failed or was ended.
func CheckWhole(ctx context.Context, s store.Store) error {
	note, err := s.Note(ctx, partNote)
	if err == nil && note != "" {
		err = errors.New("it holds only part of another store, because cardroom move did not finish; use the other one, or delete this one " +
			"and move again")
	}
	return err
}

// Move copies all that one store holds into another, empty one: tables with their versions, hands, sessions, accounts and
// the ledger, payments, stats, erasures, notes. Then it compares both stores and adds the ledger up. The first store is
// left as it is, but for leases: Move holds those of both, so it is refused beside a bot that plays on either, and none begins
// meanwhile. It opens the second one, which it does not close, only once it may move. Both must keep every hand. Owner is the
// name of this process, as in [store.Lease]. An error is a sentence for an operator. With [store.ErrPart] the second store may
// hold a part, and CheckWhole refuses it: delete it before the next attempt.
func Move(ctx context.Context, from store.Store, openTo func(context.Context) (store.Store, error), owner string) (err error) {
	ctx, end := context.WithCancelCause(ctx)
	m := mover{owner: owner, end: end}
	defer func() {
		if fenced, ok := errors.AsType[*store.FencedError](context.Cause(ctx)); ok && err != nil {
			err = fmt.Errorf("%w: %w", err, fenced)
		}
		m.release(context.WithoutCancel(ctx))
	}()
	source, err := m.reserve(ctx, from, checkSource)
	if err != nil {
		return err
	}
	for _, err := range source.Tables(ctx) {
		if err != nil {
			return err // before anything is written
		}
	}
	to, err := openTo(ctx)
	if err != nil {
		return err
	}
	target, err := m.reserve(ctx, to, checkTarget)
	if err != nil {
		return err
	}
	return move(ctx, source, target)
}

// mover holds the leases of the stores of a move.
type mover struct {
	owner  string
	end    context.CancelCauseFunc // ends the move
	leases []*store.LeaseHolder
}

// reserve checks a store, takes its lease and checks it again, because a bot may have played a moment ago. The move ends where it
// loses the lease.
func (m *mover) reserve(ctx context.Context, s store.Store, check func(context.Context, backend.Backend) error) (backend.Backend, error) {
	b, ok := s.(backend.Backend)
	if !ok {
		return nil, errors.New("a store in memory is gone with its process, and cannot be moved; name a file or a Redis server")
	}
	if err := check(ctx, b); err != nil {
		return nil, err
	}
	l, err := store.AcquireBriefly(ctx, s, m.owner)
	if err != nil {
		return nil, err
	}
	m.leases = append(m.leases, l)
	go func() {
		select {
		case <-l.Lost():
			m.end(l.Err())
		case <-ctx.Done():
		}
	}()
	return b, check(ctx, b)
}

// release gives the leases back.
func (m *mover) release(ctx context.Context) {
	m.end(nil)
	for _, l := range m.leases {
		l.End(ctx)
	}
}

// checkSource returns an error for a store that holds nothing.
func checkSource(ctx context.Context, from backend.Backend) error {
	if empty, err := isEmpty(ctx, from); err != nil || empty {
		return cmp.Or(err, ErrEmpty)
	}
	return nil
}

// checkTarget returns an error for a store that holds something.
func checkTarget(ctx context.Context, to backend.Backend) error {
	if empty, err := isEmpty(ctx, to); err != nil || !empty {
		return cmp.Or(err, ErrNotEmpty)
	}
	return nil
}

// move moves a store into an empty one. Nothing else uses either.
func move(ctx context.Context, from, to backend.Backend) error {
	if err := to.SetNote(ctx, partNote, "yes"); err != nil {
		return fmt.Errorf("%w: %w", store.ErrPart, err) // it may have been stored
	}
	if err := copyAll(ctx, from, to); err != nil {
		return fmt.Errorf("%w: %w", store.ErrPart, err)
	}
	if err := compare(ctx, from, to); err != nil {
		return fmt.Errorf("%w: it differs from the first: %w", store.ErrPart, err)
	}
	if err := to.SetNote(ctx, partNote, ""); err != nil {
		return fmt.Errorf("%w: %w", store.ErrPart, err)
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
