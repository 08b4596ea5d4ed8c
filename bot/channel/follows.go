package channel

import (
	"context"
	"errors"
	"slices"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/internal/retry"
)

// follows posts the panels that come by themselves: under each new board, to the players who are dealt in and pressed
// something at this table lately. A panel is a private message that follows its owner's newest press.
type follows struct {
	panels  *panels
	posting map[engine.ID]bool // the players whose panel is being posted; nil before the first
	placing bool               // a new board is being committed
	sent    []time.Time        // within the last minute
	blocked time.Time          // Discord refuses more before
}

// mostFollows is how many panels come by themselves to a channel in a minute, which Discord limits. The others are edited.
const (
	mostFollows  = 20
	followWindow = time.Minute
)

// under posts the panels under the board.
func (f *follows) under() {
	for _, s := range f.panels.table.View().Seats {
		if f.due(s.Player) {
			f.panels.channel.whenKnown(s.Player, func() { f.post(s.Player) })
		}
	}
}

// SatDown posts the panel of a player who has sat down by a press on the board. It has their chips, and the button for others.
func SatDown(t *table.Table, in *interaction.Interaction) {
	c, who := Of(t), in.User
	if in.Ephemeral { // the panel answers it
		return
	}
	post := func() {
		if _, fresh := table.FreshFloor(c.table, who); fresh && c.panels.follows.allowed(who) {
			c.panels.follows.postNow(who)
		}
	}
	in.WhenDelivered(func() { c.table.Must(func() { c.whenKnown(who, post) }) })
}

// due reports whether a player gets a panel under the board: they have cards, and theirs stands above it.
func (f *follows) due(who engine.ID) bool {
	n := f.panels.open[who]
	return f.mayFollow(who) && (n == nil || n.position() < f.panels.table.Record().Board.Message)
}

// awaits reports whether a panel under the board is on its way to a player, or comes when the board stands. Until then the
// panel above it stays as it is.
func (f *follows) awaits(who engine.ID) bool {
	return f.posting[who] || (f.placing || f.panels.channel.lacksBoard()) && f.mayFollow(who)
}

// mayFollow reports whether a panel can come to a player by itself.
func (f *follows) mayFollow(who engine.ID) bool {
	v := f.panels.table.View()
	s := table.SeatOf(&v, who)
	return s.InHand && s.House == engine.Person && v.Phase != engine.Idle && f.allowed(who)
}

// allowed reports whether a player's preference and press, and Discord's limits, allow a panel that comes by itself.
func (f *follows) allowed(who engine.ID) bool {
	t, now := f.panels.table, time.Now()
	if f.sent = slices.DeleteFunc(f.sent, func(at time.Time) bool { return now.Sub(at) >= followWindow }); len(f.sent) == 0 {
		f.sent = nil // releases its memory
	}
	switch own, _ := t.Env.Prefs.People.Cached(who); {
	case own.PanelOnPress, f.posting[who], now.Before(f.blocked), len(f.sent) >= mostFollows:
		return false
	}
	return table.Reach(t, who) != nil
}

// post posts a player's panel under the board, and deletes their former one.
func (f *follows) post(who engine.ID) {
	if f.due(who) { // still
		f.postNow(who)
	}
}

// postNow posts a player's panel at the end of the channel.
func (f *follows) postNow(who engine.ID) {
	t := f.panels.table
	n, former := f.panels.newPanel(table.Reach(t, who)), f.panels.open[who]
	if former != nil {
		n.ticked = former.ticked
	}
	content := f.panels.content(n)
	n.editor.Shows(content)
	if f.posting == nil {
		f.posting = map[engine.ID]bool{}
	}
	f.posting[who] = t.Env.Tasks.Go(func() {
		ctx, cancel := context.WithTimeout(rest.NoWait(t.Env.Ctx), message.RequestTimeout)
		defer cancel()
		id, err := f.send(ctx, n.origin.Ref, content)
		for wait, own := ownLimit(err); own && retry.Sleep(ctx, wait); wait, own = ownLimit(err) {
			id, err = f.send(ctx, n.origin.Ref, content)
		}
		t.Must(func() { f.posted(n, former, message.Snowflake(id), err) })
	})
	f.sent = append(f.sent, time.Now())
}

// send sends a panel once.
func (f *follows) send(ctx context.Context, by rest.Ref, content message.Content) (id string, err error) {
	return f.panels.table.Env.Posts.FollowUp(ctx, failpoint.PostPanel, by, content)
}

// ownLimit reports whether a request was not sent because others with its token go first, and how long they may take. A
// refusal by Discord has a scope of its own.
func ownLimit(err error) (wait time.Duration, own bool) {
	limit, limited := errors.AsType[*rest.RateLimited](err)
	if !limited || limit.Scope != "" && limit.Scope != rest.ScopeQueue {
		return 0, false
	}
	return limit.After, true
}

// posted tracks a panel that came by itself, and deletes the former one. If it did not come, that one goes on.
func (f *follows) posted(n, former *panel, id engine.ID, err error) {
	t := f.panels.table
	delete(f.posting, n.origin.User)
	if err == nil {
		n.message = id
		if was := f.panels.open[n.origin.User]; was == nil || was.position() < id {
			f.panels.replace(n)
		} else { // its owner has pressed it already, and that token is newer, or has another one since
			if f.panels.delete(former); was.position() > id {
				f.panels.delete(n)
			}
		}
		f.post(n.origin.User) // where a board was posted meanwhile
		return
	}
	if wait, limited := retry.After(err); limited {
		f.blocked = time.Now().Add(max(wait, followWindow))
	}
	t.Log.Info("could not post a panel; the former one is edited", "player", uint64(n.origin.User), "err", err)
	f.panels.refresh()
}

// restore takes over the panels of an earlier run of the program, which show what was then. Players whose panel is unknown get
// one under the board.
func (p *panels) restore() {
	for who := range p.table.Record().Private {
		p.channel.whenKnown(who, func() {
			p.takeOver(who)
			p.follows.post(who)
		})
	}
}

// takeOver tracks the panel that an earlier run of the program has left to a player.
func (p *panels) takeOver(who engine.ID) {
	by, message := table.PanelOf(p.table, who)
	if p.open[who] != nil || by == nil {
		return
	}
	n := p.newPanel(by)
	n.message, n.shown = message, 0
	p.track(n)
}
