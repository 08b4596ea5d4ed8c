package gateway

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// conn is one websocket connection.
type conn struct {
	gateway  *Gateway
	ws       *websocket.Conn
	session  *session // the gateway's lock
	compress bool     // the gateway's lock; set before anything but HELLO is sent
	stream   stream   // compresses everything, whatever compress says; nil for none
	sends    []time.Time

	mu      sync.Mutex
	queue   []frame
	wake    chan struct{}
	stopped chan struct{}
	once    sync.Once
}

// frame is a message to write or, with a code, a close frame.
type frame struct {
	payload []byte
	binary  bool
	code    int
}

// hello sends HELLO.
func (c *conn) hello(f Faults, version, encoding string) {
	if f.CloseOnConnect != 0 {
		c.close(f.CloseOnConnect)
		return
	}
	if v, err := strconv.Atoi(version); version != "" && (err != nil || v < oldestVersion) || encoding == "etf" {
		c.close(closeVersion)
		return
	}
	if !f.Silent {
		c.sendJSON(opHello, map[string]any{"heartbeat_interval": c.gateway.config.Heartbeat.Milliseconds()})
	}
}

// read handles the client's messages until the connection ends.
func (c *conn) read() {
	defer c.leave()
	for {
		_ = c.ws.SetReadDeadline(time.Now().Add(2*c.gateway.config.Heartbeat + time.Second))
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

// ended handles the end of reading: 1000 and 1001 from the client end the
// session, silence ends the connection.
func (c *conn) ended(err error) {
	var closed *websocket.CloseError
	var netErr net.Error
	switch {
	case errors.As(err, &closed):
		if closed.Code == websocket.CloseNormalClosure || closed.Code == websocket.CloseGoingAway {
			c.gateway.lock.Lock()
			c.forget()
			c.gateway.lock.Unlock()
		}
		c.echo(closed.Code)
	case errors.As(err, &netErr) && netErr.Timeout():
		c.close(closeTimeout)
	}
}

// echo answers a close frame. A client without a network first gets its second of silence: discordgo sleeps that long with
// its lock held, and a reader waiting for that lock would stop the clock of a synctest bubble for ever.
func (c *conn) echo(code int) {
	if c.ws.NetConn().RemoteAddr().Network() == "pipe" {
		_ = c.ws.SetReadDeadline(time.Now().Add(memoryEchoDelay))
		_, _ = io.Copy(io.Discard, c.ws.NetConn())
	}
	c.close(code)
}

// receive handles one message; a code other than 0 closes the connection.
func (c *conn) receive(data []byte) int {
	g := c.gateway
	g.lock.Lock()
	defer g.lock.Unlock()
	var p payload
	if len(data) > maxPayload || json.Unmarshal(data, &p) != nil {
		g.host.Complain("gateway: a payload of %d bytes that cannot be decoded or is too long", len(data))
		return closeDecode
	}
	if c.tooFast() {
		g.host.Complain("gateway: more than %d sends in a minute", sendsPerMinute)
		return closeTooFast
	}
	switch p.Op {
	case opHeartbeat:
		if !g.faults.NoACK {
			c.sendJSON(opACK, nil)
		}
		return 0
	case opIdentify:
		return g.identify(c, p.D)
	case opResume:
		return g.resume(c, p.D)
	case opPresence, opVoice, opMembers:
		if c.session == nil {
			return closeUnauthenticated
		}
		return 0
	}
	g.host.Complain("gateway: unknown opcode %d", p.Op)
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
		delete(c.gateway.sessions, c.session.id)
		c.session = nil
	}
}

// leave removes the connection; its session waits for a RESUME.
func (c *conn) leave() {
	g := c.gateway
	g.lock.Lock()
	delete(g.conns, c)
	if c.session != nil && c.session.conn == c {
		c.session.conn, c.session.left = nil, time.Now()
		g.host.StatusChanged("")
	}
	g.lock.Unlock()
	c.stop()
}

// write sends the queued messages. It is the only writer of the connection.
func (c *conn) write() {
	defer c.ws.Close()
	z := zlibWriter{}
	for {
		select {
		case <-c.wake:
		case <-c.stopped:
			return
		}
		for _, f := range c.drain() {
			if f.code != 0 {
				c.writeClose(f.code)
				return
			}
			kind, data := websocket.TextMessage, f.payload
			switch {
			case c.stream != nil:
				kind, data = websocket.BinaryMessage, c.stream.pack(f.payload)
			case f.binary:
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
	case <-c.stopped:
	case <-t.C:
	}
}

func (c *conn) drain() []frame {
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

func (c *conn) stop() { c.once.Do(func() { close(c.stopped) }) }

func (c *conn) sendJSON(op int, d any) {
	data, err := json.Marshal(map[string]any{"op": op, "d": d, "s": nil, "t": nil})
	if err != nil {
		panic(err) // plain values: cannot happen
	}
	c.push(frame{payload: data, binary: c.compress})
}
