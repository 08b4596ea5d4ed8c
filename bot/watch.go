package bot

import (
	"cmp"
	"context"
	"slices"
	"time"

	"cardroom/bot/interaction"
	"cardroom/engine"
	"cardroom/render/text"
)

// glance is what is seen of a table from outside, without a word to its actor: also while it sleeps, or stands still. Nothing
// in it is more than everyone in its channel may see.
type glance struct {
	board  engine.ID // the message; 0 while there is none
	mirror engine.ID // the channel that shows it too; 0 where none does
	rules  engine.Rules
	seated int
	hand   int64
	state  text.State
}

// noteGlance keeps what other goroutines may see of the table; nothing where none is open.
func (a *actor) noteGlance() {
	if a.version == 0 {
		a.glance.Store(nil)
		return
	}
	v := a.view()
	a.glance.Store(&glance{
		board: a.record.Board.Message, mirror: a.record.Mirror.Channel, rules: v.Rules, seated: len(v.Seats), hand: v.Hand, state: stateOf(v),
	})
}

func stateOf(v engine.View) text.State {
	switch {
	case v.Closing:
		return text.StateClosing
	case v.Phase != engine.Idle:
		return text.StatePlaying
	case v.Paused:
		return text.StatePaused
	case v.Until != 0:
		return text.StateSoon
	}
	return text.StateWaiting
}

// listTime bounds what is asked of Discord for a list: its reader waits three seconds for it, and no longer.
const listTime = 1200 * time.Millisecond

// listTables is /watch list: the tables of a server whose channels the asker may see, the oldest channel first.
func (b *Bot) listTables(k *interaction.Interaction) {
	var all []text.ListedTable
	var channels []engine.ID
	for _, a := range b.tables(k.Key.Guild) {
		if g := a.glance.Load(); g != nil {
			all = append(all, text.ListedTable{
				Guild: a.key.Guild, Channel: a.key.Channel, Board: g.board, Rules: g.rules, Seated: g.seated, Hand: g.hand, State: g.state,
			})
			channels = append(channels, a.key.Channel)
		}
	}
	slices.SortFunc(all, func(x, y text.ListedTable) int { return cmp.Compare(x.Channel, y.Channel) })
	ctx, cancel := context.WithTimeout(b.ctx, listTime)
	defer cancel()
	sees, err := b.sight(ctx, k, channels)
	if err != nil {
		b.log.Info("it is not known which channels a person may see", "guild", uint64(k.Key.Guild), "err", err)
	}
	all = slices.DeleteFunc(all, func(l text.ListedTable) bool { return !sees(l.Channel) })
	b.reply.Text(k, text.Tables(k.Lang, all, err != nil))
}
