package discordtest

import (
	"errors"
	"fmt"
	"time"
)

// These are the errors of an Answer. A person sees the first as "The application did not respond". The others mean that a
// client would not have let them act.
var (
	// ErrNoAnswer: the bot did not answer within three seconds.
	ErrNoAnswer = errors.New("discordtest: interaction failed: no answer within 3 s")
	// ErrNotThere: no such command, button, menu or message is visible.
	ErrNotThere = errors.New("discordtest: not there")
	// ErrInput: the client would refuse an option or input.
	ErrInput = errors.New("discordtest: input refused by the client")
	// ErrForbidden: the person lacks a permission in this channel.
	ErrForbidden = errors.New("discordtest: not permitted")
	// ErrArchived is an ErrForbidden of an archived thread: no user can use a command or a button in it.
	ErrArchived = fmt.Errorf("%w in an archived thread", ErrForbidden)
	// ErrClosed: the server was closed meanwhile.
	ErrClosed = errors.New("discordtest: server closed")
)

// Answer is the result of a person's act.
type Answer struct {
	// Type is one of the Answer constants; 0 when Err is set.
	Type int
	// Message is the message after the answer: the new one (4, 5), or the pressed one (6, 7). Nil: there is none.
	Message *Message
	Modal   *Modal
	Choices []Choice
	// Took is the time from the event to the bot's answer.
	Took time.Duration
	Err  error

	interaction *Interaction
}

// Interaction returns the person's act, for delivering it again or for listing its requests. It is nil if the client
// refused to send it.
func (a Answer) Interaction() *Interaction { return a.interaction }

// Await waits until the answer's message changes after the answer, as a deferred answer's does, or d is over. It returns
// the answer with the current message.
func (a Answer) Await(d time.Duration) Answer {
	if a.Message == nil {
		return a
	}
	return a.interaction.srv.await(a, d)
}

// Text returns the text of the answer's message, or "".
func (a Answer) Text() string {
	if a.Message == nil {
		return ""
	}
	return a.Message.Text()
}
