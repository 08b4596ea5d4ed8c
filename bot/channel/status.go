package channel

import (
	"context"
	"fmt"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/render"
)

// statusGap is the least time between two boards posted by /table status.
const statusGap = 30 * time.Second

// Status posts the board again at the bottom of the channel, or answers with a link to it. Users who want text only get the
// board as text.
func (c *Channel) Status(in *interaction.Interaction) {
	c.whenKnown(in.User, func() { c.status(in) })
}

func (c *Channel) status(in *interaction.Interaction) {
	if own, _ := c.table.Env.Prefs.People.Cached(in.User); own.TextOnly {
		c.table.Env.Reply.Text(in, render.Board(c.table.SceneInWords(in.User, in.Lang)))
		return
	}
	if time.Since(c.statusAt) >= statusGap {
		c.repost(in)
		return
	}
	at := c.table.Record().Board.Message
	c.table.Env.Tasks.Go(func() { // a moderator may have deleted it since then
		ctx, cancel := context.WithTimeout(c.table.Env.Ctx, message.RequestTimeout)
		defer cancel()
		_, err := c.table.Env.Rest.Message(ctx, fmt.Sprint(table.Where(c.table).Channel), fmt.Sprint(at))
		c.table.Must(func() {
			if message.IsGone(err) && at == c.table.Record().Board.Message {
				c.repost(in)
			} else {
				c.pointAtBoard(in)
			}
		})
	})
}

func (c *Channel) repost(in *interaction.Interaction) {
	if !c.postBoard() {
		c.pointAtBoard(in)
		return
	}
	c.statusAt = time.Now()
	c.table.Env.Reply.Text(in, string(in.Lang.Say.Status))
}

func (c *Channel) pointAtBoard(in *interaction.Interaction) {
	link := fmt.Sprintf("https://discord.com/channels/%d/%d/%d", c.table.Key.Guild, table.Where(c.table).Channel, c.table.Record().Board.Message)
	c.table.Env.Reply.Text(in, in.Lang.Say.StatusSoon.Format("link", link))
}

// ShowStatus handles /table status: it shows the board once more.
func ShowStatus(t *table.Table, in *interaction.Interaction) { Of(t).Status(in) }
