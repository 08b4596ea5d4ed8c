package main

import (
	"context"
	"testing"
	"testing/synctest"

	"cardroom/bot/discordtest"
)

// TestALoadFailsWhereNoPlayerCanAct has a table without a bot, where no decision comes.
func TestALoadFailsWhereNoPlayerCanAct(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := discordtest.New(discordtest.Options{})
		defer srv.Close()
		c, r := &crowd{tables: []*table{{channel: srv.Guild("Club").Channel("table")}}}, new(report)
		ctx, stop := context.WithTimeout(t.Context(), 2*tableWait)
		defer stop()
		c.checkLost(ctx, r)
		if ctx.Err() != nil || r.failed != 1 {
			t.Errorf("%d checks failed (%v), want the one that players act", r.failed, ctx.Err())
		}
	})
}
