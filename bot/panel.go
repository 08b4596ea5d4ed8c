package bot

import (
	"context"
	"fmt"
	"slices"
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// panel is a person's private message with their cards. Only its own token can change it.
type panel struct {
	screen *editor.Editor
	lang   *locale.Lang
	until  time.Time
	shown  string // what mattered when it was last drawn
}

// openPanel answers with the private panel, or redraws the one that was pressed.
func (a *actor) openPanel(k *interaction.Interaction) { a.knowing(k.User, func() { a.givePanel(k) }) }

func (a *actor) givePanel(k *interaction.Interaction) {
	f := a.panelFrame(k.User, k.Lang)
	if k.Ephemeral {
		a.adoptPanel(k).Answer(k, f)
		return
	}
	p := a.newPanel(k)
	p.screen.Shows(f)
	p.shown = a.panelKey(k.User)
	if !k.Claim() {
		return
	}
	a.bot.tasks.Go(func() {
		if err := a.bot.reply.Respond(k, message.Ephemeral(f)); err != nil {
			a.log.Warn("a panel did not arrive", "player", uint64(k.User), "err", err)
			return
		}
		a.must(func() {
			p.screen.Opened(k.Ref)
			a.removePanel(a.panels[k.User])
			a.livePanel(k.User, p)
		})
	})
}

// removePanel takes the former panel away, if there was one, when a new one has been opened: it would show an old hand for
// ever.
func (a *actor) removePanel(was *panel) {
	if was == nil || time.Now().After(was.until) {
		return
	}
	was.screen.Close()
	by := was.screen.Token()
	if by == nil { // the press that brought it is being answered
		return
	}
	a.takeBack(*by)
}

// takeBack deletes the private message that answered an interaction.
func (a *actor) takeBack(by rest.Ref) {
	a.bot.tasks.Go(func() {
		ctx, cancel := context.WithTimeout(a.bot.ctx, message.RequestTimeout)
		defer cancel()
		err := a.bot.hook.Do(failpoint.DeletePanel, func() error { return a.bot.rest.DeleteOriginal(ctx, by) })
		if err != nil {
			a.log.Debug("an old panel could not be removed", "err", err)
		}
	})
}

// livePanel makes a panel the one that is kept up to date.
func (a *actor) livePanel(who engine.ID, p *panel) {
	if was := a.panels[who]; was != nil {
		was.screen.Close()
	}
	a.panels[who] = p
	a.refreshPanels()
}

// adoptPanel makes the panel that was pressed the person's live one: the press brought a new token for it.
func (a *actor) adoptPanel(k *interaction.Interaction) *editor.Editor {
	p := a.newPanel(k)
	p.shown = a.panelKey(k.User)
	a.livePanel(k.User, p)
	return p.screen
}

func (a *actor) newPanel(k *interaction.Interaction) *panel {
	p := &panel{lang: k.Lang, until: time.Now().Add(editor.TokenLife)}
	edit := func(ctx context.Context, f message.Content, _ ...rest.Picture) error {
		if !k.Delivered() {
			return rest.ErrGone
		}
		return a.bot.hook.Do(failpoint.EditPanel, func() error { return a.bot.rest.EditOriginal(ctx, k.Ref, f.Edit()) })
	}
	gone := func(error) { a.must(func() { a.dropPanel(k.User, p) }) }
	p.screen = editor.New(&a.bot.screens, new(editor.Pacer), edit, gone)
	return p
}

func (a *actor) dropPanel(who engine.ID, p *panel) {
	if a.panels[who] == p {
		delete(a.panels, who)
	}
}

// refreshPanels redraws the live panels on which something changed that matters to their owner.
func (a *actor) refreshPanels() {
	for who, p := range a.panels {
		if time.Now().After(p.until) {
			delete(a.panels, who)
			continue
		}
		if key := a.panelKey(who); key != p.shown {
			p.shown = key
			p.screen.Show(a.panelFrame(who, p.lang))
		}
	}
}

// panelKey is what has to change before a panel is worth a request: the hand, the street, one's own turn and chips.
func (a *actor) panelKey(who engine.ID) string {
	v := a.table.View(who)
	s, seated := v.SeatOf(who)
	taste := a.tasteKey(who)
	if !seated {
		full := len(v.Seats) >= v.Rules.Seats
		return fmt.Sprint(taste, v.Hand, "away", a.version == 0, slices.Index(v.Waitlist, who), len(v.Waitlist) > 0, v.CallBy, full)
	}
	mine := engine.Turn{}
	if v.ToAct == s.Seat {
		mine = v.Turn
	}
	return fmt.Sprint(taste, v.Hand, v.Phase, v.Street, mine, len(s.Cards), s.Folded, s.Out, s.Leaves || s.Kicked, s.Stack, a.version == 0,
		s.Price, s.Plan, s.Runs, len(s.Shown), s.AllShown)
}

// tasteKey is that of what a person has chosen which changes a panel. Who reads the table in words reads all of it.
func (a *actor) tasteKey(who engine.ID) string {
	own, _ := a.bot.prefs.People.Cached(who)
	if own.TextOnly {
		return own.Lang + render.Board(a.wordsScene(who, a.public()))
	}
	return fmt.Sprint(own.TwoColours, own.Lang, a.record.Manners.Unpainted)
}

// wordsScene is the table as the text beside or in place of a picture says it.
func (a *actor) wordsScene(who engine.ID, l *locale.Lang) render.Scene {
	s := a.scene(who, l)
	s.Equities = render.Equities(s.View)
	return s
}

func (a *actor) panelFrame(who engine.ID, l *locale.Lang) message.Content {
	s := a.scene(who, l)
	if own, _ := a.bot.prefs.People.Cached(who); own.TextOnly {
		s = a.wordsScene(who, l)
		s.Words = true
	}
	text, rows := render.Panel(s)
	return message.Content{Text: text, Rows: rows, IDs: a.ids()}
}

// ids names the table and the decision that buttons drawn now are for.
func (a *actor) ids() message.CustomID {
	return message.CustomID{Table: a.key.Channel, Turn: a.view().Turn}
}
