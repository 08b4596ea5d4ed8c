package discordtest

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

type identifyForm struct {
	Token      string  `json:"token"`
	Intents    *int    `json:"intents"`
	Compress   bool    `json:"compress"`
	Shard      *[2]int `json:"shard"`
	Properties any     `json:"properties"`
}

// identify begins a session: READY, then the guilds.
func (s *Server) identify(c *conn, d json.RawMessage) int {
	var form identifyForm
	if err := json.Unmarshal(d, &form); err != nil || form.Intents == nil || form.Properties == nil {
		s.complain("gateway: IDENTIFY without intents or properties, or malformed (%v)", err)
		return closeDecode
	}
	if c.session != nil {
		s.complain("gateway: IDENTIFY twice on a connection")
		return closeTwice
	}
	shard := [2]int{0, 1}
	if form.Shard != nil {
		shard = *form.Shard
	}
	if code := s.refusal(form, shard); code != 0 {
		return code
	}
	if s.tooSoon(shard[0]) {
		c.sendJSON(opInvalid, false)
		return 0
	}
	c.compress = form.Compress
	sess := &session{id: newToken("session")[:32], shard: shard, intents: *form.Intents, compress: form.Compress, conn: c}
	s.gateway.sessions[sess.id] = sess
	c.session = sess
	s.forgetSessions()
	s.ready(sess)
	return 0
}

// refusal returns the close code for an IDENTIFY that is not accepted.
func (s *Server) refusal(form identifyForm, shard [2]int) int {
	intents := *form.Intents
	switch {
	case strings.TrimPrefix(form.Token, "Bot ") != s.opts.Token:
		return closeToken
	case shard[0] < 0 || shard[0] >= shard[1]:
		return closeShard
	case intents < 0 || intents > knownIntents:
		return closeIntents
	case intents&privileged != 0:
		return closePrivilege
	}
	return 0
}

// tooSoon counts an IDENTIFY and reports whether it breaks a limit.
func (s *Server) tooSoon(shard int) bool {
	now := time.Now()
	g := &s.gateway
	for len(g.starts) > 0 && now.Sub(g.starts[0]) > 24*time.Hour {
		g.starts = g.starts[1:]
	}
	last, before := g.identified[shard]
	g.starts = append(g.starts, now)
	g.identified[shard] = now
	if len(g.starts) > sessionsPerDay {
		s.complain("gateway: more than %d IDENTIFYs in a day", sessionsPerDay)
		return true
	}
	return s.opts.OneIdentifyPer5s && before && now.Sub(last) < identifyEvery
}

func (s *Server) ready(sess *session) {
	guilds := []any{}
	for _, g := range s.st.Guilds {
		if sess.has(g.ID) && !g.Without {
			guilds = append(guilds, map[string]any{"id": g.ID, "unavailable": true})
		}
	}
	s.emit(sess, "READY", map[string]any{
		"v": 10, "session_id": sess.id, "resume_gateway_url": s.gatewayURL(), "guilds": guilds, "shard": sess.shard,
		"user": s.wireUser(s.st.App.ID), "application": map[string]any{"id": s.st.App.ID, "flags": 0},
		"private_channels": []any{}, "relationships": []any{},
	})
	for _, g := range s.st.Guilds {
		if sess.has(g.ID) && !g.Without && sess.intents&intentGuilds != 0 {
			s.emit(sess, "GUILD_CREATE", s.wireGuild(g))
		}
	}
	s.tellChannel(UpdateStatus, "")
}

type resumeForm struct {
	Token     string `json:"token"`
	SessionID string `json:"session_id"`
	Seq       int64  `json:"seq"`
}

// resume continues a session: everything since the client's last event, then
// RESUMED. An unknown session is answered with op 9.
func (s *Server) resume(c *conn, d json.RawMessage) int {
	var form resumeForm
	if err := json.Unmarshal(d, &form); err != nil {
		return closeDecode
	}
	if strings.TrimPrefix(form.Token, "Bot ") != s.opts.Token {
		return closeToken
	}
	s.forgetSessions()
	sess := s.gateway.sessions[form.SessionID]
	switch {
	case s.gateway.faults.ReconnectOnResume:
		c.sendJSON(opReconnect, nil)
		return 0
	case sess == nil || s.gateway.faults.RefuseResume || len(sess.events) > 0 && form.Seq < sess.events[0].seq-1:
		c.sendJSON(opInvalid, false)
		return 0
	case form.Seq > sess.seq:
		return closeSequence
	}
	if sess.conn != nil {
		sess.conn.session = nil
		sess.conn.cut()
	}
	sess.conn, c.session, c.compress = c, sess, sess.compress
	for _, e := range sess.events {
		if e.seq > form.Seq {
			c.push(frame{payload: e.payload, binary: c.compress})
		}
	}
	s.emit(sess, "RESUMED", map[string]any{})
	s.tellChannel(UpdateStatus, "")
	return 0
}

// forgetSessions drops those that were left too long ago.
func (s *Server) forgetSessions() {
	for id, sess := range s.gateway.sessions {
		if sess.conn == nil && time.Since(sess.left) > sessionSurvives {
			delete(s.gateway.sessions, id)
		}
	}
}

// has reports whether the guild belongs to the session's shard.
func (sess *session) has(guild string) bool {
	id, err := strconv.ParseUint(guild, 10, 64)
	return err == nil && int(id>>22%uint64(sess.shard[1])) == sess.shard[0]
}

// dispatchGuild sends an event to every session of the guild's shard that has
// the intent (0: none is needed), and returns how many get it, now or by a RESUME.
func (s *Server) dispatchGuild(guild string, intent int, name string, data any) int {
	sent := 0
	for _, sess := range s.gateway.sessions {
		if sess.has(guild) && sess.intents&intent == intent {
			s.emit(sess, name, data)
			sent++
		}
	}
	return sent
}

// emit gives a session its next event.
func (s *Server) emit(sess *session, name string, data any) {
	sess.seq++
	p, err := json.Marshal(map[string]any{"op": opDispatch, "t": name, "s": sess.seq, "d": data})
	if err != nil {
		panic(err) // plain values: cannot happen
	}
	sess.events = append(sess.events, event{sess.seq, p})
	if len(sess.events) > 2*replayedEvents {
		sess.events = append([]event(nil), sess.events[len(sess.events)-replayedEvents:]...)
	}
	if sess.conn != nil {
		sess.conn.push(frame{payload: p, binary: sess.conn.compress})
	}
}

func (s *Server) gatewayURL() string {
	return "ws" + strings.TrimPrefix(s.url, "http") + "/gateway"
}

// Online reports whether the bot has a gateway session with a connection.
func (s *Server) Online() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, sess := range s.gateway.sessions {
		if sess.conn != nil {
			return true
		}
	}
	return false
}

// WaitOnline waits until the bot is online and has registered at least one
// command, which is when people can begin; or until ctx ends, whose error it returns.
func (s *Server) WaitOnline(ctx context.Context) error {
	const look = 5 * time.Millisecond
	for !s.Online() || !s.hasCommands() {
		select {
		case <-time.After(look):
		case <-ctx.Done():
			return ctx.Err()
		case <-s.ctx.Done():
			return ErrClosed
		}
	}
	return nil
}

func (s *Server) hasCommands() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, list := range s.st.Commands {
		if len(list) > 0 {
			return true
		}
	}
	return false
}

// GatewayFaults are what the gateway does wrong from now on; the zero value ends them.
type GatewayFaults struct {
	NoACK             bool // heartbeats are not acknowledged
	RefuseResume      bool // RESUME is answered with op 9
	ReconnectOnResume bool // RESUME is answered with op 7
	Silent            bool // no HELLO
	CloseOnConnect    int  // every connection is closed with this code at once
}

// SetGatewayFaults replaces the gateway's faults.
func (s *Server) SetGatewayFaults(f GatewayFaults) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.faults = f
}

// CutGateway breaks every gateway connection without a word. The sessions can
// be resumed.
func (s *Server) CutGateway() { s.eachConn((*conn).cut) }

// CloseGateway closes every gateway connection with a code. 4007 and 4009
// forget the session, as the fatal ones do; others leave it to be resumed.
func (s *Server) CloseGateway(code int) {
	s.eachConn(func(c *conn) {
		if code == closeSequence || code == closeTimeout || code == closeToken || code >= closeShard {
			c.forget()
		}
		c.close(code)
	})
}

// AskReconnect sends op 7 on every connection.
func (s *Server) AskReconnect() {
	s.eachConn(func(c *conn) { c.sendJSON(opReconnect, nil) })
}

// InvalidateSessions sends op 9 on every connection; sessions that are not
// resumable are forgotten.
func (s *Server) InvalidateSessions(resumable bool) {
	s.eachConn(func(c *conn) {
		if !resumable {
			c.forget()
		}
		c.sendJSON(opInvalid, resumable)
	})
}

func (s *Server) eachConn(f func(*conn)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.gateway.conns {
		f(c)
	}
}
