package bot

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/internal/golden"
	"cardroom/store"
)

// testdata/records has a folder for every release, with tables in various states as that release stored them. The next
// release's are in next, written by -update. A release is one line:
//
//	cp -r bot/testdata/records/next bot/testdata/records/v1.0.0
//
// and the folder is never written again. A file is named NAME.VERSION, with the expected reading beside it.
const releases = "testdata/records"

// moments lists the states of these tables.
var moments = map[string]func(v engine.View) bool{
	"sealed": func(v engine.View) bool { return v.Phase == engine.Shuffling && v.Hand > 1 },
	"betting": func(v engine.View) bool {
		return v.Phase == engine.Betting && v.Street == 1 && allIn(v) && len(v.Board) > 0
	},
	"straddle": func(v engine.View) bool {
		return v.Phase == engine.Betting && v.Street == 0 && v.Rules.Straddle && v.Legal.High > 2*v.Rules.BigBlind
	},
	"drawing": func(v engine.View) bool { return v.Phase == engine.Drawing && exchanged(v) },
	"asking":  func(v engine.View) bool { return v.Phase == engine.Asking },
	"runout":  func(v engine.View) bool { return v.Phase == engine.Runout && len(v.Board) > 0 },
	"showing": func(v engine.View) bool { return v.Phase == engine.Showing },
	"between": func(v engine.View) bool { return v.Phase == engine.Idle && v.Hand > 2 },
}

func allIn(v engine.View) bool {
	for _, s := range v.Seats {
		if s.InHand && !s.Folded && s.Stack == 0 {
			return true
		}
	}
	return false
}

func exchanged(v engine.View) bool {
	for _, s := range v.Seats {
		if s.InHand && s.Drew > 0 {
			return true
		}
	}
	return false
}

// TestTablesOfEveryReleaseArePlayedOn is P9: today's program reads a table that a release stored in mid-hand. It has the
// same cards and the same player to act, and the hand can be played to its end.
func TestTablesOfEveryReleaseArePlayedOn(t *testing.T) {
	alone(t)
	if golden.Updating() {
		writeNext(t)
	}
	files, err := filepath.Glob(releases + "/*/*.record")
	files = slices.DeleteFunc(files, isTournament)
	if err != nil || len(files) < len(moments) {
		t.Fatalf("%d records, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimPrefix(file, releases+"/"), func(t *testing.T) { playRelease(t, file) })
	}
}

// isTournament reports whether a file is of a tournament. Package bot/record has its test.
func isTournament(file string) bool { return strings.HasPrefix(filepath.Base(file), "tournament.") }

func playRelease(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(filepath.Base(file), ".")
	version, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	e := newEvening(t, 1)
	r, table, err := e.env.Codec.DecodeTable(store.Record{Key: e.key, Version: version, Data: data})
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(strings.TrimSuffix(file, ".record") + ".txt")
	if got := standing(r, &table); err != nil || got != string(want) {
		t.Fatalf("%v: it is read as\n%s\nand was\n%s", err, got, want)
	}
	e.record, e.table, e.version, e.now = r, table, version, max(e.now, table.View(0).Until)
	e.ids += 1 << 30 // newer messages
	hand, prev, chips := table.View(0).Hand, r.Shuffle.Prev, table.Chips()
	if r.Shuffle.Setup != nil {
		prev = r.Shuffle.Setup.Prev
	}
	if table.View(0).Phase == engine.Idle {
		hand, prev = hand+1, r.Shuffle.Last
	}
	e.finish(hand, chips)
	last := e.check(hand, prev, map[string]int{})
	e.finish(hand+1, chips) // under seals of today's scheme
	e.check(hand+1, last, map[string]int{})
	if f, _, err := e.env.Codec.Ended(e.key, e.kept[hand+1]); err != nil || f.Proof.Setup == nil {
		t.Errorf("the next hand has the proof %+v (%v), want one of fair/2", f.Proof, err)
	}
}

// finish plays until a hand is over, at a table with so many chips.
func (e *evening) finish(hand, chips int64) {
	e.t.Helper()
	for range 400 {
		if v := e.table.View(0); v.Hand > hand || v.Hand == hand && v.Phase == engine.Idle {
			return
		}
		if w := e.table.Pending(); e.table.View(0).Phase == engine.Showing {
			e.do(engine.Show{Player: e.seat(w.Seat).Player, Turn: w.Turn, At: e.now})
		}
		if v := e.table.View(0); v.Phase == engine.Idle {
			e.do(engine.TopUp{Player: engine.ID(1 + e.IntN(6)), Chips: 500, At: e.now})
		}
		e.await()
		if got := e.table.Chips(); got < chips {
			e.t.Fatalf("%d chips of %d are left", got, chips)
		}
	}
	e.t.Errorf("hand %d did not end", hand)
}

// standing returns a table in its players' view, with the data of its record.
func standing(r record.Table, t *engine.Table) string {
	v := t.View(0)
	text := fmt.Sprintf("hand %d phase %d street %d board %v again %v pots %v to act %d host %d message %d events %d\n",
		v.Hand, v.Phase, v.Street, v.Board, v.Again, v.Pots, v.ToAct, r.Host, r.Board.Message, len(r.Log))
	for _, s := range v.Seats {
		own := table.SeatOf(new(t.View(s.Player)), s.Player)
		text += fmt.Sprintf("seat %d player %d stack %d bet %d in %t folded %t cards %v\n",
			s.Seat, s.Player, s.Stack, s.Bet, s.InHand, s.Folded, own.Cards)
	}
	return text
}

// writeNext writes the records of today's program.
func writeNext(t *testing.T) {
	t.Helper()
	folder := releases + "/next"
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	old, err := filepath.Glob(folder + "/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range slices.DeleteFunc(old, isTournament) {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	for name, matches := range moments {
		e := find(t, matches)
		data, err := e.env.Codec.EncodeTable(e.key, e.record, &e.table)
		if err != nil {
			t.Fatal(err)
		}
		base := fmt.Sprintf("%s/%s.%d", folder, name, e.version)
		for suffix, text := range map[string][]byte{
			".record": data(e.version), ".txt": []byte(standing(e.record, &e.table)),
		} {
			if err := os.WriteFile(base+suffix, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// find plays evenings until a state occurs.
func find(t *testing.T, matches func(engine.View) bool) *evening {
	t.Helper()
	for seed := range uint64(200) {
		e := newEvening(t, seed)
		dice := rand.New(rand.NewPCG(seed, 2))
		r := e.table.View(0).Rules
		r.Straddle, r.AskLosers, r.Runout = dice.IntN(2) == 0, true, time.Second
		if table, err := engine.New(r); err == nil {
			e.table = table
		}
		e.record.Host, e.record.Session = 100, 3
		for range 150 {
			e.step()
			e.do(engine.Straddle{Player: engine.ID(1 + dice.IntN(6)), On: true, At: e.now})
			if matches(e.table.View(0)) {
				return e
			}
		}
	}
	t.Fatal("there is no such moment")
	return nil
}
