package beacon

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
)

// relay is one server with the values of a chain.
type relay struct {
	prefix string // of the address of a round
	host   string // for logs and metrics: a path may hold a key of the operator's
	http   *http.Client

	mu     sync.Mutex
	logged time.Time
}

// newRelay returns the relay at an address.
func newRelay(prefix string, c *Chain, transport http.RoundTripper) *relay {
	r := &relay{prefix: fmt.Sprintf("%s/%x/public/", prefix, c.Hash), host: prefix}
	if u, err := url.Parse(prefix); err == nil {
		r.host = u.Host
	}
	r.http = &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return r
}

const (
	requestTime = 4 * time.Second // a relay may hold the request until it has the round
	maxBody     = 4096            // an answer has 300 bytes
	maxHeader   = 1 << 16         // bytes
	logEvery    = time.Hour
)

// errAbsent means that a relay does not have the round yet.
var errAbsent = errors.New("does not have the round yet")

// statusError is an answer with another status than 200.
type statusError struct {
	status int
	after  time.Duration
}

// Error names the status.
func (e statusError) Error() string { return fmt.Sprintf("answered with status %d", e.status) }

// RetryAfter returns how long the relay asks to wait.
func (e statusError) RetryAfter() time.Duration { return e.after }

// get makes one request for a round. The signature it returns is not verified. No error has the relay's address or its answer.
func (r *relay) get(ctx context.Context, round uint64) (signature []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.prefix+strconv.FormatUint(round, 10), nil)
	if err != nil {
		return nil, errors.New("has an address that cannot be used")
	}
	request.Header.Set("Accept", "application/json")
	response, err := r.http.Do(request)
	if err != nil {
		return nil, withoutAddress(err)
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusTooEarly:
		return nil, errAbsent
	default:
		seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		return nil, statusError{response.StatusCode, time.Duration(min(max(seconds, 0), 3600)) * time.Second}
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, maxBody+1))
	if err != nil {
		return nil, withoutAddress(err)
	}
	return parseValue(text, round)
}

// parseValue returns the signature in a relay's answer. The randomness is not read, because the signature determines it.
func parseValue(text []byte, round uint64) (signature []byte, err error) {
	var value struct {
		Round     uint64 `json:"round"`
		Signature string `json:"signature"`
	}
	if len(text) > maxBody {
		return nil, fmt.Errorf("answered with more than %d bytes", maxBody)
	}
	if err := json.Unmarshal(text, &value); err != nil {
		return nil, errors.New("answered with something else than a round in JSON")
	}
	if value.Round != round {
		return nil, fmt.Errorf("answered with round %d", value.Round)
	}
	if signature, err = hex.DecodeString(value.Signature); err != nil {
		return nil, errors.New("answered with a signature that is not hexadecimal")
	}
	return signature, nil
}

// maxReason is the most bytes of the HTTP client's error that an error keeps. A certificate's names may be a part of it.
const maxReason = 200

// withoutAddress returns an error that may stand in a log, short and printable. It has neither the relay's address, which may hold
// a key, nor that of a proxy, which may hold a password. It quotes nothing that the relay wrote, which may be the address again.
func withoutAddress(err error) error {
	if outer, ok := errors.AsType[*url.Error](err); ok {
		err = outer.Err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("did not answer within %v", requestTime)
	}
	reason, _, _ := strings.Cut(err.Error(), ` "`)
	if strings.HasPrefix(reason, "invalid proxy address") {
		return errors.New("cannot be reached: the address of the proxy is not valid (HTTPS_PROXY, HTTP_PROXY)")
	}
	if len(reason) > maxReason {
		reason = reason[:maxReason] + "…"
	}
	return errors.New(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, reason))
}

// shouldLog reports whether no failure was logged within the hour, and begins the next one.
func (r *relay) shouldLog() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.logged.IsZero() && time.Since(r.logged) < logEvery {
		return false
	}
	r.logged = time.Now()
	return true
}
