package record

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cardroom/bot/shuffle"
	"cardroom/engine/fair"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/draw"
	"cardroom/engine/tournament/proof"
	"cardroom/internal/golden"
	"cardroom/store"
)

// releases has a folder for every release, as the test of package bot for other tables says.
const releases = "../testdata/records"

// TestTournamentsOfEveryReleaseArePlayedOn is P9 for tournaments. Today's program reads one that a release stored in mid-hand: the
// same entries, stacks and cards on the board. It plays on to the result, and the result's file fits.
func TestTournamentsOfEveryReleaseArePlayedOn(t *testing.T) {
	if golden.Updating() {
		writeNext(t)
	}
	files, err := filepath.Glob(releases + "/*/tournament.*.record")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d records, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimPrefix(file, releases+"/"), func(t *testing.T) { playRelease(t, file) })
	}
}

// releaseCodec returns the codec of the stored tournaments. Their decks do not change.
func releaseCodec(t *testing.T) Codec {
	t.Helper()
	seed := uint64(9)
	codec, err := NewCodec([]byte(strings.Repeat("\x01", shuffle.KeySize)), &seed)
	if err != nil {
		t.Fatal(err)
	}
	return codec
}

// writeNext writes the record of today's program: a flop of the first hand that a player is out in.
func writeNext(t *testing.T) {
	t.Helper()
	e := newEvening(t, releaseCodec(t), 1)
	for e.r.Event.State.View().Alive == eveningPlayers {
		e.playHand()
	}
	for e.startHand(); len(e.game.View(0).Board) == 0; {
		if !e.goOn() {
			e.startHand()
		}
	}
	old, err := filepath.Glob(releases + "/next/tournament.*")
	e.must(err)
	for _, file := range old {
		e.must(os.Remove(file))
	}
	stored, err := e.store.Load(t.Context(), e.key)
	e.must(err)
	base := fmt.Sprintf("%s/next/tournament.%d", releases, e.version)
	e.must(os.WriteFile(base+".record", stored.Data, 0o600))
	e.must(os.WriteFile(base+".txt", []byte(e.standing()), 0o600))
}

// standing returns a tournament and its table as players see them.
func (e *evening) standing() string {
	v, table := e.r.Event.State.View(), e.game.View(0)
	text := fmt.Sprintf("phase %d level %d alive %d of %d prizes %v events %d\nhand %d board %v to act %d pots %v\n",
		v.Phase, v.Level, v.Alive, v.Entries, v.Prizes, len(e.r.Event.Log), table.Hand, table.Board, table.ToAct, table.Pots)
	for n := range v.Entries {
		x := e.r.Event.State.Entry(n + 1)
		text += fmt.Sprintf("entry %d person %d stack %d seat %d place %d prize %d\n", n+1, x.Person, x.Stack, x.Seat, x.Place, x.Prize)
	}
	for _, s := range table.Seats {
		held := e.game.View(s.Player)
		own, _ := held.SeatOf(s.Player)
		text += fmt.Sprintf("seat %d player %d stack %d bet %d in %t folded %t cards %v\n", s.Seat, s.Player, s.Stack, s.Bet, s.InHand, s.Folded, own.Cards)
	}
	return text
}

// A program that reads a tournament of a newer schema, or a damaged one, says which schema it found and what to do (P8, P9).
func TestATournamentThatCannotBeReadIsNamed(t *testing.T) {
	e := newEvening(t, releaseCodec(t), 1)
	stored := store.Record{Key: e.key, Version: 7}
	for change, want := range map[[2]string]string{
		{`"cardroom/tournament/1"`, `"cardroom/tournament/2"`}: `(schema found "cardroom/tournament/2", schema known "cardroom/tournament/1"): another version of the program wrote it; ` +
			`it is left as it is: start the version that wrote it, or put a backup back`,
		{`"edition":5`, `"edition":6`}: `(schema found "cardroom/tournament/1 with edition 6 of the rules", schema known "cardroom/tournament/1"): another version of the program wrote it; ` +
			`it is left as it is: start the version that wrote it, or put a backup back`,
		{`"phase":4`, `"phase":9`}: fmt.Sprintf("table %d in guild %d: tournament: snapshot is damaged", e.key.Channel, e.key.Guild),
	} {
		r := e.r.Clone()
		r.Event = r.Event.Clone()
		r.Event.State.text = []byte(strings.Replace(string(r.Event.State.text), change[0], change[1], 1))
		data, err := e.codec.EncodeTable(e.key, r, &e.game)
		e.must(err)
		stored.Data = data(stored.Version)
		if _, _, err := e.codec.DecodeTable(stored); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is answered\n%v, want\n%s", change[1], err, want)
		}
	}
}

func playRelease(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	version, err := strconv.ParseInt(strings.Split(filepath.Base(file), ".")[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	e := newEvening(t, releaseCodec(t), 1)
	e.unstored, e.version = true, version
	if e.r, e.game, err = e.codec.DecodeTable(store.Record{Key: e.key, Version: version, Data: data}); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(strings.TrimSuffix(file, ".record") + ".txt")
	if got := e.standing(); err != nil || got != string(want) {
		t.Fatalf("%v: it is read as\n%s\nand was\n%s", err, got, want)
	}
	secret, err := e.codec.Keys.BatchSecret(e.key, &e.r.Shuffle)
	e.must(err)
	e.batch = e.codec.Keys.Remake(e.key, &e.r.Shuffle, secret)
	e.now, e.message = max(e.r.Event.Log[len(e.r.Event.Log)-1].At, e.game.View(0).Until), e.message+1<<20
	for e.goOn() {
	}
	for e.r.Event.State.View().Phase != tournament.Finished {
		e.playHand()
		stored, err := e.r.Event.State.MarshalJSON()
		e.must(err)
		if snapshot, err := e.r.Event.State.Snapshot(); err != nil || string(stored) != string(snapshot) {
			t.Fatalf("the state is stored as\n%s\n(%v) and is\n%s", stored, err, snapshot)
		}
	}
	paid, places := int64(0), 0
	for n := range eveningPlayers {
		x := e.r.Event.State.Entry(n + 1)
		paid, places = paid+x.Prize, places+x.Place
	}
	if paid != eveningPlayers*eveningPrice || e.r.Event.State.Escrow() != 0 {
		t.Errorf("prizes are %d, and %d are left", paid, e.r.Event.State.Escrow())
	}
	seed := e.codec.Keys.NewSecret(e.key, 0)
	start := &draw.Start{Tournament: fair.ID(e.r.Event.ID), Message: 1 << 50}
	for i := range eveningPlayers {
		start.Entries = append(start.Entries, fair.ID(100+i))
	}
	result, err := e.r.Event.Journal.Result(seed, start, 5, proof.Place{ID: fair.ID(e.key.Channel), Last: e.game.View(0).Turn.Hand})
	e.must(err)
	if report := proof.Verify(result, proof.Seen{}); len(report.Faults) > 0 {
		t.Errorf("the result's file has faults: %q", report.Faults)
	}
}
