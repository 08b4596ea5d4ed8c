package channel

import (
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// maxBoardAge is the age at which a new board replaces the old one: Discord hardly lets a bot edit messages older than an
// hour.
const maxBoardAge = 50 * time.Minute

// boardContent returns the board as everyone sees it.
func (c *Channel) boardContent() message.Content {
	s := c.table.SceneInWords(0, c.table.Locale())
	return withPicture(c.table, message.Content{Text: render.Board(s), Rows: render.Buttons(s), IDs: c.table.CustomID()}, s)
}

// FirstContent returns the first content of a new board message. It leaves out the pending decision: that may be over when
// the message appears, and the board before it still has the buttons. A board that waits for the deal has no buttons: they
// come with the cards, so an unknown second message never has any.
func (c *Channel) FirstContent() message.Content {
	f := c.boardContent()
	if c.table.View().Phase == engine.Shuffling {
		f.Rows = nil
		f.Text += c.table.Dealer.StartLine()
	}
	if v := c.table.View(); v.ToAct >= 0 || v.Phase == engine.Asking {
		f.Text, f.Rows = render.Quiet(f.Text), nil
		if f.Scene != nil {
			f.Scene.Past = true
		}
	}
	return f
}

// finalContent returns the board's last content, for when another follows it.
func (c *Channel) finalContent() message.Content {
	s := c.table.Scene(0, c.table.Locale())
	s.Past = true
	return withPicture(c.table, message.Content{Text: render.Board(s)}, s)
}

// withPicture returns f with the picture of a scene if the table's options want one.
func withPicture(t *table.Table, f message.Content, s render.Scene) message.Content {
	if f.Theme = t.Record().Extras.Theme; !t.Record().Extras.TextBoard {
		f.Scene = &s
	}
	return f
}

// show updates the board, the mirror and the open panels. If in is not nil, the board answers it.
func (c *Channel) show(in *interaction.Interaction) {
	if in != nil && in.Ephemeral {
		c.panels.answer(in)
		in = nil
	}
	switch {
	case !c.table.IsOpen():
		in = c.showClosed(in)
	case c.board == nil || c.outdated():
		c.postBoard()
	default:
		c.draw(in, c.boardContent())
		in = nil
	}
	c.mirror.update()
	c.RefreshPanels()
	c.confirmations.removeStale()
	if in != nil {
		c.table.Env.Reply.Ack(in)
	}
}

// draw shows f on the board. If in is not nil, f is its answer.
func (c *Channel) draw(in *interaction.Interaction, f message.Content) {
	if in != nil {
		c.board.Answer(in, f)
		return
	}
	c.board.Show(f)
}

// outdated reports whether the board belongs to a hand that is over, or is too old to be edited.
func (c *Channel) outdated() bool {
	v, board := c.table.View(), c.table.Record().Board
	return v.Phase == engine.Shuffling && board.Hand != v.Hand || time.Since(board.Posted.Time()) > maxBoardAge
}

// showClosed shows the closed table for the last time. It returns in if the board does not answer it.
func (c *Channel) showClosed(in *interaction.Interaction) *interaction.Interaction {
	if c.board == nil {
		return in
	}
	f := c.boardContent()
	f.Rows = nil
	if in != nil {
		c.draw(in, f)
	} else {
		c.board.Retire(f, nil)
	}
	c.board = nil
	return nil
}
