package channel

import (
	"time"

	"cardroom/bot/channel/lookback"
	"cardroom/bot/editor"
	"cardroom/bot/table"
)

// Channel shows a table in its channel.
type Channel struct {
	table *table.Table

	board      *editor.Editor // nil: there is none
	posting    posting        // of the next board
	duplicates duplicates     // of the board
	opening    opening        // of a hand under a beacon
	pacer      editor.Pacer   // of the channel's messages
	statusAt   time.Time      // when /table status last posted the board

	messages      messages
	offers        offers
	panels        panels
	confirmations confirmations
	reminders     reminders
	followers     followers
	mirror        mirror
	sweep         sweep
}

// New returns a channel that shows nothing of its table yet.
func New(t *table.Table) table.Display {
	c := &Channel{table: t}
	c.messages = messages{table: t}
	c.offers = offers{channel: c, table: t, approvals: approvals{channel: c, table: t}}
	c.panels = panels{channel: c, table: t, pushed: pushedPanels{panels: &c.panels}}
	c.confirmations = confirmations{channel: c, table: t}
	c.reminders = reminders{channel: c, table: t}
	c.followers = followers{channel: c, table: t}
	c.mirror = mirror{channel: c, table: t}
	c.sweep = sweep{Reader: lookback.Reader{Table: t, Done: c.sweep.handle}, channel: c}
	c.opening = opening{table: t}
	c.duplicates = duplicates{Reader: lookback.Reader{Table: t, OnePage: true, Done: c.duplicates.handle}, channel: c}
	c.posting.pressBoards = pressBoards{channel: c, table: t}
	return c
}

// Of returns the channel that shows a table.
func Of(t *table.Table) *Channel { return t.Display.(*Channel) }

// Board returns the editor of the board's message; nil while there is none.
func (c *Channel) Board() *editor.Editor { return c.board }
