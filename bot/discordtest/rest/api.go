package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"cardroom/bot/discordtest/limits"
	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/refusal"
	"cardroom/bot/discordtest/world"
	"cardroom/internal/fastjson"
)

// Config configures an API.
type Config struct {
	Token    string // the bot's, without "Bot "
	NoLimits bool   // switches the rate limits off
	Rate     int    // requests a second over all routes; 0: as many as Discord allows any bot
	Keep     int    // the least number of requests that the log keeps
	// NonceLife is how long Discord remembers an enforced nonce.
	NonceLife time.Duration
	// Check and CheckReply, if set, check every request's JSON body and every answer; an error is a complaint. The path is
	// without /api/vN.
	Check      func(method, path string, body []byte) error
	CheckReply func(method, path string, status int, body []byte) error
	Done       <-chan struct{} // closed when the server closes
}

// Host provides the parts outside the world. Its methods are called with the world's lock held.
type Host interface {
	// GatewayURL returns the gateway's address.
	GatewayURL() string
	// StartsLeft returns how many gateway sessions may begin today, of how many, and how many at once.
	StartsLeft() (left, total, atOnce int)
	// Answered is called with the first answer to an interaction.
	Answered(i *world.Interaction, a Answer)
}

// Answer is the first answer to an interaction.
type Answer struct {
	Type    int
	Message *world.Message // after the answer
	Modal   *object.Modal
	Choices []object.Choice
}

// API answers REST requests. The world's lock guards it: all methods but Serve and ServeFile need it.
type API struct {
	config  Config
	world   *world.World
	host    Host
	log     requestLog
	faults  []*fault
	limiter limits.Limiter
	streaks limits.Streaks
}

// New returns an API over a world.
func New(c Config, w *world.World, h Host) *API {
	return &API{config: c, world: w, host: h, limiter: limits.Limiter{PerSecond: c.Rate}}
}

// Rejected returns how many requests a route's limit rejected without an injected fault.
func (a *API) Rejected() int { return a.limiter.Rejected() }

// RefusalsInARow returns the most answers 401 and 403 of one channel within ten minutes to requests of one kind, injected faults among
// them.
func (a *API) RefusalsInARow() int { return a.streaks.Longest() }

// Serve passes a request through faults, token, limits and its handler. The path is below /api/vN.
func (a *API) Serve(w http.ResponseWriter, r *http.Request, path string) {
	c := &call{came: time.Now(), api: a, world: a.world, method: r.Method, path: path, query: r.URL.Query(), auth: r.Header.Get("Authorization")}
	var known bool
	c.route, c.args, known = findRoute(r.Method, path)
	err := c.read(w, r)
	a.open(c)
	defer a.finish(c)

	f, faulty := a.fault(c)
	if faulty && f.Lands > 0 {
		time.AfterFunc(f.Lands, func() { a.land(c, err, known) })
	}
	if faulty && f.apply(a, w, r) {
		a.replaced(c, f.Status)
		return
	}
	status, body := a.respond(c, w.Header(), err, known)
	if faulty && f.Applied && f.finish(a, w, r) {
		a.replaced(c, f.Status)
		return
	}
	c.entry.Status = status
	if status == http.StatusTooManyRequests && w.Header().Get("Retry-After") == "" {
		w.Header().Set("Retry-After", limits.Seconds(limits.OldEditWindow))
	}
	write(w, status, body)
}

// write writes a JSON answer. A 204 has no body and no content type, which would confuse real clients.
func write(w http.ResponseWriter, status int, body []byte) {
	if status == http.StatusNoContent {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// open begins the request's log entry.
func (a *API) open(c *call) {
	a.world.Lock()
	defer a.world.Unlock()
	a.log.count++
	c.entry = &Request{
		N: a.log.count, Time: c.came, Method: c.method, Path: mask(c.path), Body: string(c.body),
	}
	for _, f := range c.files {
		c.entry.Files = append(c.entry.Files, f.Name)
	}
	if c.route != nil {
		c.entry.Route = c.route.pattern
	}
	if i := a.world.Tokens[c.args["token"]]; i != nil {
		c.entry.Interaction = i.ID
	}
}

func (a *API) finish(c *call) {
	a.world.Lock()
	defer a.world.Unlock()
	c.entry.Took = time.Since(c.entry.Time)
	a.log.add(*c.entry, a.config.Keep)
}

// respond answers a request, or with an error if reading it failed.
func (a *API) respond(c *call, h http.Header, err error, known bool) (int, []byte) {
	a.world.Lock()
	defer a.world.Unlock()
	var result any
	if err == nil {
		err = a.authorize(c, known)
	}
	if err == nil {
		if refused := a.limit(c, h); refused != nil {
			body, _ := json.Marshal(refused)
			return http.StatusTooManyRequests, body
		}
		a.check(c)
		result, err = c.route.handle(c)
	}
	status, body := a.encode(c, result, err)
	a.noteRefusal(c, status)
	if a.config.CheckReply != nil && c.route != nil && status < 300 {
		if err := a.config.CheckReply(c.method, c.path, status, body); err != nil {
			a.world.Complain("our own answer to %s %s: %v", c.method, mask(c.path), err)
		}
	}
	return status, body
}

// authorize checks route and token.
func (a *API) authorize(c *call, known bool) error {
	switch {
	case c.route == nil && known:
		return refusal.WrongMethod()
	case c.route == nil:
		return refusal.UnknownRoute()
	case !c.route.public && c.auth != "Bot "+a.config.Token:
		return refusal.InvalidToken()
	case c.args["app"] != "" && c.args["app"] != a.world.App.ID && strings.HasPrefix(c.path, "/applications"):
		return refusal.ForeignApplication()
	}
	return nil
}

// limit counts a request and returns the refusal if there were too many.
func (a *API) limit(c *call, h http.Header) *limits.TooMany {
	if a.config.NoLimits {
		return nil
	}
	refused := a.limiter.Count(limits.Request{
		Bucket: c.bucket(), Route: c.route.pattern, Rate: c.route.rate, Exempt: c.route.exempt,
	}, c.came, h)
	if i := a.world.Tokens[c.args["token"]]; refused == nil && i != nil && c.route.pattern == followUpPattern {
		return a.limiter.FollowUp(i.Channel, c.came, h)
	}
	if refused != nil && refused.Global {
		a.world.Complain("%s %s: more than %d requests in a second", c.method, mask(c.path), a.limiter.Global())
	}
	return refused
}

// land carries out a request whose answer was replaced, unless the server has closed meanwhile.
func (a *API) land(c *call, err error, known bool) {
	select {
	case <-a.config.Done:
	default:
		a.respond(c, http.Header{}, err, known)
	}
}

// replaced notes that a fault gave a request another answer.
func (a *API) replaced(c *call, status int) {
	a.world.Lock()
	defer a.world.Unlock()
	c.entry.Status = status
	a.noteRefusal(c, status)
}

// noteRefusal counts an answer 401 or 403 to a request about a channel.
func (a *API) noteRefusal(c *call, status int) {
	if c.args["channel"] == "" || status != http.StatusUnauthorized && status != http.StatusForbidden {
		return
	}
	a.streaks.Refused(fmt.Sprint(c.args["channel"], " ", c.method == http.MethodGet, len(c.files) > 0), time.Now())
}

func (a *API) check(c *call) {
	if a.config.Check == nil || len(c.body) == 0 {
		return
	}
	if err := a.config.Check(c.method, c.path, c.body); err != nil {
		a.world.Complain("%s %s: %v", c.method, mask(c.path), err)
	}
}

func (a *API) encode(c *call, result any, err error) (int, []byte) {
	var refused *refusal.Error
	if errors.As(err, &refused) {
		c.entry.Code = refused.Code
		a.complainOf(c, refused)
		body, _ := json.Marshal(refused)
		return refused.Status, body
	}
	if result == nil {
		return http.StatusNoContent, nil
	}
	status := http.StatusOK
	if made, ok := result.(created); ok {
		status, result = http.StatusCreated, made.body
	}
	body, err := fastjson.Marshal(result)
	if err != nil {
		panic(err) // our own structs: cannot happen
	}
	return status, body
}

// complainOf records a complaint for a refusal that a careful bot would have avoided.
func (a *API) complainOf(c *call, e *refusal.Error) {
	if !e.Avoidable {
		return
	}
	detail := ""
	if len(e.Errors) > 0 {
		tree, _ := json.Marshal(e.Errors)
		detail = " " + string(tree)
	}
	a.world.Complain("%s %s: %v%s", c.method, mask(c.path), e, detail)
}
