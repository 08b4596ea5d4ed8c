package rest

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"time"

	"cardroom/bot/discordtest/limits"
)

// Fault describes how Discord fails a request.
type Fault struct {
	// Status and Body replace the answer; Header is added. With Status 0 the request gets its usual answer, after Delay.
	Status int
	Body   string
	Header http.Header
	// Delay passes before the request is handled or, with Applied, before it is answered.
	Delay time.Duration
	// Silent never answers: the connection stays open until the client gives up.
	Silent bool
	// Applied carries out the request before its answer is lost or replaced.
	Applied bool
	// Lands carries out the request so long after its answer was replaced, as a slow network does; 0 is never.
	Lands time.Duration
	// Times is how many requests fail; 0 is one, less than 0 all.
	Times int
	// Channel limits the fault to requests about a channel; "" is any.
	Channel string
}

type fault struct {
	Fault
	match string
}

// Fail makes the next matching requests fail. A request matches if "METHOD route", such as "PATCH
// /channels/{channel}/messages/{message}", contains the text. The oldest matching fault is used first. Faults come before
// everything else, even rate limits and the token check.
func (a *API) Fail(match string, f Fault) {
	if f.Times == 0 {
		f.Times = 1
	}
	a.faults = append(a.faults, &fault{f, match})
}

// Mend ends all faults that Fail began.
func (a *API) Mend() {
	a.faults = nil
}

// fault returns the fault for a request, if any.
func (a *API) fault(c *call) (Fault, bool) {
	a.world.Lock()
	defer a.world.Unlock()
	f, met := a.nextFault(c.method, c.entry.Route, c.args["channel"])
	if i := a.world.Interactions[c.args["interaction"]]; met && i != nil {
		i.Faulted = true
	}
	return f, met
}

// nextFault returns the oldest matching fault, and uses it up.
func (a *API) nextFault(method, route, channel string) (Fault, bool) {
	for i, f := range a.faults {
		if !strings.Contains(method+" "+route, f.match) || f.Channel != "" && f.Channel != channel {
			continue
		}
		if f.Times > 0 {
			f.Times--
		}
		if f.Times == 0 {
			a.faults = append(a.faults[:i:i], a.faults[i+1:]...)
		}
		return f.Fault, true
	}
	return Fault{}, false
}

// TooMany returns a 429 of Discord's own with a scope: "user", "global" or "shared".
func TooMany(after time.Duration, scope string) Fault {
	h := http.Header{"Retry-After": {limits.Seconds(after)}, "X-Ratelimit-Scope": {scope}}
	if scope == "global" {
		h.Set("X-RateLimit-Global", "true")
	} else {
		h.Set("X-RateLimit-Remaining", "0")
		h.Set("X-RateLimit-Reset-After", limits.Seconds(after))
	}
	body := fmt.Sprintf(`{"message": "You are being rate limited.", "retry_after": %s, "global": %t}`,
		limits.Seconds(after), scope == "global")
	return Fault{Status: http.StatusTooManyRequests, Body: body, Header: h}
}

// Banned returns Cloudflare's 429: text, and no limit headers but Retry-After.
func Banned(after time.Duration) Fault {
	return Fault{
		Status: http.StatusTooManyRequests, Body: "error code: 1015",
		Header: http.Header{"Content-Type": {"text/plain; charset=UTF-8"}, "Retry-After": {limits.Seconds(after)}},
	}
}

// Refusal returns a Discord error in its JSON form.
func Refusal(status, code int, message string) Fault {
	return Fault{Status: status, Body: fmt.Sprintf(`{"message": %q, "code": %d}`, message, code)}
}

// apply applies the fault to the response. It reports whether that ends the request.
func (f Fault) apply(a *API, w http.ResponseWriter, r *http.Request) bool {
	if f.Applied {
		return false
	}
	return f.finish(a, w, r)
}

// finish delays the answer or replaces it; it reports false if the fault was only a delay.
func (f Fault) finish(a *API, w http.ResponseWriter, r *http.Request) bool {
	if !a.sleep(r, f.Delay) {
		return true
	}
	if f.Silent {
		a.sleep(r, 24*time.Hour)
		panic(http.ErrAbortHandler)
	}
	if f.Status == 0 {
		return false
	}
	w.Header().Set("Content-Type", "application/json")
	maps.Copy(w.Header(), f.Header)
	w.WriteHeader(f.Status)
	_, _ = w.Write([]byte(f.Body))
	return true
}

// sleep waits and reports whether the client and the server still exist.
func (a *API) sleep(r *http.Request, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-r.Context().Done():
	case <-a.config.Done:
	}
	return false
}
