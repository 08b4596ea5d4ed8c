package board

import (
	"context"
	"fmt"

	"cardroom/bot/editor"
	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/internal/retry"
	"cardroom/store"
)

// Strip removes the buttons of a message, and reports whether it has none left. It reads the message first, because an edit
// sends the text as well.
func Strip(e *table.Env, k store.Key, id engine.ID, p *editor.Pacer) bool {
	ctx, cancel := context.WithTimeout(e.Ctx, 2*message.RequestTimeout)
	defer cancel()
	channel, target := fmt.Sprint(k.Channel), fmt.Sprint(id)
	m, err := e.Rest.Message(ctx, channel, target)
	if err == nil && len(m.Buttons()) > 0 {
		for wait := p.Reserve(true); wait > 0 && retry.Sleep(ctx, wait); wait = p.Reserve(true) {
		}
		c, pictures := Stripped(m)
		err = e.Hook.Do(failpoint.StripBoard, func() error { return e.Rest.Edit(ctx, channel, target, c.Edit(), pictures...) })
	}
	if err != nil && !message.IsGone(err) {
		e.Log.Info("could not remove the buttons of an old board", "guild", uint64(k.Guild), "table", uint64(k.Channel), "err", err)
		return false
	}
	return true
}
