package channel

import (
	"context"
	"fmt"
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
)

// panel is a person's private message with their cards. Only its own token can change it.
type panel struct {
	screen *editor.Editor
	Lang   *locale.Lang
	until  time.Time
	shown  string // what mattered when it was last drawn
}

// OpenPanel answers with the private panel, or redraws the one that was pressed.
func (a *panelSet) OpenPanel(k *interaction.Interaction) {
	Knowing(a.channel.table, k.User, func() { a.givePanel(k) })
}

func (a *panelSet) givePanel(k *interaction.Interaction) {
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
	a.channel.table.Env.Tasks.Go(func() {
		if err := a.channel.table.Env.Reply.Respond(k, message.Ephemeral(f)); err != nil {
			a.channel.table.Log.Warn("a panel did not arrive", "player", uint64(k.User), "err", err)
			return
		}
		a.channel.table.Must(func() {
			p.screen.Opened(k.Ref)
			a.RemovePanel(a.Panels[k.User])
			a.livePanel(k.User, p)
		})
	})
}

// RemovePanel takes the former panel away, if there was one, when a new one has been opened: it would show an old hand for
// ever.
func (a *panelSet) RemovePanel(was *panel) {
	if was == nil || time.Now().After(was.until) {
		return
	}
	was.screen.Close()
	by := was.screen.Token()
	if by == nil { // the press that brought it is being answered
		return
	}
	a.channel.takeBack(*by)
}

// takeBack deletes the private message that answered an interaction.
func (a *Channel) takeBack(by rest.Ref) {
	a.table.Env.Tasks.Go(func() {
		ctx, cancel := context.WithTimeout(a.table.Env.Ctx, message.RequestTimeout)
		defer cancel()
		err := a.table.Env.Hook.Do(failpoint.DeletePanel, func() error { return a.table.Env.Rest.DeleteOriginal(ctx, by) })
		if err != nil {
			a.table.Log.Debug("an old panel could not be removed", "err", err)
		}
	})
}

// livePanel makes a panel the one that is kept up to date.
func (a *panelSet) livePanel(who engine.ID, p *panel) {
	if was := a.Panels[who]; was != nil {
		was.screen.Close()
	}
	if a.Panels == nil {
		a.Panels = map[engine.ID]*panel{}
	}
	a.Panels[who] = p
	a.RefreshPanels()
}

// adoptPanel makes the panel that was pressed the person's live one: the press brought a new token for it.
func (a *panelSet) adoptPanel(k *interaction.Interaction) *editor.Editor {
	p := a.newPanel(k)
	p.shown = a.panelKey(k.User)
	a.livePanel(k.User, p)
	return p.screen
}

func (a *panelSet) newPanel(k *interaction.Interaction) *panel {
	p := &panel{Lang: k.Lang, until: time.Now().Add(editor.TokenLife)}
	edit := func(ctx context.Context, f message.Content, _ ...rest.Picture) error {
		if !k.Delivered() {
			return rest.ErrGone
		}
		return a.channel.table.Env.Hook.Do(failpoint.EditPanel, func() error { return a.channel.table.Env.Rest.EditOriginal(ctx, k.Ref, f.Edit()) })
	}
	gone := func(error) { a.channel.table.Must(func() { a.dropPanel(k.User, p) }) }
	p.screen = editor.New(&a.channel.table.Env.Screens, new(editor.Pacer), edit, gone)
	return p
}

func (a *panelSet) dropPanel(who engine.ID, p *panel) {
	if a.Panels[who] == p {
		delete(a.Panels, who)
	}
}

// RefreshPanels redraws the live panels on which something changed that matters to their owner.
func (a *panelSet) RefreshPanels() {
	for who, p := range a.Panels {
		if time.Now().After(p.until) {
			delete(a.Panels, who)
			continue
		}
		if key := a.panelKey(who); key != p.shown {
			p.shown = key
			p.screen.Show(a.panelFrame(who, p.Lang))
		}
	}
}

// panelKey is what has to change before a panel is worth a request: the hand, the street, one's own turn and chips.
func (a *panelSet) panelKey(who engine.ID) string {
	v := a.channel.table.ViewOf(who)
	s, seated := v.SeatOf(who)
	taste := a.tasteKey(who)
	if !seated {
		full := len(v.Seats) >= v.Rules.Seats
		return fmt.Sprint(taste, v.Hand, "away", !a.channel.table.IsOpen(), slices.Index(v.Waitlist, who), len(v.Waitlist) > 0, v.CallBy, full)
	}
	mine := engine.Turn{}
	if v.ToAct == s.Seat {
		mine = v.Turn
	}
	return fmt.Sprint(taste, v.Hand, v.Phase, v.Street, mine, len(s.Cards), s.Folded, s.Out, s.Leaves || s.Kicked, s.Stack, !a.channel.table.IsOpen(),
		s.Price, s.Plan, s.Runs, len(s.Shown), s.AllShown)
}

// tasteKey is that of what a person has chosen which changes a panel. Who reads the table in words reads all of it.
func (a *panelSet) tasteKey(who engine.ID) string {
	own, _ := a.channel.table.Env.Prefs.People.Cached(who)
	if own.TextOnly {
		return own.Lang + render.Board(a.channel.table.SceneInWords(who, a.channel.table.Locale()))
	}
	return fmt.Sprint(own.TwoColours, own.Lang, a.channel.table.Record().Extras.TextBoard)
}

func (a *panelSet) panelFrame(who engine.ID, l *locale.Lang) message.Content {
	s := a.channel.table.Scene(who, l)
	if own, _ := a.channel.table.Env.Prefs.People.Cached(who); own.TextOnly {
		s = a.channel.table.SceneInWords(who, l)
		s.Words = true
	}
	text, rows := render.Panel(s)
	return message.Content{Text: text, Rows: rows, IDs: a.channel.table.CustomID()}
}

// panelSet is what the channel has of it.
type panelSet struct {
	channel *Channel
	Panels  map[engine.ID]*panel
}

// tasteSoon is how long is waited for what a person has chosen.
const tasteSoon = 500 * time.Millisecond

// Knowing does something that depends on what a person has chosen, when that is known. Where the store does not say it soon,
// it is done as for most.
func Knowing(a *table.Table, who engine.ID, do func()) {
	if _, known := a.Env.Prefs.People.Cached(who); known {
		do()
		return
	}
	once := sync.OnceFunc(func() { a.Must(do) })
	time.AfterFunc(tasteSoon, once)
	a.Env.Tasks.Go(func() {
		if _, err := a.Env.Prefs.People.Get(who); err != nil {
			a.Log.Info("what a person has chosen could not be read", "player", uint64(who), "err", err)
		}
		once()
	})
}
