package limits

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"net/http"
	"strconv"
	"time"
)

// PerSecond is the limit of requests a second, over all routes, of a bot for which Discord has not raised it.
const PerSecond = 50

const (
	oldAfter = time.Hour // editing an older message has a limit of its own (30046)
	oldEdits = 3
)

// OldEditWindow is how long a bot has to wait after too many edits of old messages.
const OldEditWindow = 6 * time.Second

// Rate is a window's limit of requests; the zero value is no limit.
type Rate struct {
	Requests int
	Window   time.Duration
}

// These are the rates of the routes.
var (
	Reads    = Rate{50, time.Second}
	Writes   = Rate{5, 5 * time.Second}
	Webhooks = Rate{5, 2 * time.Second}

	// FollowUps is the rate of the follow-ups of all interactions in a channel. Discord does not announce it.
	FollowUps = Rate{30, time.Minute}
)

// Limiter counts requests. It is not safe for concurrent use.
type Limiter struct {
	PerSecond int // over all routes; 0: [PerSecond]

	global   window
	buckets  map[string]*window
	swept    time.Time
	rejected int // requests that a route's limit rejected
}

type window struct {
	start time.Time
	used  int
}

// Request describes a request to the limiter.
type Request struct {
	Bucket string // route and major parameters
	Route  string // the pattern, by which Discord names the bucket
	Rate   Rate
	Exempt bool // from the global limit
}

// count counts a request. It returns the rest of the window, the requests left in it and whether this one was within the
// limit.
func (w *window) count(now time.Time, r Rate) (reset time.Duration, left int, ok bool) {
	if now.Sub(w.start) >= r.Window {
		w.start, w.used = now, 0
	}
	reset = r.Window - now.Sub(w.start)
	if w.used >= r.Requests {
		return reset, 0, false
	}
	w.used++
	return reset, r.Requests - w.used, true
}

func (l *Limiter) bucket(key string, now time.Time) *window {
	if now.Sub(l.swept) > time.Minute {
		l.swept = now
		for k, w := range l.buckets {
			if now.Sub(w.start) > time.Minute {
				delete(l.buckets, k)
			}
		}
	}
	w := l.buckets[key]
	if w == nil {
		if l.buckets == nil {
			l.buckets = map[string]*window{}
		}
		w = &window{}
		l.buckets[key] = w
	}
	return w
}

// Global returns the limit of requests a second, over all routes.
func (l *Limiter) Global() int { return cmp.Or(l.PerSecond, PerSecond) }

// Count counts a request against its limits and writes the headers. It returns the refusal if there were too many.
func (l *Limiter) Count(r Request, now time.Time, h http.Header) *TooMany {
	if r.Rate.Requests == 0 {
		return nil
	}
	if !r.Exempt {
		if reset, _, ok := l.global.count(now, Rate{l.Global(), time.Second}); !ok {
			h.Set("X-RateLimit-Global", "true")
			h.Set("X-RateLimit-Scope", "global")
			h.Set("Retry-After", Seconds(reset))
			return newTooMany(reset, true)
		}
	}
	reset, left, ok := l.bucket(r.Bucket, now).count(now, r.Rate)
	h.Set("X-RateLimit-Limit", strconv.Itoa(r.Rate.Requests))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(left))
	h.Set("X-RateLimit-Reset", Seconds(time.Duration(now.Add(reset).UnixNano())))
	h.Set("X-RateLimit-Reset-After", Seconds(reset))
	h.Set("X-RateLimit-Bucket", bucketHash(r.Route))
	if ok {
		return nil
	}
	l.rejected++
	h.Set("X-RateLimit-Scope", "user")
	h.Set("Retry-After", Seconds(reset))
	return newTooMany(reset, false)
}

// FollowUp counts a follow-up in a channel. It returns the refusal, and writes its headers, if there were too many.
func (l *Limiter) FollowUp(channel string, now time.Time, h http.Header) *TooMany {
	reset, _, ok := l.bucket("follow-ups "+channel, now).count(now, FollowUps)
	if ok {
		return nil
	}
	l.rejected++
	h.Set("X-RateLimit-Scope", "shared")
	h.Set("Retry-After", Seconds(reset))
	return newTooMany(reset, false)
}

// Rejected returns how many requests the limit of a route rejected.
func (l *Limiter) Rejected() int { return l.rejected }

// OldEdit counts an edit of a message in a channel. It reports whether that exceeds the limit for messages older than an
// hour.
func (l *Limiter) OldEdit(channel string, created, now time.Time) bool {
	if now.Sub(created) < oldAfter {
		return false
	}
	_, _, ok := l.bucket("old edits "+channel, now).count(now, Rate{oldEdits, OldEditWindow})
	return !ok
}

// TooMany is the body of a 429.
type TooMany struct {
	Message    string  `json:"message"`
	RetryAfter float64 `json:"retry_after"`
	Global     bool    `json:"global"`
	Code       int     `json:"code"`
}

func newTooMany(after time.Duration, global bool) *TooMany {
	const text = "You are being rate limited."
	return &TooMany{text, roundUp(after).Seconds(), global, 0}
}

// roundUp rounds a wait up, so that a client that waits for it has waited enough.
func roundUp(d time.Duration) time.Duration {
	return (d + time.Millisecond - 1).Truncate(time.Millisecond)
}

// Seconds returns a duration as in the headers, rounded up to milliseconds.
func Seconds(d time.Duration) string {
	return strconv.FormatFloat(roundUp(d).Seconds(), 'f', 3, 64)
}

func bucketHash(route string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(route))
	return fmt.Sprintf("%016x", h.Sum64())
}
