package discordtest

import (
	"time"

	"cardroom/bot/discordtest/gateway"
	"cardroom/bot/discordtest/rest"
)

// Request is a request of the bot to the REST interface.
type Request = rest.Request

// Requests returns the answered requests so far, in the order of their arrival; at least the newest Options.Keep.
func (s *Server) Requests() []Request {
	s.world.Lock()
	defer s.world.Unlock()
	return s.api.Requests()
}

// RequestCount returns how many requests have begun so far. The difference of two counts is the cost of an action.
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

// RefusalsInARow returns the most answers 401 and 403 of one channel within ten minutes to requests of one kind: to read,
// to write, to send files. Discord bans the address of a bot that keeps asking. Injected faults count, too.
func (s *Server) RefusalsInARow() int {
	s.world.Lock()
	defer s.world.Unlock()
	return s.api.RefusalsInARow()
}

// Complaints returns the objections of a strict reviewer. It objects to malformed requests, unknown routes, unanswered
// interactions, second and late answers, requests above the global limit and mentions without allowed_mentions. Errors of
// Check and CheckReply count too. A refusal that no bot can foresee is no complaint: a message deleted meanwhile, a
// permission taken away, an injected fault.
func (s *Server) Complaints() []string {
	s.world.Lock()
	defer s.world.Unlock()
	return s.world.Complaints()
}

// Fault describes how Discord fails a request.
type Fault = rest.Fault

// Fail makes the next matching requests fail. A request matches if "METHOD route", such as "PATCH
// /channels/{channel}/messages/{message}", contains the text. The oldest matching fault is used first. Faults come before
// everything else, even rate limits and the token check.
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

// Refusal returns a Discord error in its JSON form.
func Refusal(status, code int, message string) Fault { return rest.Refusal(status, code, message) }

// GatewayFaults are the gateway's faults from now on; the zero value ends them.
type GatewayFaults = gateway.Faults
