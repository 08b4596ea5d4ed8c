package proof_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/engine/poker"
	"cardroom/engine/sidepot"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/draw"
	"cardroom/engine/tournament/proof"
	"cardroom/engine/tournament/setup"
	"cardroom/internal/golden"
)

const morning = engine.Moment(1_800_000_000_000)

// club is a tournament that an honest program runs, or a cheat.
type club struct {
	*testing.T
	seed     fair.Secret
	lots     tournament.Lots
	t        tournament.Tournament
	now      engine.Moment
	events   []tournament.Event
	commands []proof.Line
	options  setup.Options
	entries  []fair.ID
	before   int // commands before the message of the start
}

const (
	id      = 77
	sealed  = fair.ID(1000)
	started = fair.ID(2000)
)

// newClub makes a tournament and enters persons.
func newClub(t *testing.T, seed fair.Secret, persons int, change ...func(*setup.Options)) *club {
	t.Helper()
	c := &club{T: t, seed: seed, now: morning, options: setup.DefaultOptions("hyper")}
	c.options.Seats, c.options.Max, c.options.Price = 4, persons, 100
	for _, f := range change {
		f(&c.options)
	}
	var err error
	if c.t, c.events, err = tournament.New(c.options, c.now); err != nil {
		t.Fatal(err)
	}
	for i := range persons {
		c.entries = append(c.entries, fair.ID(500-10*i))
		c.do(tournament.Register{At: c.at(), Person: engine.ID(500 - 10*i)})
	}
	return c
}

func (c *club) at() tournament.At { return tournament.At(c.now) }

// try brings a command.
func (c *club) try(command tournament.Command) error {
	next, events, err := c.t.Apply(command, c.lots, c.events)
	if err == nil {
		c.t, c.events = next, events
		c.commands = append(c.commands, proof.Line{Command: command})
	}
	return err
}

// do brings a command that must not be refused.
func (c *club) do(command tournament.Command) {
	c.Helper()
	if err := c.try(command); err != nil {
		c.Fatalf("%T: %v", command, err)
	}
}

// begin starts play.
func (c *club) begin() {
	c.Helper()
	if c.lots == nil {
		c.lots = draw.NewLots(c.seed, &draw.Start{Tournament: id, Message: started, Entries: c.entries})
		c.before = len(c.commands)
	}
	c.do(tournament.StartNow{At: c.at()})
	c.do(tournament.Begin{At: c.at()})
}

// play plays to the end: in each hand one player wins all of another. Of all hands, some are void: the second is number 2.
func (c *club) play(void ...int) {
	c.Helper()
	c.begin()
	r := rand.New(rand.NewPCG(1, 2))
	for hands := 0; c.t.View().Phase == tournament.Running; {
		open := c.t.View().Tables
		number := open[r.IntN(len(open))]
		c.now = c.now.Add(7 * time.Second)
		if c.try(tournament.StartHand{At: c.at(), Table: number}) != nil {
			continue
		}
		if hands++; slices.Contains(void, hands) {
			c.do(tournament.VoidHand{At: c.at(), Table: number})
			continue
		}
		dealt := sidepot.Seats(c.events[len(c.events)-1].Dealt)
		end := tournament.EndHand{At: c.at(), Table: number}
		for seat, n := range c.t.Table(number).Seats {
			if dealt.Has(int8(seat)) {
				end.Stacks[seat] = c.t.Entry(n).Stack
			}
		}
		loser := dealt.Next(int8(r.IntN(10)))
		if r.IntN(2) == 0 {
			end.Stacks[dealt.Next(loser)] += end.Stacks[loser]
			end.Stacks[loser] = 0
			if c.options.Bounty.Part != 0 {
				end.Won[loser].Add(dealt.Next(loser))
			}
		}
		c.do(end)
	}
}

// result returns the file.
func (c *club) result() *proof.Result {
	r := &proof.Result{
		Scheme: proof.Scheme, Tournament: id, Seed: fair.Hash(c.seed), Seal: draw.Seal(id, c.seed), Sealed: sealed, Started: started,
		Entries: c.entries, Uses: proof.Uses(c.events), Made: morning, Options: c.options, Before: c.before, Commands: c.commands,
	}
	for i := range 4 {
		r.Tables = append(r.Tables, fair.ID(10+i))
	}
	return r
}

// hands returns a receipt for each hand, as the tables would have dealt it.
func (c *club) hands() (all []fair.Entry) {
	seats := map[[2]int]fair.ID{}
	for _, e := range c.events {
		switch e.Kind {
		case tournament.SeatTaken, tournament.Moved:
			seats[[2]int{e.Table, e.Seat}] = fair.ID(e.Person)
		case tournament.HandStarted:
			p := &fair.Receipt{Message: 3000}
			p.Table, p.Hand = fair.ID(9+e.Table), uint64(e.Hand)
			for i := range 10 {
				if seat := (e.Button + 1 + i) % 10; e.Dealt>>seat&1 == 1 {
					p.Players = append(p.Players, seats[[2]int{e.Table, seat}])
				}
			}
			all = append(all, fair.EntryOf(p))
		case tournament.HandVoided:
			all[slices.IndexFunc(all, func(h fair.Entry) bool { return h.Table == fair.ID(9+e.Table) && h.Hand == uint64(e.Hand) })].Proof.(*fair.Receipt).Secret = &fair.Hash{}
		}
	}
	return all
}

// read writes a result and reads it again.
func read(t *testing.T, r *proof.Result) *proof.Result {
	t.Helper()
	b, err := r.JSON()
	if err != nil {
		t.Fatal(err)
	}
	again, err := proof.Read(b)
	if err != nil {
		t.Fatal(err)
	}
	return again
}

func TestHonestTournamentsFit(t *testing.T) {
	for persons := 2; persons <= 13; persons++ {
		c := newClub(t, fair.Secret{byte(persons)}, persons, func(o *setup.Options) {
			if persons%2 == 1 {
				o.Bounty = setup.Bounty{Part: 50, Share: 50}
			} else {
				o.Schedule.Levels[1].Variant, o.Schedule.Levels[1].Limit = poker.Omaha, poker.PotLimit
			}
		})
		c.play()
		report := proof.Verify(read(t, c.result()), proof.Seen{Starts: []fair.ID{started}, Hands: c.hands()})
		if len(report.Faults) > 0 || len(report.Proven) != 4 || len(report.Look) != 2 {
			t.Errorf("%d persons: %q", persons, report)
		}
	}
}

// An honest result has void hands, too: their receipts are void, and those without a message name no players.
func TestVoidHandsFit(t *testing.T) {
	c := newClub(t, fair.Secret{5}, 4)
	c.play(2, 3)
	hands := c.hands()
	before := hands[1].Proof.(*fair.Receipt)
	before.Players, before.Message = nil, 0
	report := proof.Verify(read(t, c.result()), proof.Seen{Hands: hands})
	want := fmt.Sprintf("All %d hands with a message name the players in the seats", len(hands)-1)
	if len(report.Faults) > 0 || len(report.Proven) != 4 || !strings.HasPrefix(report.Proven[3], want) {
		t.Errorf("of %d hands: %q, want %q", len(hands), report, want)
	}
}

// Of hands that are all void before their message, the report does not say that their players were compared.
func TestHandsWithoutPlayersAreNotCompared(t *testing.T) {
	c := newClub(t, fair.Secret{5}, 4)
	c.begin()
	c.do(tournament.StartHand{At: c.at(), Table: 1})
	c.do(tournament.VoidHand{At: c.at(), Table: 1})
	c.do(tournament.Cancel{At: c.at(), Now: true})
	hands := c.hands()
	p := hands[0].Proof.(*fair.Receipt)
	p.Players, p.Message = nil, 0
	if report := proof.Verify(read(t, c.result()), proof.Seen{Hands: hands}); len(report.Faults) > 0 || len(report.Proven) != 3 {
		t.Errorf("%q", report)
	}
}

// TestResultIsTheOneOfRecord holds the form of the file, which the tests of the program read too.
func TestResultIsTheOneOfRecord(t *testing.T) {
	c := newClub(t, fair.Secret{3}, 3)
	c.play()
	b, err := c.result().JSON()
	if err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "result.json", b)
}

// TestAResultOfAnEarlierProgramFits verifies files of programs that knew earlier editions alone. In the one of edition 0 an entry from
// the waitlist checks in by joining the list. Late entry outlasts two disqualifications before play. A change brings a unit that does
// not make the stack.
func TestAResultOfAnEarlierProgramFits(t *testing.T) {
	for edition := range setup.Edition {
		b, err := os.ReadFile(fmt.Sprintf("testdata/edition%d.json", edition))
		if err != nil {
			t.Fatal(err)
		}
		r, err := proof.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		if report := proof.Verify(r, proof.Seen{}); len(report.Faults) > 0 || r.Options.Edition != edition {
			t.Errorf("edition %d: %s", r.Options.Edition, report.Faults)
		}
		r.Options.Edition = 1
		if report := proof.Verify(r, proof.Seen{}); edition == 0 && len(report.Faults) == 0 {
			t.Error("the rules of edition 1 decide the same")
		}
	}
}

func TestReadRefusesOtherForms(t *testing.T) {
	c := newClub(t, fair.Secret{1}, 2)
	c.play()
	b, _ := c.result().JSON()
	for name, text := range map[string]string{
		"scheme":  strings.Replace(string(b), "tour/1", "tour/2", 1),
		"more":    string(b) + "{}",
		"unknown": strings.Replace(string(b), `"made"`, `"maid"`, 1),
		"twice":   strings.Replace(string(b), `"made":`, `"made":5,"made":`, 1),
		"command": strings.Replace(string(b), `"StartNow"`, `"EndNow"`, 1),
		"field":   strings.Replace(string(b), `"Person":500`, `"Person":500,"Luck":1`, 1),
		"no id":   strings.Replace(string(b), `"started":"2000"`, `"started":"0"`, 1),
		"short":   string(b[:len(b)/2]),
		"long":    string(b) + strings.Repeat(" ", 2<<20),
	} {
		if _, err := proof.Read([]byte(text)); err == nil || !strings.Contains(err.Error(), "not the result of a tournament") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !proof.IsResult(b) || proof.IsResult([]byte(`{"scheme":"fair/2"}`)) || proof.IsResult([]byte("{")) {
		t.Error("a result is not told from other files")
	}
}

// TestEveryCommandCanBeRead compares the commands that a file may have with those of the director's source.
func TestEveryCommandCanBeRead(t *testing.T) {
	sources, err := filepath.Glob("../*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range sources {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != "apply" {
				continue
			}
			found++
			name := f.Recv.List[0].Type.(*ast.Ident).Name
			var l proof.Line
			if err := json.Unmarshal([]byte(`{"do":"`+name+`","with":{}}`), &l); err != nil {
				t.Errorf("a result cannot have the command %s: %v", name, err)
			}
		}
	}
	if found < 25 {
		t.Errorf("found %d commands of the director", found)
	}
}

// FuzzRead changes bytes of a file. Verify checks each file that can be read, without a panic.
func FuzzRead(f *testing.F) {
	f.Add(10, byte('7'))
	f.Fuzz(func(t *testing.T, at int, is byte) {
		c := newClub(t, fair.Secret{1}, 3)
		c.play()
		b, _ := c.result().JSON()
		if at < 0 || at >= len(b) {
			return
		}
		b[at] = is
		if r, err := proof.Read(b); err == nil {
			proof.Verify(r, proof.Seen{})
		}
	})
}

// A journal gives back the commands in their order, in a tenth of their room. Later commands do not change a copy.
func TestJournal(t *testing.T) {
	c := newClub(t, fair.Secret{1}, 13)
	c.play()
	j := &proof.Journal{Made: morning, Options: c.options}
	var half proof.Journal
	for i, l := range c.commands {
		if i == len(c.commands)/2 {
			half = *j
		}
		if i == c.before {
			j.Announce()
		}
		if err := j.Add(l.Command); err != nil {
			t.Fatal(err)
		}
	}
	b, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	var again proof.Journal
	if err := json.Unmarshal(b, &again); err != nil {
		t.Fatal(err)
	}
	start := &draw.Start{Tournament: id, Message: started, Entries: c.entries}
	r, err := again.Result(c.seed, start, sealed, proof.Place{ID: 10}, proof.Place{ID: 11}, proof.Place{ID: 12}, proof.Place{ID: 13})
	if err != nil || !reflect.DeepEqual(r, read(t, c.result())) {
		t.Errorf("the result is another one: %v", err)
	}
	whole := 0
	for _, l := range c.commands {
		line, _ := json.Marshal(l)
		whole += len(line)
	}
	packed := 0
	for _, p := range j.Packed {
		packed += len(p)
	}
	if whole -= len(j.Open); packed == 0 || packed*6 > whole || len(j.Open) > 4<<10 {
		t.Errorf("%d commands: %d bytes are packed to %d, %d are open", len(c.commands), whole, packed, len(j.Open))
	}
	if lines, err := half.Lines(); err != nil || len(lines) != len(c.commands)/2 {
		t.Errorf("the copy has %d of %d lines, %v", len(lines), len(c.commands)/2, err)
	}
	again.Packed[0][5] ^= 1
	if _, err := again.Result(c.seed, start, sealed); err == nil {
		t.Error("a damaged journal has a result")
	}
	again = *j
	again.Made = 0
	again.Options.Max = 2
	if _, err := again.Result(c.seed, start, sealed); err == nil {
		t.Error("a journal with a command that the rules refuse has a result")
	}
}

// A person who registers after the time of the start, and before its message, is in the draws: the file says where the message stood.
func TestAMessageOfTheStartThatComesLate(t *testing.T) {
	c := newClub(t, fair.Secret{1}, 3, func(o *setup.Options) {
		o.Scheduled, o.Times.Start, o.Min = true, morning.Add(time.Hour), 2
		o.Max = 4
	})
	c.now = c.now.Add(time.Hour + time.Second)
	c.do(tournament.Tick{At: c.at()})
	c.entries = append(c.entries, 7)
	c.do(tournament.Register{At: c.at(), Person: 7})
	c.lots, c.before = draw.NewLots(c.seed, &draw.Start{Tournament: id, Message: started, Entries: c.entries}), len(c.commands)
	c.do(tournament.Tick{At: c.at()})
	c.do(tournament.Begin{At: c.at()})
	c.do(tournament.Cancel{At: c.at(), Now: true})
	if report := proof.Verify(c.result(), proof.Seen{}); len(report.Faults) > 0 {
		t.Errorf("faults: %v", report.Faults)
	}
	c.before = 0 // as if it had stood before the first registration
	if report := proof.Verify(c.result(), proof.Seen{}); len(report.Faults) == 0 {
		t.Error("no fault, although the seats were drawn before the last person registered")
	}
}
