package gateway

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// script plays a fake Discord on one connection.
type script func(p *peer)

// fake is a Discord that plays one script per connection, and the good one after the last script.
type fake struct {
	*httptest.Server
	t        *testing.T
	wires    *memoryNetwork
	mu       sync.Mutex
	scripts  []script
	resumeAt string           // the resume address in READY, if any
	bot      http.HandlerFunc // answers /gateway/bot when set
	met      []meeting
	sessions int

	compresses  bool
	compression []string // that each connection asked for
}

// meeting is an IDENTIFY or RESUME that the fake received.
type meeting struct {
	op    int
	at    time.Time
	shard int
	data  json.RawMessage
}

func newFake(t *testing.T, scripts ...script) *fake {
	f := &fake{t: t, scripts: scripts}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v9/gateway/bot", f.gatewayBot)
	mux.HandleFunc("/", f.websocket)
	f.wires = &memoryNetwork{conns: make(chan net.Conn), done: make(chan struct{}), peers: map[string]func(net.Conn){}}
	f.Server = &httptest.Server{Listener: f.wires, Config: &http.Server{Handler: mux}}
	f.Start()
	t.Cleanup(func() {
		f.Close()
		time.Sleep(time.Minute) // virtual time: every wait ends
	})
	return f
}

// memoryNetwork is the network between a bot and a fake. It has no sockets, so that tests wait for nothing real.
type memoryNetwork struct {
	conns chan net.Conn // to the fake
	done  chan struct{}
	once  sync.Once
	peers map[string]func(net.Conn) // at other addresses
}

func (l *memoryNetwork) dial(ctx context.Context, _, addr string) (net.Conn, error) {
	near, inner := net.Pipe()
	outer, far := net.Pipe()
	go transfer(outer, inner)
	go transfer(inner, outer)
	if peer := l.peers[addr]; peer != nil {
		go func() {
			defer far.Close()
			peer(far)
		}()
		return near, nil
	}
	select {
	case l.conns <- far:
		return near, nil
	case <-l.done:
	case <-ctx.Done():
	}
	near.Close()
	return nil, cmp.Or(ctx.Err(), net.ErrClosed)
}

// transfer copies data from one end of a connection to the other. As on a network, a writer need not wait for the reader.
func transfer(to, from net.Conn) {
	packets := make(chan []byte, 1000)
	go func() {
		defer close(packets)
		for {
			data := make([]byte, 4096)
			n, err := from.Read(data)
			if err != nil {
				return
			}
			packets <- data[:n]
		}
	}()
	for data := range packets {
		if _, err := to.Write(data); err != nil {
			from.Close()
		}
	}
	to.Close()
}

// Accept waits for a connection; with Close and Addr it makes memoryNetwork a [net.Listener].
func (l *memoryNetwork) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *memoryNetwork) Close() error {
	l.once.Do(func() { close(l.done) })
	return nil
}

func (l *memoryNetwork) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

// bubbled returns f in a bubble of virtual time, where waits take no real time and the machine's load changes nothing.
func bubbled(f func(*testing.T)) func(*testing.T) {
	return func(t *testing.T) { synctest.Test(t, f) }
}

func (f *fake) gatewayBot(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	bot := f.bot
	f.mu.Unlock()
	if bot != nil {
		bot(w, r)
		return
	}
	f.describe(w, 1, 1000, 1)
}

// describe answers /gateway/bot.
func (f *fake) describe(w http.ResponseWriter, shards, remaining, concurrency int) {
	f.describeAt(w, f.address(), shards, remaining, concurrency)
}

func (f *fake) describeAt(w http.ResponseWriter, address string, shards, remaining, concurrency int) {
	const limit = `{"total":1000,"remaining":%d,"reset_after":50,"max_concurrency":%d}`
	fmt.Fprintf(w, `{"url":%q,"shards":%d,"session_start_limit":`+limit+`}`, address, shards, remaining, concurrency)
}

// address returns the address of the fake's gateway.
func (f *fake) address() string { return "ws" + strings.TrimPrefix(f.URL, "http") }

func (f *fake) websocket(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	play := good
	if len(f.scripts) > 0 {
		play, f.scripts = f.scripts[0], f.scripts[1:]
	}
	f.mu.Unlock()
	ws, err := new(websocket.Upgrader).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer ws.Close()
	p := &peer{f: f, ws: ws}
	if f.compresses {
		f.mu.Lock()
		f.compression = append(f.compression, r.URL.Query().Get("compress"))
		f.mu.Unlock()
		p.z = zlib.NewWriter(&p.packed)
	}
	play(p)
}

// peer is the fake's end of a connection.
type peer struct {
	f      *fake
	ws     *websocket.Conn
	z      *zlib.Writer // nil: nothing is compressed
	packed bytes.Buffer
}

func (p *peer) send(op int, data any) { p.write(map[string]any{"op": op, "d": data}) }

func (p *peer) event(seq int64, kind string, data any) {
	p.write(map[string]any{"op": opDispatch, "s": seq, "t": kind, "d": data})
}

// write sends a message. A compressed one comes in two parts, as Discord may send it.
func (p *peer) write(message any) {
	if p.z == nil {
		p.ws.WriteJSON(message)
		return
	}
	p.packed.Reset()
	json.NewEncoder(p.z).Encode(message)
	p.z.Flush()
	half := p.packed.Len() / 2
	p.ws.WriteMessage(websocket.BinaryMessage, p.packed.Bytes()[:half])
	p.ws.WriteMessage(websocket.BinaryMessage, p.packed.Bytes()[half:])
}

func (p *peer) hello() { p.send(opHello, map[string]any{"heartbeat_interval": 400}) }

// awaitIdentify reads until the client sends IDENTIFY or RESUME.
func (p *peer) awaitIdentify() meeting {
	for {
		var f frame
		if p.ws.ReadJSON(&f) != nil {
			return meeting{}
		}
		if f.Op != opIdentify && f.Op != opResume {
			continue
		}
		var said struct{ Shard [2]int }
		json.Unmarshal(f.Data, &said)
		m := meeting{f.Op, time.Now(), said.Shard[0], f.Data}
		p.f.mu.Lock()
		p.f.met = append(p.f.met, m)
		p.f.mu.Unlock()
		return m
	}
}

// greet sends HELLO and awaits IDENTIFY or RESUME.
func (p *peer) greet() { p.hello(); p.awaitIdentify() }

// welcome makes the client ready, after IDENTIFY or RESUME.
func (p *peer) welcome() {
	p.hello()
	switch p.awaitIdentify().op {
	case opIdentify:
		p.f.mu.Lock()
		p.f.sessions++
		id := fmt.Sprint("session", p.f.sessions)
		p.f.mu.Unlock()
		p.event(1, "READY", map[string]any{
			"session_id": id, "resume_gateway_url": p.f.resumeAt, "application": map[string]any{"id": "42"},
		})
	case opResume:
		p.event(2, "RESUMED", struct{}{})
	}
}

// calm makes a new client ready and asks for no heartbeat for a minute.
func (p *peer) calm() {
	p.send(opHello, map[string]any{"heartbeat_interval": 60_000})
	p.awaitIdentify()
	p.event(1, "READY", map[string]any{"session_id": "s"})
}

// attend answers heartbeats until the connection ends and returns why it did.
func (p *peer) attend() error {
	for {
		var f frame
		if err := p.ws.ReadJSON(&f); err != nil {
			return err
		}
		if f.Op == opHeartbeat {
			p.send(opAck, nil)
		}
	}
}

func (p *peer) close(code int) {
	p.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
	p.attend()
}

// deaf ignores the client until it gives up.
func (p *peer) deaf() {
	for {
		if _, _, err := p.ws.ReadMessage(); err != nil {
			return
		}
	}
}

// good serves a connection correctly, with one press in it.
func good(p *peer) {
	p.welcome()
	p.event(3, "INTERACTION_CREATE", press("1"))
	p.attend()
}

// press returns a complete interaction.
func press(id string) map[string]any {
	return map[string]any{
		"id": id, "token": "tok", "type": 3, "channel_id": "5", "user": map[string]any{"id": "9"},
		"message": map[string]any{"id": "7"}, "data": map[string]any{"custom_id": "call", "component_type": 2},
	}
}

// running is a Run under test.
type running struct {
	events chan any
	ready  chan string
	up     chan bool
	done   chan error
	stop   context.CancelFunc
	log    *safeLog
}

// config returns a quick Config against f.
func (f *fake) config() Config {
	transport := &http.Transport{DialContext: f.wires.dial}
	f.t.Cleanup(transport.CloseIdleConnections)
	return Config{
		Token: "secret.bot.token", API: f.URL, HTTP: &http.Client{Transport: transport}, Dial: f.wires.dial,
		Pace: 5 * time.Millisecond, Patience: 2 * time.Second,
	}
}

// start runs cfg until the test ends. It sends the result of Run to done.
func start(t *testing.T, cfg Config) *running {
	r := &running{
		events: make(chan any, 1000), ready: make(chan string, 1000), up: make(chan bool, 1000),
		done: make(chan error, 1), log: new(safeLog),
	}
	if cfg.Handle == nil {
		cfg.Handle = func(e any) { r.events <- e }
	}
	cfg.Ready = func(_ int, e *discordgo.Ready) { r.ready <- e.Application.ID }
	cfg.Up = func(up bool) { r.up <- up }
	cfg.Log = slog.New(slog.NewTextHandler(r.log, nil))
	ctx, stop := context.WithCancel(t.Context())
	r.stop = stop
	go func() { r.done <- Run(ctx, cfg) }()
	t.Cleanup(stop)
	return r
}

// press waits for a press.
func (r *running) press(t *testing.T, within time.Duration) *Interaction {
	t.Helper()
	limit := time.After(within)
	for {
		select {
		case e := <-r.events:
			if i, ok := e.(*Interaction); ok {
				return i
			}
		case err := <-r.done:
			t.Fatalf("Run returned %v while a press was awaited\n%s", err, r.log)
		case <-limit:
			t.Fatalf("no press within %v\n%s", within, r.log)
		}
	}
}

// returned waits for Run to return.
func (r *running) returned(t *testing.T, within time.Duration) error {
	t.Helper()
	select {
	case err := <-r.done:
		return err
	case <-time.After(within):
		t.Fatalf("Run did not return within %v\n%s", within, r.log)
		return nil
	}
}

func (f *fake) meetings() []meeting {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]meeting(nil), f.met...)
}

// ways returns the client's logins as letters: I for IDENTIFY and R for RESUME.
func (f *fake) ways() string {
	var ways string
	for _, m := range f.meetings() {
		ways += map[int]string{opIdentify: "I", opResume: "R"}[m.op]
	}
	return ways
}

// safeLog is a log for several goroutines.
type safeLog struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *safeLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *safeLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}
