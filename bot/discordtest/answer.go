package discordtest

import (
	"errors"
	"time"
)

// Errors of an Answer. The first is what a person sees as "The application did
// not respond"; the others say that a client would not have let them act.
var (
	// ErrNoAnswer: the bot did not answer within three seconds.
	ErrNoAnswer = errors.New("discordtest: interaction failed: no answer within 3 s")
	// ErrNotThere: no such command, button, menu or message is to be seen.
	ErrNotThere = errors.New("discordtest: not there")
	// ErrInput: an option or input that the client would refuse.
	ErrInput = errors.New("discordtest: input refused by the client")
	// ErrForbidden: the person may not do that in this channel.
	ErrForbidden = errors.New("discordtest: not permitted")
	// ErrClosed: the server was closed meanwhile.
	ErrClosed = errors.New("discordtest: server closed")
)

// Answer is what came back when a person acted.
type Answer struct {
	// Type is one of the Answer constants; 0 when Err is set.
	Type int
	// Message is the message after the answer: the new one (4, 5), or the one
	// that was pressed (6, 7). Nil when there is none.
	Message *Message
	Modal   *Modal
	Choices []Choice
	// Took is the time from the event to the bot's answer.
	Took time.Duration
	Err  error

	interaction *Interaction
}

// Interaction returns what the person did, for delivering it once more or
// looking up the requests it caused. It is nil when the client refused to send it.
func (a Answer) Interaction() *Interaction { return a.interaction }

// Await waits until the answer's message was changed after the answer, as a
// deferred answer's is, or the time is over. It returns the answer with the
// message as it then is.
func (a Answer) Await(d time.Duration) Answer {
	if a.Message == nil {
		return a
	}
	return a.interaction.srv.await(a, d)
}

// Text returns the words of the answer's message, or "".
func (a Answer) Text() string {
	if a.Message == nil {
		return ""
	}
	return a.Message.Text()
}
