package editor

import (
	"context"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/rest"
)

// TokenLife is how long the editor uses a token. Discord accepts it for 15 minutes.
const TokenLife = 14*time.Minute + 30*time.Second

// token is the token of an interaction that the message answered or followed: another way to edit it.
type token struct {
	ref    *rest.Ref // nil if none works
	target string    // the message as requests with the token name it
	until  time.Time
	pacer  Pacer
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
	e.token.ref, e.token.target, e.token.until, e.hold = &by, target, pressed.Add(TokenLife), time.Time{}
}

// usePress keeps the token of a press that the message has answered.
func (e *Editor) usePress(k *interaction.Interaction) { e.useToken(k.Ref, rest.Original, k.Arrived) }

// way is how a request edits the message: by the token of an interaction, or by the bot itself.
type way struct {
	token  *rest.Ref // nil: by the bot
	target string
}

// follows reports whether the message is one that followed the token's interaction. Such a board is made while the bot wants much of
// its rate.
func (w way) follows() bool { return w.token != nil && w.target != rest.Original }

// send sends the request of an update. An edit of a message that followed the token's interaction takes the place of one of the bot,
// as that message does.
func (e *Editor) send(ctx context.Context, c message.Content, by way, load *attachment) error {
	e.begins(load)
	if by.token != nil && !e.Private {
		if by.follows() {
			ctx = rest.Sparing(ctx)
		}
		return e.env.Hook.Do(failpoint.EditByToken, func() error {
			return e.env.Rest.EditReply(ctx, *by.token, by.target, c.Edit(load.pictures...), load.pictures...)
		})
	}
	return e.edit(ctx, c, load.pictures...)
}
