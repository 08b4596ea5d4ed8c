package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// request is one request to Discord.
type request struct {
	method  string
	url     string // may hold a token: never shown
	route   string // the same for people: ids, no token
	key     string // what the limiter counts it under
	once    bool   // when it was carried out, nothing more is asked under the key
	bot     bool   // counts against the bot's global limit
	channel string // that it is about; empty where there is none
	secret  string // the token in url

	kind  string // content type
	body  []byte
	files bool // are sent along
}

// with is r with a body: JSON, or with files multipart.
func (r request) with(payload any, files []*discordgo.File) (request, error) {
	var err error
	switch {
	case payload == nil:
	case len(files) > 0:
		r.files = true
		r.kind, r.body, err = discordgo.MultipartBodyWithJSON(payload, files)
	default:
		r.kind = "application/json"
		r.body, err = json.Marshal(payload)
	}
	if err != nil {
		err = fmt.Errorf("%s %s: encoding the request: %w", r.method, r.route, err)
	}
	return r, err
}

// do sends payload and returns the body of Discord's answer.
func (c *Client) do(ctx context.Context, r request, payload any, files []*discordgo.File) ([]byte, error) {
	r, err := r.with(payload, files)
	if err != nil {
		return nil, err
	}
	return c.sendReady(ctx, r)
}

// fetch sends r and decodes the answer into v.
func (c *Client) fetch(ctx context.Context, r request, v any) error {
	body, err := c.sendReady(ctx, r)
	if err != nil {
		return err
	}
	if json.Unmarshal(body, v) != nil {
		return r.outage("the answer cannot be read", nil)
	}
	return nil
}

// post sends r, which makes a message or an emoji, and returns its id. Nothing
// else of the answer is read: it is what was sent, and may hold components that
// discordgo does not know.
func (c *Client) post(ctx context.Context, r request) (string, error) {
	var sent struct{ ID string }
	if err := c.fetch(ctx, r, &sent); err != nil {
		return "", err
	}
	if sent.ID == "" {
		return "", r.outage("the answer names nothing that was made", nil)
	}
	return sent.ID, nil
}

// tries is how often a request that Discord turned away with 429 is made.
const tries = 3

// sendReady sends r when the limits allow, again after a 429: such a request
// was not carried out.
func (c *Client) sendReady(ctx context.Context, r request) ([]byte, error) {
	for try := 1; ; try++ {
		if err := c.bars.admit(r); err != nil {
			return nil, err
		}
		leave, err := c.limits.enter(ctx, r)
		if err != nil {
			return nil, err
		}
		body, seen, err := c.send(ctx, r)
		leave(seen.header, err)
		c.bars.learn(r, err)
		var limited *RateLimited
		if try == tries || !errors.As(err, &limited) {
			return body, err
		}
	}
}

// send makes the request once, through discordgo, without any of its waiting
// and repeating.
func (c *Client) send(ctx context.Context, r request) ([]byte, tap, error) {
	seen := tap{base: c.session.Client.Transport}
	client := *c.session.Client
	client.Transport = &seen
	bucket := new(discordgo.Bucket) // the limits are kept in limit.go
	bucket.Lock()
	body, err := c.session.RequestWithLockedBucket(r.method, r.url, r.kind, r.body, bucket, 0,
		discordgo.WithContext(ctx), discordgo.WithClient(&client),
		discordgo.WithRestRetries(0), discordgo.WithRetryOnRatelimit(false))
	switch {
	case seen.status >= http.StatusMultipleChoices:
		return nil, seen, r.refused(seen, c.session.Token)
	case err != nil:
		return nil, seen, r.outage(scrub(plain(err), r.secret, c.session.Token), err)
	}
	return body, seen, nil
}

// tap keeps what discordgo does not hand on: status, headers, and the body of a
// refusal.
type tap struct {
	base   http.RoundTripper
	status int
	header http.Header
	body   []byte
}

// How much is read of a refusal, and of any other answer.
const (
	maxRefusal = 64 << 10
	maxAnswer  = 8 << 20
)

// RoundTrip implements [http.RoundTripper]. It hides the rate-limit headers from
// discordgo, whose reader fails on some that are odd.
func (t *tap) RoundTrip(req *http.Request) (*http.Response, error) {
	base := t.base
	if base == nil {
		base = http.DefaultTransport
	}
	resp, err := base.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	t.status, t.header = resp.StatusCode, resp.Header.Clone()
	for name := range resp.Header {
		if strings.HasPrefix(name, "X-Ratelimit-") {
			delete(resp.Header, name)
		}
	}
	if t.status >= http.StatusMultipleChoices {
		t.body, _ = io.ReadAll(io.LimitReader(resp.Body, maxRefusal))
		resp.Body.Close()
		resp.Body = io.NopCloser(bytes.NewReader(t.body))
		return resp, nil
	}
	resp.Body = bounded{io.LimitReader(resp.Body, maxAnswer), resp.Body}
	return resp, nil
}

// bounded is a body that ends early when it is too long: it cannot be read as
// JSON then.
type bounded struct {
	io.Reader
	io.Closer
}

// Hush sends what discordgo would print on standard error to log, at debug
// level. Only the unfilled format is logged, because the arguments hold URLs
// and with them tokens. discordgo has one logger for the whole process: call
// this once, before the first session is used.
func Hush(log *slog.Logger) {
	discordgo.Logger = func(level, _ int, format string, _ ...any) {
		log.Debug("discordgo", "level", level, "format", format)
	}
}
