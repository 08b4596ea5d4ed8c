package editor

import (
	"context"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/rest"
)

// TokenLife is how long after a press its token may change a message. Discord accepts it for 15 minutes; the rest is for a slow request.
const TokenLife = 14*time.Minute + 30*time.Second

// token is the newest token that can edit the message, and its rate limit.
type token struct {
	way   *way // nil if none works
	until time.Time
	pacer Pacer
}

// way is how the token of an interaction edits the message, which is the answer or a follow-up. It is never changed.
type way struct {
	ref    *rest.Ref // a pointer, so that a way prints without the token
	target string    // the message as requests with the token name it
}

// way returns the token by which the next edit goes; nil: the bot itself makes it.
func (e *Editor) way() *way {
	if e.token == nil || time.Now().After(e.token.until) {
		return nil
	}
	return e.token.way
}

// AddToken tells the editor that the token of an interaction can edit its message, which the token's requests name as target.
func (e *Editor) AddToken(by rest.Ref, target string, pressed time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.useToken(by, target, pressed)
}

// useToken keeps the token of an interaction once its answer has arrived: before, Discord does not accept it. Edits with a
// token have a rate limit of their own, so it ends a hold.
func (e *Editor) useToken(by rest.Ref, target string, pressed time.Time) {
	if e.token == nil {
		e.token = new(token)
	}
	e.token.way, e.token.until, e.hold = &way{&by, target}, pressed.Add(TokenLife), time.Time{}
}

// usePress keeps the token of a press that the message has answered. A private message uses no other than its own.
func (e *Editor) usePress(in *interaction.Interaction) {
	if !e.Private {
		e.useToken(in.Ref, rest.Original, in.Arrived)
	}
}

// giveUp forgets a way that does not work, unless a press has brought another meanwhile.
func (e *Editor) giveUp(by *way) {
	if e.token.way == by {
		e.token.way = nil
	}
}

// isFollowUp reports whether the message is a follow-up to the token's interaction. Such a board is made while the bot wants much of
// its rate.
func (w *way) isFollowUp() bool { return w.target != rest.Original }

// send sends the request of an update. An edit of a follow-up takes the place of one of the bot, as that message does.
func (e *Editor) send(ctx context.Context, c message.Content, by *way, load *attachment) error {
	e.noteUpload(load)
	if by != nil {
		if by.isFollowUp() {
			ctx = rest.ForPressBoard(ctx)
		}
		return e.env.Hook.Do(failpoint.EditByToken, func() error {
			return e.env.Rest.EditReply(ctx, *by.ref, by.target, c.Edit(load.pictures...), load.pictures...)
		})
	}
	return e.edit(ctx, c, load.pictures...)
}
