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

// pushedPanels posts the panels that come by themselves: under each new board, to the players who are dealt in and pressed
// something at this table lately. A pushed panel is a private follow-up message to its owner's newest press.
type pushedPanels struct {
	panels  *panels
	posting map[engine.ID]bool // the players whose panel is being posted; nil before the first
	placing bool               // a new board is being committed
	sent    []time.Time        // within the last minute
	blocked time.Time          // Discord refuses more before
}

// maxPushed is how many panels are pushed to a channel in a minute, which Discord limits. The others are edited.
const (
	maxPushed  = 20
	pushWindow = time.Minute
)

// pushDue posts the panels that are due under the board.
func (p *pushedPanels) pushDue() {
	for _, s := range p.panels.table.View().Seats {
		if p.due(s.Player) {
			p.panels.channel.whenKnown(s.Player, func() { p.post(s.Player) })
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
		if _, fresh := c.table.Funds().FreshFloor(who); fresh && c.panels.pushed.allowed(who) {
			c.panels.pushed.postNow(who)
		}
	}
	in.WhenDelivered(func() { c.table.Must(func() { c.whenKnown(who, post) }) })
}

// due reports whether a player gets a panel under the board: they have cards, and theirs stands above it.
func (p *pushedPanels) due(who engine.ID) bool {
	n := p.panels.open[who]
	return p.mayPush(who) && (n == nil || n.position() < p.panels.table.Record().Board.Message)
}

// awaits reports whether a panel under the board is on its way to a player, or comes when the board stands. Until then the
// panel above it stays as it is.
func (p *pushedPanels) awaits(who engine.ID) bool {
	return p.posting[who] || (p.placing || p.panels.channel.lacksBoard()) && p.mayPush(who)
}

// mayPush reports whether a panel can be pushed to a player.
func (p *pushedPanels) mayPush(who engine.ID) bool {
	v := p.panels.table.View()
	s := table.SeatOf(&v, who)
	return s.InHand && s.House == engine.Person && v.Phase != engine.Idle && p.allowed(who) && !p.panels.table.Record().Event.HidesCards(&v, who)
}

// allowed reports whether a player's preference and press, and Discord's limits, allow a pushed panel.
func (p *pushedPanels) allowed(who engine.ID) bool {
	t, now := p.panels.table, time.Now()
	if p.sent = slices.DeleteFunc(p.sent, func(at time.Time) bool { return now.Sub(at) >= pushWindow }); len(p.sent) == 0 {
		p.sent = nil // releases its memory
	}
	switch own, _ := t.Env.Prefs.People.Cached(who); {
	case own.PanelOnPress, p.posting[who], now.Before(p.blocked), len(p.sent) >= maxPushed:
		return false
	}
	return t.Private().Reach(who) != nil
}

// post posts a player's panel under the board, and deletes their former one.
func (p *pushedPanels) post(who engine.ID) {
	if p.due(who) { // still
		p.postNow(who)
	}
}

// postNow posts a player's panel at the end of the channel.
func (p *pushedPanels) postNow(who engine.ID) {
	t := p.panels.table
	n, former := p.panels.newPanel(t.Private().Reach(who)), p.panels.open[who]
	if former != nil {
		n.ticked = former.ticked
	}
	content := p.panels.content(n)
	n.editor.Shows(content)
	if p.posting == nil {
		p.posting = map[engine.ID]bool{}
	}
	p.posting[who] = t.Env.Tasks.Go(func() {
		ctx, cancel := context.WithTimeout(rest.NoWait(t.Env.Ctx), message.RequestTimeout)
		defer cancel()
		id, err := p.send(ctx, n.origin.Ref, content)
		for wait, own := ownLimit(err); own && retry.Sleep(ctx, wait); wait, own = ownLimit(err) {
			id, err = p.send(ctx, n.origin.Ref, content)
		}
		t.Must(func() { p.posted(n, former, message.Snowflake(id), err) })
	})
	p.sent = append(p.sent, time.Now())
}

// send sends a panel once.
func (p *pushedPanels) send(ctx context.Context, by rest.Ref, content message.Content) (id string, err error) {
	return p.panels.table.Env.Posts.FollowUp(ctx, failpoint.PostPanel, by, content)
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

// posted tracks a pushed panel, and deletes the former one. If it did not come, that one goes on.
func (p *pushedPanels) posted(n, former *panel, id engine.ID, err error) {
	t := p.panels.table
	delete(p.posting, n.origin.User)
	if err == nil {
		n.message = id
		if was := p.panels.open[n.origin.User]; was == nil || was.position() < id {
			p.panels.replace(n)
		} else { // its owner has pressed it already, and that token is newer, or has another one since
			if p.panels.delete(former); was.position() > id {
				p.panels.delete(n)
			}
		}
		p.post(n.origin.User) // where a board was posted meanwhile
		return
	}
	if wait, limited := retry.After(err); limited {
		p.blocked = time.Now().Add(max(wait, pushWindow))
	}
	t.Log.Info("could not post a panel; the former one is edited", "player", uint64(n.origin.User), "err", err)
	p.panels.channel.RefreshPanels()
}

// restore takes over the panels of an earlier run of the program. Players whose panel is unknown get one under the board.
func (p *panels) restore() {
	for who := range p.table.Record().Private {
		p.channel.whenKnown(who, func() {
			p.takeOver(who)
			p.pushed.post(who)
		})
	}
}

// takeOver tracks the panel that an earlier run of the program has left to a player.
func (p *panels) takeOver(who engine.ID) {
	by, message := p.table.Private().Panel(who)
	if p.open[who] != nil || by == nil {
		return
	}
	n := p.newPanel(by)
	n.message, n.shown = message, 0
	p.track(n)
}
