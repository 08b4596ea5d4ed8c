package channel

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/store"
)

// An unknown board that came after the request is a duplicate. Boards of earlier hands stay: they are a part of the proofs.
func TestABoardOfAnEarlierHandIsNoDuplicate(t *testing.T) {
	me := "7"
	e := &table.Env{Log: slog.New(slog.DiscardHandler), Jump: func() time.Duration { return 0 }, NewDisplay: New}
	e.Tables.Env = e
	e.Me.Store(&me)
	c := Of(e.Tables.Get(store.Key{Guild: 1, Channel: 2}))
	c.table.Amend(func(r *record.Table) {
		r.Board, r.Old = record.BoardRef{Message: 60, Hand: 2}, []record.BoardRef{{Message: 20, Hand: 1}}
	})
	c.duplicates.since, c.duplicates.known, c.posting.stray.Message = 10, []engine.ID{30}, 40
	for id, want := range map[engine.ID]bool{5: false, 10: false, 20: false, 30: false, 40: false, 50: true, 60: false, 70: true} {
		m := &rest.Message{ID: fmt.Sprint(id), Author: rest.User{ID: me}, Content: "#1 · Flop\n`Ah`"}
		if got := c.duplicates.isDuplicate(m, id); got != want {
			t.Errorf("message %d is a duplicate: %t", id, got)
		}
	}
}
