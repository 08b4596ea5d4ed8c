package bot

import (
	"context"
	"fmt"
	"slices"
	"time"

	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// tokenLife is how long a private message can be changed: Discord lets an interaction's token live for 15 minutes.
const tokenLife = 14*time.Minute + 30*time.Second

// panel is a person's private message with their cards. Only its own token can change it.
type panel struct {
	screen *screen
	lang   *locale.Lang
	until  time.Time
	shown  string // what mattered when it was last drawn
}

// openPanel answers with the private panel, or redraws the one that was pressed.
func (a *actor) openPanel(k *ask) { a.knowing(k.user, func() { a.givePanel(k) }) }

func (a *actor) givePanel(k *ask) {
	f := a.panelFrame(k.user, k.lang)
	if k.panel {
		a.adoptPanel(k).carry(k, f)
		return
	}
	p := a.newPanel(k)
	p.screen.shows(f)
	p.shown = a.panelKey(k.user)
	if !k.claim() {
		return
	}
	a.bot.start(func() {
		if err := a.bot.respond(k, private(f)); err != nil {
			a.log.Warn("a panel did not arrive", "player", uint64(k.user), "err", err)
			return
		}
		a.must(func() {
			p.screen.opened(k.ref)
			a.removePanel(a.panels[k.user])
			a.livePanel(k.user, p)
		})
	})
}

// removePanel takes the former panel away, if there was one, when a new one has been opened: it would show an old hand for
// ever.
func (a *actor) removePanel(was *panel) {
	if was == nil || time.Now().After(was.until) {
		return
	}
	was.screen.drop()
	by := was.screen.by()
	if by == nil { // the press that brought it is being answered
		return
	}
	a.takeBack(*by)
}

// takeBack deletes the private message that answered an interaction.
func (a *actor) takeBack(by rest.Ref) {
	a.bot.start(func() {
		ctx, cancel := context.WithTimeout(context.Background(), requestTimeout)
		defer cancel()
		err := a.bot.effect(DeletePanel, func() error { return a.bot.rest.DeleteOriginal(ctx, by) })
		if err != nil {
			a.log.Debug("an old panel could not be removed", "err", err)
		}
	})
}

// livePanel makes a panel the one that is kept up to date.
func (a *actor) livePanel(who engine.ID, p *panel) {
	if was := a.panels[who]; was != nil {
		was.screen.drop()
	}
	a.panels[who] = p
	a.refreshPanels()
}

// adoptPanel makes the panel that was pressed the person's live one: the press brought a new token for it.
func (a *actor) adoptPanel(k *ask) *screen {
	p := a.newPanel(k)
	p.shown = a.panelKey(k.user)
	a.livePanel(k.user, p)
	return p.screen
}

func (a *actor) newPanel(k *ask) *panel {
	p := &panel{lang: k.lang, until: time.Now().Add(tokenLife)}
	edit := func(ctx context.Context, f frame, _ ...rest.Picture) error {
		if !k.reached.Load() {
			return rest.ErrGone
		}
		return a.bot.effect(EditPanel, func() error { return a.bot.rest.EditOriginal(ctx, k.ref, f.edit()) })
	}
	gone := func(error) { a.must(func() { a.dropPanel(k.user, p) }) }
	p.screen = newScreen(a.bot, new(pace), edit, gone)
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
			p.screen.show(a.panelFrame(who, p.lang))
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
	own, _ := a.bot.tastes.of(who)
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

func (a *actor) panelFrame(who engine.ID, l *locale.Lang) frame {
	s := a.scene(who, l)
	if own, _ := a.bot.tastes.of(who); own.TextOnly {
		s = a.wordsScene(who, l)
		s.Words = true
	}
	text, rows := render.Panel(s)
	return frame{text: text, rows: rows, ids: a.ids()}
}

// ids names the table and the decision that buttons drawn now are for.
func (a *actor) ids() button { return button{table: a.key.Channel, turn: a.view().Turn} }
