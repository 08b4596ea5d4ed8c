package discordtest

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Opcodes of the gateway.
const (
	opDispatch  = 0
	opHeartbeat = 1
	opIdentify  = 2
	opPresence  = 3
	opVoice     = 4
	opResume    = 6
	opReconnect = 7
	opMembers   = 8
	opInvalid   = 9
	opHello     = 10
	opACK       = 11
)

// Close codes of the gateway.
const (
	closeUnknownOp   = 4001
	closeDecode      = 4002
	closeNotYet      = 4003
	closeToken       = 4004
	closeTwice       = 4005
	closeSequence    = 4007
	closeTooFast     = 4008
	closeTimeout     = 4009
	closeShard       = 4010
	closeVersion     = 4012
	closeIntents     = 4013
	closePrivilege   = 4014
	sendsPerMinute   = 120
	maxPayload       = 4096
	identifyEvery    = 5 * time.Second
	sessionsPerDay   = 1000
	sessionSurvives  = 5 * time.Minute
	replayedEvents   = 1000
	privileged       = 1<<1 | 1<<8 | 1<<15
	knownIntents     = 1<<26 - 1
	intentGuilds     = 1 << 0
	intentMessages   = 1 << 9
	memoryEchoDelay  = 1500 * time.Millisecond
	closeWriteWithin = time.Second
)

// gateway is the state of the websocket side. The server's lock guards it.
type gateway struct {
	sessions   map[string]*session
	conns      map[*conn]bool
	identified map[int]time.Time // by shard
	starts     []time.Time       // of the identifies of the last day
	faults     GatewayFaults
}

func newGateway() gateway {
	return gateway{sessions: map[string]*session{}, conns: map[*conn]bool{}, identified: map[int]time.Time{}}
}

// closeAll cuts every connection.
func (g *gateway) closeAll() {
	for c := range g.conns {
		c.cut()
	}
}

// session is what an IDENTIFY began and a RESUME continues.
type session struct {
	id       string
	shard    [2]int
	intents  int
	compress bool
	seq      int64
	events   []event
	conn     *conn // nil while the client is away
	left     time.Time
}

type event struct {
	seq     int64
	payload []byte
}

// conn is one websocket connection.
type conn struct {
	srv      *Server
	ws       *websocket.Conn
	session  *session // server's lock
	compress bool     // server's lock; set before anything but HELLO is sent
	sends    []time.Time

	mu    sync.Mutex
	queue []frame
	wake  chan struct{}
	gone  chan struct{}
	once  sync.Once
}

// frame is a message to be written, or, with a code, a close.
type frame struct {
	payload []byte
	binary  bool
	code    int
}

type payload struct {
	Op int             `json:"op"`
	D  json.RawMessage `json:"d"`
	S  *int64          `json:"s"`
	T  *string         `json:"t"`
}

// serveGateway upgrades a request and talks until the connection ends.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	ws, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	c := &conn{srv: s, ws: ws, wake: make(chan struct{}, 1), gone: make(chan struct{})}
	ws.SetCloseHandler(func(int, string) error { return nil })
	s.mu.Lock()
	if s.ctx.Err() != nil {
		s.mu.Unlock()
		_ = ws.Close()
		return
	}
	s.gateway.conns[c] = true
	s.running.Go(c.write)
	s.running.Add(1)
	defer s.running.Done()
	faults := s.gateway.faults
	s.mu.Unlock()
	c.greet(faults, r.URL.Query().Get("v"), r.URL.Query().Get("encoding"))
	c.read()
}

func (c *conn) greet(f GatewayFaults, version, encoding string) {
	if f.CloseOnConnect != 0 {
		c.close(f.CloseOnConnect)
		return
	}
	if v, err := strconv.Atoi(version); version != "" && (err != nil || v < 6) || encoding == "etf" {
		c.close(closeVersion)
		return
	}
	if !f.Silent {
		c.sendJSON(opHello, map[string]any{"heartbeat_interval": c.srv.opts.Heartbeat.Milliseconds()})
	}
}

// read handles what the client sends until the connection ends.
func (c *conn) read() {
	defer c.leave()
	for {
		_ = c.ws.SetReadDeadline(time.Now().Add(2*c.srv.opts.Heartbeat + time.Second))
		_, data, err := c.ws.ReadMessage()
		if err != nil {
			c.ended(err)
			return
		}
		if code := c.receive(data); code != 0 {
			c.close(code)
		}
	}
}

// ended looks at why the reading stopped: 1000 and 1001 from the client end the
// session, silence ends the connection.
func (c *conn) ended(err error) {
	var closed *websocket.CloseError
	var netErr net.Error
	switch {
	case errors.As(err, &closed):
		if closed.Code == websocket.CloseNormalClosure || closed.Code == websocket.CloseGoingAway {
			c.srv.update(c.forget)
		}
		c.echo(closed.Code)
	case errors.As(err, &netErr) && netErr.Timeout():
		c.close(closeTimeout)
	}
}

// echo answers a close frame. A client without a network gets its second of
// peace first: discordgo sleeps that long with its lock held, and a reader
// waiting for that lock would stop the clock of a synctest bubble for ever.
func (c *conn) echo(code int) {
	if _, memory := c.ws.NetConn().(memoryConn); memory {
		_ = c.ws.SetReadDeadline(time.Now().Add(memoryEchoDelay))
		_, _ = io.Copy(io.Discard, c.ws.NetConn())
	}
	c.close(code)
}

// receive handles one message; a code other than 0 closes the connection.
func (c *conn) receive(data []byte) int {
	s := c.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	var p payload
	if len(data) > maxPayload || json.Unmarshal(data, &p) != nil {
		s.complain("gateway: a payload of %d bytes that cannot be decoded or is too long", len(data))
		return closeDecode
	}
	if c.tooFast() {
		s.complain("gateway: more than %d sends in a minute", sendsPerMinute)
		return closeTooFast
	}
	switch p.Op {
	case opHeartbeat:
		if !s.gateway.faults.NoACK {
			c.sendJSON(opACK, nil)
		}
		return 0
	case opIdentify:
		return s.identify(c, p.D)
	case opResume:
		return s.resume(c, p.D)
	case opPresence, opVoice, opMembers:
		if c.session == nil {
			return closeNotYet
		}
		return 0
	}
	s.complain("gateway: unknown opcode %d", p.Op)
	return closeUnknownOp
}

func (c *conn) tooFast() bool {
	now := time.Now()
	if len(c.sends) >= sendsPerMinute {
		if now.Sub(c.sends[0]) < time.Minute {
			return true
		}
		c.sends = c.sends[1:]
	}
	c.sends = append(c.sends, now)
	return false
}

// forget ends the connection's session, so that it cannot be resumed.
func (c *conn) forget() {
	if c.session != nil {
		delete(c.srv.gateway.sessions, c.session.id)
		c.session = nil
	}
}

// leave removes the connection; its session waits for a RESUME.
func (c *conn) leave() {
	s := c.srv
	s.mu.Lock()
	delete(s.gateway.conns, c)
	if c.session != nil && c.session.conn == c {
		c.session.conn, c.session.left = nil, time.Now()
		s.tellChannel(UpdateStatus, "")
	}
	s.mu.Unlock()
	c.stop()
}

// write sends what is queued. It is the only writer of the connection.
func (c *conn) write() {
	defer c.ws.Close()
	z := zlibWriter{}
	for {
		select {
		case <-c.wake:
		case <-c.gone:
			return
		}
		for _, f := range c.take() {
			if f.code != 0 {
				c.writeClose(f.code)
				return
			}
			kind, data := websocket.TextMessage, f.payload
			if f.binary {
				kind, data = websocket.BinaryMessage, z.deflate(f.payload)
			}
			if err := c.ws.WriteMessage(kind, data); err != nil {
				return
			}
		}
	}
}

// writeClose sends a close frame and leaves the client a moment to answer it.
func (c *conn) writeClose(code int) {
	deadline := time.Now().Add(closeWriteWithin)
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, closeReason(code)), deadline)
	t := time.NewTimer(closeWriteWithin)
	defer t.Stop()
	select {
	case <-c.gone:
	case <-t.C:
	}
}

func closeReason(code int) string {
	reasons := map[int]string{
		closeToken: "Authentication failed.", closeShard: "Invalid shard.", closeIntents: "Invalid intent(s).",
		closePrivilege: "Disallowed intent(s).", closeTimeout: "Session timed out.", closeSequence: "Invalid seq.",
		closeTwice: "Already authenticated.", closeNotYet: "Not authenticated.", closeVersion: "Invalid API version.",
	}
	return cmp.Or(reasons[code], "")
}

func (c *conn) take() []frame {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := c.queue
	c.queue = nil
	return list
}

func (c *conn) push(f frame) {
	c.mu.Lock()
	c.queue = append(c.queue, f)
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

func (c *conn) close(code int) { c.push(frame{code: code}) }

// cut ends the connection without a close frame, as a broken network does.
func (c *conn) cut() {
	c.stop()
	_ = c.ws.NetConn().Close()
}

func (c *conn) stop() { c.once.Do(func() { close(c.gone) }) }

func (c *conn) sendJSON(op int, d any) {
	data, err := json.Marshal(map[string]any{"op": op, "d": d, "s": nil, "t": nil})
	if err != nil {
		panic(err) // plain values: cannot happen
	}
	c.push(frame{payload: data, binary: c.compress})
}

// zlibWriter compresses each payload as a stream of its own, with one
// compressor, because a new one costs most of a megabyte.
type zlibWriter struct {
	buf bytes.Buffer
	z   *zlib.Writer
}

func (w *zlibWriter) deflate(data []byte) []byte {
	w.buf.Reset()
	if w.z == nil {
		w.z, _ = zlib.NewWriterLevel(&w.buf, zlib.BestSpeed) // the level is a valid one
	} else {
		w.z.Reset(&w.buf)
	}
	if _, err := w.z.Write(data); err != nil {
		panic(fmt.Sprintf("discordtest: zlib: %v", err)) // into memory: cannot happen
	}
	_ = w.z.Close()
	return w.buf.Bytes()
}
