package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"cardroom/cmd/cardroom/sealkey"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// move runs cardroom move: it copies a store of one kind into one of another. No bot may run on either store. The name -
// means the store of STORE_URL, because every user of the machine can read a password on a command line.
func move(ctx context.Context, term terminal, args []string) int {
	env, err := environment(ctx, os.Environ())
	if err != nil {
		return term.exitUsageError(err)
	}
	stores := []storeopen.Named{{Name: "FROM", URL: args[0]}, {Name: "TO", URL: args[1]}}
	for i, s := range stores {
		if s.URL == "-" {
			stores[i] = ownStore(cmp.Or(env["STORE_URL"], defaultStore))
		}
		if err := checkMovable(stores[i]); err != nil {
			return term.exitUsageError(err)
		}
	}
	from, to := stores[0].URL, stores[1].URL
	if from == to {
		return term.exitUsageError(errors.New("FROM and TO are the same store: name another one as TO"))
	}
	k, err := sealkey.Along(ctx, env, stores[0], to)
	if err != nil {
		return term.exitUsageError(err)
	}
	switch err := storeopen.Move(ctx, stores[0], stores[1], ownName("move"), term.warn, k.Check); {
	case errors.Is(err, store.ErrPart), err != nil && ctx.Err() != nil:
		return term.exitFailure(err)
	case err != nil:
		return term.exitStoreError(err)
	}
	if err := k.WriteFile(); err != nil {
		return term.exitFailure(fmt.Errorf("everything is copied, but %w", err))
	}
	fmt.Fprintln(term.out, "Everything is copied and adds up. Set STORE_URL to the new store.")
	fmt.Fprintf(term.out, "To keep the hands in progress readable, %s.\n", k.Advice)
	return exitStopped
}

// checkMovable returns an error for an argument that names no store, or one that does not outlast its process.
func checkMovable(n storeopen.Named) error {
	if strings.HasPrefix(n.URL, "memory:") {
		return fmt.Errorf("%s is a store in memory, which is gone with its process: name a file:PATH or redis://HOST:PORT", n.Name)
	}
	return n.Check()
}

// ownStore returns the store of STORE_URL.
func ownStore(storeURL string) storeopen.Named {
	return storeopen.Named{Name: "STORE_URL", URL: storeURL}
}
