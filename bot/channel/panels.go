package channel

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"sync"
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/store"
)

// panels holds the private messages in which players see their cards.
type panels struct {
	channel *Channel
	table   *table.Table
	open    map[engine.ID]*panel // by player; nil before the first
	menus   menus
	pushed  pushedPanels
}

// panel is one player's private message. Only the token of one interaction can change it: of the one that it answered, or
// to which it is a follow-up.
type panel struct {
	origin  *interaction.Origin
	message engine.ID    // the message if it is a follow-up; 0 if it answered the interaction
	lang    *locale.Lang // the owner's language, as far as known
	editor  *editor.Editor
	until   time.Time
	shown   uint64 // the fingerprint of its last content
	ticked  ticks
}

// ticks are the cards that a player has ticked to draw others for, by bits.
type ticks struct {
	turn  engine.Turn
	cards uint8
}

// OpenPanel handles /cards and the button My cards: it answers with the private panel, or redraws the one that was pressed.
func OpenPanel(t *table.Table, in *interaction.Interaction) {
	c := Of(t)
	c.whenKnown(in.User, func() { c.panels.give(in) })
}

func (p *panels) give(in *interaction.Interaction) {
	if in.Ephemeral {
		p.answer(in)
		return
	}
	n, former := p.newPanel(in.Origin), p.open[in.User]
	f := p.content(n)
	n.editor.Shows(f)
	if !in.Claim() {
		return
	}
	p.table.Env.Tasks.Go(func() {
		_, err := p.table.Env.Reply.Respond(in, message.Ephemeral(f))
		if errors.Is(err, rest.ErrAnswered) { // another process has the table, or may have it
			return
		}
		if err != nil {
			p.table.Log.Warn("could not send a panel", "player", uint64(in.User), "err", err)
			return
		}
		p.table.Must(func() {
			if was := p.open[in.User]; was != nil && was.pressedSince(in) {
				p.delete(former)
				return
			}
			p.replace(n)
		})
	})
}

// pressedSince reports whether the panel came from a press on a message newer than an interaction. On a slow network a player can
// press the answer before the bot knows that it arrived; that press has the newer token.
func (n *panel) pressedSince(in *interaction.Interaction) bool {
	return n.origin.Ephemeral && n.origin.Message > message.Snowflake(in.ID)
}

// position returns where the panel stands in the channel: its message, or an earlier id.
func (n *panel) position() engine.ID {
	switch {
	case n.message != 0:
		return n.message
	case n.origin.Ephemeral:
		return n.origin.Message
	}
	return message.Snowflake(n.origin.ID)
}

// target returns the panel's message as requests with its token name it.
func (n *panel) target() string {
	if n.message != 0 {
		return fmt.Sprint(n.message)
	}
	return rest.Original
}

// answer redraws the pressed panel, and tracks it: the press brought a new token for it.
func (p *panels) answer(in *interaction.Interaction) {
	was := p.open[in.User]
	if in.CustomID.Arg == render.FromMenu && (was == nil || was.position() != in.Message) { // the menu becomes the panel
		p.delete(was)
		delete(p.menus.newest, in.User)
	}
	n := p.newPanel(in.Origin)
	if in.CustomID.Verb == render.VerbTick {
		n.ticked = ticks{in.CustomID.Turn, uint8(in.CustomID.Total)}
	}
	p.track(n)
	n.editor.Answer(in, p.content(n))
}

// replace tracks a panel that stands in a message of its own, and deletes its owner's former one.
func (p *panels) replace(n *panel) {
	was := p.open[n.origin.User]
	p.track(n)
	p.delete(was)
}

// delete deletes a player's former panel, if there is one: no event would update it any more. Discord accepts its token
// once the answer has arrived.
func (p *panels) delete(was *panel) {
	if was == nil || time.Now().After(was.until) {
		return
	}
	was.editor.Close()
	was.origin.WhenDelivered(func() { p.channel.messages.deletePrivate(was.origin.Ref, was.target()) })
}

// track makes n its owner's tracked panel.
func (p *panels) track(n *panel) {
	who := n.origin.User
	if was := p.open[who]; was != nil {
		was.editor.Close()
	}
	if p.open == nil {
		p.open = map[engine.ID]*panel{}
	}
	p.open[who] = n
	p.table.Private().KeepPanel(n.origin, n.message)
	p.channel.RefreshPanels()
}

// newPanel returns a panel with the table's current state, which the token of an interaction can change.
func (p *panels) newPanel(by *interaction.Origin) *panel {
	n := &panel{origin: by, lang: by.Lang, until: by.Arrived.Add(editor.TokenLife)}
	n.shown = p.fingerprint(n).sum()
	edit := func(ctx context.Context, f message.Content, _ ...rest.Picture) error {
		if !by.Delivered() {
			return rest.ErrGone
		}
		return p.table.Env.Hook.Do(failpoint.EditPanel, func() error {
			return p.table.Env.Rest.EditReply(ctx, by.Ref, n.target(), f.Edit())
		})
	}
	failed := func(error) {
		p.table.Must(func() {
			if p.open[by.User] == n {
				delete(p.open, by.User)
			}
		})
	}
	n.editor = editor.New(&p.table.Env.Screens, new(editor.Pacer), edit, failed)
	n.editor.Private = true
	return n
}

// RefreshPanels redraws the open panels with a change that matters to their owners. It deletes those whose owners have to press first.
func (c *Channel) RefreshPanels() {
	p, v := &c.panels, c.table.View()
	p.dropExpired()
	for who, n := range p.open {
		switch now := p.fingerprint(n).sum(); {
		case p.table.Record().Event.HidesCards(&v, who):
			p.delete(n)
			delete(p.open, who)
		case now != n.shown && !p.pushed.awaits(who):
			n.shown = now
			n.editor.Show(p.content(n))
		}
	}
}

// dropExpired forgets the panels that can no longer be edited.
func (p *panels) dropExpired() {
	maps.DeleteFunc(p.open, func(_ engine.ID, n *panel) bool { return time.Now().After(n.until) })
}

// any reports whether there is a panel to keep up to date.
func (p *panels) any() bool {
	p.dropExpired()
	return len(p.open)+len(p.pushed.posting) > 0
}

// idle reports whether all open panels show their newest content.
func (p *panels) idle() bool {
	busy := func(n *panel) bool { return !n.editor.Idle() }
	return len(p.pushed.posting) == 0 && !slices.ContainsFunc(slices.Collect(maps.Values(p.open)), busy)
}

// fingerprint holds the values whose change is worth a request, such as the street and the owner's turn and chips.
type fingerprint struct {
	locale, words                                                                                  string // words are the board's, where the player reads it as text
	twoColours, textBoard, components, closed, seated, waits, posts, folded, out, leaves, allShown bool   // waits: for the big blind, or for a seat
	hand, action, stack, price, buyIn                                                              int64  // the action of the owner's turn, and the buy-in that waits for the host; 0: none
	phase, street, cards, shown, runs, preAction, waiting, seat                                    int
	callBy                                                                                         engine.Moment
}

// sum hashes the fingerprint, of which a panel keeps only that.
func (f fingerprint) sum() uint64 { return maphash.Comparable(hashSeed, f) }

var hashSeed = maphash.MakeSeed()

// fingerprint returns a panel's fingerprint. It reads everyone's view, which the job has anyway.
func (p *panels) fingerprint(n *panel) fingerprint {
	who, v, r := n.origin.User, p.table.View(), p.table.Record()
	own, _ := p.table.Env.Prefs.People.Cached(who)
	f := fingerprint{
		locale: p.locale(n).Locale, twoColours: own.TwoColours, textBoard: r.Extras.TextBoard, components: r.Board.Components,
		closed: !p.table.IsOpen(), hand: v.Hand, preAction: int(p.table.Private().PreAction(who)), buyIn: int64(r.Requests.Open(who)),
	}
	if own.TextOnly {
		f.words = render.Board(p.table.SceneInWords(who, p.table.Locale()))
	}
	s, seated := v.SeatOf(who)
	if v.Closing || s.InHand && f.components { // no panel says it: a low one with cards has no room for it
		f.buyIn = 0
	}
	if f.seated = seated; !seated {
		f.waits, f.waiting, f.callBy = !v.FreeFor(who), slices.Index(v.Waitlist, who), v.CallBy
		f.words += p.table.Scene(who, p.locale(n)).Aside // of a tournament
		return f
	}
	if v.ToAct == s.Seat {
		f.action = v.Turn.Action
	}
	f.phase, f.street, f.cards, f.shown, f.allShown = int(v.Phase), int(v.Street), len(s.Cards)+s.Hidden, len(s.Shown), s.AllShown
	f.folded, f.out, f.waits, f.posts, f.leaves, f.seat = s.Folded, s.Out, s.Waits, s.Posts, s.Leaves || s.Kicked, s.Seat
	f.stack, f.price, f.runs = s.Stack, s.Price, s.Runs
	return f
}

// locale returns the language of a panel, by its owner's current preference. While that is unknown, it keeps the old one.
func (p *panels) locale(n *panel) *locale.Lang {
	if _, known := p.table.Env.Prefs.People.Cached(n.origin.User); known {
		n.lang = p.table.Env.Prefs.LocaleOf(n.origin)
	}
	return n.lang
}

// content returns a panel's current content for its owner.
func (p *panels) content(n *panel) message.Content {
	who, l := n.origin.User, p.locale(n)
	s := p.table.Scene(who, l)
	s.Low = p.table.Record().Board.Components
	if own, _ := p.table.Env.Prefs.People.Cached(who); own.TextOnly {
		s = p.table.SceneInWords(who, l)
		s.Words = true
	}
	if n.ticked.turn == s.View.Turn {
		s.Discard = n.ticked.cards
	}
	if seat, ok := s.OwnSeat(); ok && seat.RebuyBy != 0 || !ok && !s.SeatsTaken() {
		addChips(p.table, who, &s)
	}
	s.Wallet = p.walletOf(who, &s.View)
	text, rows := render.Panel(s)
	return message.Content{Text: text, Rows: rows, IDs: p.table.CustomID()}
}

// addChips adds to a player's scene the chips that they can bring to the table: without any it has no button for that.
func addChips(t *table.Table, who engine.ID, s *render.Scene) {
	c, err := t.Funds().Refill(who)
	if short, ok := errors.AsType[*store.FundsError](err); ok {
		s.Short.Have, s.Short.Need = short.Have, short.Need
	}
	s.Rebuy = c.Chips
}

// walletOf returns the wallet of a player who has not been dealt in since they sat down, as [render.Private] has it.
func (p *panels) walletOf(who engine.ID, v *engine.View) *int64 {
	if _, fresh := p.table.Funds().FreshFloor(who); !fresh {
		return nil
	}
	if !p.table.Funds().OffWallet(v) {
		if w, err := p.table.Env.Wallet(p.table.Key.Guild, who); err == nil {
			return &w.Balance
		}
	}
	return new(int64(-1))
}

// preferenceWait is how long an answer waits for the store to return a user's preferences.
const preferenceWait = 500 * time.Millisecond

// whenKnown calls do as a job when a user's preferences are known, or after preferenceWait with the defaults.
func (c *Channel) whenKnown(who engine.ID, do func()) {
	if _, known := c.table.Env.Prefs.People.Cached(who); known {
		do()
		return
	}
	once := sync.OnceFunc(func() { c.table.Must(do) })
	time.AfterFunc(preferenceWait, once)
	c.table.Env.Tasks.Go(func() {
		if _, err := c.table.Env.Prefs.People.Get(who); err != nil {
			c.table.Log.Info("player preferences unavailable; using table defaults", "player", uint64(who), "err", err)
		}
		once()
	})
}
