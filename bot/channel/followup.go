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

// followUps posts the boards of new hands as follow-ups to the newest press on a board, while the bot wants much of its rate: they
// do not count against that. The message has no nonce. So a request without an answer is not repeated: the bot posts the board by
// a request of its own, and deletes the follow-up if that turns up. The message of a hand under a beacon is never a follow-up.
type followUps struct {
	channel  *Channel
	table    *table.Table
	newest   *interaction.Origin // of a press whose answer is under way
	answered *interaction.Origin // of the newest press whose answer has arrived
	refused  engine.ID           // the press whose token Discord has refused
}

// pressed notes a press that the board answers.
func (f *followUps) pressed(in *interaction.Interaction) {
	f.noteAnswer()
	f.newest = in.Origin
}

// noteAnswer notes whether the answer to the newest press has arrived: before, Discord does not accept its token.
func (f *followUps) noteAnswer() {
	if k := f.newest; k != nil && k.Delivered() {
		f.answered, f.newest = k, nil
	}
}

// latest returns the newest press whose token can post a board; nil: none.
func (f *followUps) latest() *interaction.Origin {
	f.noteAnswer()
	stored, now := f.table.Record().Public, time.Now()
	switch k := f.answered; {
	case k != nil && message.Snowflake(k.ID) == f.refused:
		return nil
	case k != nil && now.Sub(k.Arrived) < record.PressLife:
		return k
	case !stored.Press.Fresh(now) || stored.Press.ID == f.refused:
		return nil
	}
	return f.open(stored)
}

// open returns a stored press; nil if its token cannot be read.
func (f *followUps) open(stored record.PublicPress) *interaction.Origin {
	by, err := f.table.Env.Codec.OpenPress(f.table.Key, stored.Press)
	if err != nil {
		f.table.Log.Warn("could not read the token of a press on the board; the next press brings another", "err", err)
		return nil
	}
	return &interaction.Origin{Ref: by, Arrived: stored.Press.At.Time(), Message: stored.On}
}

// next returns the press whose token is to post the board of a hand that waits for it; nil: the bot posts it by a request of its
// own. The channel must not have that board already, as look says that it may.
func (f *followUps) next(look bool) *interaction.Origin {
	t, r := f.table, f.table.Record()
	if look || t.View().Phase != engine.Shuffling || r.Shuffle.UsesBeacon() || !t.Env.Rest.SparesRate() {
		return nil
	}
	return f.latest()
}

// followTime bounds the request for a follow-up. A message that comes without an answer is deleted within three seconds.
const followTime = 2 * time.Second

// post posts a board as a follow-up. It has no picture: the first edit brings that.
func (f *followUps) post(t *try) {
	e, content := f.table.Env, t.content
	content.Scene = nil
	ctx, cancel := context.WithTimeout(rest.Sparing(e.Ctx), followTime)
	defer cancel()
	err := e.Hook.Do(failpoint.FollowBoard, func() error {
		made, err := e.Rest.FollowUp(ctx, t.press.Ref, message.FollowUp(content))
		t.id = message.Snowflake(made)
		return err
	})
	result := metrics.FollowUpRefused
	_, limited := errors.AsType[*rest.RateLimited](err)
	switch {
	case err == nil:
		result = metrics.FollowUpPosted
	case limited:
		result = metrics.FollowUpLimited
	case errors.Is(err, rest.ErrOutage):
		result, t.unanswered = metrics.FollowUpLost, true
		t.unknown.Store(true)
	}
	e.Metrics.FollowUp(result)
	if err == nil {
		return
	}
	refused := message.Snowflake(t.press.ID)
	f.table.Must(func() {
		if result == metrics.FollowUpRefused {
			f.refused = refused
		}
	})
	f.table.Log.Info("could not post a board as a follow-up; posting it by a request of the bot", "hand", t.hand, "err", err)
	if limited && e.Rest.CountsFollowUps() {
		f.table.Log.Warn("Discord counts follow-ups against the bot's rate; the bot makes no more of them until it starts again (CARDROOM_FOLLOWUPS=off says so from the start)")
	}
}

// posted notes that a press has posted the new board, whose edits go by its token.
func (f *followUps) posted(t *try) {
	panels := &f.channel.panels.pushed
	panels.sent = append(panels.sent, time.Now()) // Discord limits all follow-ups to a channel together
	f.channel.board.AddToken(t.press.Ref, fmt.Sprint(t.id), t.press.Arrived)
	f.store(t.press, t.id)
}

// store remembers a press for the next run of the program, and the board that it has posted.
func (f *followUps) store(p *interaction.Origin, posted engine.ID) {
	sealed := f.table.Env.Codec.SealPress(f.table.Key, message.Snowflake(p.ID), p.Arrived, p.Ref)
	f.table.Amend(func(r *record.Table) { r.Public = record.PublicPress{Press: sealed, On: p.Message, Follows: posted} })
}

// storeEvery is how often a newer press is remembered for the next run of the program.
const storeEvery = time.Minute

// keep remembers the newest press, while boards go by presses.
func (f *followUps) keep() {
	if f.noteAnswer(); f.answered == nil || !f.table.IsOpen() {
		return
	}
	last := f.table.Record().Public
	if f.answered.Arrived.Sub(last.Press.At.Time()) < storeEvery || !f.table.Env.Rest.SparesRate() {
		return
	}
	if p := f.latest(); p != nil {
		f.store(p, 0)
	}
}

// restore lets the token of a stored press edit the board again.
func (f *followUps) restore() {
	stored, shown := f.table.Record().Public, f.table.Record().Board.Message
	if !stored.Press.Fresh(time.Now()) || shown == 0 || shown != stored.On && shown != stored.Follows {
		return
	}
	p, target := f.open(stored), rest.Original
	if shown == stored.Follows {
		target = fmt.Sprint(shown)
	}
	if p != nil {
		f.channel.board.AddToken(p.Ref, target, p.Arrived)
	}
}

// leftOver notes that the channel may have a second message of a hand, of which /verify tells.
func (f *followUps) leftOver(hand int64) {
	f.table.Amend(func(r *record.Table) { r.Leftover = hand })
}

// found counts a board that is about to be deleted, if it is a follow-up.
func (f *followUps) found(m *rest.Message) {
	if !followsPress(m) {
		return
	}
	f.table.Env.Metrics.FollowUp(metrics.FollowUpDeleted)
	if hand := board.HandOf(m); hand != 0 && hand == f.table.View().Hand {
		f.leftOver(hand) // an earlier run of the program may have requested it
	}
}

// followsPress reports whether a message is shown as an answer to another one.
func followsPress(m *rest.Message) bool { return m.Type == discordgo.MessageTypeReply }
