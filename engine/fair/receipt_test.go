package fair

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"cardroom/internal/golden"
)

// receipts2 returns a receipt of each published hand, by its name.
func receipts2(t testing.TB) map[string]*Receipt {
	t.Helper()
	_, seal, _ := vectorSeals()
	all := map[string]*Receipt{}
	for _, v := range vectors(t) {
		r, err := seal.Void(v.setup)
		if v.void < 0 {
			d, err2 := seal.Deal(v.setup)
			if err2 != nil {
				t.Fatal(err2)
			}
			r, err = d.Receipt(Outcome{Dealt: dealtIn(), Shown: []int{1, 4}})
		}
		if err != nil {
			t.Fatal(err)
		}
		all[v.name] = r
	}
	return all
}

// Every character but white space means something: each change is found.
func TestEveryCharacterOfAReceiptOfFair2IsProven(t *testing.T) {
	t.Parallel()
	for name, r := range receipts2(t) {
		text := r.JSON()
		step := 29
		if strings.HasPrefix(name, "1") && !testing.Short() {
			step = 1
		}
		for i := 0; i < len(text); i += step {
			changed := slices.Clone(text)
			if changed[i]++; text[i] == '9' || text[i] == 'f' {
				changed[i] = text[i] - 1
			}
			if p, err := ReadProof(changed); err == nil {
				if report := Verify(p); report.OK() {
					t.Errorf("%s: byte %d, in %q, may be %q", name, i, text[max(0, i-20):min(len(text), i+20)], changed[i])
				}
			}
		}
	}
}

func TestAReceiptOfFair2IsReadAsItWasWritten(t *testing.T) {
	for name, r := range receipts2(t) {
		again, err := ReadProof(r.JSON())
		if err != nil || string(again.JSON()) != string(r.JSON()) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := ReadReceipt1(r.JSON()); err == nil {
			t.Errorf("%s is read as fair/1", name)
		}
		if report := Verify(r); !report.OK() || len(report.Limits) == 0 {
			t.Errorf("%s: %v", name, report.Faults)
		}
	}
}

// Readers learn of each published hand what is proven, and which messages they have to look at.
func TestTheReportOfEachPublishedHand(t *testing.T) {
	all := receipts2(t)
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		report := Verify(all[name])
		fmt.Fprintf(&b, "%s: grade %s\n", name, report.Grade)
		for _, f := range slices.Concat(report.Proven, report.Limits) {
			fmt.Fprintf(&b, "- %s: %s\n", f.Step, f.Text)
		}
	}
	golden.Equal(t, "fair2.txt", []byte(b.String()))
}

func TestTheReaderNamesThePlaceInFair2(t *testing.T) {
	all := receipts2(t)
	for name, tt := range map[string]struct{ of, from, to, says string }{
		"an unknown field":        {"1, cuts", `"hand":42`, `"hand":42,"note":1`, `unknown field "note"`},
		"a field of fair/1":       {"1, cuts", `"size":4`, `"size":4,"index":0`, `unknown field "index"`},
		"the scheme of nothing":   {"1, cuts", `fair/2`, `fair/3`, `scheme: "fair/3"`},
		"no hand in the batch":    {"1, cuts", `"size":4`, `"size":0`, "batch.size: 0"},
		"a batch too large":       {"1, cuts", `"size":4`, `"size":65537`, "batch.size: 65537"},
		"hand 0":                  {"1, cuts", `"first":40`, `"first":0`, "batch.first: 0"},
		"a batch beyond the last": {"1, cuts", `"first":40`, `"first":9007199254740989`, "batch.first: 9007199254740989"},
		"an empty chain":          {"1, cuts", `"size":4`, `"size":4,"chain":""`, "batch.chain"},
		"no seals' message":       {"1, cuts", `"message":"1512340000000000001"`, `"message":"0"`, "batch: no channel or message has the id 0"},
		"one player":              {"1, cuts", `"players":["1600000000000000002","1600000000000000003","1600000000000000001"]`, `"players":["1600000000000000002"]`, "players: 1; a hand has 2 or more"},
		"a player twice":          {"1, cuts", `"players":["1600000000000000002"`, `"players":["1600000000000000001"`, "players[2]"},
		"no players":              {"1, cuts", `"players":["1600000000000000002","1600000000000000003","1600000000000000001"],`, ``, "players: without them"},
		"no message":              {"2, taken", `"message":"1512345678901234567",`, ``, "players, message, start"},
		"no start":                {"2, taken", `"start":"bc8b58abc68d02d500aa5bad0fa6bd4823cfb550cd12e8a775b639cc8a93a0bf",`, ``, "players, message, start"},
		"a start of no message":   {"5, void before M", `"secret":`, `"start":"bc8b58abc68d02d500aa5bad0fa6bd4823cfb550cd12e8a775b639cc8a93a0bf","secret":`, "players, message, start"},
		"cards before a message":  {"5, void before M", `"transcript":`, `"dealt":["7"],"transcript":`, "dealt: no card"},
		"cuts out of order":       {"1, cuts", `"by":"1600000000000000002"`, `"by":"1600000000000000000"`, "cuts[1]: out of order"},
		"two cuts of one":         {"1, cuts", `"by":"1600000000000000002"`, `"by":"1600000000000000001"`, "cuts[1]: a second one"},
		"a cut without a message": {"1, cuts", `"message":"1512345000000000001"`, `"message":"0"`, "cuts[0]: no user or message"},
		"a cut of control":        {"1, cuts", `lucky 7`, `lucky\u007f`, "cuts[0].text"},
		"a cut of two lines":      {"1, cuts", `lucky 7`, `lucky\n7`, "cuts[0].text"},
		"a cut with U+2028":       {"1, cuts", `lucky 7`, `lucky\u20287`, "cuts[0].text: a cut has no control characters"},
		"a cut with U+2029":       {"1, cuts", `lucky 7`, `lucky\u20297`, "cuts[0].text: a cut has no control characters"},
		"an empty cut":            {"1, cuts", `lucky 7`, ``, "cuts[0].text: 0 bytes"},
		"a long cut":              {"1, cuts", `lucky 7`, strings.Repeat("♠", 22), "cuts[0].text: 66 bytes"},
		"round 0":                 {"2, taken", `"round":"29279449"`, `"round":"0"`, "beacon.round"},
		"an empty signature":      {"3, late", `"round":"29279449"`, `"round":"29279449","signature":""`, "beacon"},
		"half a byte":             {"2, taken", `"signature":"80`, `"signature":"8`, "beacon.signature"},
		"capitals":                {"2, taken", `"signature":"80`, `"signature":"8A`, "beacon.signature"},
		"a secret beside seeds":   {"2, taken", `"roots"`, `"secret":"bc8b58abc68d02d500aa5bad0fa6bd4823cfb550cd12e8a775b639cc8a93a0bf","roots"`, "secret: it opens every deck"},
	} {
		text := string(all[tt.of].JSON())
		if !strings.Contains(text, tt.from) {
			t.Fatalf("%s has no %s: %s", tt.of, tt.from, text)
		}
		if _, err := ReadProof([]byte(strings.Replace(text, tt.from, tt.to, 1))); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v; want … %s …", name, err, tt.says)
		}
	}
	played := *all["2, taken"]
	played.Players, played.Message, played.Start, played.Beacon, played.Dealt, played.Open = nil, 0, nil, nil, nil, nil
	if report := Verify(&played); len(report.Faults) != 1 || report.Faults[0].Text != "message: only a void hand has none" {
		t.Errorf("a played hand without a message: %v", report.Faults)
	}
}

func TestCardsOfFair2GoInTheOrderOfTheStart(t *testing.T) {
	deal := func(text string) (dealt []Recipient) { // a, b, c: players; 1, 2, 3: boards
		for _, c := range text {
			switch {
			case c >= 'a':
				dealt = append(dealt, Player(ID(c)))
			case c >= '1':
				dealt = append(dealt, Board(int(c-'1')))
			}
		}
		return dealt
	}
	for _, tt := range []struct {
		dealt  string
		played int // the card out of turn; -1 for none
		void   int
	}{
		{"", 0, -1}, {"a", 1, -1}, {"abc", 3, -1}, {"abcabc", -1, -1}, {"abcabca", 7, -1}, {"abcabcabc", 9, -1}, {"acb", 1, 1}, {"abcacb", 4, 4},
		{"bca", 0, 0}, {"abcabd", 5, 5}, {"1", 0, 0}, {"abcabc1", 7, -1}, {"abcabc11", 8, -1}, {"abcabc111", -1, -1}, {"abcabc1111", -1, -1},
		{"abcabc11111", -1, -1}, {"abcabc111111", 11, 11}, {"abcabc1112", 9, 9}, {"abcabc2", 6, 6}, {"abcabc111a", 9, 9}, {"abcabc111112", -1, -1},
		{"abcabc1111122", -1, -1}, {"abcabc11111222", 14, -1}, {"abcabc1111122222", -1, -1}, {"abcabc11111222222", 16, 16},
		{"abcabc11111223", 14, -1}, {"abcabc111112233", -1, -1}, {"abcabc1111122333", 15, 15}, {"abcabc111112223", 14, 14}, {"abcabc1111123", -1, -1},
		{"abcabc111113", 11, 11}, {"abcabcabc111", 9, 9}, {"abcabcabcabc111", -1, -1}, {"abcabcabcabcabc", -1, -1}, {"abcabcabcabcabc1", 15, 15},
		{"abcabcabcabcabcaabbbc", -1, -1}, {"abcabcabcabcabcb", -1, -1}, {"abcabcabcabcabcba", 16, 16}, {"abcabcabcabcabcaaaaab", -1, -1},
		{"abcabcabcabcabcaaaaaa", 20, 20}, {"abcabcabcabcabcaaabba", -1, -1}, {"abcabcabcabcabcaaabbab", 21, 21}, {"abcabcabcabcabcaaba", 18, 18},
		{"abcabcabcabcabcaaad", 18, 18}, {"abcabcabcabcabcaaabbaa", 21, 21},
	} {
		for _, void := range []bool{false, true} {
			want := tt.played
			if void {
				want = tt.void
			}
			if got := outOfTurn([]ID{'a', 'b', 'c'}, deal(tt.dealt), void); got != want {
				t.Errorf("%q, void %v: card %d is out of turn, want %d", tt.dealt, void, got, want)
			}
		}
	}
}

// A bot that calls the package in the wrong order gets an error, and never a deck.
func TestASetupThatCannotBeProvenIsRefused(t *testing.T) {
	secret, seal, seals := vectorSeals()
	h := Hand{Scheme: Fair2, Table: vectorTable, Number: 42}
	old := NewSeal(secret, Hand{Table: vectorTable, Number: 42})
	for name, tt := range map[string]struct {
		of     int
		change func(*Setup)
		says   string
	}{
		"no message":               {0, func(s *Setup) { s.Message = 0 }, "after its message stands"},
		"no value":                 {1, func(s *Setup) { s.Beacon.Signature = nil }, "the beacon's value is missing"},
		"no beacon":                {1, func(s *Setup) { s.Beacon = nil }, "the beacon's value is missing"},
		"another round":            {1, func(s *Setup) { s.Beacon.Round++ }, "fixes round 29279449"},
		"a long signature":         {1, func(s *Setup) { s.Beacon.Signature = make(Signature, 49) }, "49 bytes"},
		"no players":               {0, func(s *Setup) { s.Players = nil }, "players: without them"},
		"one player":               {0, func(s *Setup) { s.Players = s.Players[:1] }, "players: 1"},
		"a cut of a stranger":      {0, func(s *Setup) { s.Cuts[0].By = 5 }, "was not dealt in"},
		"a late cut":               {0, func(s *Setup) { s.Cuts[0].Message = s.Message }, "is not between message"},
		"an old message":           {0, func(s *Setup) { s.Message = s.Batch.Message }, "is not newer than message"},
		"the batch of other hands": {0, func(s *Setup) { s.Batch.First = 43 }, "is not among hands 43 to 46"},
		"another table's batch":    {0, func(s *Setup) { s.Batch.Channel++ }, "and the table is channel"},
	} {
		s := vectors(t)[tt.of].setup
		tt.change(&s)
		if _, err := seal.Deal(s); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, want %s", name, err, tt.says)
		}
		if _, err := Redeal(secret, h, seal.Hash(), s); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s, dealt again: %v", name, err)
		}
	}
	s := vectors(t)[0].setup
	_, err := old.Deal(s)
	_, err2 := seal.Deal1(Entropy1{})
	_, err3 := Redeal1(secret, h, seal.Hash(), Entropy1{})
	_, err4 := s.Start(Hand{Table: vectorTable, Number: 42})
	_, err5 := old.Void(s)
	_, err6 := NewBatch(vectorTable, 40, nil, seals, 44)
	for i, err := range []error{err, err2, err3, err4, err5, err6} {
		if err == nil {
			t.Errorf("mix %d of schemes is no error", i)
		}
	}
	start, err := s.Start(h)
	if s.Message = 0; err != nil || start.String() != vectors(t)[0].start {
		t.Errorf("the start is %s: %v", start, err)
	}
	if again, err := s.Start(h); err != nil || again != start {
		t.Errorf("before the message it is %s: %v", again, err)
	}
	d, err := seal.Deal(vectors(t)[0].setup)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Receipt(Outcome{Dealt: dealtIn()[:5]}); err == nil {
		t.Error("a hand that stops in the middle of its deal has a receipt")
	}
	if _, err := d.Receipt1(Outcome{Dealt: dealtIn()}); err == nil {
		t.Error("a hand of fair/2 has a receipt of fair/1")
	}
}

func TestAnOwnPartOfAnotherHandIsFound(t *testing.T) {
	_, seal, _ := vectorSeals()
	d, err := seal.Deal(vectors(t)[0].setup)
	if err != nil {
		t.Fatal(err)
	}
	r := receipts2(t)["1, cuts"]
	for name, change := range map[string]func(*OwnProof){
		"": func(*OwnProof) {}, "scheme": func(o *OwnProof) { o.Scheme = Fair1 }, "table": func(o *OwnProof) { o.Table++ },
		"hand": func(o *OwnProof) { o.Hand++ }, "seal": func(o *OwnProof) { o.Seal[0]++ }, "player": func(o *OwnProof) { o.Player++ },
		"card": func(o *OwnProof) { o.Open[0].Card = o.Open[1].Card }, "place": func(o *OwnProof) { o.Open[0].K = 1 },
	} {
		o, err := d.OwnProof(vectorPlayers[0], dealtIn())
		if err != nil {
			t.Fatal(err)
		}
		change(o)
		report := Verify(r, o)
		if found := slices.ContainsFunc(report.Faults, func(f Finding) bool { return f.Step == StepOwn }); found != (name != "") {
			t.Errorf("another %s: %v", name, report.Faults)
		}
	}
}

func FuzzReadProof(f *testing.F) {
	for _, r := range receipts2(f) {
		f.Add(r.JSON())
	}
	f.Add(Entry{Table: 7, Hand: 13}.JSON())
	f.Fuzz(func(t *testing.T, text []byte) {
		if p, err := ReadProof(text); err == nil {
			Verify(p)
			if again, err := ReadProof(p.JSON()); err != nil || string(again.JSON()) != string(p.JSON()) {
				t.Errorf("a receipt that was read is not read again: %v", err)
			}
		}
		if entries, err := ReadSeries(text); err == nil {
			for _, e := range (Verifier{}).VerifySeries(entries).Entries {
				if _, err := ReadSeries(e.JSON()); err != nil {
					t.Errorf("an entry that was read is not read again: %v", err)
				}
			}
		}
	})
}

// A hand without a proof is written in one way, too.
func TestAHandWithoutAProofIsReadStrictly(t *testing.T) {
	text := string(Entry{Table: 7, Hand: 13}.JSON())
	if want := `{"table":"7","hand":13,"unprovable":true}`; text != want {
		t.Errorf("it is written %s, want %s", text, want)
	}
	for _, tt := range []struct{ text, says string }{
		{text, ""}, {"[" + text + "]", ""}, {text + "\n" + text, ""}, {"[]", "no receipt"}, {"", "the file is empty"}, {"[1]", "number 1 of the series"},
		{"[", "unexpected EOF"}, {"[" + text, "unexpected EOF"}, {"[" + text + ",", "unexpected EOF"}, {"[" + text + "]]", "behind the list"},
		{"[" + strings.Repeat("1,", 100_000) + "1]", "more than 100000 hands"},
		{strings.Replace(text, "true", "false", 1), "unprovable: false"}, {strings.Replace(text, `"7"`, `"07"`, 1), "table"},
		{strings.Replace(text, "13", "0", 1), "hand: 0"}, {strings.Replace(text, "}", `,"note":1}`, 1), "unknown field"}, {text + "x", "invalid character"},
		{`{"hand":13,"table":"7","unprovable":true}`, "hand"}, {text + text[:9], "unexpected"},
	} {
		_, err := ReadSeries([]byte(tt.text))
		if (err == nil) != (tt.says == "") || err != nil && !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%q: %v, want %q", tt.text, err, tt.says)
		}
	}
}

func TestACutIsOneLineOfText(t *testing.T) {
	for _, text := range []string{"x", " ", "♠ cut deep ♥", strings.Repeat("x", 64), "\u0085", "\ufffd"} {
		if err := CheckCut(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"", strings.Repeat("x", 65), "\x00", "a\x1fb", "a\nb", "\x7f", "\u2028", "\u2029", "\xff", "\xed\xa0\x80"} {
		if CheckCut(text) == nil {
			t.Errorf("%q is a cut", text)
		}
	}
}

func TestASeriesIsOfOneTable(t *testing.T) {
	_, seal, _ := vectorSeals()
	r := receipts2(t)["5, void before M"]
	elsewhere := NewSeal(Secret{1}, Hand{Scheme: Fair2, Table: vectorTable + 1, Number: 43})
	b, err := NewBatch(vectorTable+1, 43, nil, []Hash{elsewhere.Hash()}, 43)
	if b.Message = r.Batch.Message + 1; err != nil {
		t.Fatal(err)
	}
	other, err := elsewhere.Void(Setup{Prev: r.Transcript, Batch: b})
	if err != nil {
		t.Fatal(err)
	}
	if s := (Verifier{}).VerifySeries([]Entry{EntryOf(other), EntryOf(r)}); len(s.Faults) != 1 || !strings.Contains(s.Faults[0].Text, "is of table") || seal.Hash() != r.Seal {
		t.Errorf("hands of two tables: %v", s.Faults)
	}
}
