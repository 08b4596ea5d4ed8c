package gateway

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
)

// session begins with an IDENTIFY; a RESUME continues it.
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

// newSessionID returns an unpredictable id.
func newSessionID() string {
	id := make([]byte, 16)
	_, _ = rand.Read(id)
	return hex.EncodeToString(id)
}

type identifyForm struct {
	Token      string  `json:"token"`
	Intents    *int    `json:"intents"`
	Compress   bool    `json:"compress"`
	Shard      *[2]int `json:"shard"`
	Properties any     `json:"properties"`
}

// identify begins a session: READY, then the guilds.
func (g *Gateway) identify(c *conn, d json.RawMessage) int {
	var form identifyForm
	if err := json.Unmarshal(d, &form); err != nil || form.Intents == nil || form.Properties == nil {
		g.host.Complain("gateway: IDENTIFY without intents or properties, or malformed (%v)", err)
		return closeDecode
	}
	if c.session != nil {
		g.host.Complain("gateway: IDENTIFY twice on a connection")
		return closeAuthenticated
	}
	shard := [2]int{0, 1}
	if form.Shard != nil {
		shard = *form.Shard
	}
	if code := g.refusal(form, shard); code != 0 {
		return code
	}
	if g.tooSoon(shard[0]) {
		c.sendJSON(opInvalid, false)
		return 0
	}
	c.compress = form.Compress
	sess := &session{id: newSessionID(), shard: shard, intents: *form.Intents, compress: form.Compress, conn: c}
	g.sessions[sess.id] = sess
	c.session = sess
	g.forgetSessions()
	g.ready(sess)
	return 0
}

// refusal returns the close code for a refused IDENTIFY.
func (g *Gateway) refusal(form identifyForm, shard [2]int) int {
	intents := *form.Intents
	switch {
	case strings.TrimPrefix(form.Token, "Bot ") != g.config.Token:
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
func (g *Gateway) tooSoon(shard int) bool {
	now := time.Now()
	for len(g.starts) > 0 && now.Sub(g.starts[0]) > 24*time.Hour {
		g.starts = g.starts[1:]
	}
	bucket := shard % max(g.config.AtOnce, 1)
	last, before := g.identified[bucket]
	g.starts = append(g.starts, now)
	g.identified[bucket] = now
	if len(g.starts) > g.daily() {
		g.host.Complain("gateway: more than %d IDENTIFYs in a day", g.daily())
		return true
	}
	return g.config.OneIdentifyPer5s && before && now.Sub(last) < identifyEvery
}

// ready sends READY and the guilds of the shard.
func (g *Gateway) ready(s *session) {
	guilds := g.host.Guilds()
	guilds = slices.DeleteFunc(guilds, func(guild Guild) bool { return !s.has(guild.ID) })
	unavailable := []any{}
	for _, guild := range guilds {
		unavailable = append(unavailable, map[string]any{"id": guild.ID, "unavailable": true})
	}
	user, application := g.host.Identity()
	s.emit("READY", encode(map[string]any{
		"v": 10, "session_id": s.id, "resume_gateway_url": g.host.GatewayURL(), "guilds": unavailable, "shard": s.shard,
		"user": user, "application": map[string]any{"id": application, "flags": 0},
		"private_channels": []any{}, "relationships": []any{},
	}))
	if s.intents&intentGuilds != 0 {
		for _, guild := range guilds {
			s.emit("GUILD_CREATE", encode(guild.JSON()))
		}
	}
	g.host.StatusChanged("")
}

type resumeForm struct {
	Token     string `json:"token"`
	SessionID string `json:"session_id"`
	Seq       int64  `json:"seq"`
}

// resume continues a session: everything since the client's last event, then RESUMED. It answers an unknown session with op
// 9.
func (g *Gateway) resume(c *conn, d json.RawMessage) int {
	var form resumeForm
	if err := json.Unmarshal(d, &form); err != nil {
		return closeDecode
	}
	if strings.TrimPrefix(form.Token, "Bot ") != g.config.Token {
		return closeToken
	}
	g.forgetSessions()
	sess := g.sessions[form.SessionID]
	switch {
	case g.faults.ReconnectOnResume:
		c.sendJSON(opReconnect, nil)
		return 0
	case sess == nil || g.faults.RefuseResume || len(sess.events) > 0 && form.Seq < sess.events[0].seq-1:
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
	sess.emit("RESUMED", []byte("{}"))
	g.host.StatusChanged("")
	return 0
}

// forgetSessions drops sessions that were left too long ago.
func (g *Gateway) forgetSessions() {
	for id, sess := range g.sessions {
		if sess.conn == nil && time.Since(sess.left) > sessionSurvives {
			delete(g.sessions, id)
		}
	}
}

// has reports whether the guild belongs to the session's shard.
func (sess *session) has(guild string) bool {
	id, err := strconv.ParseUint(guild, 10, 64)
	return err == nil && int(id>>22%uint64(sess.shard[1])) == sess.shard[0]
}

// Dispatch sends an event to every session of the guild's shard that has the
// intent (0: none is needed), and returns how many get it, now or by a RESUME.
func (g *Gateway) Dispatch(guild string, intent int, name string, data func() any) int {
	sent := 0
	var encoded []byte
	for _, s := range g.sessions {
		if !s.has(guild) || s.intents&intent != intent {
			continue
		}
		if encoded == nil {
			encoded = encode(data())
		}
		s.emit(name, encoded)
		sent++
	}
	return sent
}

// encode returns the JSON of an event's data. Data that is already JSON stays unchanged.
func encode(data any) []byte {
	if raw, ok := data.(json.RawMessage); ok {
		return raw
	}
	encoded, err := json.Marshal(data)
	if err != nil {
		panic(err) // plain values: cannot happen
	}
	return encoded
}

// emit sends a session its next event. The envelope is written by hand, because encoding it would parse the data a second
// time.
func (s *session) emit(name string, data []byte) {
	s.seq++
	p := make([]byte, 0, len(data)+len(name)+48)
	p = append(p, `{"op":0,"t":"`...)
	p = append(p, name...)
	p = append(p, `","s":`...)
	p = strconv.AppendInt(p, s.seq, 10)
	p = append(p, `,"d":`...)
	p = append(append(p, data...), '}')
	s.events = append(s.events, event{s.seq, p})
	if len(s.events) > 2*replayedEvents {
		s.events = append([]event(nil), s.events[len(s.events)-replayedEvents:]...)
	}
	if s.conn != nil {
		s.conn.push(frame{payload: p, binary: s.conn.compress})
	}
}
