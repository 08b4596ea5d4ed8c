package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"cardroom/internal/clock"
)

// request is one request to Discord.
type request struct {
	method  string
	path    string // below the API's address; may contain a token: never shown.
	route   string // the path for logs: with ids, without a token.
	key     string // of its bucket.
	once    bool   // the key has no further request after this one.
	bot     bool   // counts against the bot's global limit.
	channel string // its subject; empty if there is none.
	secret  string // the token in path

	contentType string
	body        []byte
	files       bool // sends files along
	about       bool // reads the channel itself
	unread      bool // no caller reads the answer's body
}

// with returns r with a body: JSON, or with files multipart.
func (r request) with(payload any, files []*discordgo.File) (request, error) {
	var err error
	switch {
	case payload == nil:
	case len(files) > 0:
		r.files = true
		if r.body, err = wire.Marshal(payload); err == nil {
			r.contentType, r.body, err = discordgo.MultipartBodyWithJSON(json.RawMessage(r.body), files)
		}
	default:
		r.contentType = "application/json"
		r.body, err = wire.Marshal(payload)
	}
	if err != nil {
		err = fmt.Errorf("%s %s: cannot encode the request: %w", r.method, r.route, err)
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

// post sends r, which creates a message or an emoji, and returns its id. It ignores the rest of the answer, which repeats
// the request and may contain components unknown to discordgo.
func (c *Client) post(ctx context.Context, r request) (string, error) {
	id, _, err := c.create(ctx, r)
	return id, err
}

// create works like post, and also returns the whole answer.
func (c *Client) create(ctx context.Context, r request) (id string, answer []byte, err error) {
	var made struct{ ID string }
	if answer, err = c.sendReady(ctx, r); err != nil {
		return "", nil, err
	}
	if json.Unmarshal(answer, &made) != nil {
		return "", nil, r.outage("the answer cannot be read", nil)
	}
	if made.ID == "" {
		return "", nil, r.outage("the answer names nothing that was made", nil)
	}
	return made.ID, answer, nil
}

// tries is how often a request is sent that Discord refuses with 429.
const tries = 3

// sendReady sends r when the limits allow, and again after a 429, because Discord did not carry it out. A 429 for the bot's rate
// does not keep back a request by a token, so that one would meet it again at once.
func (c *Client) sendReady(ctx context.Context, r request) ([]byte, error) {
	if isForPressBoard(ctx) {
		c.limits.pressBoards.count()
	}
	for try := 1; ; try++ {
		if err := c.blocked.check(r); err != nil {
			return nil, err
		}
		leave, err := c.limits.enter(ctx, r)
		if err != nil {
			return nil, err
		}
		body, header, err := c.send(ctx, r)
		leave(header, err)
		c.blocked.learn(r, err)
		if isForPressBoard(ctx) {
			c.limits.pressBoards.learn(err)
		}
		if _, again := errors.AsType[*RateLimited](err); !again || try == tries || !r.bot && isGlobal(err) {
			return body, err
		}
	}
}

// These limit how much is read of a refusal, and of any other answer. A longer answer fails to parse as JSON.
const (
	maxRefusal = 1 << 20
	maxAnswer  = 8 << 20
)

// send sends the request once. It also returns the answer's header, if there is an answer.
func (c *Client) send(ctx context.Context, r request) ([]byte, http.Header, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, r.method, c.api+r.path, bytes.NewReader(r.body))
	if err != nil {
		return nil, nil, r.outage(scrub(plain(err), r.secret, c.token), err)
	}
	req.Header.Set("Authorization", c.token)
	req.Header.Set("User-Agent", userAgent)
	if r.body != nil { // Discord refuses a type without a body
		req.Header.Set("Content-Type", r.contentType)
	}
	sent := clock.Now()
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, nil, r.outage(scrub(plain(err), r.secret, c.token), err)
	}
	c.clock.learn(sent, clock.Now(), resp.Header.Get("Date"))
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusMultipleChoices {
		body, _ := io.ReadAll(io.LimitReader(resp.Body, maxRefusal)) // a partial body is enough: the status has the result
		return nil, resp.Header, r.refused(resp.StatusCode, resp.Header, body, c.token)
	}
	body, err := readAll(resp, r.unread)
	if err != nil {
		return nil, resp.Header, r.outage(scrub(plain(err), r.secret, c.token), err)
	}
	return body, resp.Header, nil
}

// readAll returns the body of an answer, in memory of the size that Discord says, or none of it where it is unread. It reads to the end of
// the body: HTTP/2 would reset a stream whose end is still to come.
func readAll(resp *http.Response, unread bool) ([]byte, error) {
	all := io.LimitReader(resp.Body, maxAnswer)
	if unread {
		_, err := io.Copy(io.Discard, all)
		return nil, err
	}
	var body bytes.Buffer
	if n := resp.ContentLength; n > 0 && n <= maxAnswer {
		body.Grow(int(n) + bytes.MinRead)
	}
	_, err := body.ReadFrom(all)
	return body.Bytes(), err
}
