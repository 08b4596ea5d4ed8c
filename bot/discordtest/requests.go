package discordtest

import (
	"time"

	"cardroom/bot/discordtest/gateway"
	"cardroom/bot/discordtest/rest"
)

// Request is something the bot asked of the REST interface.
type Request = rest.Request

// Requests returns the requests that were answered so far, in the order in
// which they came in; the newest Options.Keep at least.
func (s *Server) Requests() []Request {
	s.world.Lock()
	defer s.world.Unlock()
	return s.api.Requests()
}

// RequestCount returns how many requests were begun so far. The difference of
// two counts is what something cost.
func (s *Server) RequestCount() int {
	s.world.Lock()
	defer s.world.Unlock()
	return s.api.RequestCount()
}

// RateLimited returns how many requests the limit of a route refused by itself, without an injected fault.
func (s *Server) RateLimited() int {
	s.world.Lock()
	defer s.world.Unlock()
	return s.api.Rejected()
}

// RefusalsInARow returns the most answers 401 and 403 that one channel gave within ten minutes to requests of one kind: to
// read, to write, to send files. Discord bans the address of a bot that keeps asking. Faults do not count.
func (s *Server) RefusalsInARow() int {
	s.world.Lock()
	defer s.world.Unlock()
	return s.api.RefusalsInARow()
}

// Complaints returns what a strict reviewer would object to: malformed
// requests, unknown routes, unanswered interactions, second and late answers,
// more requests in a second than the global limit allows, mentions without
// allowed_mentions, whatever Check and CheckReply say. A refusal that no bot can
// foresee (a message deleted meanwhile, a permission taken away, an injected
// fault) is not one.
func (s *Server) Complaints() []string {
	s.world.Lock()
	defer s.world.Unlock()
	return s.world.Complaints()
}

// Fault says how Discord fails a request.
type Fault = rest.Fault

// Fail lets the next requests that match meet a fault. A request matches when
// "METHOD route", such as "PATCH /channels/{channel}/messages/{message}",
// contains the text. The oldest fault that matches is used first. Faults come
// before everything, rate limits and the token check too.
func (s *Server) Fail(match string, f Fault) {
	s.world.Lock()
	defer s.world.Unlock()
	s.api.Fail(match, f)
}

// Mend ends all faults that Fail began.
func (s *Server) Mend() {
	s.world.Lock()
	defer s.world.Unlock()
	s.api.Mend()
}

// TooMany returns a 429 of Discord's own with a scope: "user", "global" or "shared".
func TooMany(after time.Duration, scope string) Fault { return rest.TooMany(after, scope) }

// Banned returns Cloudflare's 429: text, and no limit headers but Retry-After.
func Banned(after time.Duration) Fault { return rest.Banned(after) }

// Refusal returns an error of Discord's in its JSON form.
func Refusal(status, code int, message string) Fault { return rest.Refusal(status, code, message) }

// GatewayFaults say what the gateway does wrong from now on; the zero value ends them.
type GatewayFaults = gateway.Faults
