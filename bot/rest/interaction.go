package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/internal/retry"
)

// Ref identifies one interaction. Its Token allows a first answer within 3 s and edits within 15 min. A Ref prints without
// its token.
type Ref struct {
	ID          string
	Token       string
	Application string // empty means the client's own
}

// Format writes the interaction's id and never its token, whatever the verb.
func (r Ref) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "interaction %s", r.ID) }

// LogValue returns the text of Format.
func (r Ref) LogValue() slog.Value { return slog.StringValue("interaction " + r.ID) }

// Answer sends the one answer of an interaction (a callback). The caller's deadline should end before Discord's: 3 s after
// the interaction was made. Answer retries once if the outcome is unknown and there is time, because an interaction accepts
// only one answer. [ErrAnswered] means that it has one. Pictures replace those of the message; see [KeepPictures] and
// [NoPictures].
//
// The retry has no files, which may be why the first try failed; then whole is false. An answer of type 7 removes the old
// pictures in that case.
func (c *Client) Answer(ctx context.Context, i Ref, r *discordgo.InteractionResponse, pictures ...Picture) (whole bool, err error) {
	return c.AnswerOr(ctx, i, r, r, pictures...)
}

// AnswerOr works like Answer. Where its retry has to leave out files, it sends textOnly in place of r.
func (c *Client) AnswerOr(ctx context.Context, i Ref, r, textOnly *discordgo.InteractionResponse, pictures ...Picture) (whole bool, err error) {
	full, second, err := c.answers(i, r, textOnly, pictures)
	if err != nil {
		return false, err
	}
	tries := 0
	err = retry.Do(ctx, answerBackoff, func(ctx context.Context) error {
		if tries++; tries > 1 {
			_, err := c.sendReady(ctx, second)
			if errors.Is(err, ErrAnswered) { // the first try did
				whole = true
				return nil
			}
			whole = err == nil && !full.files
			return unlessUnknown(err)
		}
		if full.files { // a hanging upload leaves time for the text
			var cancel context.CancelFunc
			ctx, cancel = firstHalf(ctx)
			defer cancel()
		}
		answer, err := c.sendReady(ctx, full)
		if whole = err == nil; whole {
			tellAnswered(pictures, answer)
		}
		return unlessUnknown(err)
	})
	return whole, err
}

// tellAnswered tells the callers that ask for it the ID of the picture in an answer.
func tellAnswered(pictures []Picture, answer []byte) {
	var sent struct {
		Resource struct {
			Message Message `json:"message"`
		} `json:"resource"`
	}
	if wantsID(pictures) && json.Unmarshal(answer, &sent) == nil {
		tellID(pictures, &sent.Resource.Message)
	}
}

// answers returns the request that answers an interaction with r, and the one without files, that answers it with textOnly.
func (c *Client) answers(i Ref, r, textOnly *discordgo.InteractionResponse, pictures []Picture) (full, second request, err error) {
	var files []*discordgo.File
	if r.Data != nil {
		files = append(r.Data.Files, pngs(pictures)...)
	}
	to := callback(i)
	if wantsID(pictures) {
		to.path += "?with_response=true"
	}
	if full, err = to.with(c.answerOf(r, listed(pictures)), files); err != nil || len(files) == 0 {
		return full, full, err
	}
	second, err = callback(i).with(c.answerOf(textOnly, &[]file{}), nil)
	return full, second, err
}

// answerOf returns the body of an answer with the files that it lists.
func (c *Client) answerOf(r *discordgo.InteractionResponse, files *[]file) answerBody {
	if r.Data == nil {
		return answerBody{Type: r.Type}
	}
	data := c.quietAnswer(r)
	return answerBody{Type: r.Type, Data: &answerData{data, contentOf(data), files}}
}

// firstHalf returns a context that ends halfway to the end of ctx.
func firstHalf(ctx context.Context) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, time.Until(end)/2)
}

// answerBackoff is the retry schedule for an answer that may not have arrived.
var answerBackoff = retry.Backoff{First: 200 * time.Millisecond, Tries: 2}

// unlessUnknown marks err as permanent, unless the outcome of the request is unknown.
func unlessUnknown(err error) error {
	if errors.Is(err, ErrOutage) {
		return err
	}
	return retry.Permanent(err)
}

// Original returns the id of the message that answered the interaction. It asks again while Discord does not answer, until
// ctx ends.
func (c *Client) Original(ctx context.Context, i Ref) (id string, err error) {
	err = retry.Do(ctx, createBackoff, func(ctx context.Context) (err error) {
		id, err = c.post(ctx, c.reply(i, http.MethodGet, Original))
		return unlessUnknown(err)
	})
	return id, err
}

// FollowUp posts a further message to an interaction that has its answer, and returns the message's id. Flags may make it
// private. There is no nonce, so a request with an unknown outcome is not repeated.
func (c *Client) FollowUp(ctx context.Context, i Ref, m *discordgo.WebhookParams) (id string, err error) {
	full := *m
	full.AllowedMentions = mentions(m.AllowedMentions)
	full.Content, full.Components = c.linked(m.Content, m.Components)
	r, err := c.reply(i, http.MethodPost, "").with(&full, nil)
	if err != nil {
		return "", err
	}
	return c.post(ctx, r)
}

// EditReply replaces a message that FollowUp has posted, or [Original]. Only the same interaction can edit it. Pictures replace
// those of the message; see [KeepPictures] and [NoPictures].
func (c *Client) EditReply(ctx context.Context, i Ref, message string, e *discordgo.WebhookEdit, pictures ...Picture) error {
	return c.edit(ctx, c.reply(i, http.MethodPatch, message), e, pictures)
}

// DeleteReply deletes a message that EditReply could replace.
func (c *Client) DeleteReply(ctx context.Context, i Ref, message string) error {
	_, err := c.do(ctx, c.reply(i, http.MethodDelete, message), nil, nil)
	return err
}
