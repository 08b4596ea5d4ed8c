package board

import (
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// Content returns the board as everyone sees it.
func Content(t *table.Table) message.Content {
	s := t.SceneInWords(0, t.Locale())
	return withPicture(t, message.Content{Text: render.Board(s), Rows: render.Buttons(s), IDs: t.CustomID()}, s)
}

// First returns the first content of a new board message. It leaves out the pending decision: that may be over when the
// message appears, and the board before it still has the buttons. A board that waits for the deal has no buttons: they come
// with the cards, so an unknown second message never has any.
func First(t *table.Table) message.Content {
	f := Content(t)
	if t.View().Phase == engine.Shuffling {
		f.Rows = nil
		f.Text += t.Dealer.StartLine()
	}
	if v := t.View(); v.ToAct >= 0 || v.Phase == engine.Asking {
		f.Text, f.Rows = render.Quiet(f.Text), nil
		if f.Scene != nil {
			f.Scene.Past = true
		}
	}
	return f
}

// Final returns the board's last content, for when another follows it.
func Final(t *table.Table) message.Content {
	s := t.Scene(0, t.Locale())
	s.Past = true
	return withPicture(t, message.Content{Text: render.Board(s)}, s)
}

// Mirror returns the board as spectators see it in another channel.
func Mirror(t *table.Table) message.Content {
	s := t.SceneInWords(0, t.Locale())
	s.Mirror = t.Key.Channel
	return withPicture(t, message.Content{Text: render.Board(s)}, s)
}

// withPicture returns f with the picture of a scene if the table's options want one.
func withPicture(t *table.Table, f message.Content, s render.Scene) message.Content {
	if f.Theme = t.Record().Extras.Theme; !t.Record().Extras.TextBoard {
		f.Scene = &s
	}
	return f
}
