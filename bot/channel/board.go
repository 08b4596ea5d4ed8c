package channel

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cardroom/bot/board"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// maxBoardAge is the age at which a new board replaces the old one: Discord hardly lets a bot edit messages older than an
// hour.
const maxBoardAge = 50 * time.Minute

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
		c.draw(in, board.Content(c.table))
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
		c.posting.pressBoards.pressed(in)
		c.board.Answer(in, f)
		return
	}
	c.board.Show(f)
}

// lacksBoard reports whether the hand has no board yet: the board is that of a hand before it. A hand under a beacon is dealt
// before it has one, and may be over or void before.
func (c *Channel) lacksBoard() bool {
	v, r := c.table.View(), c.table.Record()
	return (v.Phase != engine.Idle || r.Shuffle.UsesBeacon()) && r.Board.Hand != v.Hand
}

// outdated reports whether the board belongs to a hand that is over, or is too old to be edited. That of a tournament that is over stays.
func (c *Channel) outdated() bool {
	r := c.table.Record()
	return c.lacksBoard() || time.Since(r.Board.Posted.Time()) > maxBoardAge && !r.Event.Over()
}

// showClosed shows the closed table for the last time. It returns in if the board does not answer it.
func (c *Channel) showClosed(in *interaction.Interaction) *interaction.Interaction {
	c.deleteStray()
	if c.board == nil {
		return in
	}
	f := board.Content(c.table)
	f.Rows = nil
	if in != nil {
		c.draw(in, f)
	} else {
		c.board.Retire(f, nil)
	}
	c.board = nil
	return nil
}

// statusGap is the least time between two boards posted by /table status.
const statusGap = 30 * time.Second

// ShowStatus handles /table status: it posts the board again at the bottom of the channel, or answers with a link to it. Users
// who want text only get the board as text.
func ShowStatus(t *table.Table, in *interaction.Interaction) {
	c := Of(t)
	c.whenKnown(in.User, func() { c.showStatus(in) })
}

func (c *Channel) showStatus(in *interaction.Interaction) {
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
		_, err := c.table.Env.Rest.Message(ctx, fmt.Sprint(c.table.Where().Channel), fmt.Sprint(at))
		c.table.Must(func() {
			if message.IsGone(err) && at == c.table.Record().Board.Message {
				c.repost(in)
			} else {
				c.pointAtBoard(in)
			}
		})
	})
}

// repost posts the board again, unless the channel does not let the bot: play goes on while the old board can be edited.
func (c *Channel) repost(in *interaction.Interaction) {
	if missing, blind := interaction.MissingPermissions(in); blind {
		c.table.Env.Reply.Text(in, in.Lang.Say.BotCannot.Format("list", strings.Join(missing, ", ")))
		return
	}
	if !c.posting.readmitted {
		if !c.postBoard() {
			c.pointAtBoard(in)
			return
		}
		c.statusAt = time.Now()
	}
	c.table.Env.Reply.Text(in, string(in.Lang.Say.Status))
}

// pointAtBoard answers with a link to the board, unless it is missing or outdated, or another one is to follow it.
func (c *Channel) pointAtBoard(in *interaction.Interaction) {
	r, said := c.table.Record(), string(in.Lang.Say.StatusNone)
	if c.board != nil && !c.outdated() && !c.posting.Blocked() {
		said = in.Lang.Say.StatusSoon.Format("link", render.Link(c.table.Key.Guild, c.table.Where().Channel, r.Board.Message))
	}
	c.table.Env.Reply.Text(in, said)
}
