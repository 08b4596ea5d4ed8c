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
func Move(ctx context.Context, from store.Store, openTo func(context.Context) (store.Store, error), owner string) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	source, release, err := reserve(ctx, from, checkSource, owner, end)
	if err != nil {
		return err
	}
	defer release()
	for _, err := range source.Tables(ctx) {
		if err != nil {
			return err // before anything is written
		}
	}
	to, err := openTo(ctx)
	if err != nil {
		return err
	}
	target, release, err := reserve(ctx, to, checkTarget, owner, end)
	if err != nil {
		return err
	}
	defer release()
	err = move(ctx, source, target)
	if fenced, ok := errors.AsType[*store.FencedError](context.Cause(ctx)); ok && err != nil {
		err = fmt.Errorf("%w: %w", err, fenced)
	}
	return err
}

// reserve checks a store, takes its lease and checks it again, because a bot may have played a moment ago. It ends the move where it
// loses the lease.
func reserve(ctx context.Context, s store.Store, check func(context.Context, backend.Backend) error, owner string, end context.CancelCauseFunc) (b backend.Backend, release func(), err error) {
	b, ok := s.(backend.Backend)
	if !ok {
		return nil, nil, errors.New("a store in memory is gone with its process, and cannot be moved; name a file or a Redis server")
	}
	if err := check(ctx, b); err != nil {
		return nil, nil, err
	}
	l, err := store.AcquireBriefly(ctx, s, owner)
	if err != nil {
		return nil, nil, err
	}
	release = func() { l.End(context.WithoutCancel(ctx)) }
	if err := check(ctx, b); err != nil {
		release()
		return nil, nil, err
	}
	go func() {
		select {
		case <-l.Lost():
			end(l.Err())
		case <-ctx.Done():
		}
	}()
	return b, release, nil
}

// checkSource returns an error for a store that holds nothing.
func checkSource(ctx context.Context, from backend.Backend) error {
	if empty, err := isEmpty(ctx, from); err != nil || empty {
		return cmp.Or(err, errors.New("the store to move from is empty; check its STORE_URL"))
	}
	return nil
}

// checkTarget returns an error for a store that holds something.
func checkTarget(ctx context.Context, to backend.Backend) error {
	if empty, err := isEmpty(ctx, to); err != nil || !empty {
		return cmp.Or(err, errors.New("the store to move into is not empty; it is left as it is: name another store or delete this one"))
	}
	return nil
}

// move moves a store into an empty one. Nothing else uses either.
func move(ctx context.Context, from, to backend.Backend) error {
	if err := to.SetNote(ctx, partNote, "yes"); err != nil {
		return err
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
