package gateway

import (
	"cmp"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Config configures a Gateway.
type Config struct {
	Daily     int    // sessions in a day; 0: as many as a small bot has
	AtOnce    int    // sessions that may begin at once, Discord's max_concurrency; 0: one
	Token     string // the bot's, without "Bot "
	Heartbeat time.Duration
	// OneIdentifyPer5s answers a second IDENTIFY of a bucket within 5 s with op 9. Shards with the same remainder by AtOnce
	// share a bucket.
	OneIdentifyPer5s bool
}

// Host is the Discord of the gateway. Its methods are called with the lock held.
type Host interface {
	// Complain records an objection of a strict reviewer.
	Complain(format string, args ...any)
	// StatusChanged is called with "" when a bot came online or went offline.
	StatusChanged(user string)
	// Identity returns the bot's user and the id of its application, for READY.
	Identity() (user any, application string)
	// Guilds returns the bot's guilds, the oldest first.
	Guilds() []Guild
	// GatewayURL returns the gateway's address.
	GatewayURL() string
}

// Guild is one of the bot's guilds.
type Guild struct {
	ID   string
	JSON func() any // its data in GUILD_CREATE
}

// Gateway is the websocket side of a Discord. All methods but Serve and Wait need the lock that New was given.
type Gateway struct {
	config     Config
	host       Host
	lock       sync.Locker
	sessions   map[string]*session
	conns      map[*conn]bool
	identified map[int]time.Time // by bucket
	starts     []time.Time       // of the identifies of the last day
	faults     Faults
	running    sync.WaitGroup // a reader and a writer for each connection
	closed     bool
}

// New returns a gateway that shares the host's lock.
func New(c Config, h Host, lock sync.Locker) *Gateway {
	return &Gateway{
		config: c, host: h, lock: lock,
		sessions: map[string]*session{}, conns: map[*conn]bool{}, identified: map[int]time.Time{},
	}
}

// Faults are the gateway's faults from now on; the zero value ends them.
type Faults struct {
	NoACK             bool // heartbeats are not acknowledged
	RefuseResume      bool // RESUME is answered with op 9
	ReconnectOnResume bool // RESUME is answered with op 7
	Silent            bool // no HELLO
	CloseOnConnect    int  // every connection is closed with this code at once
}

// SetFaults replaces the faults.
func (g *Gateway) SetFaults(f Faults) { g.faults = f }

// Serve upgrades a request and serves the connection to its end.
func (g *Gateway) Serve(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	ws, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	c := &conn{
		gateway: g, ws: ws, stream: newStream(r.URL.Query().Get("compress")), wake: make(chan struct{}, 1), stopped: make(chan struct{}),
	}
	ws.SetCloseHandler(func(int, string) error { return nil })
	g.lock.Lock()
	if g.closed {
		g.lock.Unlock()
		_ = ws.Close()
		return
	}
	g.conns[c] = true
	g.running.Go(c.write)
	g.running.Add(1)
	defer g.running.Done()
	faults := g.faults
	g.lock.Unlock()
	c.hello(faults, r.URL.Query().Get("v"), r.URL.Query().Get("encoding"))
	c.read()
}

// Close cuts every connection and refuses new ones.
func (g *Gateway) Close() {
	g.closed = true
	g.Cut()
}

// Wait waits until the connections of a closed gateway have ended.
func (g *Gateway) Wait() { g.running.Wait() }

// Online reports whether there is a session with a connection.
func (g *Gateway) Online() bool {
	for _, s := range g.sessions {
		if s.conn != nil {
			return true
		}
	}
	return false
}

// StartsLeft returns how many sessions may begin until the day is over, how many a day has, and how many may begin at once.
func (g *Gateway) StartsLeft() (left, total, atOnce int) {
	return max(0, g.daily()-len(g.starts)), g.daily(), max(g.config.AtOnce, 1)
}

// daily returns how many sessions may begin in a day.
func (g *Gateway) daily() int { return cmp.Or(g.config.Daily, sessionsPerDay) }

// Cut breaks every connection without a close frame. The sessions can be resumed.
func (g *Gateway) Cut() {
	for c := range g.conns {
		c.cut()
	}
}

// CloseAll closes every connection with a code. 4007 and 4009 forget the
// session, as the fatal ones do; others leave it to be resumed.
func (g *Gateway) CloseAll(code int) {
	for c := range g.conns {
		if code == closeSequence || code == closeTimeout || code == closeToken || code >= closeShard {
			c.forget()
		}
		c.close(code)
	}
}

// RequestReconnect sends op 7 on every connection.
func (g *Gateway) RequestReconnect() {
	for c := range g.conns {
		c.sendJSON(opReconnect, nil)
	}
}

// Invalidate sends op 9 on every connection; sessions that are not resumable are
// forgotten.
func (g *Gateway) Invalidate(resumable bool) {
	for c := range g.conns {
		if !resumable {
			c.forget()
		}
		c.sendJSON(opInvalid, resumable)
	}
}
