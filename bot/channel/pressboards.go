package channel

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/board"
	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/metrics"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
)

// pressBoards posts the boards of new hands by the newest press on a board, while the bot wants much of its rate: follow-up messages
// do not count against that. They have no nonce. So a request without an answer is not repeated: the bot posts the board by a
// request of its own, and deletes the press board if that turns up. No press posts the message of a hand under a beacon.
type pressBoards struct {
	channel  *Channel
	table    *table.Table
	newest   *interaction.Origin // of a press whose answer is under way
	answered *interaction.Origin // of the newest press whose answer has arrived
	refused  engine.ID           // the press whose token Discord has refused
}

// pressed notes a press that the board answers.
func (p *pressBoards) pressed(in *interaction.Interaction) {
	p.noteAnswer()
	p.newest = in.Origin
}

// noteAnswer notes whether the answer to the newest press has arrived: before, Discord does not accept its token.
func (p *pressBoards) noteAnswer() {
	if k := p.newest; k != nil && k.Delivered() {
		p.answered, p.newest = k, nil
	}
}

// latest returns the newest press whose token can post a board; nil: none.
func (p *pressBoards) latest() *interaction.Origin {
	p.noteAnswer()
	stored, now := p.table.Record().BoardPress, time.Now()
	switch k := p.answered; {
	case k != nil && message.Snowflake(k.ID) == p.refused:
		return nil
	case k != nil && now.Sub(k.Arrived) < record.PressLife:
		return k
	case !stored.Press.Fresh(now) || stored.Press.ID == p.refused:
		return nil
	}
	return p.open(stored)
}

// open returns a stored press; nil if its token cannot be read.
func (p *pressBoards) open(stored record.BoardPress) *interaction.Origin {
	by, err := p.table.Env.Codec.OpenPress(p.table.Key, stored.Press)
	if err != nil {
		p.table.Log.Warn("could not read the token of a press on the board; the next press brings another", "err", err)
		return nil
	}
	return &interaction.Origin{Ref: by, Arrived: stored.Press.At.Time(), Message: stored.On}
}

// next returns the press whose token is to post the board of a hand that waits for it; nil: the bot posts it by a request of its
// own. The channel must not have that board already, as look says that it may.
func (p *pressBoards) next(look bool) *interaction.Origin {
	t, r := p.table, p.table.Record()
	if look || t.View().Phase != engine.Shuffling || r.Shuffle.UsesBeacon() || !t.Env.Rest.PressBoardsOn() {
		return nil
	}
	return p.latest()
}

// pressBoardTime bounds the request for a press board. A message that comes without an answer is deleted within three seconds.
const pressBoardTime = 2 * time.Second

// post posts a press board. It has no picture: the first edit brings that.
func (p *pressBoards) post(t *try) {
	e, content := p.table.Env, t.content
	content.Scene = nil
	ctx, cancel := context.WithTimeout(rest.ForPressBoard(e.Ctx), pressBoardTime)
	defer cancel()
	err := e.Hook.Do(failpoint.PostPressBoard, func() error {
		made, err := e.Rest.FollowUp(ctx, t.press.Ref, message.FollowUp(content))
		t.id = message.Snowflake(made)
		return err
	})
	result := metrics.PressBoardRefused
	_, limited := errors.AsType[*rest.RateLimited](err)
	switch {
	case err == nil:
		result = metrics.PressBoardPosted
	case limited:
		result = metrics.PressBoardLimited
	case errors.Is(err, rest.ErrOutage):
		result, t.unanswered = metrics.PressBoardLost, true
		t.unknown.Store(true)
	}
	e.Metrics.PressBoard(result)
	if err == nil {
		return
	}
	refused := message.Snowflake(t.press.ID)
	p.table.Must(func() {
		if result == metrics.PressBoardRefused {
			p.refused = refused
		}
	})
	p.table.Log.Info("could not post a board as a follow-up; posting it by a request of the bot", "hand", t.hand, "err", err)
	if limited && e.Rest.CountsPressBoards() {
		p.table.Log.Warn("Discord counts follow-ups against the bot's rate; the bot makes no more of them until it starts again (CARDROOM_FOLLOWUPS=off says so from the start)")
	}
}

// posted notes that a press has posted the new board, whose edits go by its token.
func (p *pressBoards) posted(t *try) {
	panels := &p.channel.panels.pushed
	panels.sent = append(panels.sent, time.Now()) // Discord limits all follow-ups to a channel together
	p.channel.board.AddToken(t.press.Ref, fmt.Sprint(t.id), t.press.Arrived)
	p.store(t.press, t.id)
}

// store remembers a press for the next run of the program, and the board that it has posted.
func (p *pressBoards) store(press *interaction.Origin, posted engine.ID) {
	sealed := p.table.Env.Codec.SealPress(p.table.Key, message.Snowflake(press.ID), press.Arrived, press.Ref)
	p.table.Amend(func(r *record.Table) {
		r.BoardPress = record.BoardPress{Press: sealed, On: press.Message, Posted: posted}
	})
}

// storeEvery is how often a newer press is remembered for the next run of the program.
const storeEvery = time.Minute

// keep remembers the newest press, while presses post boards.
func (p *pressBoards) keep() {
	if p.noteAnswer(); p.answered == nil || !p.table.IsOpen() {
		return
	}
	last := p.table.Record().BoardPress
	if p.answered.Arrived.Sub(last.Press.At.Time()) < storeEvery || !p.table.Env.Rest.PressBoardsOn() {
		return
	}
	if press := p.latest(); press != nil {
		p.store(press, 0)
	}
}

// restore lets the token of a stored press edit the board again.
func (p *pressBoards) restore() {
	stored, shown := p.table.Record().BoardPress, p.table.Record().Board.Message
	if !stored.Press.Fresh(time.Now()) || shown == 0 || shown != stored.On && shown != stored.Posted {
		return
	}
	press, target := p.open(stored), rest.Original
	if shown == stored.Posted {
		target = fmt.Sprint(shown)
	}
	if press != nil {
		p.channel.board.AddToken(press.Ref, target, press.Arrived)
	}
}

// leftOver notes that the channel may have a second message of a hand, of which /verify tells.
func (p *pressBoards) leftOver(hand int64) {
	p.table.Amend(func(r *record.Table) { r.Leftover = hand })
}

// found counts a board that is about to be deleted, if a press has posted it.
func (p *pressBoards) found(m *rest.Message) {
	if !isFollowUp(m) {
		return
	}
	p.table.Env.Metrics.PressBoard(metrics.PressBoardDeleted)
	if hand := board.HandOf(m); hand != 0 && hand == p.table.View().Hand {
		p.leftOver(hand) // an earlier run of the program may have requested it
	}
}

// isFollowUp reports whether a message is a follow-up to an interaction: Discord shows it as an answer to the board that was pressed.
func isFollowUp(m *rest.Message) bool { return m.Type == discordgo.MessageTypeReply }
