package discordtest

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strconv"
	"time"
)

// The rate limits. Discord documents the global one only and says that the
// others must be read from the headers; these are what its users measured.
const (
	globalPerSecond = 50
	oldAfter        = time.Hour // editing an older message has a limit of its own (30046)
	oldEdits        = 3
	oldWindow       = 6 * time.Second
)

// rate is how many requests a window takes.
type rate struct {
	most   int
	window time.Duration
}

type limits struct {
	global  window
	buckets map[string]*window
	swept   time.Time
	turned  int // requests that a route's limit turned away
}

type window struct {
	began time.Time
	used  int
}

func newLimits() limits { return limits{buckets: map[string]*window{}} }

// take counts a request and returns how long the window still lasts, how many
// requests it has left and whether this one was within it.
func (w *window) take(now time.Time, r rate) (reset time.Duration, left int, ok bool) {
	if now.Sub(w.began) >= r.window {
		w.began, w.used = now, 0
	}
	reset = r.window - now.Sub(w.began)
	if w.used >= r.most {
		return reset, 0, false
	}
	w.used++
	return reset, r.most - w.used, true
}

func (l *limits) bucket(key string, now time.Time) *window {
	if now.Sub(l.swept) > time.Minute {
		l.swept = now
		for k, w := range l.buckets {
			if now.Sub(w.began) > time.Minute {
				delete(l.buckets, k)
			}
		}
	}
	w := l.buckets[key]
	if w == nil {
		w = &window{}
		l.buckets[key] = w
	}
	return w
}

// limited counts the request against its limits and writes the headers. It
// returns the refusal when there were too many.
func (s *Server) limited(c *call, h http.Header) *tooMany {
	if s.opts.NoLimits || c.route.rate.most == 0 {
		return nil
	}
	now := time.Now()
	if !c.route.exempt {
		if reset, _, ok := s.limits.global.take(now, rate{globalPerSecond, time.Second}); !ok {
			h.Set("X-RateLimit-Global", "true")
			h.Set("X-RateLimit-Scope", "global")
			h.Set("Retry-After", seconds(reset))
			s.complain("%s %s: more than %d requests in a second", c.method, mask(c.path), globalPerSecond)
			return newTooMany(reset, true)
		}
	}
	reset, left, ok := s.limits.bucket(c.bucket(), now).take(now, c.route.rate)
	h.Set("X-RateLimit-Limit", strconv.Itoa(c.route.rate.most))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(left))
	h.Set("X-RateLimit-Reset", seconds(time.Duration(now.Add(reset).UnixNano())))
	h.Set("X-RateLimit-Reset-After", seconds(reset))
	h.Set("X-RateLimit-Bucket", bucketHash(c.route.pattern))
	if ok {
		return nil
	}
	s.limits.turned++
	h.Set("X-RateLimit-Scope", "user")
	h.Set("Retry-After", seconds(reset))
	return newTooMany(reset, false)
}

// tooMany is the body of a 429.
type tooMany struct {
	Message    string  `json:"message"`
	RetryAfter float64 `json:"retry_after"`
	Global     bool    `json:"global"`
	Code       int     `json:"code"`
}

func newTooMany(after time.Duration, global bool) *tooMany {
	const text = "You are being rate limited."
	return &tooMany{text, roundUp(after).Seconds(), global, 0}
}

// roundUp makes sure that who waits that long has waited enough.
func roundUp(d time.Duration) time.Duration {
	return (d + time.Millisecond - 1).Truncate(time.Millisecond)
}

func seconds(d time.Duration) string {
	return strconv.FormatFloat(roundUp(d).Seconds(), 'f', 3, 64)
}

func bucketHash(pattern string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(pattern))
	return fmt.Sprintf("%016x", h.Sum64())
}

// oldEdit counts an edit of a message and reports whether it is one too many
// of those older than an hour.
func (s *Server) oldEdit(m *Message) bool {
	now := time.Now()
	if s.opts.NoLimits || now.Sub(m.Created) < oldAfter {
		return false
	}
	_, _, ok := s.limits.bucket("old edits "+m.ChannelID, now).take(now, rate{oldEdits, oldWindow})
	return !ok
}
