package enginetest

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/internal/scripts"
)

// Play plays the hands of a script of engine/testdata/hands. It gives the table and the events of each when it has ended,
// cards that were shown after it included. Letters are players, A is 1. A command that the script says is refused has to be
// refused here. Play calls and checks to its end a hand that the script leaves in the middle.
func Play(t *testing.T, file string) (ended []Ended) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := &script{t: t, now: 1_700_000_000_000}
	s.open([]string{"rules"})
	for _, f := range scripts.Commands(string(text)) {
		if len(f) == 0 {
			continue
		}
		if f[0] == "deal" || f[0] == "rules" {
			ended = s.end(ended)
		}
		s.command(f)
	}
	return s.end(ended)
}

// Ended is a hand that is over, and the table just after it.
type Ended struct {
	Table engine.Table
	Log   []engine.Event
}

type script struct {
	t     *testing.T
	table engine.Table
	now   engine.Moment
	log   []engine.Event
}

// end returns the hands with the one that ran last, if it is over.
func (s *script) end(ended []Ended) []Ended {
	for v := s.table.View(0); s.log != nil && v.Phase != engine.Idle; v = s.table.View(0) {
		s.finish(&v)
	}
	if s.log != nil {
		ended = append(ended, Ended{s.table, s.log})
	}
	s.log = nil
	return ended
}

// finish does the next thing of a hand that is to end.
func (s *script) finish(v *engine.View) {
	act := engine.Act{Turn: v.Turn, Action: engine.Check, At: s.now}
	for _, p := range v.Seats {
		if p.Seat == v.ToAct {
			act.Player = p.Player
		}
	}
	if v.Legal.Call > 0 {
		act.Action = engine.Call
	}
	switch v.Phase {
	case engine.Betting:
		s.do(act)
	case engine.Drawing:
		s.do(engine.Draw{Player: act.Player, Turn: v.Turn, At: s.now})
	case engine.Showing:
		s.do(engine.Show{Player: act.Player, Turn: v.Turn, At: s.now})
	default:
		s.now = max(s.now+1, s.table.Pending().Due)
		s.do(engine.Tick{At: s.now})
	}
}

func (s *script) do(c engine.Command) {
	next, events, err := s.table.Apply(c, nil)
	if err != nil {
		return
	}
	s.table = next
	for _, e := range events {
		if s.log != nil || e.Kind == engine.HandStarted {
			s.log = append(s.log, e)
		}
	}
}

func (s *script) command(f []string) {
	switch f[0] {
	case "rules":
		s.open(f)
	case "deal":
		s.now += 10_000
		s.do(engine.Start{At: s.now})
		s.do(engine.Deal{Deck: scripts.Deck(s.t, f[1:]), Message: 77, At: s.now})
	case "wait":
		s.now = s.now.Add(scripts.Duration(s.t, f[1]))
		for w := s.table.Pending(); w.Due != 0 && w.Due <= s.now && w.Need != engine.NeedStart; w = s.table.Pending() {
			s.do(engine.Tick{At: s.now})
		}
	case "void":
		s.do(engine.Void{At: s.now})
	case "see":
	default:
		s.player(engine.ID(f[0][0]-'A')+1, f[1], f[2:])
	}
}

// open opens a table with the rules of a line.
func (s *script) open(f []string) {
	r := poker.DefaultRules()
	r.TimeBank, r.Runout = 0, 0
	if err := json.Unmarshal(scripts.JSON(f[1:]), &r); err != nil {
		s.t.Fatal(err)
	}
	table, err := engine.New(r)
	if err != nil {
		s.t.Fatal(err)
	}
	s.table = table
}

// player carries out the action of a player.
func (s *script) player(who engine.ID, what string, rest []string) {
	v, all, n := s.table.View(who), strings.Join(rest, " "), int64(0)
	if len(rest) > 0 {
		n, _ = strconv.ParseInt(rest[0], 10, 64)
	}
	act := func(a engine.Action) engine.Command {
		return engine.Act{Player: who, Turn: v.Turn, Action: a, To: n, At: s.now}
	}
	plans := map[string]engine.PreAction{
		"check/fold": engine.PlanCheckFold, "check": engine.PlanCheck, "call": engine.PlanCall, "call any": engine.PlanCallAny,
	}
	c, known := map[string]engine.Command{
		"sits": engine.Sit{
			Player: who, Seat: int(who) - 1, Chips: n, Post: strings.Contains(all, "post"), All: strings.Contains(all, "all"), At: s.now,
		},
		"fold": act(engine.Fold), "check": act(engine.Check), "call": act(engine.Call), "raise": act(engine.Raise),
		"draw":      engine.Draw{Player: who, Turn: v.Turn, Discard: scripts.Bits(rest), At: s.now},
		"show":      engine.Show{Player: who, Turn: v.Turn, Cards: scripts.Bits(rest), At: s.now},
		"muck":      engine.Show{Player: who, Turn: v.Turn, At: s.now},
		"runs":      engine.RunIt{Player: who, Hand: v.Hand, Times: int(n), At: s.now},
		"plan":      engine.Plan{Player: who, Hand: v.Hand, Plan: plans[all], At: s.now},
		"clock":     engine.CallClock{Player: who, Turn: v.Turn, At: s.now},
		"straddles": engine.Straddle{Player: who, On: all != "off", At: s.now},
		"asks":      engine.SetMuckPolicy{Player: who, MuckPolicy: engine.Asks, At: s.now},
		"leaves":    engine.Leave{Player: who, At: s.now},
		"kicked":    engine.Kick{Player: who, At: s.now},
		"out":       engine.SitOut{Player: who, At: s.now},
		"in":        engine.SitIn{Player: who, Post: all == "post", At: s.now},
		"topup":     engine.TopUp{Player: who, Chips: n, At: s.now},
		"waits":     engine.Wait{Player: who, Off: all == "off", At: s.now},
	}[what]
	if !known {
		s.t.Fatalf("%c %s?", 'A'+who-1, what)
	}
	s.do(c)
}
