package picture

import (
	"bytes"
	"image/gif"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/internal/golden"
	"cardroom/internal/scripts"
	"cardroom/render"
	"cardroom/render/equity"
)

// The pictures that the README shows are golden scenes, as people get them. This command writes them again, with the golden files:
//
//	go test ./render/picture -update
func TestTheReadmeShowsGoldenScenes(t *testing.T) {
	p := painter(t)
	for name, of := range map[string]string{"flop": "nine-flop", "showdown": "result-full-house"} {
		path := filepath.Join("..", "..", "docs", name+".png")
		for _, s := range scenes(t) {
			if s.name == of {
				goldenPicture(t, path, p, s)
			}
		}
		file, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if file.Size() > 60<<10 {
			t.Errorf("%s has %d bytes", path, file.Size())
		}
	}
}

// The animation that the README shows is a hand that the engine plays, as spectators see it. The same command writes it anew.
func TestTheReadmeShowsAHand(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "hand.gif")
	shots := hand(t)
	file, now := animated(t, shots, Felt)
	if golden.Updating() {
		if err := os.WriteFile(path, file, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(file) >= 1_000_000 {
		t.Errorf("%s has %d bytes", path, len(file))
	}
	before, err := gif.DecodeAll(bytes.NewReader(file))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if n := len(before.Image); n < 8 || n != len(shots) || !slices.Equal(before.Delay, now.Delay) {
		t.Fatalf("%s shows %d pictures of %d for %v, not %v; go test ./render/picture -update writes it", path, n, len(shots), before.Delay, now.Delay)
	}
	pictures := shown(now)
	for i, m := range shown(before) {
		if _, n := differ(m, pictures[i]); n > 0 {
			t.Errorf("picture %d of %s differs in %d pixels; go test ./render/picture -update writes it", i, path, n)
		}
	}
}

// How long the pictures of a hand stay: after an action, when a card comes, and at the end.
const (
	actionStay = 1200 * time.Millisecond
	streetStay = 2 * time.Second
	resultStay = 5 * time.Second
)

// hand plays a hand of six: a set of queens is all-in on the turn against a draw, and the river decides.
func hand(t testing.TB) (shots []Shot) {
	t.Helper()
	game, err := engine.New(poker.DefaultRules())
	if err != nil {
		t.Fatal(err)
	}
	now := engine.Moment(1_800_000_000_000)
	do := func(c engine.Command) {
		t.Helper()
		if game, _, err = game.Apply(c, nil); err != nil {
			t.Fatal(err)
		}
	}
	names := map[engine.ID]render.DisplayName{}
	for seat, name := range []string{"MapleFox", "luna", "kacper_92", "Bob", "Alice", "Dana"} {
		names[engine.ID(seat+1)] = render.DisplayName{Name: name}
		do(engine.Sit{Player: engine.ID(seat + 1), Seat: seat, Chips: []int64{940, 615, 1000, 480, 820, 1000}[seat], At: now})
	}
	shoot := func(stay time.Duration) {
		s := render.Scene{View: game.View(0), DisplayNames: names}
		s.Equities = equity.Of(s.View)
		shots = append(shots, Shot{s, stay})
	}
	tick := func() {
		now = max(now+1, game.Pending().Due)
		do(engine.Tick{At: now})
	}
	now = game.Pending().Due
	do(engine.Start{At: now})
	shoot(actionStay)
	do(engine.Deal{Deck: scripts.Deck(t, strings.Fields("7c Kd 9s Qs 4d Jh 2d 5d 3c Qd 8s 10h Qh 9h 4c 2s 5h")), Message: 1, At: now})
	shoot(streetStay)
	for _, act := range []engine.Act{
		{Player: 4, Action: engine.Fold}, {Player: 5, Action: engine.Raise, To: 30}, {Player: 6, Action: engine.Fold},
		{Player: 1, Action: engine.Call}, {Player: 2, Action: engine.Fold}, {Player: 3, Action: engine.Call},
		{Player: 3, Action: engine.Check}, {Player: 5, Action: engine.Raise, To: 60}, {Player: 1, Action: engine.Call}, {Player: 3, Action: engine.Fold},
		{Player: 5, Action: engine.Raise, To: 730}, {Player: 1, Action: engine.Call},
	} {
		street := len(game.View(0).Board)
		act.Turn, act.At = game.View(0).Turn, now
		do(act)
		if v := game.View(0); len(v.Board) > street || v.Phase == engine.Runout {
			shoot(streetStay)
		} else {
			shoot(actionStay)
		}
	}
	for game.View(0).Phase != engine.Idle {
		tick()
	}
	shoot(resultStay)
	return shots
}
