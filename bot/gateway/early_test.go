package gateway

import (
	"fmt"
	"testing"
)

// An event that comes before HELLO begins no session: it ends the connection, and the next one serves.
func TestAnEventBeforeHelloEndsTheConnection(t *testing.T) {
	lose := func(p *peer) { p.welcome(); p.ws.NetConn().Close() }
	rest := map[string]script{
		"silence": (*peer).deaf,
		"HELLO":   func(p *peer) { p.hello(); p.attend() },
	}
	for _, early := range []struct {
		kind string
		data map[string]any
	}{
		{"RESUMED", nil},
		{"READY", nil},
		{"READY", map[string]any{"session_id": "early"}},
		{"INTERACTION_CREATE", press("early")},
	} {
		for then, after := range rest {
			fault := func(p *peer) { p.event(1, early.kind, early.data); after(p) }
			for _, phase := range []struct {
				name    string
				scripts []script
				ways    string
			}{
				{"new", []script{fault}, "I"},
				{"to resume", []script{lose, fault}, "IR"},
			} {
				t.Run(fmt.Sprint(early.kind, early.data, " and ", then, ", ", phase.name), bubbled(func(t *testing.T) {
					f := newFake(t, phase.scripts...)
					if p := start(t, f.config()).press(t, recovery); p.ID != "1" {
						t.Errorf("press %q was delivered, want the one of the next connection", p.ID)
					}
					if ways := f.ways(); ways != phase.ways {
						t.Errorf("the client came by %s, want %s", ways, phase.ways)
					}
				}))
			}
		}
	}
}
