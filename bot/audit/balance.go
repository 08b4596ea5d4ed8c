package audit

import (
	"context"

	"cardroom/bot/table"
	"cardroom/engine"
)

// CheckBalances adds up the chips of every guild with an open table, as Examine does with every entry of the ledger (P1).
// The log says where they do not add up and what to do.
func CheckBalances(ctx context.Context, e *table.Env) {
	seen := map[engine.ID]bool{}
	for _, t := range e.Tables.All(0) {
		guild := t.Key.Guild
		if seen[guild] || ctx.Err() != nil {
			continue
		}
		seen[guild] = true
		accounts, err := e.Store.Accounts(ctx, guild)
		if err != nil {
			e.Log.Info("could not add up the accounts of a server", "guild", uint64(guild), "err", err)
			continue
		}
		sum := int64(0)
		for _, chips := range accounts {
			sum += chips
		}
		if sum != 0 {
			e.Log.Error("the accounts of a server do not add up; run cardroom doctor", "guild", uint64(guild), "sum", sum)
		}
	}
}
