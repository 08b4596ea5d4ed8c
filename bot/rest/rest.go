// Package rest makes the few Discord requests a poker table needs, over a
// discordgo session whose traps are cured here.
//
// A tour: [Client] has one method per request. Those that take a [Ref] travel
// under an interaction's own token (Answer, EditOriginal, DeleteOriginal)
// and are exempt from the bot's global limit; the others use the bot's
// token. Every request passes the limiter (limit.go), is sent once (send.go)
// and comes back as nil, as a [*Limited] or as an [*Error] that matches one of
// the sentinels (errors.go).
//
// What differs from plain discordgo, and why:
//
//   - Waiting for a rate limit ends with the caller's context; discordgo sleeps
//     through it. A wait longer than the deadline is refused at once.
//   - Every interaction token has a limit of its own, and forgotten tokens cost
//     nothing. discordgo shares one limit between all of them and keeps two
//     entries per interaction for ever.
//   - Nothing ambiguous is repeated, except what takes effect once: message
//     creation, which carries an enforced nonce, and an interaction's answer.
//     discordgo posts again after a 502.
//   - What was refused for want of a permission is not asked for again at once
//     (bar.go): Discord bans addresses for that.
//   - No error and no log line holds a URL or a token. In Discord's URLs an
//     interaction's token is part of the path.
//   - Nobody is notified by accident: a message without allowed_mentions is sent
//     with an empty list. Edits always carry content, components and mentions,
//     so that a message never keeps half of what it was.
package rest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/internal/retry"
)

// Client sends requests for one application. It is safe for concurrent use;
// requests to the same route or under the same interaction token go one after
// the other, in the order in which they were made as far as Go's channels are
// fair.
type Client struct {
	session *discordgo.Session
	app     string
	limits  *limits
	bars    *bars
}

// New returns a client that uses s's HTTP client and token. appID is the
// application's id, as READY tells it; it is needed by the command requests,
// and by a Ref without an Application.
func New(s *discordgo.Session, appID string) *Client {
	return &Client{session: s, app: appID, limits: newLimits(), bars: newBars()}
}

// As is the client for an application whose id was not known when c was made. They share all limits.
func (c *Client) As(appID string) *Client {
	as := *c
	as.app = appID
	return &as
}

// Ref names one interaction. Its Token is good for a first answer within 3 s
// and for edits and follow-ups within 15 min. A Ref prints without its token.
type Ref struct {
	ID          string
	Token       string
	Application string // empty means the client's own
}

// Format writes the interaction's id and never its token, whatever the verb.
func (r Ref) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "interaction %s", r.ID) }

// LogValue is what Format writes.
func (r Ref) LogValue() slog.Value { return slog.StringValue("interaction " + r.ID) }

// Answer sends the one answer an interaction may have (a callback). The caller's
// deadline should end before Discord's: 3 s after the interaction was made. It
// is sent once more when the outcome is unknown and there is time: an interaction
// takes one answer only. [ErrAnswered] means that another is already there.
// Pictures take the place of those that the message has; nil keeps them, an empty
// list takes them away.
func (c *Client) Answer(ctx context.Context, i Ref, r *discordgo.InteractionResponse, pictures ...Picture) error {
	answer := reply{Type: r.Type}
	var files []*discordgo.File
	if r.Data != nil {
		answer.Data = &replyData{quietAnswer(r), listed(pictures)}
		files = append(r.Data.Files, pngs(pictures)...)
	}
	q, err := request{
		method: http.MethodPost,
		url:    discordgo.EndpointInteractionResponse(url.PathEscape(i.ID), url.PathEscape(i.Token)),
		route:  "/interactions/" + i.ID + "/callback",
		key:    "interaction " + i.ID,
		once:   true,
		secret: i.Token,
	}.with(answer, files)
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

// When to repeat what takes effect once and may not have arrived.
var (
	answerBackoff = retry.Backoff{First: 200 * time.Millisecond, Tries: 2}
	createBackoff = retry.Backoff{First: 250 * time.Millisecond, Max: time.Second, Factor: 3, Tries: 3}
)

// unlessUnknown returns err as one that no repetition would mend, unless it is of a request whose outcome is unknown.
func unlessUnknown(err error) error {
	if errors.Is(err, ErrOutage) {
		return err
	}
	return retry.Permanent(err)
}

// EditOriginal replaces the message that answered the interaction, or, after an
// answer of type 6 or 7, the message the pressed component is on. Pictures take
// the place of those that the message has; nil keeps them, an empty list takes
// them away.
func (c *Client) EditOriginal(ctx context.Context, i Ref, e *discordgo.WebhookEdit, pictures ...Picture) error {
	_, err := c.do(ctx, c.original(i, http.MethodPatch), change{whole(e), listed(pictures)}, append(e.Files, pngs(pictures)...))
	return err
}

// DeleteOriginal deletes what EditOriginal would edit.
func (c *Client) DeleteOriginal(ctx context.Context, i Ref) error {
	_, err := c.do(ctx, c.original(i, http.MethodDelete), nil, nil)
	return err
}

// maxNonce is the longest nonce Discord takes, in characters.
const maxNonce = 25

// Create posts a message with the bot's token and returns its id. The nonce (at
// most 25 characters) makes it safe to repeat: Discord answers a second message
// with the same nonce in the same channel within a few minutes by the first
// one. So Create repeats by itself while the outcome is unknown, three times in
// all, and the caller may go on with the same nonce. An empty nonce means one
// try only.
func (c *Client) Create(ctx context.Context, channel string, m *discordgo.MessageSend, nonce string, pictures ...Picture) (string, error) {
	if len(nonce) > maxNonce {
		return "", fmt.Errorf("nonce %q has more than %d characters", nonce, maxNonce)
	}
	quiet := *m
	quiet.AllowedMentions = mentions(m.AllowedMentions)
	body := struct {
		*discordgo.MessageSend
		Nonce   string  `json:"nonce,omitempty"`
		Enforce bool    `json:"enforce_nonce,omitempty"`
		Listed  *[]file `json:"attachments,omitempty"`
	}{&quiet, nonce, nonce != "", listed(pictures)}

	r, err := inChannel(http.MethodPost, channel, "").with(body, append(m.Files, pngs(pictures)...))
	if err != nil {
		return "", err
	}
	if nonce == "" {
		return c.post(ctx, r)
	}
	var id string
	err = retry.Do(ctx, createBackoff, func(ctx context.Context) (err error) {
		id, err = c.post(ctx, r)
		return unlessUnknown(err)
	})
	return id, err
}

// Edit replaces a message of the bot by its own token, which works for ever
// (but see [ErrTooOld]). Pictures take the place of those that the message has;
// nil keeps them, an empty list takes them away.
func (c *Client) Edit(ctx context.Context, channel, message string, e *discordgo.WebhookEdit, pictures ...Picture) error {
	_, err := c.do(ctx, inChannel(http.MethodPatch, channel, message), change{whole(e), listed(pictures)}, append(e.Files, pngs(pictures)...))
	return err
}

// Delete deletes a message of the bot. [ErrGone] means it was gone already.
func (c *Client) Delete(ctx context.Context, channel, message string) error {
	_, err := c.do(ctx, inChannel(http.MethodDelete, channel, message), nil, nil)
	return err
}

// Message reads a message. Ephemeral messages are [ErrGone] here.
func (c *Client) Message(ctx context.Context, channel, message string) (*Message, error) {
	var m Message
	if err := c.fetch(ctx, inChannel(http.MethodGet, channel, message), &m); err != nil {
		return nil, err
	}
	return &m, nil
}

// Messages reads the newest messages of a channel, 100 at most, the newest first.
func (c *Client) Messages(ctx context.Context, channel string) ([]Message, error) {
	r := inChannel(http.MethodGet, channel, "")
	r.url += "?limit=100"
	var list []Message
	err := c.fetch(ctx, r, &list)
	return list, err
}

// Unblock forgets that a channel has refused the bot, once there is reason to
// believe that it will not any more. Without it such a channel is asked again
// after [Barred]; until then requests about it fail at once, unsent.
func (c *Client) Unblock(channel string) { c.bars.lift(channel) }

// Commands lists the registered slash commands with all their languages: those
// of one guild, or with an empty guild the global ones.
func (c *Client) Commands(ctx context.Context, guild string) ([]*discordgo.ApplicationCommand, error) {
	r := c.commands(http.MethodGet, guild)
	r.url += "?with_localizations=true"
	var list []*discordgo.ApplicationCommand
	err := c.fetch(ctx, r, &list)
	return list, err
}

// SetCommands replaces all registered commands of a guild, or with an empty
// guild the global ones. An empty list removes them.
func (c *Client) SetCommands(ctx context.Context, guild string, list []*discordgo.ApplicationCommand) error {
	if list == nil {
		list = []*discordgo.ApplicationCommand{}
	}
	_, err := c.do(ctx, c.commands(http.MethodPut, guild), list, nil)
	return err
}

// mostShards is the most shards that are believed: each is a connection.
const mostShards = 1000

// Gateway asks where the gateway is, how many shards Discord recommends and how
// many sessions may still be started today. A server that does not know
// /gateway/bot is asked for /gateway and recommends one shard; its session
// limits are then unknown, all zero.
func (c *Client) Gateway(ctx context.Context) (*discordgo.GatewayBotResponse, error) {
	r := request{method: http.MethodGet, url: discordgo.EndpointGatewayBot, route: "/gateway/bot", key: "gateway", bot: true}
	var g discordgo.GatewayBotResponse
	err := c.fetch(ctx, r, &g)
	var refused *Error
	if errors.As(err, &refused) && (refused.Status == http.StatusNotFound || refused.Status == http.StatusMethodNotAllowed) {
		r.url, r.route = discordgo.EndpointGateway, "/gateway"
		err = c.fetch(ctx, r, &g)
	}
	if err != nil {
		return nil, err
	}
	if g.Shards > mostShards {
		return nil, r.outage(fmt.Sprintf("it recommends %d shards", g.Shards), nil)
	}
	g.Shards = max(g.Shards, 1)
	return &g, nil
}
