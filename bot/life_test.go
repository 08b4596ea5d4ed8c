package bot_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"path"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"cardroom/bot"
	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/bot/invariant"
	"cardroom/store"
)

// life is one run of the program, from its start to its crash. After the crash nothing of it reaches store, Discord or log,
// whatever its goroutines still try.
type life struct {
	club  *club
	lease store.Lease
	bot   *bot.Bot
	over  atomic.Bool
	ended chan struct{} // closed at the crash
	end   context.CancelFunc
	mu    sync.Mutex
	conns []net.Conn

	session atomic.Pointer[note] // the last one that it stored
}

// note is a note of the store.
type note struct{ name, value string }

var errCrashed = errors.New("the program has crashed")

// leased returns a new lease of all tables.
func (c *club) leased() store.Lease {
	l, err := c.shaky.Store.Acquire(context.Background(), store.Lease{Shard: store.Shard{Count: 1}, Owner: "the program", For: store.LeaseTime})
	if err != nil {
		c.t.Fatal(err)
	}
	return l
}

// crash ends the run at once. A goroutine of the program, which it ends, may call it.
func (l *life) crash() {
	if l.over.CompareAndSwap(false, true) {
		l.mu.Lock()
		for _, c := range l.conns {
			c.Close()
		}
		l.mu.Unlock()
		l.end()
		close(l.ended)
	}
}

// at runs at every point: the program passes it, or ends there.
func (l *life) at(p failpoint.Point) {
	if l.over.Load() {
		runtime.Goexit()
	}
	if l.club.at != nil && l.club.at(p) {
		l.crash()
		runtime.Goexit()
	}
}

// mortal is a store that works while the program runs.
type mortal struct {
	store.Store
	life *life
}

func (s *mortal) Commit(ctx context.Context, c store.Change) (store.Receipt, error) {
	if s.life.over.Load() {
		return store.Receipt{}, errCrashed
	}
	c.Epoch = s.life.lease.Epoch
	return s.Store.Commit(ctx, c)
}

func (s *mortal) Pay(ctx context.Context, p store.Payment) (store.Receipt, error) {
	if s.life.over.Load() {
		return store.Receipt{}, errCrashed
	}
	p.Epoch = s.life.lease.Epoch
	return s.Store.Pay(ctx, p)
}

func (s *mortal) Forget(ctx context.Context, o store.ErasureRequest) (store.Receipt, error) {
	if s.life.over.Load() {
		return store.Receipt{}, errCrashed
	}
	o.Epoch = s.life.lease.Epoch
	return s.Store.Forget(ctx, o)
}

func (s *mortal) SetNote(ctx context.Context, name, value string) error {
	if s.life.over.Load() {
		return errCrashed
	}
	if rest, ok := strings.CutPrefix(name, "session "); ok && value != "" {
		s.life.club.sessions.Store(name, true)
		if strings.Contains(rest, " ") { // of one lease
			s.life.session.Store(&note{name, value})
		}
	}
	return s.Store.SetNote(ctx, name, value)
}

// lease is the store's answer about the lease of the running program.
type lease struct {
	mu      sync.Mutex
	isLost  bool          // to another process
	renewal chan struct{} // nil: there is none
}

// assign sets whether another process has the lease, and the renewal that is waited for.
func (l *lease) assign(isLost bool, renewal chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isLost, l.renewal = isLost, renewal
}

func (l *lease) fenced() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.isLost
}

// Confirm confirms the lease, like a *store.LeaseHolder.
func (s *mortal) Confirm(context.Context) error {
	if s.life.club.lease.fenced() {
		return &store.FencedError{Epoch: s.life.lease.Epoch + 1}
	}
	return nil
}

// Doubtful returns the renewal that is waited for, as that of a *store.LeaseHolder does.
func (s *mortal) Doubtful() <-chan struct{} {
	l := &s.life.club.lease
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.renewal
}

// RoundTrip sends a request to Discord while the program runs and has its lease. Its content must be stored (I6).
func (l *life) RoundTrip(r *http.Request) (*http.Response, error) {
	if l.over.Load() || l.club.lease.fenced() {
		return nil, errCrashed
	}
	if r.GetBody != nil && l.club.laws != nil {
		body, err := r.GetBody()
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(body)
		if err != nil {
			return nil, err
		}
		l.club.laws.Sent(data)
		if l.club.sent != nil {
			l.club.sent(r.URL.Path, data)
		}
	}
	return l.club.client.Transport.RoundTrip(r)
}

// roundTripper is a function that sends a request.
type roundTripper func(*http.Request) (*http.Response, error)

// RoundTrip calls the function.
func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// toBeacon returns the way to the beacon while the program runs.
func (l *life) toBeacon() http.RoundTripper {
	return roundTripper(func(r *http.Request) (*http.Response, error) {
		if l.over.Load() {
			return nil, errCrashed
		}
		round, err := strconv.ParseUint(path.Base(r.URL.Path), 10, 64)
		if err != nil {
			return nil, err
		}
		l.club.laws.Asked(round)
		return l.club.beacon.RoundTrip(r)
	})
}

func (l *life) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	if l.over.Load() {
		return nil, errCrashed
	}
	c, err := l.club.srv.Dialer().NetDialContext(ctx, network, addr)
	if err == nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.conns = append(l.conns, c)
	}
	return c, err
}

// Write keeps a running program's log.
func (l *life) Write(line []byte) (int, error) {
	if !l.over.Load() {
		l.club.log.Write(line)
	}
	return len(line), nil
}

// journal is a log of several runs.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(line []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(line)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// newLaws returns the invariants of a club. A violation fails the test.
func newLaws(t *testing.T) *invariant.Watch {
	return &invariant.Watch{Fail: func(law, format string, args ...any) { t.Errorf(law+": "+format, args...) }}
}

// look checks every message that any person sees against the invariants, until the club closes.
func (c *club) look() {
	go func() {
		for u := range c.srv.Watch(context.Background(), nil, c.channel) {
			if u.Kind == discordtest.UpdateCreate || u.Kind == discordtest.UpdateEdit {
				c.laws.See(u.Message)
			}
			if u.Kind == discordtest.UpdateDelete {
				c.laws.Deleted(u.Message)
			}
		}
	}()
}
