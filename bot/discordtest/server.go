package discordtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Options say how a Server is to be. The zero value is a fresh, strict Discord
// in memory.
type Options struct {
	// State is the path of a file that keeps everything that lasts: guilds,
	// channels, people, messages, commands, ids, interaction tokens. Attachments
	// are kept in a folder beside it. "" keeps nothing.
	State string
	// Name is the application's and its bot user's name; "cardroom" when empty.
	Name string
	// Token is the bot's token; a fixed one when empty.
	Token string
	// Heartbeat is the gateway's interval; 41.25 s, as Discord's, when 0.
	Heartbeat time.Duration
	// OneIdentifyPer5s enforces max_concurrency 1: a second IDENTIFY of the same
	// shard within 5 s is answered with op 9, as Discord does. It is off by
	// default because discordgo's own answer to that is to hang.
	OneIdentifyPer5s bool
	// NoLimits switches the rate limits off, for load tests of something else.
	NoLimits bool
	// Keep is how many requests are kept for Requests; 10,000 when 0.
	Keep int
	// Check and CheckReply, when set, judge every request's JSON body and every
	// answer; an error is a complaint. The path is without /api/vN. Package
	// discordtest/openapi has both.
	Check      func(method, path string, body []byte) error
	CheckReply func(method, path string, status int, body []byte) error
}

// Server is a Discord made of memory. It is an http.Handler that answers
// /api/vN for any N and the gateway's websocket; Client and Dialer reach it
// without a network, Listen gives it an address.
type Server struct {
	opts    Options
	memory  *memoryListener
	web     *http.Server
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup // watchers, servers, savers, gateway connections

	mu         sync.Mutex // guards everything below and all unexported methods that do not say otherwise
	url        string
	st         *state
	saver      saver
	files      map[string][]byte   // attachments, when nothing is kept on disk
	lost       []lost              // attachments that messages had lately
	waiting    map[string]*waiting // by interaction id: acts not yet answered or just answered
	tokens     map[string]*interaction
	watchers   map[*watcher]bool
	log        requestLog
	complaints []string
	faults     []*fault
	limits     limits
	refusals   refusals
	gateway    gateway
}

// New returns a running server in memory, or on Options.State. It panics when
// that cannot be read, as httptest.NewServer does without a port; Open returns
// the error. In a testing/synctest bubble, which begins in the year 2000 and so
// before Discord's first id, New lets the virtual clock run to 2026.
func New(opts Options) *Server {
	s, err := Open(opts)
	if err != nil {
		panic(err)
	}
	return s
}

// Open is New with an error: the state file cannot be read, or is damaged or
// from another version. Then it is left as it is.
func Open(opts Options) (*Server, error) {
	sleepPastEpoch()
	opts.Name = cmp.Or(opts.Name, "cardroom")
	opts.Token = cmp.Or(opts.Token, "discordtest.bot.token")
	opts.Heartbeat = cmp.Or(opts.Heartbeat, 41250*time.Millisecond)
	opts.Keep = cmp.Or(opts.Keep, 10_000)
	s := &Server{
		opts: opts, url: "http://discord.test", memory: newMemoryListener(),
		files: map[string][]byte{}, waiting: map[string]*waiting{}, tokens: map[string]*interaction{}, watchers: map[*watcher]bool{},
		limits: newLimits(), gateway: newGateway(),
	}
	if err := s.load(); err != nil {
		return nil, err
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.web = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, ConnState: s.count}
	s.serve(s.memory)
	return s, nil
}

// Listen serves the same Discord on a TCP address too, "127.0.0.1:0" for any
// free port, and returns its URL, which URL returns from then on.
func (s *Server) Listen(addr string) (string, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return "", fmt.Errorf("discordtest: %w", err)
	}
	s.mu.Lock()
	s.url = "http://" + l.Addr().String()
	s.mu.Unlock()
	s.serve(l)
	return s.URL(), nil
}

// SetURL names the address under which a front, such as a demo's own web
// server that mounts this handler, is reached.
func (s *Server) SetURL(base string) {
	s.update(func() { s.url = base })
}

func (s *Server) serve(l net.Listener) {
	s.running.Go(func() { _ = s.web.Serve(l) })
}

// count keeps Close from returning before the last connection's goroutine is
// done: net/http leaves one behind for half a second after some refusals.
func (s *Server) count(_ net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		s.running.Add(1)
	case http.StateClosed, http.StateHijacked:
		s.running.Done()
	}
}

// Close ends everything the server started: connections, gateway sessions,
// watchers, waits. What is to last has been written when it returns.
func (s *Server) Close() error {
	s.mu.Lock()
	s.cancel()
	s.gateway.closeAll()
	s.abandonWaits()
	s.mu.Unlock()
	_ = s.web.Close()
	_ = s.memory.Close()
	s.running.Wait()
	return s.flush()
}

// URL returns the server's base address, without a slash at its end.
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.url
}

// Token returns the bot's token, without "Bot ".
func (s *Server) Token() string { return s.opts.Token }

// Client returns an HTTP client whose every request, to whatever host, goes to
// this server through memory: no sockets, so that it works in a synctest
// bubble. Give it to discordgo as Session.Client.
func (s *Server) Client() *http.Client {
	base, _ := url.Parse(s.URL())
	t := &http.Transport{DialContext: s.memory.dial, MaxIdleConnsPerHost: 64}
	return &http.Client{Transport: redirect{base.Host, t}}
}

// Dialer returns a websocket dialer that reaches the gateway through memory.
// Give it to discordgo as Session.Dialer.
func (s *Server) Dialer() *websocket.Dialer {
	return &websocket.Dialer{
		NetDialContext: s.memory.dial, NetDialTLSContext: s.memory.dial, HandshakeTimeout: 45 * time.Second,
	}
}

// redirect sends requests for any host to one, in plain HTTP.
type redirect struct {
	host string
	next *http.Transport
}

func (t redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = "http", t.host, ""
	return t.next.RoundTrip(r)
}

func (t redirect) CloseIdleConnections() { t.next.CloseIdleConnections() }

// update runs f with the lock held and what it changed saved.
func (s *Server) update(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
	s.changed()
}

// memoryListener is a net.Listener whose connections are net.Pipes.
type memoryListener struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

// memoryConn marks a connection that has no network below it.
type memoryConn struct{ net.Conn }

func newMemoryListener() *memoryListener {
	return &memoryListener{conns: make(chan net.Conn), done: make(chan struct{})}
}

func (l *memoryListener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case l.conns <- memoryConn{ours}:
		return theirs, nil
	case <-l.done:
		return nil, errors.New("discordtest: connection refused: server closed")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *memoryListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *memoryListener) Close() error {
	l.once.Do(func() { close(l.done) })
	return nil
}

func (l *memoryListener) Addr() net.Addr { return memoryAddr{} }

type memoryAddr struct{}

func (memoryAddr) Network() string { return "memory" }
func (memoryAddr) String() string  { return "discord.test" }
