package board

import (
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// Content returns the board as everyone sees it, in the form of the message that shows the table.
func Content(t *table.Table) message.Content { return content(t, t.Record().Board.Components) }

func content(t *table.Table, components bool) message.Content {
	s := t.SceneInWords(0, t.Locale())
	return inForm(t, message.Content{Rows: render.Buttons(s), IDs: t.CustomID()}, s, components)
}

// First returns the first content of a new board message. It leaves out the pending decision: that may be over when the
// message appears, and the board before it still has the buttons. A board that waits for the deal has no buttons: they come
// with the cards, so an unknown second message never has any.
func First(t *table.Table) message.Content {
	f := content(t, hasLayout(t))
	if t.View().Phase == engine.Shuffling {
		f.Rows = nil
		addLine(&f, t.Dealer.StartLine())
	}
	if v := t.View(); v.ToAct >= 0 || v.Phase == engine.Asking {
		f.Text, f.Rows = render.Quiet(f.Text), nil
		if f.Layout != nil {
			f.Layout.Lines = render.QuietCaption(f.Layout.Lines)
		}
		if f.Scene != nil {
			f.Scene.Past = true
		}
	}
	return f
}

// Final returns the board's last content, for when another follows it. It shrinks to its result.
func Final(t *table.Table) message.Content {
	s := t.Scene(0, t.Locale())
	s.Past = true
	f := inForm(t, message.Content{}, s, t.Record().Board.Components)
	if f.Layout != nil || s.Ended() { // in words, a hand that is void keeps all of them
		f.Text, f.Scene = render.Summary(s), nil
	}
	return f
}

// Mirror returns the board as spectators see it in another channel, in the form of the message that shows it there.
func Mirror(t *table.Table) message.Content { return mirror(t, t.Record().Mirror.Components) }

// FirstMirror returns the first content of a new mirror.
func FirstMirror(t *table.Table) message.Content { return mirror(t, hasLayout(t)) }

func mirror(t *table.Table, components bool) message.Content {
	s := t.SceneInWords(0, t.Locale())
	s.Mirror = table.Where(t).Channel
	return inForm(t, message.Content{}, s, components)
}
