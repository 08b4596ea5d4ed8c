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
	"sync"
	"time"
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

// withoutAddress removes the address that the HTTP client puts into its errors.
func withoutAddress(err error) error {
	if outer, ok := errors.AsType[*url.Error](err); ok {
		err = outer.Err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("did not answer within %v", requestTime)
	}
	return err
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
