package fair_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/card"
	"cardroom/engine/fair"
)

// checked reads and verifies a receipt and an own part; where they cannot be read it is the error.
func checked(receipt, ownPart []byte) (fair.Report, error) {
	r, err := fair.ReadReceipt1(receipt)
	if err != nil {
		return fair.Report{}, err
	}
	if ownPart == nil {
		return fair.Verify(r), nil
	}
	o, err := fair.ReadOwn(ownPart)
	if err != nil {
		return fair.Report{}, err
	}
	return fair.Verify(r, o), nil
}

// Every character but white space means something: whichever is another one, it is found.
func TestEveryCharacterOfAReceiptIsProven(t *testing.T) {
	t.Parallel()
	for name, p := range hands(t) {
		text := p.receipt.JSON()
		step := 13 // of most some: they have nothing that the batch's has not
		if (name == "batch" || name == "void") && !testing.Short() {
			step = 1
		}
		for i := 0; i < len(text); i += step {
			changed := slices.Clone(text)
			changed[i] = other(text[i])
			if report, err := checked(changed, nil); err == nil && report.OK() {
				t.Errorf("%s: nobody sees that byte %d, in %q, is %q", name, i, text[max(0, i-20):min(len(text), i+20)], changed[i])
			}
		}
	}
}

func TestEveryCharacterOfAnOwnPartIsProven(t *testing.T) {
	for name, p := range hands(t) {
		if p.ownProof == nil {
			continue
		}
		receipt, text := p.receipt.JSON(), p.ownProof.JSON()
		for i := range text {
			changed := slices.Clone(text)
			changed[i] = other(text[i])
			if report, err := checked(receipt, changed); err == nil && report.OK() {
				t.Errorf("%s: nobody sees that byte %d, in %q, is %q", name, i, text[max(0, i-20):min(len(text), i+20)], changed[i])
			}
		}
	}
}

// other returns another digit for a digit, and another letter for a letter.
func other(c byte) byte {
	switch c {
	case '9':
		return '8'
	case 'f':
		return 'e'
	case ' ':
		return '_'
	}
	return c + 1
}

// A receipt that was changed by hand gets the sentence that names the change.
func TestWhatDoesNotFitIsNamed(t *testing.T) {
	all := hands(t)
	for _, tt := range []struct {
		name, of string
		change   func(r *fair.Receipt1, o *fair.OwnProof)
		step     fair.Step
		says     string
	}{
		{"another seal", "holdem", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Seal[0]++ }, fair.StepSeal, "The roots give the seal"},
		{"another hand", "holdem", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Hand++ }, fair.StepSeal, "for hand 43 of table 7"},
		{"another hand before", "holdem", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Prev[0]++ }, fair.StepSeal, "The roots give the seal"},
		{"another hand before, in a batch", "batch", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Prev[0]++ }, fair.StepTranscript, "gives the transcript"},
		{"another root", "holdem", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Roots[5][0]++ }, fair.StepDecks, "Deck 5 has the root"},
		{"another seed", "holdem", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Seeds[1][31]++ }, fair.StepDecks, "Deck 1 has the root"},
		{"another leaf", "holdem", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Leaves[51][0]++ }, fair.StepDecks, "Deck 4 has the root"},
		{"another secret", "void", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Secret[0]++ }, fair.StepDecks, "Deck 0 has the root"},
		{"another cut", "holdem", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Cuts[0].Text = "lucky 9" }, fair.StepEntropy, "chose deck"},
		{"another card on the board", "holdem", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Open[2].Card = r.Open[3].Card }, fair.StepCards, "is not what was sealed at slot"},
		{"a card twice", "holdem", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Open[2].Card = r.Open[3].Card }, fair.StepCards, "K♣ is there twice, as card 6 and as card 7."},
		{"a hidden board", "holdem", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Open = r.Open[:6] }, fair.StepCards, "Card 10 lay on the board and is not opened."},
		{"cards given to another", "holdem", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Dealt[0] = fair.Player(99) }, fair.StepTranscript, "gives the transcript"},
		{"another size of the batch", "batch", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Batch.Size++ }, fair.StepTranscript, "gives the transcript"},
		{"another place in the batch", "batch", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Batch.Index-- }, fair.StepBatch, "The path of seal 2 of 5 leads to the root"},
		{"a hand before the first of the batch", "batch", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Hand = 3 }, fair.StepBatch, "Hand 3 cannot be number 3"},
		{"another path", "batch", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Batch.Path[1][0]++ }, fair.StepBatch, "leads to the root"},
		{"a seal that came after", "batch", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Batch.Message = 1512345678901234567 }, fair.StepBatch, "is not newer than message"},
		{"somebody else's own part", "holdem", func(_ *fair.Receipt1, o *fair.OwnProof) { o.Player = bruno }, fair.StepOwn, "Card 0 was not dealt to player 1600000000000000002."},
		{"the own part of another hand", "holdem", func(_ *fair.Receipt1, o *fair.OwnProof) { o.Hand = 41 }, fair.StepOwn, "The own part is of hand 41"},
		{"another own card", "holdem", func(_ *fair.Receipt1, o *fair.OwnProof) { o.Open[1].Card = card.Of(12, 3) }, fair.StepOwn, "Card 3, A♠, is not what was sealed"},
		{"no seeds", "holdem", func(r *fair.Receipt1, _ *fair.OwnProof) { r.Seeds = nil }, fair.StepForm, "seeds: 0; there are 8 decks"},
	} {
		receipt, err := fair.ReadReceipt1(all[tt.of].receipt.JSON())
		if err != nil {
			t.Fatal(err)
		}
		ownProof, err := fair.ReadOwn(all[tt.of].ownProof.JSON())
		if err != nil {
			t.Fatal(err)
		}
		tt.change(receipt, ownProof)
		report := fair.Verify(receipt, ownProof)
		if report.OK() || report.Grade != 0 || len(report.Limits) > 0 {
			t.Errorf("%s: grade %s", tt.name, report.Grade)
		}
		if !slices.ContainsFunc(report.Faults, func(f fair.Finding) bool { return f.Step == tt.step && strings.Contains(f.Text, tt.says) }) {
			t.Errorf("%s: %v; want %s: … %s …", tt.name, report.Faults, tt.step, tt.says)
		}
		if slices.ContainsFunc(report.Proven, func(f fair.Finding) bool { return f.Step == tt.step }) {
			t.Errorf("%s: step %s is called proven", tt.name, tt.step)
		}
	}
}

func TestTheReaderNamesThePlace(t *testing.T) {
	all := hands(t)
	change := func(of, from, to string) []byte {
		text := all[of].receipt.JSON()
		if !bytes.Contains(text, []byte(from)) {
			t.Fatalf("%s has no %s", of, from)
		}
		return bytes.Replace(text, []byte(from), []byte(to), 1)
	}
	for name, tt := range map[string]struct {
		text []byte
		says string
	}{
		"an unknown field":        {change("holdem", `"hand":42`, `"hand":42,"note":1`), `unknown field "note"`},
		"a field twice":           {change("holdem", `"hand":42`, `"hand":42,"hand":42`), "hand: `hand\":42"},
		"a field in capitals":     {change("holdem", `"hand"`, `"Hand"`), "Hand: `Hand"},
		"fields in another order": {change("holdem", `"table":"7","hand":42`, `"hand":42,"table":"7"`), `hand: `},
		"a number that is a text": {change("holdem", `"hand":42`, `"hand":"42"`), "hand: "},
		"a number in a cut":       {change("holdem", `"by":"1600000000000000001"`, `"by":5`), "not a receipt: cuts.by: number does not belong there"},
		"a number with a point":   {change("holdem", `"hand":42`, `"hand":42.0`), "hand: "},
		"a number with a zero":    {change("holdem", `"table":"7"`, `"table":"07"`), "table: "},
		"a large number":          {change("holdem", `"hand":42`, `"hand":9007199254740992`), "hand: 9007199254740992"},
		"no hand":                 {change("holdem", `"hand":42`, `"hand":0`), "hand: 0; hands begin with 1"},
		"no table":                {change("holdem", `"table":"7"`, `"table":"0"`), "table: no channel has the id 0"},
		"another scheme":          {change("holdem", `fair/1`, `fair/2`), `scheme: "fair/2"; this is for "fair/1"`},
		"a short hash":            {change("holdem", `"prev":"00`, `"prev":"`), "prev: "},
		"a long hash":             {change("holdem", `"prev":"00`, `"prev":"000`), "prev: "},
		"a hash in capitals":      {change("holdem", `"seal":"33480e`, `"seal":"33480E`), "seal: "},
		"a letter as a number":    {change("holdem", "♠ cut", `\u2660 cut`), "cuts[1].text: `\\u2660 cut"},
		"no text":                 {change("holdem", `"text":"lucky 7"`, `"text":""`), "cuts[0].text: 0 bytes; a cut has 1 to 64"},
		"a long text":             {change("holdem", `lucky 7`, strings.Repeat("♠", 22)), "cuts[0].text: 66 bytes; a cut has 1 to 64"},
		"a letter that is none":   {change("holdem", `lucky 7`, "\xff"), "cuts[0].text"},
		"half a letter":           {change("holdem", `lucky 7`, `\ud800`), "cuts[0].text"},
		"two cuts of one":         {change("holdem", `"by":"1600000000000000002"`, `"by":"1600000000000000001"`), "cuts[1]: a second one of the same source"},
		"cuts out of order":       {change("holdem", `"by":"1600000000000000002"`, `"by":"1600000000000000000"`), "cuts[1]: out of order"},
		"one deck more open":      {change("holdem", `,null,`, `,"`+strings.Repeat("0", 64)+`",`), "seeds: 0 decks are closed; one is played"},
		"seven roots":             {change("holdem", `"roots":["45a18fbdb9cbc1b803ba1bb93d7384130d5b49ab9947374181697c5f81654437",`, `"roots":[`), "roots: "},
		"a leaf less":             {change("holdem", `"leaves":["0263f770dce7d37a86711c093002a200e13985c5d846d57ce955a59ddc3f8475",`, `"leaves":[`), "leaves: 51; a deck has 52 cards"},
		"a card to nobody":        {change("holdem", `"board"]`, `"bard"]`), `dealt[10]: "bard" is no player's id and no board`},
		"a card that is none":     {change("holdem", `"card":"5♣"`, `"card":""`), "open[0].card: not a card"},
		"a card as people type":   {change("holdem", `"card":"5♣"`, `"card":"5d"`), "open[0].card: `d\","},
		"an opening twice":        {change("holdem", `{"k":4`, `{"k":1`), "open[1].k: 1 comes after 1"},
		"an opening beyond":       {change("holdem", `{"k":10`, `{"k":11`), "open[6].k: 11; 11 cards were dealt"},
		"an empty list":           {change("beacon", `"roots"`, `"messages":[],"roots"`), "messages: "},
		"nothing instead":         {change("beacon", `"roots"`, `"batch":null,"roots"`), "batch: "},
		"a batch of none":         {change("batch", `"size":5`, `"size":0`), "batch.size: 0"},
		"a seal beyond the batch": {change("batch", `"index":3`, `"index":5`), "batch.index: 5 of 5 seals"},
		"a path too long":         {change("batch", `"index":3`, `"index":4`), "batch.path: 3 hashes, where 1 lead from seal 4 of 5 to the root"},
		"seeds beside a secret":   {change("void", `"dealt"`, `"seeds":[null],"dealt"`), "secret: it opens every deck"},
		"two receipts":            {slices.Repeat(all["void"].receipt.JSON(), 2), "after top-level value"},
		"a number without an end": {change("holdem", `"hand":42`, `"hand":`+strings.Repeat("9", 5000)), "hand: number 999"},
		"a field without an end":  {change("holdem", `"hand":42`, `"hand":42,"`+strings.Repeat("x", 5000)+`":1`), `unknown field "xxx`},
		"half a receipt":          {all["void"].receipt.JSON()[:300], "unexpected EOF"},
		"no receipt":              {nil, "the file is empty"},
		"a list":                  {[]byte("[]"), "at the beginning: array"},
		"nothing at all":          {[]byte("null"), "at the beginning"},
		"too much":                {bytes.Repeat([]byte(" "), 1<<17), "131072 bytes, which no receipt has"},
	} {
		if _, err := fair.ReadReceipt1(tt.text); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v; want … %s …", name, err, tt.says)
		}
	}
	if _, err := fair.ReadOwn(all["void"].receipt.JSON()); err == nil || !strings.Contains(err.Error(), `unknown field "prev"`) {
		t.Errorf("a receipt in the place of an own part: %v", err)
	}
}

func TestGradesClaimNoMoreThanWasMixedIn(t *testing.T) {
	seal := fair.NewSeal(fair.Secret{1}, fair.Hand{Table: 7, Number: 1})
	beacon := []fair.Beacon1{{Chain: fair.Hash{1}, Round: 1}}
	untyped := []fair.Cut1{{By: chika, Text: "1512345678901234999"}}
	for name, tt := range map[string]struct {
		e      fair.Entropy1
		want   fair.Grade
		others fair.Grade
	}{
		"a message":                      {fair.Entropy1{Messages: message}, fair.GradeC, fair.GradeC},
		"a message and no typed cut":     {fair.Entropy1{Messages: message, Cuts: untyped}, fair.GradeD, fair.GradeD},
		"a message and a cut":            {fair.Entropy1{Messages: message, Cuts: cuts[:1]}, fair.GradeB, fair.GradeD},
		"a message and cuts":             {fair.Entropy1{Messages: message, Cuts: cuts}, fair.GradeD, fair.GradeD},
		"a message, typed cuts and none": {fair.Entropy1{Messages: message, Cuts: append(untyped, cuts[0])}, fair.GradeD, fair.GradeD},
		"a beacon":                       {fair.Entropy1{Beacons: beacon, Messages: message}, fair.GradeD, fair.GradeD},
		"everything":                     {fair.Entropy1{Beacons: beacon, Messages: message, Cuts: cuts[:1]}, fair.GradeD, fair.GradeD},
	} {
		deal, err := seal.Deal1(tt.e)
		if err != nil {
			t.Fatal(err)
		}
		receipt, err := deal.Receipt1(fair.Outcome{Dealt: three(2)})
		if err != nil {
			t.Fatal(err)
		}
		report := fair.Verify(receipt)
		if report.Grade != tt.want || report.Others != tt.others || (report.Grade == fair.GradeB) != slices.Equal(report.Cutters, []fair.ID{bruno}) {
			t.Errorf("%s: grade %s, of others %s, cutters %v, want %s and %s; %v", name, report.Grade, report.Others, report.Cutters, tt.want, tt.others, report.Faults)
		}
	}
}

// A hand mixes in exactly one message of its table, unless it was void before that stood; and its batch begins with hand 1 at
// the earliest.
func TestOneMessageOfTheTableIsMixedIn(t *testing.T) {
	elsewhere := fair.Message1{Channel: 8, ID: message[0].ID}
	for name, tt := range map[string]struct {
		messages []fair.Message1
		dealt    []fair.Recipient
		void     bool
		want     string // of the fault; "" for none
	}{
		"one":                         {messages: message, dealt: three(2)},
		"one, void":                   {messages: message, dealt: three(1), void: true},
		"none, void before a card":    {void: true},
		"none":                        {dealt: three(2), want: "Messages were mixed in (0), and one belongs there."},
		"none, void after a card":     {dealt: three(1), void: true, want: "Messages were mixed in (0)"},
		"two":                         {messages: append([]fair.Message1{elsewhere}, message...), dealt: three(2), want: "Messages were mixed in (2)"},
		"one elsewhere":               {messages: []fair.Message1{elsewhere}, dealt: three(2), want: "of channel 8, and the table is channel 7."},
		"one elsewhere, void at once": {messages: []fair.Message1{elsewhere}, void: true, want: "of channel 8, and the table is channel 7."},
	} {
		deal, err := fair.NewSeal(fair.Secret{1}, fair.Hand{Table: 7, Number: 1}).Deal1(fair.Entropy1{Messages: tt.messages})
		if err != nil {
			t.Fatal(err)
		}
		end := deal.Receipt1
		if tt.void {
			end = deal.Void1
		}
		r, err := end(fair.Outcome{Dealt: tt.dealt})
		if err != nil {
			t.Fatal(err)
		}
		report := fair.Verify(r)
		found := slices.ContainsFunc(report.Faults, func(f fair.Finding) bool { return f.Step == fair.StepEntropy && strings.Contains(f.Text, tt.want) })
		if report.OK() != (tt.want == "") || tt.want != "" && !found {
			t.Errorf("%s: %v, want %q", name, report.Faults, tt.want)
		}
	}
}

func TestTheTranscriptBindsWhoGotWhatAndTheNextHand(t *testing.T) {
	deal, err := fair.NewSeal(fair.Secret{1}, fair.Hand{Table: 1, Number: 1}).Deal1(fair.Entropy1{Messages: message})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[fair.Hash]string{}
	for name, o := range map[string]fair.Outcome{
		"one":              {Dealt: three(2)},
		"fewer cards":      {Dealt: three(1)},
		"another player":   {Dealt: append(three(1), fair.Player(99), fair.Player(bruno), fair.Player(chika))},
		"board and others": {Dealt: append(three(2), boards(3)...)},
	} {
		r, err := deal.Receipt1(o)
		if err != nil {
			t.Fatal(err)
		}
		void, err := deal.Void1(o)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []*fair.Receipt1{r, void} {
			if was, twice := seen[r.Transcript]; twice {
				t.Errorf("%s and %s have one transcript", name, was)
			}
			seen[r.Transcript] = fmt.Sprint(name, r.Secret != nil)
		}
	}
	shown, err := deal.Receipt1(fair.Outcome{Dealt: three(2), Shown: []int{0}})
	if err != nil {
		t.Fatal(err)
	}
	if seen[shown.Transcript] != "onefalse" {
		t.Error("cards that are shown later change the transcript")
	}
}

// Hole cards in an order of the dealer's choice are a fault, even though every card is the sealed one.
func TestCardsGoRoundTheTable(t *testing.T) {
	seal := fair.NewSeal(fair.Secret{1}, fair.Hand{Table: 7, Number: 1})
	deal, err := seal.Deal1(fair.Entropy1{Messages: message})
	if err != nil {
		t.Fatal(err)
	}
	a, b := fair.Player(alice), fair.Player(bruno)
	for name, tt := range map[string]struct {
		dealt []fair.Recipient
		out   int // the card out of turn; -1 for none
	}{
		"no card":                          {nil, -1},
		"two each":                         {[]fair.Recipient{a, b, a, b}, -1},
		"two each and a board":             {append([]fair.Recipient{a, b, a, b}, boards(3)...), -1},
		"five each and exchanges":          {append(three(5), a, b, b, a), -1},
		"five each and one each":           {three(6), -1},
		"the second round the other way":   {append([]fair.Recipient{a, b, b, a}, boards(3)...), 2},
		"the third round the other way":    {append(append(three(2), fair.Player(bruno), fair.Player(alice), fair.Player(chika)), three(1)...), 6},
		"one card each":                    {[]fair.Recipient{a, b}, 2},
		"a card less":                      {append([]fair.Recipient{a, b, a}, boards(3)...), 3},
		"a card more":                      {append([]fair.Recipient{a, b, a, b, a}, boards(3)...), 5},
		"exchanges of two cards":           {[]fair.Recipient{a, b, a, b, b}, 4},
		"a board before the last exchange": {append(append(three(5), boards(1)...), a), 15},
		"a board first":                    {append(boards(1), a, b, a, b), 0},
	} {
		r, err := deal.Receipt1(fair.Outcome{Dealt: tt.dealt})
		if err != nil {
			t.Fatal(err)
		}
		report := fair.Verify(r)
		if tt.out < 0 && !report.OK() {
			t.Errorf("%s: %v", name, report.Faults)
		}
		says := fmt.Sprintf("card %d is out of turn", tt.out)
		if tt.out >= 0 && (len(report.Faults) != 1 || !strings.Contains(report.Faults[0].Text, says)) {
			t.Errorf("%s: %v, want %s", name, report.Faults, says)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, p := range hands(f) {
		f.Add(p.receipt.JSON())
		if p.ownProof != nil {
			f.Add(p.ownProof.JSON())
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if r, err := fair.ReadReceipt1(text); err == nil {
			fair.Verify(r)
			if again, err := fair.ReadReceipt1(r.JSON()); err != nil || !bytes.Equal(again.JSON(), r.JSON()) {
				t.Errorf("what was read is not read again: %v", err)
			}
		}
		if o, err := fair.ReadOwn(text); err == nil {
			if _, err := fair.ReadOwn(o.JSON()); err != nil {
				t.Errorf("what was read is not read again: %v", err)
			}
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	p := hands(b)["holdem"]
	b.ReportAllocs()
	for b.Loop() {
		if report := fair.Verify(p.receipt, p.ownProof); !report.OK() {
			b.Fatal(report.Faults)
		}
	}
}
