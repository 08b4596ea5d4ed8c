package gateway

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
)

// recovery is how soon a press must arrive after a fault, in tests where a second
// lasts 5 ms and a heartbeat 400 ms.
const recovery = 5 * time.Second

// TestEventsFlowAgainAfterEveryFault causes each fault in each phase of a connection, and checks how the client logs in
// afterwards.
func TestEventsFlowAgainAfterEveryFault(t *testing.T) {
	op7 := func(p *peer) { p.send(opReconnect, nil); p.attend() }
	op9 := func(again bool) script { return func(p *peer) { p.send(opInvalid, again); p.attend() } }
	closes := func(code int) script { return func(p *peer) { p.close(code) } }
	cut := func(p *peer) { p.ws.NetConn().Close() }
	rubbish := func(p *peer) { p.ws.WriteMessage(websocket.TextMessage, []byte("{")); p.attend() }
	greetForEver := func(p *peer) {
		p.send(opHello, map[string]int64{"heartbeat_interval": math.MaxInt64 / 1_000_000})
		p.attend()
	}
	greetBadly := func(p *peer) { p.send(opHello, struct{}{}); p.attend() }

	for _, c := range []struct {
		name  string
		fault script
		// These say how the client comes back. The fault strikes a ready connection, IDENTIFY, RESUME, or a connection before
		// RESUME (C3).
		ready, identify, resume, early string
	}{
		{"op 7", op7, "IR", "II", "IRR", "IR"},
		{"op 9, resumable", op9(true), "IR", "II", "IRR", "IR"},
		{"op 9, not resumable", op9(false), "II", "II", "IRI", "II"},
		{"connection cut", cut, "IR", "II", "IRI", "IR"},
		{"silence", (*peer).deaf, "IR", "II", "IRI", "II"},
		{"rubbish", rubbish, "IR", "II", "IRI", "IR"},
		{"a HELLO without an interval", greetBadly, "IR", "II", "IRI", "IR"},
		{"a HELLO with an interval of centuries", greetForEver, "IR", "II", "IRI", "IR"},
		{"close 1000", closes(1000), "IR", "II", "IRI", "IR"},
		{"close 1001", closes(1001), "IR", "II", "IRI", "IR"},
		{"close 4000", closes(4000), "IR", "II", "IRI", "IR"},
		{"close 4003", closes(4003), "IR", "II", "IRI", "IR"},
		{"close 4007", closes(4007), "II", "II", "IRI", "II"},
		{"close 4008", closes(4008), "IR", "II", "IRI", "IR"},
		{"close 4009", closes(4009), "II", "II", "IRI", "II"},
	} {
		lose := func(p *peer) { p.welcome(); cut(p) }
		unmet := "I" + strings.TrimPrefix(c.resume, "IR") // the fault comes before the fake reads the login
		for _, phase := range []struct {
			name    string
			scripts []script
			ways    string
		}{
			{"before HELLO", []script{c.fault}, "I"},
			{"with HELLO", []script{both((*peer).hello, c.fault)}, "I"},
			{"after IDENTIFY", []script{both((*peer).greet, c.fault)}, c.identify},
			{"when ready", []script{both((*peer).welcome, c.fault)}, c.ready},
			{"before HELLO to resume", []script{lose, c.fault}, c.early},
			{"with HELLO to resume", []script{lose, both((*peer).hello, c.fault)}, unmet},
			{"after RESUME", []script{lose, both((*peer).greet, c.fault)}, c.resume},
			{"when resumed", []script{lose, both((*peer).welcome, c.fault)}, "I" + strings.Replace(c.ready, "I", "R", 1)},
		} {
			t.Run(c.name+" "+phase.name, bubbled(func(t *testing.T) {
				f := newFake(t, phase.scripts...)
				start(t, f.config()).press(t, recovery)
				if ways := f.ways(); ways != phase.ways {
					t.Errorf("the client came by %s, want %s", ways, phase.ways)
				}
			}))
		}
	}
}

func both(a, b script) script { return func(p *peer) { a(p); b(p) } }

// TestAFailedOpenIsTriedAgain sends the client to addresses without a gateway: twice for a new session, and once each to
// resume and after that.
func TestAFailedOpenIsTriedAgain(t *testing.T) {
	silent := func(c net.Conn) { io.Copy(io.Discard, c) }
	says := func(text string) func(net.Conn) {
		return func(c net.Conn) {
			http.ReadRequest(bufio.NewReader(c))
			io.WriteString(c, text)
		}
	}
	const half = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: "
	for _, c := range []struct {
		name, scheme string
		peer         func(net.Conn)
	}{
		{"cut", "ws", func(net.Conn) {}},
		{"not answered", "ws", silent},
		{"not answered, encrypted", "wss", silent},
		{"answered by something else", "wss", says("SSH-2.0-OpenSSH\r\n")},
		{"answered by half", "ws", func(c net.Conn) { says(half)(c); silent(c) }},
		{"answered drop by drop, without an end", "ws", func(c net.Conn) {
			for says(half)(c); ; time.Sleep(5 * time.Millisecond) {
				if _, err := io.WriteString(c, "x"); err != nil {
					return
				}
			}
		}},
		{"refused", "ws", says("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")},
		{"taken for a page", "ws", says("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")},
	} {
		for _, phase := range []struct {
			name    string
			bad     []bool // which answers of /gateway/bot name the peer's address
			scripts []script
		}{
			{"new", []bool{true, true}, nil},
			{"to resume", []bool{false, true}, []script{func(p *peer) { p.welcome(); p.ws.NetConn().Close() }}},
		} {
			t.Run(c.name+", "+phase.name, bubbled(func(t *testing.T) {
				f := newFake(t, phase.scripts...)
				f.resumeAt = c.scheme + "://" + f.other(c.peer)
				asked := 0
				f.bot = func(w http.ResponseWriter, _ *http.Request) {
					f.mu.Lock()
					defer f.mu.Unlock()
					address := f.address()
					if asked < len(phase.bad) && phase.bad[asked] {
						address = f.resumeAt
					}
					asked++
					f.describeAt(w, address, 1, 1000, 1)
				}
				cfg := f.config()
				cfg.Patience = 200 * time.Millisecond
				cfg.ShardCount = 1
				start(t, cfg).press(t, recovery)
			}))
		}
	}
}

// Discord allows a thousand new sessions a day, so an outage uses none unless it is long (C3).
func TestASessionOutlastsAnOutage(t *testing.T) {
	for _, c := range []struct {
		name    string
		outage  time.Duration
		apiToo  bool // is unreachable
		forGood bool // the resume address never answers again
		ways    string
	}{
		{"of the gateway", 100 * time.Second, false, false, "IR"},
		{"of everything", 100 * time.Second, true, false, "IR"},
		{"too long", 150 * time.Second, true, false, "II"},
		{"of the address to resume at", 0, false, true, "IR"},
	} {
		t.Run(c.name, bubbled(func(t *testing.T) {
			var back atomic.Int64 // when the outage ends
			away := func() bool { return time.Now().UnixNano() < back.Load() }
			f := newFake(t, func(p *peer) {
				p.welcome()
				back.Store(time.Now().Add(c.outage).UnixNano())
				p.ws.NetConn().Close()
			})
			f.bot = func(w http.ResponseWriter, _ *http.Request) {
				if c.apiToo && away() {
					panic(http.ErrAbortHandler)
				}
				f.describe(w, 1, 1000, 1)
			}
			if c.forGood {
				f.resumeAt = "ws://" + f.other(func(net.Conn) {})
			}
			cfg := f.config()
			cfg.Pace, cfg.ShardCount = time.Second, 1
			cfg.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
				if away() {
					return nil, errors.New("no route to host")
				}
				return f.wires.dial(ctx, network, addr)
			}
			start(t, cfg).press(t, c.outage+20*time.Second)
			if ways := f.ways(); ways != c.ways {
				t.Errorf("the client came by %s, want %s", ways, c.ways)
			}
		}))
	}
}

// other returns an address where peer answers each connection.
func (f *fake) other(peer func(net.Conn)) string {
	const address = "127.0.0.1:2"
	f.wires.peers[address] = peer
	return address
}

// TestAnAcknowledgementIsMissedThoughEventsCome tells a connection that only
// works in one direction from a live one.
func TestAnAcknowledgementIsMissedThoughEventsCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t, func(p *peer) {
			p.welcome()
			for p.ws.WriteJSON(map[string]any{"op": opDispatch, "s": 2, "t": "TYPING_START"}) == nil {
				time.Sleep(5 * time.Millisecond)
			}
		})
		start(t, f.config()).press(t, recovery)
		if f.ways() != "IR" {
			t.Errorf("the client came by %s, want IR", f.ways())
		}
	})
}

func TestAHeartbeatIsSentAtOnceWhenAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		beats := make(chan time.Time, 10)
		f := newFake(t, func(p *peer) {
			p.calm()
			p.send(opHeartbeat, nil)
			var got frame
			for p.ws.ReadJSON(&got) == nil {
				if got.Op == opHeartbeat && string(got.Data) == "1" {
					beats <- time.Now()
				}
			}
		})
		start(t, f.config())
		select {
		case <-beats:
		case <-time.After(recovery):
			t.Error("no heartbeat with the last sequence number came")
		}
	})
}

func TestAResumeNamesTheSessionAndTheLastEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t, func(p *peer) {
			p.welcome()
			p.event(17, "INTERACTION_CREATE", press("1"))
			p.close(4000)
		})
		cfg := f.config()
		cfg.Token = "Bot " + cfg.Token
		r := start(t, cfg)
		r.press(t, recovery)
		r.press(t, recovery)
		met := f.meetings()
		want := `{"token":"secret.bot.token","session_id":"session1","seq":17}`
		if len(met) != 2 || string(met[1].data) != want {
			t.Errorf("met %s, want a RESUME with %s", met[len(met)-1].data, want)
		}
	})
}

// TestFatalCodesEndRun also proves that the refusal is one sentence and holds no
// token.
func TestFatalCodesEndRun(t *testing.T) {
	for _, code := range []int{4004, 4010, 4011, 4012, 4013, 4014} {
		closes := func(p *peer) { p.close(code) }
		for _, phase := range []struct {
			name    string
			scripts []script
			ways    string
		}{
			{"after IDENTIFY", []script{both((*peer).greet, closes)}, "I"},
			{"when ready", []script{both((*peer).welcome, closes)}, "I"},
			{"after RESUME", []script{func(p *peer) { p.welcome(); p.close(4000) }, both((*peer).greet, closes)}, "IR"},
		} {
			t.Run(fmt.Sprint(code, " ", phase.name), bubbled(func(t *testing.T) {
				f := newFake(t, phase.scripts...)
				checkFatal(t, start(t, f.config()), code)
				if ways := f.ways(); ways != phase.ways {
					t.Errorf("the client came by %s, want %s", ways, phase.ways)
				}
			}))
		}
	}
}

func TestARefusedTokenEndsRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		f.bot = func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"message":"401: Unauthorized","code":0}`)
		}
		cfg := f.config()
		checkFatal(t, start(t, cfg), http.StatusUnauthorized)
		cfg.ShardCount = 1
		checkFatal(t, start(t, cfg), http.StatusUnauthorized)
		cfg.Token = ""
		checkFatal(t, start(t, cfg), http.StatusUnauthorized)
	})
}

func checkFatal(t *testing.T, r *running, code int) {
	t.Helper()
	err := r.returned(t, recovery)
	var refused *FatalError
	if !errors.As(err, &refused) || refused.Code != code {
		t.Fatalf("Run returned %v, want a FatalError with code %d", err, code)
	}
	if text := refused.Error(); strings.ContainsAny(text, "\n") || strings.Contains(text, "secret") {
		t.Errorf("the refusal reads %q", text)
	}
}

func TestAnOutageOfTheAPIIsOutlasted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		asked := 0
		f.bot = func(w http.ResponseWriter, _ *http.Request) {
			f.mu.Lock()
			defer f.mu.Unlock()
			switch asked++; asked {
			case 1:
				w.WriteHeader(http.StatusBadGateway)
			case 2:
				panic(http.ErrAbortHandler)
			case 3:
				w.WriteHeader(http.StatusForbidden)
				fmt.Fprint(w, "<html>blocked</html>")
			case 4:
				fmt.Fprint(w, "not JSON")
			default:
				f.describe(w, 1, 1000, 1)
			}
		}
		start(t, f.config()).press(t, recovery)
	})
}

func TestTwoHundredReconnectsLeaveNothingBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const cycles = 200
		f := newFake(t)
		for i := range cycles {
			f.scripts = append(f.scripts, []script{
				func(p *peer) { p.welcome(); p.send(opReconnect, nil); p.attend() },
				func(p *peer) { p.welcome(); p.ws.NetConn().Close() },
				func(p *peer) { p.hello(); p.awaitIdentify(); p.send(opInvalid, false); p.attend() },
				func(p *peer) { p.send(opReconnect, nil); p.attend() },
			}[i%4])
		}
		cfg := f.config()
		cfg.Pace = time.Millisecond
		before := runtime.NumGoroutine()
		r := start(t, cfg)
		r.press(t, 15*time.Second)
		r.stop()
		r.returned(t, recovery)
		f.CloseClientConnections()
		for try := 0; runtime.NumGoroutine() > before+3; try++ {
			if try == 100 {
				stacks := make([]byte, 1<<16)
				t.Fatalf("%d goroutines before, %d after\n%s", before, runtime.NumGoroutine(), stacks[:runtime.Stack(stacks, true)])
			}
			http.DefaultTransport.(*http.Transport).CloseIdleConnections()
			time.Sleep(20 * time.Millisecond)
		}
	})
}

func TestStoppingSaysGoodbye(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left := make(chan error, 1)
		f := newFake(t, func(p *peer) { p.welcome(); left <- p.attend() })
		r := start(t, f.config())
		<-r.ready
		r.stop()
		if err := r.returned(t, time.Second); err != nil {
			t.Errorf("Run returned %v, want nil", err)
		}
		if err := <-left; !websocket.IsCloseError(err, websocket.CloseNormalClosure) {
			t.Errorf("Discord saw %v, want a close frame with 1000", err)
		}
	})
}

// TestStoppingAwaitsTheAnswer stops at a peer that never answers. A heartbeat that falls due meanwhile must not end the
// connection.
func TestStoppingAwaitsTheAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		block := make(chan struct{})
		defer close(block)
		f := newFake(t, func(p *peer) { p.welcome(); <-block })
		r := start(t, f.config())
		<-r.ready
		began := time.Now()
		r.stop()
		if err := r.returned(t, time.Second); err != nil {
			t.Errorf("Run returned %v, want nil", err)
		}
		if waited := time.Since(began); waited != 500*time.Millisecond {
			t.Errorf("the client waited %v for the answer to its close frame, want 500ms", waited)
		}
	})
}

func TestStoppingIsQuickWhateverHangs(t *testing.T) {
	silent := func(c net.Conn) { io.Copy(io.Discard, c) }
	hanging := map[string]func(f *fake, cfg *Config, block chan struct{}){
		"the goodbye": func(f *fake, _ *Config, block chan struct{}) {
			f.scripts = []script{func(p *peer) { p.calm(); <-block }}
		},
		"HELLO": func(f *fake, _ *Config, block chan struct{}) { f.scripts = []script{func(*peer) { <-block }} },
		"the handshake": func(f *fake, cfg *Config, _ chan struct{}) {
			f.bot = func(w http.ResponseWriter, _ *http.Request) { f.describeAt(w, "ws://"+f.other(silent), 1, 1000, 1) }
		},
		"the API":     func(f *fake, cfg *Config, _ chan struct{}) { cfg.API = "http://" + f.other(silent) },
		"the handler": func(_ *fake, cfg *Config, block chan struct{}) { cfg.Handle = func(any) { <-block } },
	}
	for name, hangs := range hanging {
		t.Run("hanging: "+name, bubbled(func(t *testing.T) {
			f := newFake(t)
			cfg := f.config()
			cfg.Patience = time.Minute
			block := make(chan struct{})
			defer close(block)
			hangs(f, &cfg, block)
			r := start(t, cfg)
			time.Sleep(time.Second) // virtual time: Run reaches the hanging call
			began := time.Now()
			r.stop()
			if err := r.returned(t, 2*time.Second); err != nil {
				t.Errorf("Run returned %v, want nil", err)
			}
			if name != "the handler" && time.Since(began) > time.Second {
				t.Errorf("stopping took %v", time.Since(began))
			}
		}))
	}
}

// The client may ask every eight seconds whether Discord is back. A day has only a thousand identifies, so pauses after
// failed ones grow to a minute.
func TestOnlyFailedIdentifiesMakePausesLong(t *testing.T) {
	for _, c := range []struct {
		name        string
		fails       script
		least, most int // dials in an hour
	}{
		{"before IDENTIFY", func(p *peer) { p.ws.NetConn().Close() }, 360, 600},
		{"after IDENTIFY", both((*peer).greet, func(p *peer) { p.ws.NetConn().Close() }), 45, 90},
	} {
		t.Run(c.name, bubbled(func(t *testing.T) {
			dials := 0
			count := func(p *peer) { dials++; c.fails(p) }
			f := newFake(t, slices.Repeat([]script{count}, 4000)...)
			cfg := f.config()
			cfg.Pace = time.Second
			r := start(t, cfg)
			time.Sleep(time.Hour)
			r.stop()
			r.returned(t, recovery)
			if dials < c.least || dials > c.most {
				t.Errorf("%d dials in an hour, want %d to %d", dials, c.least, c.most)
			}
		}))
	}
}
