// Package buyin ends buy-in requests: it tells their players so, and gives up the messages that asked the host.
package buyin

import (
	"context"
	"slices"

	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render/locale"
)

// Notify sends a player a private message, where a press of theirs can still be followed. Text returns the message in a language.
func Notify(t *table.Table, player engine.ID, text func(l *locale.Lang) string) {
	by := t.Private().Reach(player)
	if by == nil {
		return
	}
	content := message.Content{Text: text(by.Lang)}
	t.Env.Tasks.Go(func() {
		ctx, cancel := context.WithTimeout(t.Env.Ctx, table.CreateTimeout)
		defer cancel()
		if _, err := t.Env.Posts.FollowUp(ctx, failpoint.TellEnded, by.Ref, content); err != nil {
			t.Log.Info("could not tell a player that their request for chips is over", "player", uint64(player), "err", err)
		}
	})
}

// ClearEnded tells the players whose requests the last changes ended, and returns the messages to delete that asked about requests, each once.
// After a crash such a player reads nothing, as after a declined request.
func ClearEnded(t *table.Table) (over []engine.ID) {
	ended, answered := t.Record().Ended, t.Record().Answered
	if len(ended)+len(answered) > 0 {
		t.Amend(func(r *record.Table) { r.Ended, r.Answered = nil, nil }) // harmless to repeat
	}
	for _, q := range ended {
		if t.Record().Requests.Open(q.Player) == q.ID { // the change was never stored
			continue
		}
		Notify(t, q.Player, func(l *locale.Lang) string {
			switch q.Why {
			case record.Unanswered:
				return l.Money.Unanswered.Format("amount", l.Chips(q.Chips))
			case record.SatOut:
				return l.Money.SatOut.Format("amount", l.Chips(q.Chips))
			}
			return l.Money.Unneeded.Format("amount", l.Chips(q.Chips), "command", string(locale.Either(q.TopUp, "/topup", "/sit")))
		})
	}
	return slices.Clone(answered)
}
