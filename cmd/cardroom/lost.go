package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cardroom/bot"
	"cardroom/cmd/cardroom/sealkey"
	"cardroom/store"
)

// leftBehind returns a warning if a store that had a key file before it was opened holds no data: then the data is
// elsewhere, for example in a write-ahead log that was not copied. It returns "" for every other store.
func leftBehind(ctx context.Context, storeURL string, st store.Store) (warning string, err error) {
	ran, err := bot.HasRun(ctx, st)
	if err != nil || ran {
		return "", err
	}
	for _, err := range st.Tables(ctx) {
		if _, damaged := errors.AsType[*store.DamagedError](err); err == nil || damaged {
			return "", nil
		}
		return "", err
	}
	path := strings.TrimSuffix(sealkey.Path(strings.TrimPrefix(storeURL, "file:")), ".key")
	return fmt.Sprintf("there is a key file %[1]s.key, but %[1]s holds no data: if you copied or restored it, stop the bot and copy %[1]s-wal as well, or restore a backup", path), nil
}
