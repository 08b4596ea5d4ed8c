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
	c := content(t, hasLayout(t))
	if t.View().Phase == engine.Shuffling {
		c.Rows = nil
		addLine(&c, t.Dealer.StartLine())
	}
	if v := t.View(); v.ToAct >= 0 || v.Phase == engine.Asking {
		c.Text, c.Rows = render.Quiet(c.Text), nil
		if c.Layout != nil {
			c.Layout.Lines = render.QuietCaption(c.Layout.Lines)
		}
		if c.Scene != nil {
			c.Scene.Past = true
		}
	}
	return c
}

// Final returns the board's last content, for when another follows it. It shrinks to its result.
func Final(t *table.Table) message.Content {
	s := t.Scene(0, t.Locale())
	s.Past = true
	c := inForm(t, message.Content{}, s, t.Record().Board.Components)
	if c.Layout != nil || s.View.Ended() { // in words, a hand that is void keeps all of them
		c.Text, c.Scene = render.Summary(s), nil
	}
	return c
}

// Mirror returns the board as spectators see it in another channel, in the form of the message that shows it there.
func Mirror(t *table.Table) message.Content { return mirror(t, t.Record().Mirror.Components) }

// FirstMirror returns the first content of a new mirror.
func FirstMirror(t *table.Table) message.Content { return mirror(t, hasLayout(t)) }

func mirror(t *table.Table, components bool) message.Content {
	s := t.SceneInWords(0, t.Locale())
	s.Mirror = t.Where().Channel
	return inForm(t, message.Content{}, s, components)
}
