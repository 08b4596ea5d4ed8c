package discordtest

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"cardroom/bot/discordtest/gateway"
	"cardroom/bot/discordtest/registry"
	"cardroom/bot/discordtest/rest"
	"cardroom/bot/discordtest/world"

	"github.com/gorilla/websocket"
)

// Options configures a Server. The zero value is a fresh, strict Discord in memory.
type Options struct {
	// State is the path of a file for everything that lasts: guilds, channels, people, messages, commands, ids, interaction
	// tokens. Attachments are in a folder beside it. "" keeps nothing.
	State string
	// Name is the name of the application and of its bot user; "cardroom" if empty.
	Name string
	// Token is the bot's token; a fixed one if empty.
	Token string
	// Ahead is how far Discord's clock is ahead of this machine's; negative: behind. New ids and the Date of answers follow
	// it.
	Ahead time.Duration
	// Heartbeat is the gateway's interval; 41.25 s, as Discord's, when 0.
	Heartbeat time.Duration
	// OneIdentifyPer5s enforces max_concurrency 1: the server answers a second IDENTIFY of the same shard within 5 s with
	// op 9, like Discord. It is off by default because discordgo hangs after that answer.
	OneIdentifyPer5s bool
	// NoLimits switches the rate limits off, for load tests.
	NoLimits bool
	// Rate is the limit of requests a second over all routes, which Discord raises for large bots; 50 when 0.
	Rate int
	// Daily is how many gateway sessions may begin in a day, more for large bots; 1,000 when 0.
	Daily int
	// AtOnce is how many gateway sessions may begin at once, more for large bots; 1 when 0.
	AtOnce int
	// NonceLife is how long an enforced nonce is remembered; five minutes when 0.
	NonceLife time.Duration
	// Keep is how many requests Requests keeps; 10,000 when 0.
	Keep int
	// Twice delivers each interaction twice, as Discord may.
	Twice bool
	// Commands are the global commands of a fresh Discord, as an earlier run registered them.
	Commands registry.List
	// Messages is how many messages a channel keeps; 200 when 0.
	Messages int
	// Check and CheckReply, if set, check every request's JSON body and every answer; an error is a complaint. The path is
	// without /api/vN. Package discordtest/openapi has both.
	Check      func(method, path string, body []byte) error
	CheckReply func(method, path string, status int, body []byte) error
}

// Server is a Discord in memory. It is an http.Handler for /api/vN with any N and for the gateway's websocket. Client and
// Dialer reach it without a network, Listen gives it an address.
type Server struct {
	opts    Options
	memory  *memoryListener
	web     *http.Server
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup // watches, web server, connections

	world   *world.World // its lock guards everything below, gateway and api too
	gateway *gateway.Gateway
	api     *rest.API
	waits   map[string]*wait // by interaction id: acts without an answer or just answered
	watches map[*watch]bool
}

// New returns a running server in memory, or on Options.State. It panics if it cannot read the state, as httptest.NewServer
// does without a port; Open returns the error. A testing/synctest bubble begins in the year 2000, before Discord's first
// id, so New lets its virtual clock run to 2026.
func New(opts Options) *Server {
	s, err := Open(opts)
	if err != nil {
		panic(err)
	}
	return s
}

// Open works like New but returns an error if the state file is unreadable, damaged or from another version. Then the file
// stays unchanged.
func Open(opts Options) (*Server, error) {
	opts.Name = cmp.Or(opts.Name, "cardroom")
	opts.Token = cmp.Or(opts.Token, "discordtest.bot.token")
	opts.Heartbeat = cmp.Or(opts.Heartbeat, 41250*time.Millisecond)
	opts.Keep = cmp.Or(opts.Keep, 10_000)
	opts.NonceLife = cmp.Or(opts.NonceLife, 5*time.Minute)
	s := &Server{opts: opts, memory: newMemoryListener(), waits: map[string]*wait{}, watches: map[*watch]bool{}}
	var err error
	if s.world, err = world.Open(opts.State, opts.Name, "http://127.0.0.1:1", host{s}); err != nil {
		return nil, fmt.Errorf("discordtest: %w", err)
	}
	if !s.world.Commands.Any() {
		s.world.Commands[""] = opts.Commands
	}
	s.world.Ahead, s.world.Kept = opts.Ahead, cmp.Or(opts.Messages, 200)
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.gateway = gateway.New(gateway.Config{
		Daily: opts.Daily, AtOnce: opts.AtOnce,
		Token: opts.Token, Heartbeat: opts.Heartbeat, OneIdentifyPer5s: opts.OneIdentifyPer5s,
	}, host{s}, s.world)
	s.api = rest.New(rest.Config{
		Token: opts.Token, NoLimits: opts.NoLimits, Rate: opts.Rate, Keep: opts.Keep, NonceLife: opts.NonceLife, Check: opts.Check, CheckReply: opts.CheckReply,
		Done: s.ctx.Done(),
	}, s.world, host{s})
	s.web = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, ConnState: s.count}
	s.serve(s.memory)
	return s, nil
}

// Listen serves the same Discord on a TCP address, "127.0.0.1:0" for any free port, and returns its URL. URL returns it
// from then on.
func (s *Server) Listen(addr string) (string, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return "", fmt.Errorf("discordtest: %w", err)
	}
	s.world.Lock()
	s.world.URL = "http://" + l.Addr().String()
	s.world.Unlock()
	s.serve(l)
	return s.URL(), nil
}

// SetURL sets the address of a front end, such as a demo's own web server that mounts this handler.
func (s *Server) SetURL(base string) {
	s.update(func() { s.world.URL = base })
}

func (s *Server) serve(l net.Listener) {
	s.running.Go(func() { _ = s.web.Serve(l) })
}

// count keeps Close waiting for the last connection's goroutine: net/http leaves one behind for half a second after some
// refusals.
func (s *Server) count(_ net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		s.running.Add(1)
	case http.StateClosed, http.StateHijacked:
		s.running.Done()
	}
}

// Close ends everything that the server started: connections, gateway sessions, watchers, waits. It returns after writing
// the state file.
func (s *Server) Close() error {
	s.world.Lock()
	s.cancel()
	s.gateway.Close()
	s.abandonWaits()
	s.world.Unlock()
	_ = s.web.Close()
	_ = s.memory.Close()
	s.gateway.Wait()
	s.running.Wait()
	return s.world.Close()
}

// URL returns the server's base address, without a slash at its end.
func (s *Server) URL() string {
	s.world.Lock()
	defer s.world.Unlock()
	return s.world.URL
}

// Token returns the bot's token, without "Bot ".
func (s *Server) Token() string { return s.opts.Token }

// Client returns an HTTP client that sends every request, to any host, to this server through memory. It has no sockets, so
// it works in a synctest bubble. Give it to discordgo as Session.Client.
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

// update runs f with the lock held and saves its changes.
func (s *Server) update(f func()) {
	s.world.Lock()
	defer s.world.Unlock()
	f()
	s.world.Changed()
}

// now returns Discord's time.
func (s *Server) now() time.Time {
	s.world.Lock()
	defer s.world.Unlock()
	return s.world.Now()
}

var apiPrefix = regexp.MustCompile(`^/api(/v\d+)?(/|$)`)

// ServeHTTP answers REST requests below /api or /api/vN, the gateway's
// websocket at /gateway, and attachments.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Date", s.now().UTC().Format(http.TimeFormat))
	switch path := r.URL.Path; {
	case strings.HasPrefix(path, "/gateway"):
		s.gateway.Serve(w, r)
	case strings.HasPrefix(path, "/attachments/"):
		s.api.ServeFile(w, r)
	case apiPrefix.MatchString(path):
		s.api.Serve(w, r, "/"+strings.TrimPrefix(path, apiPrefix.FindString(path)))
	default:
		http.NotFound(w, r)
	}
}
