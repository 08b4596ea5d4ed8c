package rest

import (
	"fmt"
	"slices"
	"time"
)

// Request is a request of the bot to the REST interface.
type Request struct {
	// N numbers the requests from 1 since the server started.
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
	// Interaction is the id of the interaction whose token or callback is used, else "".
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

// Requests returns the answered requests so far, in the order of their arrival.
func (a *API) Requests() []Request {
	list := slices.Clone(a.log.list)
	slices.SortStableFunc(list, func(a, b Request) int { return a.N - b.N })
	return list
}

// RequestCount returns how many requests have begun so far.
func (a *API) RequestCount() int { return a.log.count }
