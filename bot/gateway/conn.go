package gateway

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// Opcodes of the gateway.
const (
	opDispatch  = 0
	opHeartbeat = 1
	opIdentify  = 2
	opResume    = 6
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// closeResume is the close code of a client that will come back; 1000 and 1001 would end the session.
const closeResume = 4000

// These are the reasons for which a connection ended, besides network errors.
var (
	errReconnect = errors.New("asked by Discord to reconnect")
	errDoubtful  = errors.New("another process may have taken the shard over")
	errOvertaken = errors.New("another process begins a session first")
	errSilent    = errors.New("heartbeat not acknowledged")
	errEarly     = errors.New("an event before HELLO")
	errHello     = errors.New("a second HELLO, or a HELLO with a heartbeat interval out of range")
)

// invalidSession is op 9: Discord ended this session.
type invalidSession struct{ resumable bool }

func (e *invalidSession) Error() string {
	return fmt.Sprintf("Discord calls the session invalid (resumable: %t)", e.resumable)
}

// conn is one connection. Its reader is the goroutine that called serve. The reader writes data frames until it has answered
// HELLO, and heartbeat writes them afterwards.
type conn struct {
	*shard
	ws       *websocket.Conn
	patience time.Duration
	reserved *reservation // nil when ready, and to resume
	ready    bool
	in       bytes.Buffer // the message being read, as it came
	inflater inflater

	asked   chan struct{} // Discord wants a heartbeat now
	leaving chan struct{} // closed when ctx ended: no heartbeat may follow a close frame
	acked   atomic.Bool
	failed  atomic.Pointer[error] // why heartbeat ended the connection
	over    chan struct{}         // closed at the end
	beating sync.WaitGroup
}

// serve reads ws to its end. When ctx ends, that takes at most a second. It reports whether the connection became ready,
// and why it ended.
func (s *shard) serve(ctx context.Context, ws *websocket.Conn, patience time.Duration, r *reservation) (bool, error) {
	c := &conn{
		shard: s, ws: ws, patience: patience, reserved: r,
		asked: make(chan struct{}, 1), leaving: make(chan struct{}), over: make(chan struct{}),
	}
	defer c.end()
	stop := context.AfterFunc(ctx, c.leave)
	defer stop()

	ws.SetReadDeadline(time.Now().Add(s.Patience))
	for {
		f, err := c.read()
		if err != nil {
			if why := c.failed.Load(); why != nil {
				err = *why
			}
			return c.ready, err
		}
		if ctx.Err() != nil {
			continue // waiting for the answer to the close frame
		}
		if err := c.handle(f); err != nil {
			c.sendClose(closeResume)
			return c.ready, err
		}
	}
}

// read waits for a frame. Its data is valid until the next call.
func (c *conn) read() (frame, error) {
	for {
		kind, r, err := c.ws.NextReader()
		if err != nil {
			return frame{}, err
		}
		if c.in.Cap() > keptBuffer {
			c.in = bytes.Buffer{} // a large server came; the next events are small
		}
		c.in.Reset()
		if _, err := c.in.ReadFrom(r); err != nil {
			return frame{}, err
		}
		if kind == websocket.TextMessage { // from a server that does not compress
			return readFrame(c.in.Bytes())
		}
		message, err := c.inflater.inflate(c.in.Bytes())
		if err != nil {
			return frame{}, fmt.Errorf("gateway: cannot decompress what Discord sent: %w", err)
		}
		if message != nil {
			return readFrame(message)
		}
	}
}

// end releases the connection's resources.
func (c *conn) end() {
	c.ws.Close()
	close(c.over)
	c.beating.Wait()
	c.endReservation()
	if c.ready {
		c.count(false)
	}
}

// endReservation ends the place of a session that has begun, or failed to.
func (c *conn) endReservation() {
	if c.reserved != nil {
		c.reserved.end()
		c.reserved = nil
	}
}

// leave closes the session and, if Discord does not answer soon, the connection.
func (c *conn) leave() {
	close(c.leaving)
	code := websocket.CloseNormalClosure
	if c.HandOver {
		code = closeResume
	}
	c.sendClose(code)
	timer := time.NewTimer(500 * time.Millisecond)
	defer timer.Stop()
	select {
	case <-timer.C:
		c.ws.Close()
	case <-c.over:
	}
}

// sendClose sends a close frame, if that is quick.
func (c *conn) sendClose(code int) {
	text := websocket.FormatCloseMessage(code, "")
	c.ws.WriteControl(websocket.CloseMessage, text, time.Now().Add(500*time.Millisecond))
}

// handle handles a frame, in any phase. An error ends the connection.
func (c *conn) handle(f frame) error {
	switch f.Op {
	case opHello:
		return c.hello(f.Data)
	case opDispatch:
		if !c.identified { // a session begins with IDENTIFY or RESUME, and the heartbeat with HELLO
			return errEarly
		}
		c.dispatch(f)
	case opHeartbeat:
		select {
		case c.asked <- struct{}{}:
		default:
		}
	case opAck:
		c.acked.Store(true)
	case opReconnect:
		return errReconnect
	case opInvalid:
		return &invalidSession{string(f.Data) == "true"}
	}
	return nil
}

// longestInterval is the longest heartbeat interval that serve accepts: with a longer one a dead connection would go
// unnoticed. Discord's is 41 s.
const longestInterval = int64(10 * time.Minute / time.Millisecond)

// hello answers HELLO by RESUME or IDENTIFY and starts the heartbeat.
func (c *conn) hello(data json.RawMessage) error {
	var said struct {
		Interval int64 `json:"heartbeat_interval"` // milliseconds
	}
	if json.Unmarshal(data, &said) != nil || said.Interval <= 0 || said.Interval > longestInterval || c.identified {
		return errHello
	}
	if c.Doubtful != nil && c.Doubtful() != nil { // since the client began to connect
		return errDoubtful
	}
	c.identified = true
	if err := c.identifyOrResume(); err != nil {
		c.identified = !errors.Is(err, errOvertaken)
		return err
	}
	c.ws.SetReadDeadline(time.Now().Add(c.patience)) // from now on: the store may have taken its time to count the session
	c.beating.Go(func() { c.heartbeat(time.Duration(said.Interval) * time.Millisecond) })
	return nil
}

type (
	resume struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int64  `json:"seq"`
	}
	identify struct {
		Token      string            `json:"token"`
		Intents    discordgo.Intent  `json:"intents"`
		Properties map[string]string `json:"properties"`
		Shard      [2]int            `json:"shard"`
	}
)

// identifyOrResume sends IDENTIFY or RESUME.
func (c *conn) identifyOrResume() error {
	if c.session.id != "" {
		return c.write(opResume, resume{c.Token, c.session.id, c.session.seq.Load()})
	}
	if err := c.countSession(); err != nil {
		return err
	}
	err := c.write(opIdentify, identify{
		Token:      c.Token,
		Intents:    c.Intents,
		Properties: map[string]string{"os": runtime.GOOS, "browser": "cardroom", "device": "cardroom"},
		Shard:      [2]int{c.id, c.shards},
	})
	c.reserved.use()
	return err
}

// countSession counts the session that is about to begin. It confirms the place first, so that none is counted in vain. It does
// so again afterwards, because the store may have taken its time.
func (c *conn) countSession() error {
	if err := c.reserved.confirm(); err != nil || c.Identify == nil {
		return err
	}
	if wait, err := c.Identify(c.daily); err != nil || wait > 0 {
		return cmp.Or(err, error(&tooSoonError{wait}))
	}
	return c.reserved.confirm()
}

func (c *conn) write(op int, data any) error {
	c.ws.SetWriteDeadline(time.Now().Add(5 * time.Second))
	return c.ws.WriteJSON(struct {
		Op   int `json:"op"`
		Data any `json:"d"`
	}{op, data})
}

// shortGrace is how long an acknowledgement may take even if the interval is short.
const shortGrace = 2 * time.Second

// heartbeat sends a heartbeat in every interval, the first at a random moment of it. It cuts the connection when one is not
// acknowledged within half an interval, but at least 2 s, and at most one interval.
func (c *conn) heartbeat(interval time.Duration) {
	grace := min(interval, max(interval/2, shortGrace))
	err := c.idle(rand.N(interval))
	for err == nil {
		err = c.interval(interval, grace)
	}
	if !errors.Is(err, errOver) {
		c.failed.Store(&err)
		c.sendClose(closeResume)
		c.ws.Close()
	}
}

// interval sends one heartbeat, waits for its acknowledgement within grace, and waits for the rest of the interval.
func (c *conn) interval(length, grace time.Duration) error {
	c.acked.Store(false)
	if err := c.sendHeartbeat(); err != nil {
		return err
	}
	if err := c.idle(grace); err != nil {
		return err
	}
	if !c.acked.Load() {
		return errSilent
	}
	return c.idle(length - grace)
}

// sendHeartbeat sends one heartbeat.
func (c *conn) sendHeartbeat() error {
	if seq := c.session.seq.Load(); seq > 0 {
		return c.write(opHeartbeat, seq)
	}
	return c.write(opHeartbeat, nil)
}

var errOver = errors.New("connection over")

// idle waits for d and sends the heartbeats that Discord requests meanwhile.
func (c *conn) idle(d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			return nil
		case <-c.leaving:
			return errOver
		case <-c.over:
			return errOver
		case <-c.asked:
			if err := c.sendHeartbeat(); err != nil {
				return err
			}
		}
	}
}
