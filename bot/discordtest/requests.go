package discordtest

import (
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Request is something the bot asked of the REST interface.
type Request struct {
	// N counts the requests from 1 since the server was made.
	N      int
	Time   time.Time
	Took   time.Duration
	Method string
	// Path is the path below /api/vN, with tokens masked; Route its pattern,
	// such as /channels/{channel}/messages, "" when there is none.
	Path  string
	Route string
	// Body is the JSON part of the body, also of a multipart one.
	Body string
	// Files are the names of the files sent along.
	Files []string
	// Status is the HTTP status, Code Discord's own error number if any.
	Status int
	Code   int
	// Interaction is the id of the interaction whose token or callback this is, else "".
	Interaction string
}

// String returns method, path and status in a line.
func (r Request) String() string {
	return fmt.Sprintf("%s %s %d", r.Method, r.Path, r.Status)
}

type requestLog struct {
	count int
	list  []Request
}

func (l *requestLog) add(r Request, keep int) {
	if len(l.list) >= 2*keep {
		l.list = slices.Clone(l.list[len(l.list)-keep:])
	}
	l.list = append(l.list, r)
}

// Requests returns the requests that were answered so far, in the order in
// which they came in; the newest Options.Keep at least.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := slices.Clone(s.log.list)
	slices.SortStableFunc(list, func(a, b Request) int { return a.N - b.N })
	return list
}

// RequestCount returns how many requests were begun so far. The difference of
// two counts is what something cost.
func (s *Server) RequestCount() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.count
}

// TurnedAway returns how many requests the limit of a route turned away by itself, without an injected fault.
func (s *Server) TurnedAway() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.limits.turned
}

// RefusalsInARow returns the most answers 401 and 403 that one channel gave within ten minutes to requests of one kind: to
// read, to write, to send files. Discord bans the address of a bot that asks on and on. Faults do not count.
func (s *Server) RefusalsInARow() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refusals.most
}

// refusals are those of each channel, lately.
type refusals struct {
	lately map[string][]time.Time // by channel and kind of request
	most   int
}

// refusedLately is how long a refusal counts towards a ban.
const refusedLately = 10 * time.Minute

func (l *refusals) note(c *call, status int, now time.Time) {
	if c.args["channel"] == "" || status != http.StatusUnauthorized && status != http.StatusForbidden {
		return
	}
	kind := fmt.Sprint(c.args["channel"], " ", c.method == http.MethodGet, len(c.files) > 0)
	list := slices.DeleteFunc(l.lately[kind], func(at time.Time) bool { return now.Sub(at) >= refusedLately })
	if l.lately == nil {
		l.lately = map[string][]time.Time{}
	}
	l.lately[kind] = append(list, now)
	l.most = max(l.most, len(l.lately[kind]))
}

// Complaints returns what a strict reviewer would object to: malformed
// requests, unknown routes, unanswered interactions, second and late answers,
// more requests in a second than the global limit allows, mentions without allowed_mentions, whatever Check and CheckReply say. A
// refusal that no bot can foresee (a message deleted meanwhile, a permission
// taken away, an injected fault) is not one.
func (s *Server) Complaints() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.complaints)
}

func (s *Server) complain(format string, args ...any) {
	const most = 1000 // a broken bot may run for days
	if len(s.complaints) < most {
		s.complaints = append(s.complaints, fmt.Sprintf(format, args...))
	}
}
