package channel

import (
	"context"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/board"
	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// Unblocked lets the table post again at once, because the client does. Seen says that an event shows the channel open to the bot.
func (c *Channel) Unblocked(seen bool) {
	c.table.Venue().Unblock()
	c.posting.Reset()
	c.opening.Reset()
	c.posting.readmitted = (c.board == nil || c.outdated()) && c.postBoard() && seen
}

var errRemoved = fmt.Errorf("the bot was removed from the server: %w", rest.ErrForbidden)

// Removed pauses the tables of a server that removed the bot: players cannot act, so their clocks stop.
func (c *Channel) Removed() {
	if !c.table.IsOpen() {
		return
	}
	if c.board != nil {
		c.board.Close()
		c.board = nil
	}
	c.mirror.stopEditing()
	c.notPosted(errRemoved)
}

// RestoreBoard takes over the board that a press came from, if an earlier run of the program ended before the board's id was stored. It
// is the board of a hand under a beacon. No other message of that hand has ever had buttons.
func (c *Channel) RestoreBoard(in *interaction.Interaction) {
	onBoard := in.Drawn && !in.Ephemeral && in.CustomID.Table == c.table.Key.Channel && in.CustomID.Turn.Hand == c.table.View().Hand
	if c.table.IsOpen() && c.duplicates.started && c.lacksBoard() && !c.table.Dealer.Waits() && onBoard && in.Message > c.table.Record().Shuffle.Message {
		c.posted(&try{hand: c.table.View().Hand, content: board.First(c.table), id: in.Message})
	}
}

// RefuseStale answers a press on an outdated button.
func (c *Channel) RefuseStale(in *interaction.Interaction) {
	if !c.table.IsOpen() {
		c.table.Env.Reply.Text(in, string(in.Lang.Say.NoTable))
		return
	}
	if v := in.CustomID.Verb; in.Drawn && !in.Ephemeral && (v == render.VerbYes || v == render.VerbNo) {
		c.messages.delete(in.Message, nil) // a question that is answered or withdrawn, or that an earlier run left
		c.table.Env.Reply.Text(in, string(in.Lang.Money.NoRequest))
		return
	} else if c.isStrayBoard(in) {
		c.duplicates.delete(in.Message)
	}
	Refuse(c.table, in, engine.Refusal{Reason: engine.Stale, Rule: 28})
}

// isStrayBoard reports whether a press came from a board message that was posted but never committed, because the program
// was killed between the two. If a hand is running or about to start, the sweep deletes it first.
func (c *Channel) isStrayBoard(in *interaction.Interaction) bool {
	onBoard := in.Kind == interaction.Press && in.Drawn && !in.Ephemeral
	return onBoard && !c.posting.InFlight && in.Message != c.posting.stray.Message && in.Message > c.table.Record().Board.Message
}

// ThreadMade is the value of the option thread of a command once the thread is there.
const ThreadMade = "made"

// MayMakeThread reports whether a command may make a thread, and tells the user if not: an earlier run of the program may have
// made one for a command from before its start.
func MayMakeThread(e *table.Env, in *interaction.Interaction) bool {
	fresh := in.Age(e.Rest) <= e.Uptime()
	if !fresh {
		e.Reply.Text(in, string(in.Lang.Say.JustStarted))
	}
	return fresh
}

// MakeThread makes a public thread in a channel, within the time of an answer. The rest is as in [rest.Client.MakeThread].
func MakeThread(e *table.Env, in engine.ID, news bool, name string, archive int) (thread engine.ID, err error) {
	ctx, cancel := context.WithTimeout(e.Ctx, message.AnswerTimeout)
	defer cancel()
	err = e.Hook.Do(failpoint.MakeThread, func() error {
		made, err := e.Rest.MakeThread(ctx, fmt.Sprint(in), news, name, archive)
		thread = message.Snowflake(made)
		return err
	})
	return thread, err
}

// Kind returns the type of a channel.
func Kind(e *table.Env, id engine.ID) (discordgo.ChannelType, error) {
	ctx, cancel := context.WithTimeout(e.Ctx, message.RequestTimeout)
	defer cancel()
	c, err := e.Rest.Channel(ctx, fmt.Sprint(id))
	if err != nil {
		return 0, err
	}
	return c.Type, nil
}

// OpenThread makes a thread for a table, and sends the command on to it. Its table answers.
func OpenThread(e *table.Env, in *interaction.Interaction, name string) {
	made, err := MakeThread(e, in.Channel, in.News, name, 0)
	if err != nil {
		e.Reply.RefuseThread(in, err, in.Lang.Say.BotMay, in.Lang.Say.ThreadNone)
		return
	}
	in.Key.Channel, in.Channel, in.Thread, in.News, in.Options["thread"] = made, made, true, false, ThreadMade
	if !e.Tables.Get(in.Key).Enqueue(in) {
		e.Reply.Text(in, string(in.Lang.Say.Busy))
	}
}
