package main

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// durations are measured times.
type durations []time.Duration

// since adds the time since a moment, and moves the moment to now.
func (d *durations) since(began *time.Time) {
	now := time.Now()
	*d = append(*d, now.Sub(*began))
	*began = now
}

// String returns the median and the longest.
func (d durations) String() string {
	if len(d) == 0 {
		return "none"
	}
	sorted := slices.Sorted(slices.Values(d))
	return fmt.Sprintf("%v, %v", sorted[len(sorted)/2].Round(time.Millisecond), sorted[len(sorted)-1].Round(time.Millisecond))
}

// limitWatch sends requests, and keeps the limits that the answers name.
type limitWatch struct {
	next http.RoundTripper

	mu              sync.Mutex
	refused, global int // answers of 429
	last            map[string]string
}

// refusals returns how many answers were 429, and how many of these were global.
func (w *limitWatch) refusals() (all, global int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.refused, w.global
}

// RoundTrip sends a request.
func (w *limitWatch) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := w.next.RoundTrip(r)
	if err != nil {
		return answer, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	h := answer.Header
	if answer.StatusCode == http.StatusTooManyRequests {
		w.refused++
		if h.Get("X-RateLimit-Scope") == "global" || h.Get("X-RateLimit-Global") != "" {
			w.global++
		}
	}
	if limit := h.Get("X-RateLimit-Limit"); limit != "" {
		if w.last == nil {
			w.last = map[string]string{}
		}
		left, after := h.Get("X-RateLimit-Remaining"), h.Get("X-RateLimit-Reset-After")
		w.last[r.Method] = fmt.Sprintf("Discord says: limit %s, %s left, reset after %s s", limit, left, after)
	}
	return answer, nil
}

// said returns the limit that the last answer to a method named.
func (w *limitWatch) said(method string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return cmp.Or(w.last[method], "Discord named no limit")
}

// cuttable is a network whose connections can be cut.
type cuttable struct {
	dial func(ctx context.Context, network, addr string) (net.Conn, error)

	mu    sync.Mutex
	conn  *countingConn
	bytes int
}

// countingConn counts the bytes read.
type countingConn struct {
	net.Conn
	line *cuttable
}

func (c *countingConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.line.mu.Lock()
	defer c.line.mu.Unlock()
	c.line.bytes += n
	return n, err
}

// open opens a connection.
func (l *cuttable) open(ctx context.Context, network, addr string) (net.Conn, error) {
	dial := l.dial
	if dial == nil {
		dial = new(net.Dialer).DialContext
	}
	conn, err := dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conn = &countingConn{conn, l}
	return l.conn, nil
}

// cut breaks the newest connection.
func (l *cuttable) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conn.Close()
}

// read returns how many bytes came.
func (l *cuttable) read() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.bytes
}
