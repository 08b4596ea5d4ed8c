package channel

import (
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/board"
	"cardroom/bot/channel/lookback"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render"
)

// sweepTime delays a new board for the sweep. sweepAgain is when to repeat a sweep that the channel's own messages delayed.
const (
	sweepTime  = time.Minute
	sweepAgain = 5 * time.Second
)

// sweep deletes an earlier run's leftovers in the channel.
type sweep struct {
	lookback.Reader
	channel *Channel
	due     bool // an earlier run was here, and the channel has not been read yet
}

// blocksStart reports whether the next hand waits only for the sweep.
func (s *sweep) blocksStart() bool {
	return s.due && s.Table.IsOpen() && s.Table.Pending().Need == engine.NeedStart
}

// mayRead reports whether the next hand waits for the sweep and the message of the seals is in the channel. The answer to an
// earlier read might have that message or not.
func (s *sweep) mayRead() bool {
	return s.blocksStart() && !s.Table.Dealer.AwaitsCommitments()
}

// Tidy reads the newest messages of the channel when the rate limits have room for it. It deletes the leftovers of an
// earlier run.
func (c *Channel) Tidy() { c.sweep.Read() }

// handle handles the channel's messages, or the error of reading them.
func (s *sweep) handle(list []rest.Message, reach message.Reach, err error) {
	if !s.Table.IsOpen() {
		return
	}
	if err != nil { // the bot lacks the permission to see the channel
		s.Table.Log.Info("could not read the channel; messages of an earlier run may remain in it", "err", err)
	}
	me := *s.Table.Env.Me.Load()
	s.checkButtons(me, list)
	latest := lookback.LatestHand(list, me, s.Table.Dealer.Since(), s.Table.Record().Shuffle.Root.String())
	if s.due = !s.Table.Recovery.CheckHands(latest, reach == message.Whole); s.due && !s.Table.HandRuns() {
		s.ReadIn(sweepAgain) // the store does not answer
		return
	}
	s.tidy(me, list)
	s.channel.duplicates.resume()
	if s.channel.board != nil {
		s.channel.board.Release(false)
	}
}

// checkButtons looks for the buttons of a decision that the store has lost.
func (s *sweep) checkButtons(me string, list []rest.Message) {
	for _, m := range list {
		heading := render.HeadingOf(m.Text())
		for _, id := range m.Buttons() {
			if b, ok := message.ParseCustomID(id); ok && m.Author.ID == me {
				s.Table.Recovery.CheckFutureButton(message.Snowflake(m.ID), b, heading)
			}
		}
	}
}

// tidy deletes the leftovers of an earlier run. It waits while this run sends messages, because the list may contain one of
// them.
func (s *sweep) tidy(me string, list []rest.Message) {
	if c := s.channel; len(list) > 0 && (c.posting.InFlight || c.messages.mentions > 0 || c.board == nil || c.outdated() || s.Table.Dealer.AwaitsCommitments()) {
		s.ReadIn(sweepAgain)
		return
	}
	r := s.Table.Record()
	for _, m := range list {
		id := message.Snowflake(m.ID)
		ours := m.Author.ID == me && m.Type == discordgo.MessageTypeDefault && board.IsTransient(&m) || isFollowUp(&m) && board.IsBoard(&m, s.Table.Key.Channel, me)
		known := slices.Contains([]engine.ID{r.Nudge, r.SeatOffer.Message, r.Notice.Message, r.Shuffle.Message}, id)
		if ours && !known && !r.WasBoard(id) && !r.IsQuestion(id) && id > r.Board.Message {
			s.channel.posting.pressBoards.found(&m)
			s.channel.messages.delete(id, nil)
		}
	}
}
