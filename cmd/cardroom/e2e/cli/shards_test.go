package cli_test

import (
	"context"
	"testing"
	"time"

	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/store"
	storeopen "cardroom/store/open"
	"cardroom/store/storetest"
)

// TestAnOperatorGoesBackToAnOlderProgram lets this program play again after a newer one, but not while that one runs.
func TestAnOperatorGoesBackToAnOlderProgram(t *testing.T) {
	t.Parallel()
	const newer = 1000 // a schema of records
	server := storetest.StartRedis(t)
	s, err := storeopen.Open(t.Context(), server.URL(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	announce := func(ctx context.Context) {
		if _, err := s.Announce(ctx, store.Member{Name: "newer", Schema: newer, For: time.Minute}); err != nil && ctx.Err() == nil {
			t.Error(err)
		}
	}
	schema := func() int {
		f, err := s.Announce(t.Context(), store.Member{Name: "test"})
		if err != nil {
			t.Fatal(err)
		}
		return f.Schema
	}
	dir, env := t.TempDir(), []string{"STORE_URL=" + server.URL()}
	if _, err := s.Announce(t.Context(), store.Member{Name: "older", Schema: 1, For: time.Minute}); err != nil {
		t.Fatal(err)
	}
	program.Expect(t, program.Start(t, dir, env, "shards", "--allow-older"), 0, "Nothing to do")
	if got := schema(); got != 1 {
		t.Errorf("a newer program raises the schema to %d", got)
	}
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for ctx.Err() == nil {
			announce(ctx)
			time.Sleep(10 * time.Millisecond) // as a process does, only more often
		}
	}()
	announce(t.Context())
	program.Expect(t, program.Start(t, dir, env, "shards", "--allow-older"), 1, "a newer process still runs")
	if got := schema(); got != newer {
		t.Errorf("beside a newer process the schema is %d, want %d", got, newer)
	}
	stop()
	<-stopped
	announce(t.Context())
	program.Expect(t, program.Start(t, dir, env, "shards", "--allow-older"), 0, "may take shards again")
	if got := schema(); got >= newer {
		t.Errorf("the schema is still %d", got)
	}
	program.Expect(t, program.Start(t, dir, env, "shards"), 0, "newer: none")
	empty := []string{"STORE_URL=" + storetest.StartRedis(t).URL()}
	program.Expect(t, program.Start(t, dir, empty, "shards", "--allow-older"), 2, "not a store of this program")
}
