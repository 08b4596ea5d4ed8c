package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// These sentinels classify failed requests. An [*Error] matches at most one of them.
var (
	// ErrLate: the interaction's 3 s are over (10062). Discord accepts no answer any more.
	ErrLate = errors.New("too late for this interaction")
	// ErrAnswered: the interaction has its answer (40060). Treat it as done.
	ErrAnswered = errors.New("interaction already answered")
	// ErrGone: the member, message, emoji or event no longer exists (10007, 10008, 10014, 10070), or the event is over (180000).
	ErrGone = errors.New("no longer there")
	// ErrNoChannel: the channel or guild no longer exists (10003, 10004).
	ErrNoChannel = errors.New("channel no longer there")
	// ErrThreads: the server or channel has as many active threads as it may (160006, 160007).
	ErrThreads = errors.New("too many active threads")
	// ErrChannelType: a channel of this type cannot have that, such as a thread (50024).
	ErrChannelType = errors.New("not in a channel of this type")
	// ErrModerated: the server's AutoMod refuses the text or the name (200000, 200001).
	ErrModerated = errors.New("blocked by the server's AutoMod")
	// ErrForbidden: the bot lacks a permission here (403; 50001, 50013 and similar codes). Do not retry soon: refusals
	// count towards a ban of the address.
	ErrForbidden = errors.New("not permitted")
	// ErrTokenDead: the interaction's token is expired or invalid (50027, 10015, 401).
	ErrTokenDead = errors.New("interaction token expired")
	// ErrUneditable: the message is over an hour old and was edited too often (30046), or its thread is archived (50083). A new
	// message is possible, and opens the thread.
	ErrUneditable = errors.New("message cannot be edited")
	// ErrUnauthorized: Discord refused the bot's token (401). Retries are useless.
	ErrUnauthorized = errors.New("bot token refused")
	// ErrOutage: no answer, an unreadable one or a 5xx. Discord may have carried out the request or not.
	ErrOutage = errors.New("outcome unknown")
)

// kinds maps Discord's JSON error codes that concern a table to their sentinels.
var kinds = map[int]error{
	10003:  ErrNoChannel,
	10004:  ErrNoChannel, // unknown guild
	10007:  ErrGone,      // unknown member
	10008:  ErrGone,      // unknown message
	10014:  ErrGone,      // unknown emoji
	10015:  ErrTokenDead,
	10062:  ErrLate,
	10070:  ErrGone, // unknown event
	30046:  ErrUneditable,
	40060:  ErrAnswered,
	50001:  ErrForbidden, // missing access
	50013:  ErrForbidden, // missing permissions
	50024:  ErrChannelType,
	50027:  ErrTokenDead,
	50083:  ErrUneditable, // thread archived
	160005: ErrForbidden,  // thread locked

	160006: ErrThreads,
	160007: ErrThreads, // of announcements
	180000: ErrGone,    // an event that is over
	200000: ErrModerated,
	200001: ErrModerated,
}

// Error describes a failed request. Its text contains ids and never a token or a URL.
type Error struct {
	Method  string
	Route   string   // path with ids, without tokens
	Status  int      // HTTP status, 0 when there was no answer
	Code    int      // Discord's error code, 0 when there is none
	Message string   // from Discord or the network
	Fields  []string // the invalid fields: "content: BASE_TYPE_MAX_LENGTH"

	kind  error
	ended error // the context's error, if it ended the wait
}

// Error returns all fields in one line.
func (e *Error) Error() string {
	text := e.Method + " " + e.Route + ": "
	if e.Status != 0 {
		text += strconv.Itoa(e.Status) + " "
	}
	text += e.Message
	if e.Code != 0 {
		text += fmt.Sprintf(" (%d)", e.Code)
	}
	if len(e.Fields) > 0 {
		text += " [" + strings.Join(e.Fields, ", ") + "]"
	}
	return text
}

// Unwrap returns the sentinel, and the context's error if that ended the wait.
func (e *Error) Unwrap() []error {
	return slices.DeleteFunc([]error{e.kind, e.ended}, func(err error) bool { return err == nil })
}

// KeepsOut reports whether Discord keeps the bot out of a channel, or has none of that id. Early retries would count towards a ban.
func KeepsOut(err error) bool { return errors.Is(err, ErrForbidden) || errors.Is(err, ErrNoChannel) }

// Refused reports whether Discord knows the place of a request and the bot, and refuses the request (4xx). A rate limit is no
// refusal.
func Refused(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Status/100 == 4 && e.Status != http.StatusTooManyRequests && !errors.Is(e, ErrNoChannel) && !errors.Is(e, ErrUnauthorized)
}

// cloudflare is the Scope of a refusal by the proxy in front of Discord.
const cloudflare = "cloudflare"

// RateLimited reports that Discord did not carry a request out, because of a rate limit: Discord answered 429, or the client did not
// send it, also because its turn did not come in time. Until After has passed, the same request waits, or fails at once: with
// [NoWait], or where the wait is too long.
type RateLimited struct {
	Method string
	Route  string
	After  time.Duration // 0: unknown
	Scope  string        // user, global, shared, cloudflare; here also budget, invalid and queue
	Global bool          // concerns more than this route

	ended error
}

// Error returns all fields in one line.
func (l *RateLimited) Error() string {
	return fmt.Sprintf("%s %s: rate limited (%s), again after %v", l.Method, l.Route, l.Scope, l.After.Round(time.Millisecond))
}

// RetryAfter returns how long the same request would still be refused.
func (l *RateLimited) RetryAfter() time.Duration { return l.After }

// Unwrap returns the context's error if that ended the wait.
func (l *RateLimited) Unwrap() error { return l.ended }

// unsent returns the error of a request given up before sending.
func (r request) unsent(l RateLimited, reason error) *RateLimited {
	l.Method, l.Route, l.ended = r.method, r.route, reason
	return &l
}

// outage returns the error of a request with an unknown outcome. Of cause it keeps only whether a context ended.
func (r request) outage(message string, cause error) *Error {
	e := &Error{Method: r.method, Route: r.route, Message: message, kind: ErrOutage}
	for _, end := range []error{context.Canceled, context.DeadlineExceeded} {
		if errors.Is(cause, end) {
			e.ended = end
		}
	}
	return e
}

// refused returns the error of an answer that is not 2xx.
func (r request) refused(status int, h http.Header, body []byte, botToken string) error {
	var said struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Errors  json.RawMessage `json:"errors"`
	}
	form := json.Unmarshal(body, &said)
	if status == http.StatusTooManyRequests && kinds[said.Code] == nil { // 30046 comes as a 429
		return r.rateLimited(h, body)
	}
	e := &Error{Method: r.method, Route: r.route, Status: status, Message: http.StatusText(status)}
	if form == nil && said.Message != "" {
		foreign := func(text string) string { return shorten(scrub(text, r.secret, botToken)) }
		e.Code, e.Message = said.Code, foreign(said.Message)
		for _, field := range fields(said.Errors) {
			e.Fields = append(e.Fields, foreign(field))
		}
	}
	e.kind = kindOf(e, r.bot)
	return e
}

// rateLimited returns the error of a 429. An answer other than Discord's JSON comes from Cloudflare in front of it and
// concerns all requests of this address.
func (r request) rateLimited(h http.Header, body []byte) *RateLimited {
	var said struct {
		After  float64 `json:"retry_after"`
		Global bool    `json:"global"`
	}
	l := &RateLimited{Method: r.method, Route: r.route, Scope: h.Get("X-RateLimit-Scope")}
	if json.Unmarshal(body, &said) != nil {
		l.Scope, l.Global = cloudflare, true
	}
	l.Global = l.Global || said.Global || h.Get("X-RateLimit-Global") == "true"
	l.After = clamp(said.After) // the header is the same number, rounded up to whole seconds
	if l.After == 0 {
		l.After = max(seconds(h.Get("Retry-After")), time.Second)
	}
	return l
}

// seconds parses a number of seconds. It returns zero for anything else.
func seconds(s string) time.Duration {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0
	}
	return clamp(f)
}

// clamp returns f seconds, limited to between zero and an hour: a wrong number must not silence the bot for longer.
func clamp(f float64) time.Duration {
	if math.IsNaN(f) || f <= 0 {
		return 0
	}
	return time.Duration(min(f, 3600) * float64(time.Second))
}

// kindOf returns the sentinel that e matches, or nil.
func kindOf(e *Error, bot bool) error {
	kind, known := kinds[e.Code]
	switch {
	case e.Code == 50083 && e.Method == http.MethodPost: // a message would open the thread, but not for the bot
		return ErrForbidden
	case known:
		return kind
	case e.Status >= http.StatusInternalServerError:
		return ErrOutage
	case e.Status == http.StatusUnauthorized && bot:
		return ErrUnauthorized
	case e.Status == http.StatusUnauthorized:
		return ErrTokenDead
	case e.Status == http.StatusForbidden:
		return ErrForbidden
	}
	return nil
}

// These limit how much of a refusal is kept. A thoroughly wrong modal names a thousand fields, each nested deep inside
// others.
const (
	maxFields     = 20
	maxFieldDepth = 32
	maxTextSize   = 300 // bytes of the message, and of each field
)

// shorten cuts a text at maxTextSize.
func shorten(text string) string {
	if len(text) <= maxTextSize {
		return text
	}
	return strings.ToValidUTF8(text[:maxTextSize], "") + "…"
}

// fields flattens Discord's tree of form errors to "path: code". It leaves out the sentences, which quote the request. It
// returns the first maxFields and the number of the others.
func fields(tree json.RawMessage) []string {
	var all []string
	flatten(&all, "", tree, maxFieldDepth)
	if more := len(all) - maxFields; more > 0 {
		all = append(all[:maxFields:maxFields], fmt.Sprintf("and %d more", more))
	}
	return all
}

// flatten appends the errors of a tree to found, down to a depth.
func flatten(found *[]string, path string, tree json.RawMessage, depth int) {
	var node map[string]json.RawMessage
	if depth == 0 || json.Unmarshal(tree, &node) != nil {
		return
	}
	var list []struct{ Code string }
	if json.Unmarshal(node["_errors"], &list) == nil {
		for _, e := range list {
			*found = append(*found, path+": "+e.Code)
		}
		return
	}
	for _, name := range slices.Sorted(maps.Keys(node)) {
		flatten(found, strings.TrimPrefix(path+"."+name, "."), node[name], depth-1)
	}
}

// plain returns the text of an error without the address.
func plain(err error) string {
	var at *url.Error
	if errors.As(err, &at) {
		err = at.Err
	}
	var slow net.Error
	if errors.As(err, &slow) && slow.Timeout() {
		return "no answer in time"
	}
	return err.Error()
}

var address = regexp.MustCompile(`[a-z]+://[^\s"']+`)

// scrub removes secrets and URLs from foreign text.
func scrub(text string, secrets ...string) string {
	text = address.ReplaceAllString(text, "URL")
	for _, secret := range secrets {
		secret = strings.TrimPrefix(secret, "Bot ")
		for _, form := range []string{secret, url.PathEscape(secret), url.QueryEscape(secret)} {
			if form != "" {
				text = strings.ReplaceAll(text, form, "***")
			}
		}
	}
	return text
}
