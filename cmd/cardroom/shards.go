package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"cardroom/bot/record"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// defineShards defines cardroom shards, which says which process plays which shards.
func defineShards(flags *flag.FlagSet) runner {
	older := flags.Bool("allow-older", false, "lets processes of this version take shards again")
	list := plain(0, 0, func(ctx context.Context, term terminal, _ []string) int {
		env, err := environment(ctx, os.Environ())
		if err != nil {
			return term.exitUsageError(err)
		}
		url := cmp.Or(env["STORE_URL"], defaultStore)
		if !strings.HasPrefix(url, "redis") {
			return term.exitUsageError(errors.New("STORE_URL is not a Redis: one process plays all shards of a file"))
		}
		if *older {
			return allowOlder(ctx, term, url)
		}
		return showShards(ctx, term, url)
	})
	return list(flags)
}

// showShards prints which process plays which shards.
func showShards(ctx context.Context, term terminal, url string) int {
	f, err := readFleet(ctx, term, url)
	if err != nil {
		return term.exitStoreError(err)
	}
	fmt.Fprint(term.out, f)
	return exitStopped
}

// readFleet reads the fleet of a store, and changes nothing.
func readFleet(ctx context.Context, term terminal, url string) (store.Fleet, error) {
	in, err := storeopen.Inspect(ctx, url, store.Options{Warn: term.warn})
	if err != nil {
		return store.Fleet{}, err
	}
	defer in.Close()
	return in.Fleet(ctx)
}

// raiseTime is longer than a newer process takes to announce itself again.
const raiseTime = time.Second

// allowOlder lets processes of this version take shards of a store that newer ones have played. A newer one that still runs undoes that
// back at once.
func allowOlder(ctx context.Context, term terminal, url string) int {
	switch f, err := readFleet(ctx, term, url); {
	case err != nil:
		return term.exitStoreError(err)
	case f.Schema <= record.Generation:
		fmt.Fprintln(term.out, "Nothing to do: no process newer than this program has joined on this store.")
		return exitStopped
	}
	st, err := storeopen.Open(ctx, url, store.Options{Warn: term.warn})
	if err != nil {
		return term.exitStoreError(err)
	}
	defer st.Close()
	if _, err := st.Announce(ctx, store.Member{Name: ownName("shards"), Schema: record.Generation, Back: true}); err != nil {
		return term.exitFailure(err)
	}
	select {
	case <-time.After(raiseTime):
	case <-ctx.Done():
		return exitFailed
	}
	f, err := st.Announce(ctx, store.Member{Name: ownName("shards")})
	switch {
	case err != nil:
		return term.exitFailure(err)
	case f.Schema > record.Generation:
		return term.exitFailure(errors.New("a newer process still runs on this store: stop it, then run cardroom shards --allow-older again"))
	}
	fmt.Fprintln(term.out, "Processes of this version may take shards again.")
	return exitStopped
}
