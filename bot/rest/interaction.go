package rest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/internal/retry"
)

// Ref names one interaction. Its Token is good for a first answer within 3 s and for edits within 15 min. A Ref prints
// without its token.
type Ref struct {
	ID          string
	Token       string
	Application string // empty means the client's own
}

// Format writes the interaction's id and never its token, whatever the verb.
func (r Ref) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "interaction %s", r.ID) }

// LogValue returns what Format writes.
func (r Ref) LogValue() slog.Value { return slog.StringValue("interaction " + r.ID) }

// Answer sends the one answer an interaction may have (a callback). The caller's deadline should end before Discord's: 3 s
// after the interaction was made. Answer sends it once more when the outcome is unknown and there is time, because an
// interaction takes one answer only. [ErrAnswered] means that another is already there. Pictures replace those that the
// message has; nil keeps them, an empty list removes them.
func (c *Client) Answer(ctx context.Context, i Ref, r *discordgo.InteractionResponse, pictures ...Picture) error {
	answer := answerBody{Type: r.Type}
	var files []*discordgo.File
	if r.Data != nil {
		answer.Data = &answerData{quietAnswer(r), listed(pictures)}
		files = append(r.Data.Files, pngs(pictures)...)
	}
	q, err := callback(i).with(answer, files)
	if err != nil {
		return err
	}
	repeated := false
	return retry.Do(ctx, answerBackoff, func(ctx context.Context) error {
		_, err := c.sendReady(ctx, q)
		if repeated && errors.Is(err, ErrAnswered) {
			return nil // by the first
		}
		repeated = true
		return unlessUnknown(err)
	})
}

// answerBackoff is when to repeat an answer that may not have arrived.
var answerBackoff = retry.Backoff{First: 200 * time.Millisecond, Tries: 2}

// unlessUnknown marks err as one that no repetition would mend, unless the outcome of the request is unknown.
func unlessUnknown(err error) error {
	if errors.Is(err, ErrOutage) {
		return err
	}
	return retry.Permanent(err)
}

// EditOriginal replaces the message that answered the interaction, or, after an answer of type 6 or 7, the message that the
// pressed component is on. Pictures replace those that the message has; nil keeps them, an empty list removes them.
func (c *Client) EditOriginal(ctx context.Context, i Ref, e *discordgo.WebhookEdit, pictures ...Picture) error {
	_, err := c.do(ctx, c.original(i, http.MethodPatch), editBody{whole(e), listed(pictures)}, append(e.Files, pngs(pictures)...))
	return err
}

// DeleteOriginal deletes the message that EditOriginal would edit.
func (c *Client) DeleteOriginal(ctx context.Context, i Ref) error {
	_, err := c.do(ctx, c.original(i, http.MethodDelete), nil, nil)
	return err
}
