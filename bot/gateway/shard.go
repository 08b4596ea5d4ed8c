package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"cardroom/bot/rest"
	"cardroom/internal/retry"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// shard keeps one shard connected.
type shard struct {
	*bot
	id, shards int
	log        *slog.Logger

	session      session                 // zero if nothing can be resumed
	kept         atomic.Pointer[session] // the same, for other goroutines
	disconnected time.Time               // when its last connection ended
	elsewhere    bool                    // the session's own address leads nowhere
	dialled      time.Time
	retryAfter   time.Time // Discord forbids dials before
	identified   bool      // the last connection reached IDENTIFY or RESUME
	daily        int       // sessions that Discord allows the bot in a day
}

// cheapFailures caps the pause at 8 s while no connection reaches IDENTIFY, because asking whether Discord is back costs
// nothing. After failed identifies the pause grows to 60 s: a day has only a thousand.
const cheapFailures = 4

// run dials repeatedly until ctx ends or Discord refuses permanently.
func (s *shard) run(ctx context.Context) error {
	failures := 0
	for {
		wait := time.Until(s.dialled.Add(backoff(s.Pace).Delay(failures)))
		if !retry.Sleep(ctx, max(wait, time.Until(s.retryAfter))) {
			return nil
		}
		if s.Doubtful != nil && !awaitNil(ctx, s.Doubtful) {
			return nil
		}
		ready, err := s.connect(ctx, readyTime(s.Patience).Delay(failures+1))
		if ctx.Err() != nil {
			return nil
		}
		if refused := AsFatal(err); refused != nil {
			return refused
		}
		switch {
		case ready:
			failures, s.disconnected = 0, time.Now()
		case s.identified:
			failures++
		case errors.Is(err, errDoubtful):
		default:
			failures = min(failures+1, max(failures, cheapFailures))
		}
		s.classify(err, ready, failures)
		s.log.Warn("gateway connection lost; reconnecting", "ready", ready, "failures", failures, "resume", s.session.id != "", "err", err)
	}
}

// awaitNil waits until doubtful returns nil. It returns false if the context ends first.
func awaitNil(ctx context.Context, doubtful func() <-chan struct{}) bool {
	for over := doubtful(); over != nil; over = doubtful() {
		select {
		case <-over:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// resumeTime is how long a session is kept, in paces, while no connection reaches RESUME. Discord limits new sessions a
// day, but not resumes.
const resumeTime = 120

// classify decides, from how a connection ended, whether its session can be resumed and how long to wait.
func (s *shard) classify(err error, ready bool, failures int) {
	doubtful := errors.Is(err, errDoubtful) // says nothing of the session and its address
	s.elsewhere = !ready && !s.identified && (s.elsewhere || !doubtful)
	keep := ready || doubtful || s.elsewhere && time.Since(s.disconnected) < resumeTime*s.Pace
	var invalid *invalidSession
	var closed *websocket.CloseError
	switch {
	case errors.Is(err, errReconnect):
		keep = keep || failures < 2
	case errors.As(err, &invalid):
		keep = invalid.resumable && failures < 2
		s.retryAfter = time.Now().Add(s.Pace + rand.N(4*s.Pace))
	case errors.As(err, &closed):
		keep = keep && closed.Code != 4007 && closed.Code != 4009
	}
	if !keep {
		s.session = session{}
		s.publish()
	}
	if after, _ := retry.After(err); after > 0 {
		s.retryAfter = time.Now().Add(after)
	}
}

// connect makes a connection and serves it to its end. READY or RESUMED may take as long as patience. It reports whether that
// came, and why the connection ended.
func (s *shard) connect(ctx context.Context, patience time.Duration) (ready bool, err error) {
	s.dialled, s.identified = time.Now(), false
	if s.session.id != "" {
		return s.resume(ctx, patience)
	}
	a, err := s.look(ctx)
	if err == nil {
		err = a.usedUp()
	}
	if err != nil {
		return false, err
	}
	r := s.reserve(ctx, s.id%max(a.info.SessionStartLimit.MaxConcurrency, 1))
	if r == nil {
		return false, ctx.Err()
	}
	ws, err := s.open(ctx, r)
	if err != nil {
		r.end()
		return false, err
	}
	return s.serve(ctx, ws, patience, r)
}

// open opens a connection for a new session. The shard may have waited for minutes for its place.
func (s *shard) open(ctx context.Context, r *reservation) (*websocket.Conn, error) {
	info, err := r.enter(ctx)
	if err != nil {
		return nil, err
	}
	s.daily, s.dialled = info.SessionStartLimit.Total, time.Now()
	s.session = session{url: info.URL, seq: new(atomic.Int64)}
	ws, err := s.dialGeneral(ctx, info.URL)
	if err != nil {
		return nil, err
	}
	if err := r.confirm(); err != nil {
		ws.Close()
		return nil, err
	}
	return ws, nil
}

// resume continues the session, at the session's own address or, if that leads nowhere, at the general one. Where that is unknown, and
// Discord does not say it now, the session's own has to do.
func (s *shard) resume(ctx context.Context, patience time.Duration) (ready bool, err error) {
	address, dial := s.session.url, s.dial
	if s.elsewhere {
		general, err := s.general(ctx)
		if AsFatal(err) != nil {
			return false, err
		}
		if err == nil {
			address, dial = general, s.dialGeneral
		}
	}
	ws, err := dial(ctx, address)
	if err != nil {
		return false, err
	}
	return s.serve(ctx, ws, patience, nil)
}

// dialGeneral dials the gateway's general address. If that fails, Discord may name another one for the next dial. All shards that fail
// ask for it together, once an answerTime.
func (s *shard) dialGeneral(ctx context.Context, address string) (*websocket.Conn, error) {
	ws, err := s.dial(ctx, address)
	if err != nil && ctx.Err() == nil {
		s.current()
	}
	return ws, err
}

// dial opens the websocket.
func (s *shard) dial(ctx context.Context, address string) (*websocket.Conn, error) {
	address, err := s.address(address)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.Patience)
	defer cancel()
	dialer := websocket.Dialer{Proxy: http.ProxyFromEnvironment}
	dial := new(net.Dialer).DialContext
	if s.Dial != nil {
		dialer.Proxy, dial = nil, s.Dial
	}
	opened := func() bool { return true }
	dialer.NetDialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dial(ctx, network, addr)
		if err == nil { // the websocket handshake ignores ctx
			opened = context.AfterFunc(ctx, func() { conn.Close() })
		}
		return conn, err
	}
	ws, resp, err := dialer.DialContext(ctx, address, nil)
	opened()
	switch {
	case resp != nil && err != nil:
		return nil, fmt.Errorf("gateway: %w: %s", err, resp.Status)
	case err != nil:
		return nil, fmt.Errorf("gateway: %w", err)
	}
	ws.SetReadLimit(messageLimit)
	return ws, nil
}

// address returns the gateway's URL with version, encoding and compression. It accepts an unencrypted one only on this
// machine, because the token is sent there.
func (s *shard) address(raw string) (string, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return "", errors.New("gateway: Discord named no address")
	}
	if u.Scheme != "wss" && (u.Scheme != "ws" || !rest.Loopback(raw)) {
		return "", fmt.Errorf("gateway: %s://%s is not encrypted", u.Scheme, u.Host)
	}
	if u.Path == "" {
		u.Path = "/"
	}
	q := u.Query()
	q.Set("v", discordgo.APIVersion)
	q.Set("encoding", encoding)
	q.Set("compress", compression)
	u.RawQuery = q.Encode()
	return u.String(), nil
}

// usedUpError reports that the day's sessions are used up.
type usedUpError struct{ after time.Duration }

func (e *usedUpError) Error() string {
	return fmt.Sprintf("Discord allows no further session for %v", e.after.Round(time.Second))
}

// RetryAfter returns how long it is until Discord allows a session again.
func (e *usedUpError) RetryAfter() time.Duration { return e.after }

// tooSoonError reports that [Config.Identify] delays a session.
type tooSoonError struct{ after time.Duration }

func (e *tooSoonError) Error() string {
	return fmt.Sprintf("sessions were started too often: the next one waits for %v", e.after.Round(time.Second))
}

// RetryAfter returns how long the session has to wait.
func (e *tooSoonError) RetryAfter() time.Duration { return e.after }

// backoff returns the least time between a dial and the next: pace × 1, 1, 2, 4 … 60 after 0, 1, 2 … failures in a row. It
// is spread by a quarter so that the shards of many bots do not come back together.
func backoff(pace time.Duration) retry.Backoff {
	return retry.Backoff{First: pace, Max: 60 * pace, Jitter: true}
}

// readyTime returns how long READY or RESUMED may take: longer after each failure, because Discord may be slow.
func readyTime(patience time.Duration) retry.Backoff {
	return retry.Backoff{First: patience, Max: 8 * patience}
}
