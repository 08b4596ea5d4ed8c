package bot

import (
	"context"

	"cardroom/engine"
)

// addUp looks once, at the start, whether the chips of every guild with an open table add up, as cardroom doctor does with
// every entry of the ledger (P1). Play does not wait for it: the log says what to do.
func (b *Bot) addUp(ctx context.Context) {
	seen := map[engine.ID]bool{}
	for _, a := range b.Tables.All(0) {
		guild := a.Key.Guild
		if seen[guild] || ctx.Err() != nil {
			continue
		}
		seen[guild] = true
		accounts, err := b.Store.Accounts(ctx, guild)
		if err != nil {
			b.Log.Info("the accounts of a server could not be added up", "guild", uint64(guild), "err", err)
			continue
		}
		sum := int64(0)
		for _, chips := range accounts {
			sum += chips
		}
		if sum != 0 {
			b.Log.Error("the accounts of a server do not add up: ask cardroom doctor", "guild", uint64(guild), "sum", sum)
		}
	}
}
