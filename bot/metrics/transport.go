package metrics

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"cardroom/bot/rest"
)

// Client returns a copy of an HTTP client that counts each request to Discord by route and status. A nil client is one over
// [Transport]. It calls refused with rest.ErrUnauthorized when Discord refuses the bot's token.
func (s *Set) Client(client *http.Client, refused func(error)) *http.Client {
	c := http.Client{}
	if client != nil {
		c = *client
	}
	if c.Transport == nil {
		c.Transport = Transport()
	}
	c.Transport = transport{s, refused, c.Transport}
	return &c
}

// idleConns is how many idle connections to Discord are kept if a proxy has no HTTP/2. Go keeps two, and would dial again
// for every other answer of a busy second.
const idleConns = 256

// Transport returns the default transport to Discord.
func Transport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = idleConns, idleConns
	return t
}

// transport counts requests.
type transport struct {
	set     *Set
	refused func(error)
	next    http.RoundTripper
}

// byBot reports whether a request uses the bot's token rather than an interaction's.
func byBot(r *http.Request) bool {
	route := routeOf(r)
	return !strings.Contains(route, "webhooks") && !strings.Contains(route, "interactions")
}

// RoundTrip implements [http.RoundTripper].
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(r)
	outcome := "none"
	if err == nil {
		outcome = strconv.Itoa(resp.StatusCode)
	}
	t.set.set.GetOrCreateCounter(`cardroom_discord_requests_total{route="` + routeOf(r) + `",status="` + outcome + `"}`).Inc()
	if err == nil && resp.StatusCode == http.StatusUnauthorized && byBot(r) {
		t.refused(rest.ErrUnauthorized)
	}
	if err == nil && invalid(resp) {
		t.set.invalid.Inc()
	}
	if err == nil && resp.StatusCode == http.StatusTooManyRequests {
		t.set.set.GetOrCreateCounter(fmt.Sprintf(`cardroom_rate_limited_total{route=%q,scope=%q}`, routeOf(r), scopeOf(resp))).Inc()
	}
	return resp, err
}

// invalid reports whether Discord counts a response towards a ban of the address: 10,000 of them within ten minutes.
func invalid(r *http.Response) bool {
	switch r.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		return true
	case http.StatusTooManyRequests:
		return scopeOf(r) != "shared"
	}
	return false
}

// routeOf returns the method and the fixed words of a request's path, without ids and tokens.
func routeOf(r *http.Request) string {
	route := append(make([]byte, 0, 64), r.Method...)
	for word := range strings.SplitSeq(r.URL.Path, "/") {
		if routeWords[word] {
			route = append(append(route, ' '), word...)
		}
	}
	return string(route)
}

var routeWords = map[string]bool{
	"interactions": true, "callback": true, "webhooks": true, "messages": true, "@original": true, "channels": true,
	"applications": true, "guilds": true, "commands": true, "gateway": true, "bot": true, "emojis": true, "users": true,
}

// scopeOf returns the scope of a 429.
func scopeOf(r *http.Response) string {
	switch scope := r.Header.Get("X-RateLimit-Scope"); scope {
	case "user", "global", "shared":
		return scope
	}
	return "unknown"
}
