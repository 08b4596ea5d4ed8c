package table_test

import (
	"context"
	"testing"

	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/store"
)

// A process that slept may find a table in a channel where it had closed its own. It takes over no table of another process.
func TestATableOfAnotherProcessIsNotTakenOver(t *testing.T) {
	for name, answer := range map[string]error{"the lease is lost": &store.FencedError{Epoch: 2}, "the lease is its own": nil} {
		a := idle(t, sleeper(t), 7)
		a.Env.Tasks.Close() // or jobs would run beside the test
		ctx, cancel := context.WithCancelCause(t.Context())
		a.Env.Failed, a.Env.ConfirmLease = cancel, func(context.Context) error { return answer }
		a.Install(record.Table{}, engine.Table{}, 0)
		a.MarkUncertain()
		if knows := a.Wake(); knows != (answer == nil) || a.IsOpen() != knows || (ctx.Err() != nil) == knows {
			t.Errorf("%s: the table is known %t and open %t, and the program ends %t", name, knows, a.IsOpen(), ctx.Err() != nil)
		}
	}
}

// Discord sometimes denies a channel that exists. One such answer closes no cash table.
func TestATableClosesAfterTheSecondAnswerThatItsChannelIsDeleted(t *testing.T) {
	for failures, open := range map[int]bool{1: true, 2: false} {
		a := idle(t, sleeper(t), 7)
		a.Env.Tasks.Close() // or jobs would run beside the test
		a.Venue().CloseIfDeleted(rest.ErrNoChannel, failures)
		if a.IsOpen() != open {
			t.Errorf("after %d such answers the table is open: %t", failures, a.IsOpen())
		}
	}
}
