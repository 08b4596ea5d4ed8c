package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/engine/fair/fairtest"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/draw"
	"cardroom/engine/tournament/proof"
	"cardroom/internal/golden"
)

// proofs is the folder of receipts of every kind, written by the package that makes them.
const proofs = "engine/fair/testdata"

func TestVerifySaysWhatAReceiptProvesAndWhatNot(t *testing.T) {
	t.Parallel()
	dir, from := t.TempDir(), filepath.Join(program.Root(t), proofs)+string(filepath.Separator)
	text := program.File(t, proofs+"/holdem.json")
	for name, change := range map[string][2]string{"changed.json": {"lucky 7", "lucky 9"}, "doubled.json": {`"hand":42`, `"hand":42,"hand":42`}} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Replace(text, change[0], change[1], 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, tt := range map[string]struct {
		files []string
		code  int
	}{
		"beacon-1":  {[]string{from + "beacon.json"}, 0},
		"grade-b":   {[]string{from + "runs.json", from + "runs.own.json"}, 0},
		"grade-c":   {[]string{from + "draw.json"}, 0},
		"grade-d":   {[]string{from + "holdem.json"}, 0},
		"batch":     {[]string{from + "batch.json"}, 0},
		"void":      {[]string{from + "void.json"}, 0},
		"changed":   {[]string{"changed.json"}, 1},
		"other-own": {[]string{from + "holdem.json", from + "draw.own.json"}, 1},
		"doubled":   {[]string{"doubled.json"}, 2},
		"no-own":    {[]string{"changed.json", "doubled.json"}, 2},
		"absent":    {[]string{"absent.json"}, 2},
	} {
		p := program.Start(t, dir, nil, append([]string{"verify"}, tt.files...)...)
		if code := p.ExitCode(program.EndTime); code != tt.code {
			t.Errorf("%s: exit code %d, want %d", name, code, tt.code)
		}
		golden.Equal(t, "verify-"+name+".txt", []byte(p.Output.String()))
	}
	if p := program.Start(t, dir, nil, "verify"); p.ExitCode(program.EndTime) != 2 || !strings.Contains(p.Output.String(), "a file is missing: name the receipt to check") {
		t.Errorf("without a file it says %s", p.Output.String())
	}
	program.Expect(t, program.Start(t, dir, nil, "verify", from+"runs.json", "--start", "x"), 2, "--start x: want numbers")
	one := program.Start(t, dir, nil, "verify", from+"runs.json", from+"runs.own.json")
	other := program.Start(t, dir, nil, "verify", "--own", from+"runs.own.json", from+"runs.json")
	if one.ExitCode(program.EndTime) != 0 || other.ExitCode(program.EndTime) != 0 || one.Output.String() != other.Output.String() {
		t.Errorf("with --own it says %s", other.Output.String())
	}
}

// The result of a tournament lists its proofs; a person who saw an older start, and a changed draw, are heard.
func TestVerifyChecksATournament(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := program.File(t, "engine/tournament/proof/testdata/result.json")
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("result.json", text)
	write("changed.json", strings.Replace(text, `"of":3`, `"of":4`, 1))
	write("broken.json", strings.Replace(text, "tour/1", "tour/9", 1))
	for name, tt := range map[string]struct {
		args []string
		code int
	}{
		"tournament":         {[]string{"result.json", "--start", "2000,2001"}, 0},
		"tournament-again":   {[]string{"result.json", "--start", "1999"}, 1},
		"tournament-changed": {[]string{"changed.json"}, 1},
		"tournament-broken":  {[]string{"broken.json"}, 2},
		"tournament-start":   {[]string{"result.json", "--start", "five"}, 2},
	} {
		p := program.Start(t, dir, nil, append([]string{"verify"}, tt.args...)...)
		if code := p.ExitCode(program.EndTime); code != tt.code {
			t.Errorf("%s: exit code %d, want %d", name, code, tt.code)
		}
		golden.Equal(t, "verify-"+name+".txt", []byte(p.Output.String()))
	}
	receipt := filepath.Join(program.Root(t), proofs, "runs.json")
	for want, args := range map[string][]string{
		"result.json is the result of a tournament: name it first, and then its receipts":  {receipt, "result.json"},
		"changed.json is the result of a tournament: name it first, and then its receipts": {receipt, receipt, "changed.json"},
		"broken.json is the result of a tournament: name it first, and then its receipts":  {receipt, "--own", "broken.json"},
		"changed.json is the result of another tournament: check one result at a time":     {"result.json", receipt, "changed.json"},
	} {
		program.Expect(t, program.Start(t, dir, nil, append([]string{"verify"}, args...)...), 2, want)
	}
	for _, args := range [][]string{{"result.json", "--own", "absent.json"}, {"result.json", "--link", "https://discord.com/channels/1/2/3"}, {receipt, "--start", "5"}} {
		program.Expect(t, program.Start(t, dir, nil, append([]string{"verify"}, args...)...), 2, ": leave --")
	}
}

// tournamentReceipts returns the receipts of the hands of a result, under a beacon that no program knows and a signature of zeros.
func tournamentReceipts(t *testing.T, text string) (all []fair.Entry) {
	t.Helper()
	r, err := proof.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	state, events, err := tournament.New(r.Options, r.Made)
	for i, l := range r.Commands {
		var lots tournament.Lots
		if i >= r.Before {
			lots = draw.NewLots(fair.Secret(r.Seed), r.Start())
		}
		if err == nil {
			state, events, err = state.Apply(l.Command, lots, events)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	seats, prev := map[int]fair.ID{}, fair.Hash{}
	for _, e := range events {
		switch e.Kind {
		case tournament.SeatTaken, tournament.Moved:
			seats[e.Seat] = fair.ID(e.Person)
		case tournament.HandStarted:
			hand := fair.Hand{Scheme: fair.Fair2, Table: r.Tables[e.Table-1], Number: uint64(e.Hand)}
			s := fair.Setup{Prev: prev, Message: r.Started + 100*fair.ID(e.Hand), Beacon: &fair.Beacon{Chain: fair.Hash{7}, Round: 1, Signature: make(fair.Signature, 48)}}
			for i := range 10 {
				if seat := (e.Button + 1 + i) % 10; e.Dealt>>seat&1 == 1 {
					s.Players = append(s.Players, seats[seat])
				}
			}
			sealed := fair.NewSeal(fair.Secret{1}, hand)
			if s.Batch, err = fair.NewBatch(hand.Table, hand.Number, &s.Beacon.Chain, []fair.Hash{sealed.Hash()}, hand.Number); err != nil {
				t.Fatal(err)
			}
			s.Batch.Message = s.Message - 1
			all = append(all, fair.EntryOf(played(t, sealed, s)))
			prev = all[len(all)-1].Proof.Facts().Transcript
		}
	}
	return all
}

// With the receipts of its hands, the check of a tournament says the worth of these, table by table.
func TestVerifyGradesTheHandsOfATournament(t *testing.T) {
	t.Parallel()
	text := program.File(t, "engine/tournament/proof/testdata/result.json")
	var lines []byte
	for _, h := range tournamentReceipts(t, text) {
		lines = append(append(lines, h.JSON()...), '\n')
	}
	result, receipts := writeFile(t, "result.json", []byte(text)), writeFile(t, "hands.jsonl", lines)
	p := program.Start(t, t.TempDir(), nil, "verify", result, receipts)
	if code := p.ExitCode(program.EndTime); code != 0 {
		t.Errorf("exit code %d", code)
	}
	golden.Equal(t, "verify-tournament-hands.txt", []byte(p.Output.String()))
}

// The hands of a table may come in one file or in several, in any order.
func TestVerifyChecksTheHandsOfATableTogether(t *testing.T) {
	t.Parallel()
	dir, m := t.TempDir(), fairtest.New(8)
	write := func(name string, lines ...string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	unsigned := func(fault string) fairtest.Series { // the signatures are made up
		for {
			if s := m.Series(fault); !strings.Contains(strings.Join(s.Entries, ""), `"signature"`) {
				return s
			}
		}
	}
	good := unsigned("")
	write("good.jsonl", good.Entries...)
	write("first.json", good.Entries[0])
	write("rest.jsonl", good.Entries[1:]...)
	write("own.json", m.Good().OwnProof)
	write("missing.jsonl", unsigned("missing").Entries...)
	write("unprovable.jsonl", unsigned("unprovable").Entries...)
	write("broken.jsonl", append(good.Entries, "{}")...)
	for name, tt := range map[string]struct {
		args []string
		code int
	}{
		"series":         {[]string{"good.jsonl"}, 0},
		"series-missing": {[]string{"missing.jsonl"}, 1},
		"unprovable":     {[]string{"unprovable.jsonl"}, 1},
		"series-broken":  {[]string{"broken.jsonl"}, 2},
	} {
		p := program.Start(t, dir, nil, append([]string{"verify"}, tt.args...)...)
		if code := p.ExitCode(program.EndTime); code != tt.code {
			t.Errorf("%s: exit code %d, want %d", name, code, tt.code)
		}
		golden.Equal(t, "verify-"+name+".txt", []byte(p.Output.String()))
	}
	whole := program.Start(t, dir, nil, "verify", "good.jsonl")
	inParts := program.Start(t, dir, nil, "verify", "rest.jsonl", "first.json", "first.json")
	if code := inParts.ExitCode(program.EndTime); code != 1 || !strings.Contains(inParts.Output.String(), "Hand 1 is there twice.") {
		t.Errorf("a hand twice: exit code %d, it says %s", code, inParts.Output)
	}
	parts := program.Start(t, dir, nil, "verify", "--own", "own.json", "rest.jsonl", "first.json")
	if code := parts.ExitCode(program.EndTime); code != 1 || !strings.Contains(parts.Output.String(), "There is an own part of hand ") || whole.ExitCode(program.EndTime) != 0 {
		t.Errorf("an own part of no hand: exit code %d, it says %s", code, parts.Output)
	}
}

// A file that stands in the place of another kind of file is named, with the remedy.
func TestVerifyNamesAFileInTheWrongPlace(t *testing.T) {
	t.Parallel()
	from := filepath.Join(program.Root(t), proofs) + string(filepath.Separator)
	result := filepath.Join(program.Root(t), "engine/tournament/proof/testdata/result.json")
	for want, args := range map[string][]string{
		"runs.own.json is a player's own part: check it with the receipt of its hand, as cardroom verify RECEIPT --own ":        {from + "runs.own.json", from + "runs.json"},
		"runs.own.json is a player's own part: check it with the receipt of its hand, as cardroom verify RECEIPT --own " + from: {result, from + "runs.own.json"},
		"draw.json has receipts, and the second of two files is":                                                                {from + "runs.json", from + "draw.json"},
	} {
		p := program.Start(t, t.TempDir(), nil, append([]string{"verify"}, args...)...)
		if code := p.ExitCode(program.EndTime); code != 2 || !strings.Contains(p.Output.String(), want) {
			t.Errorf("exit code %d, want 2 and %q:\n%s", code, want, p.Output)
		}
	}
}

// A forged file has as many faults as its author likes. The program prints some of them, and the number of the others.
func TestVerifyPrintsSomeFaults(t *testing.T) {
	t.Parallel()
	good := program.File(t, proofs+"/holdem.json")
	forged := strings.Replace(good, "lucky 7", "lucky 9", 1)
	path := writeFile(t, "forged.jsonl", []byte(good+good+strings.Repeat(forged, 30)))
	p := program.Start(t, t.TempDir(), nil, "verify", path)
	if code := p.ExitCode(program.EndTime); code != 1 {
		t.Errorf("exit code %d", code)
	}
	said := p.Output.String()
	if twice, faulty := strings.Count(said, "is there twice."), strings.Count(said, "Hand 42 does not fit"); twice != 20 || faulty != 20 {
		t.Errorf("%d and %d faults, want 20 and 20:\n%s", twice, faulty, said)
	}
	for _, want := range []string{"\nGrade D: 1 (42)\n", "- and 11 more\n", "\n10 more hands do not fit: check each alone.\n"} {
		if !strings.Contains(said, want) {
			t.Errorf("it lacks %q:\n%s", want, said)
		}
	}
}

// Others write a proof: the bot that is being checked, and the player who cut.
func TestVerifyTakesNoOrdersFromAFile(t *testing.T) {
	t.Parallel()
	dir, text := t.TempDir(), program.File(t, proofs+"/holdem.json")
	deal, err := fair.NewSeal(fair.Secret{1}, fair.Hand{Table: 1, Number: 1}).Deal1(fair.Entropy1{Cuts: []fair.Cut1{{By: 2, Text: "7\u009b2J\u202e"}}})
	if err != nil {
		t.Fatal(err)
	}
	cut, err := deal.Void1(fair.Outcome{})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"cut.json":  string(cut.JSON()),
		"head.json": strings.Replace(text, `"table":"`, `"table":"\u009b2J\u202e`, 1),
		"long.json": text + strings.Repeat(" ", 2<<20),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"cut.json": `the cut "7\u009b2J\u202e"`, "head.json": `\u009b2J\u202e`, "long.json": fmt.Sprintf("%d bytes, which no receipt has", len(text)+2<<20),
	} {
		p := program.Start(t, dir, nil, "verify", name)
		if code := p.ExitCode(program.EndTime); (code == 0) != (name == "cut.json") || !strings.Contains(p.Output.String(), want) || strings.ContainsAny(p.Output.String(), "\u009b\u202e") {
			t.Errorf("%s: exit code %d, it says %q", name, code, p.Output)
		}
	}
}

func TestDealWritesDecksAndRawBytes(t *testing.T) {
	t.Parallel()
	p := program.Start(t, t.TempDir(), nil, "deal", "--decks", "250")
	if code := p.ExitCode(program.EndTime); code != 0 {
		t.Fatalf("exit code %d: %s", code, p.Output)
	}
	lines := strings.Split(strings.TrimSuffix(p.Output.String(), "\n"), "\n")
	if len(lines) != 250 {
		t.Errorf("%d lines, want 250", len(lines))
	}
	seen := map[string]bool{}
	for _, line := range lines {
		var d card.Deck
		for k, name := range strings.Fields(line) {
			c, err := card.Parse(name)
			if err != nil || len(name) != 2 {
				t.Fatalf("%q: %v", name, err)
			}
			d[k] = c
		}
		if !d.Valid() || seen[line] {
			t.Errorf("not a deck, or one that was there already: %s", line)
		}
		seen[line] = true
	}
	p = program.Start(t, t.TempDir(), nil, "deal", "--raw", "100001")
	if code, n := p.ExitCode(program.EndTime), len(p.Output.String()); code != 0 || n != 100001 {
		t.Errorf("exit code %d, %d bytes, want 100001", code, n)
	}
	if raw := []byte(p.Output.String()); bytes.Count(raw, []byte{0}) > 600 || bytes.Count(raw, []byte{0}) < 200 {
		t.Errorf("of 100001 bytes %d are zero", bytes.Count(raw, []byte{0}))
	}
	for _, args := range []string{"deal", "deal --decks 0", "deal --decks 1 --raw 1", "deal --decks -1", "deal --decks x", "deal --raw 1 more"} {
		if p := program.Start(t, t.TempDir(), nil, strings.Fields(args)...); p.ExitCode(program.EndTime) != 2 || !strings.Contains(p.Output.String(), "usage:") {
			t.Errorf("%s says %s", args, p.Output.String())
		}
	}
}
