package browser_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/e2e/chrome"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/engine/fair/fairtest"
)

// proof is a receipt and a player's own proof, as texts.
type proof struct{ Receipt, Own string }

// verdict is a verifier's result. For unreadable texts each verifier has its own words.
type verdict struct {
	Unreadable             string
	Grade                  string
	Proven, Limits, Faults [][2]string
}

var receiptsFlag = flag.Int("receipts", 400, "how many receipts the two verifiers are given, in hundreds")

// TestTheTwoVerifiersAgree gives hundreds of receipts, good and broken, to the page at /verify and to package fair. Two
// thousand are
//
//	go test ./cmd/cardroom/e2e/browser -run TwoVerifiers -receipts 2000
func TestTheTwoVerifiersAgree(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("hundreds of receipts in a browser: not in a short run")
	}
	browser := chrome.Browse(t)
	demo := openDemo(t)
	page := chrome.Open(t, browser, "the verifier", demo.url()+"/verify", largeScreen)
	m := maker{t: t, r: rand.New(rand.NewPCG(20, 26)), other: fairtest.New(26)}
	const size = 100
	seen := map[string]int{}
	for range *receiptsFlag / size {
		all := make([]proof, size)
		for i := range all {
			if all[i] = m.proof(); i%2 == 0 {
				all[i] = m.proof2()
			}
		}
		list, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		verdicts := chrome.Eval[[]verdict](page, fmt.Sprintf(
			"(async all => { const v = []; for (const p of all) v.push(await verify(p.Receipt, p.Own)); return v; })(%s)", list))
		for i, theirs := range verdicts {
			ours := judge(all[i])
			seen[ours.Grade]++
			if (ours.Unreadable != "") != (theirs.Unreadable != "") || ours.Unreadable == "" && fmt.Sprint(ours) != fmt.Sprint(theirs) {
				t.Fatalf("of\n%s\n%s\nGo says   %+v\nthe page %+v", all[i].Receipt, all[i].Own, ours, theirs)
			}
		}
	}
	t.Logf("by grade, and those that cannot be read: %v", seen)
	for _, grade := range []string{"A", "B", "C", "D", "none", ""} {
		if seen[grade] < *receiptsFlag/40 {
			t.Errorf("only %d receipts of grade %q among those that were tried", seen[grade], grade)
		}
	}
	checkMalformed(page)
	checkByHand(page, proof{program.File(t, "engine/fair/testdata/holdem.json"), program.File(t, "engine/fair/testdata/holdem.own.json")})
	checkLinks(page)
}

// checkMalformed checks that the page names the missing fields of a receipt or own part.
func checkMalformed(b *chrome.Tab) {
	b.T.Helper()
	receipt, own, batch := program.File(b.T, "engine/fair/testdata/holdem.json"), program.File(b.T, "engine/fair/testdata/holdem.own.json"), program.File(b.T, "engine/fair/testdata/batch.json")
	digits := `"[0-9a-f]{64}"`
	for _, tt := range []struct{ of, form, with, says string }{
		{receipt, `"roots":\[` + digits, `"roots":[null`, "This is not a receipt: roots[0]: missing"},
		{receipt, `"leaves":\[` + digits, `"leaves":[null`, "This is not a receipt: leaves[0]: missing"},
		{receipt, `"dealt":\["\d+"`, `"dealt":[null`, "This is not a receipt: dealt[0]: missing"},
		{batch, `"path":\[` + digits, `"path":[null`, "This is not a receipt: batch.path[0]: missing"},
		{receipt, `,"text":"lucky 7"`, ``, "This is not a receipt: cuts[0].text: missing"},
		{receipt, `"by":"\d+",`, ``, "This is not a receipt: cuts[0].by: missing"},
		{receipt, `"channel":"7",`, ``, "This is not a receipt: messages[0].channel: missing"},
		{receipt, `,"salt":` + digits, ``, "This is not a receipt: open[0].salt: missing"},
		{receipt, `"card":"[^"]*",`, ``, "This is not a receipt: open[0].card: missing"},
		{batch, `"root":` + digits + `,`, ``, "This is not a receipt: batch.root: missing"},
		{own, `"card":"[^"]*",`, ``, "This is not an own part: open[0].card: missing"},
	} {
		at := regexp.MustCompile(tt.form).FindStringSubmatchIndex(tt.of)
		if at == nil {
			b.T.Fatalf("%s is not in %s", tt.form, tt.of)
		}
		p := proof{Receipt: tt.of[:at[0]] + tt.with + tt.of[at[1]:]}
		if tt.of == own {
			p = proof{Receipt: receipt, Own: p.Receipt}
		}
		said := chrome.Eval[string](b, fmt.Sprintf(`(async () => (await verify(%q, %q).catch(e => ({ unreadable: 'it throws ' + e }))).unreadable)()`, p.Receipt, p.Own))
		if !strings.HasPrefix(said, tt.says) || judge(p).Unreadable == "" {
			b.T.Errorf("without %s the page says %q, want %q", tt.form, said, tt.says)
		}
	}
}

// checkByHand uses the page as a person does.
func checkByHand(b *chrome.Tab, p proof) {
	b.T.Helper()
	var drand fairtest.Case
	for m := fairtest.New(1); drand.Grade != "A"; drand = m.Good() {
	}
	for _, tt := range []struct{ receipt, own, says string }{
		{drand.Receipt, drand.OwnProof, "The proof fits. Grade A if the signature is good: not checked here"},
		{drand.Receipt, "", "compare it with https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/public/"},
		{p.Receipt, "", "The proof fits. Grade "}, {p.Receipt, p.Own, "The cards of player "},
		{strings.Replace(p.Receipt, `"hand":`, `"hand":1`, 1), "", "The proof does not fit"}, {"{}", "", "This is not a receipt"},
		{p.Own, "", "This is a player's own part: put it into the second field."},
		{p.Receipt + drand.Receipt + "\n", "", "These are several receipts: paste one, or use `cardroom verify FILE`."},
		{"[" + p.Receipt + "]", "", "These are several receipts: paste one, or use `cardroom verify FILE`."},
		{`{"table":"7","hand":13,"unprovable":true}` + "\n", "", "Hand 13 has no receipt: that is a fault of the table."},
		{`{"table":"7","hand":1e999,"unprovable":true}`, "", "This is not a receipt"}, {"5\n6", "", "This is not a receipt"}, {"[]", "", "This is not a receipt"},
		{strings.Replace(p.Receipt, `"hand":`, `"player":"5","hand":`, 1), "", "This is not a receipt"}, {"\ufeff" + p.Receipt, "", "This begins with a byte order mark"},
		{`{"scheme":"tour/1"}`, "", "This is the file of a tournament. Check it with the program: cardroom verify FILE"},
	} {
		said := chrome.Eval[string](b, fmt.Sprintf(`(async () => {
			document.getElementById('receipt').value = %q;
			document.getElementById('own').value = %q;
			await document.getElementById('check').onclick();
			return document.getElementById('result').textContent; })()`, tt.receipt, tt.own))
		if !strings.Contains(said, tt.says) {
			b.T.Errorf("the page says %q, want %q", said, tt.says)
		}
	}
}

// checkLinks checks that the messages to look at become links, once the page has the link of another message of the server. The words of
// a cut become none.
func checkLinks(b *chrome.Tab) {
	b.T.Helper()
	c := fairtest.New(2).Good()
	p, err := fair.ReadProof([]byte(c.Receipt))
	if err != nil {
		b.T.Fatal(err)
	}
	for link, want := range map[string]string{"": "", "https://discord.com/channels/5/6/7": fmt.Sprintf("https://discord.com/channels/5/%d/%d", p.Facts().Channel, p.Facts().Seals)} {
		found := linksOf(b, c.Receipt, link)
		if slices.Contains(found, want) != (want != "") || want == "" && len(found) > 0 {
			b.T.Errorf("with %q the links are %q, want %q among them", link, found, want)
		}
	}
	setup := fair.Setup{Message: 93, Players: []fair.ID{1, 2}, Batch: fair.Batch{Message: 91}, Cuts: []fair.Cut{{By: 1, Message: 92, Text: "message 9 of channel 8"}}}
	dealt := slices.Repeat([]fair.Recipient{fair.Player(1), fair.Player(2)}, 2)
	receipt := string(fairtest.Cheat(fair.Hash{1}, 7, 1, setup, dealt).JSON())
	want := []string{"https://discord.com/channels/5/7/91", "https://discord.com/channels/5/7/93", "https://discord.com/channels/5/7/92"}
	if found := linksOf(b, receipt, "https://discord.com/channels/5/6/7"); !slices.Equal(found, want) {
		b.T.Errorf("with a cut that names a message the links are %q, want %q", found, want)
	}
}

// linksOf returns the links that the page shows with a receipt and the link of a message.
func linksOf(b *chrome.Tab, receipt, link string) []string {
	return chrome.Eval[[]string](b, fmt.Sprintf(`(async () => {
		document.getElementById('receipt').value = %q;
		document.getElementById('own').value = '';
		document.getElementById('link').value = %q;
		await document.getElementById('check').onclick();
		return [...document.querySelectorAll('#result a')].map(a => a.href); })()`, receipt, link))
}

// judge returns the verdict of package fair.
func judge(p proof) (v verdict) {
	receipt, err := fair.ReadProof([]byte(p.Receipt))
	if err != nil {
		return verdict{Unreadable: err.Error()}
	}
	var own []*fair.OwnProof
	if p.Own != "" {
		o, err := fair.ReadOwn([]byte(p.Own))
		if err != nil {
			return verdict{Unreadable: err.Error()}
		}
		own = append(own, o)
	}
	report := fair.Verify(receipt, own...)
	list := func(findings []fair.Finding) (l [][2]string) {
		for _, f := range findings {
			l = append(l, [2]string{string(f.Step), f.Text})
		}
		return l
	}
	return verdict{Grade: report.Grade.String(), Proven: list(report.Proven), Limits: list(report.Limits), Faults: list(report.Faults)}
}

// maker makes random receipts of all kinds.
type maker struct {
	t     *testing.T
	r     *rand.Rand
	other *fairtest.Maker // of fair/2
}

// proof2 returns a valid proof of fair/2, one with a forged part, or one with a change of characters.
func (m maker) proof2() proof {
	c := m.other.Good()
	switch m.r.IntN(4) {
	case 0, 1:
		faults := fairtest.Faults()
		c = m.other.Forged(faults[m.r.IntN(len(faults))])
	case 2:
		if m.r.IntN(2) == 0 {
			c.Receipt = m.damaged(c.Receipt)
		} else {
			c.OwnProof = m.damaged(c.OwnProof)
		}
	}
	return proof{Receipt: c.Receipt, Own: c.OwnProof}
}

// proof returns a valid proof, or one with a change.
func (m maker) proof() proof {
	p := m.good()
	switch m.r.IntN(6) {
	case 0, 1:
		return p
	case 2, 3:
		return m.forged(p)
	case 4:
		p.Own = m.damaged(p.Own)
	default:
		p.Receipt = m.damaged(p.Receipt)
	}
	return p
}

func (m maker) id() fair.ID { return fair.ID(m.r.Uint64()>>m.r.IntN(60) | 1) }

func (m maker) hash() (h fair.Hash) {
	for i := range h {
		h[i] = byte(m.r.Uint32())
	}
	return h
}

func (m maker) good() proof {
	h := fair.Hand{Table: m.id(), Number: 1 + m.r.Uint64N(1<<m.r.IntN(50)), Prev: m.hash()}
	var batch *fair.Batch1
	if m.r.IntN(3) == 0 {
		h.Prev, batch = fair.Hash{}, &fair.Batch1{}
	}
	seal := fair.NewSeal(fair.Secret(m.hash()), h)
	if batch != nil {
		seals := make([]fair.Hash, 1+m.r.IntN(70))
		at := m.r.IntN(len(seals))
		seals[at] = seal.Hash()
		b, err := fair.NewBatch1(seals, at)
		m.must(err)
		b.Channel, b.Message = m.id(), fair.ID(1+m.r.IntN(3)) // other messages are mostly newer
		batch = &b
	}
	deal, err := seal.Deal1(m.entropy(h.Table))
	m.must(err)
	o := fair.Outcome{Dealt: m.dealt(), Batch: batch}
	for k := range o.Dealt {
		if m.r.IntN(3) == 0 {
			o.Shown = append(o.Shown, k)
		}
	}
	receipt, err := deal.Receipt1(o)
	if m.r.IntN(8) == 0 {
		receipt, err = deal.Void1(o)
	}
	m.must(err)
	p := proof{Receipt: string(receipt.JSON())}
	if own, err := deal.OwnProof(7, o.Dealt); err == nil && m.r.IntN(2) == 0 {
		p.Own = string(own.JSON())
	}
	return p
}

func (m maker) must(err error) {
	if err != nil {
		m.t.Helper()
		m.t.Fatal(err)
	}
}

// dealt returns the recipients of the cards in some game: player 7 is nearly always among them.
func (m maker) dealt() (dealt []fair.Recipient) {
	players := []fair.Recipient{fair.Player(7), fair.Player(m.id()), fair.Player(m.id()), fair.Player(1<<64 - 1)}[:m.r.IntN(5)]
	rounds := []int{0, 1, 2, 2, 2, 4, 5, 5}[m.r.IntN(8)]
	for range rounds {
		dealt = append(dealt, players...)
	}
	if rounds == 5 && len(players) > 1 && m.r.IntN(2) == 0 {
		return append(dealt, players[1], players[0])
	}
	for run := range m.r.IntN(4) {
		dealt = append(dealt, slices.Repeat([]fair.Recipient{fair.Board(run)}, 1+m.r.IntN(5))...)
	}
	return dealt
}

var texts = []string{
	"lucky 7", "♠ cut deep ♥", "<b>&amp;</b>", `"quoted\"`, "\u2028 and \u2029", "\x00\x01\b\f\n\r\t\x1f\x7f\u0085", "🂡👩‍👩‍👧", "\ufffd\ufeff",
	"1512345678901234567", "18446744073709551616", "01512345678901234567", strings.Repeat("♥", 21) + "x", " ", "__proto__",
}

// entropy returns the sources that are mixed in: mostly one message of the table, and anything else.
func (m maker) entropy(table fair.ID) (e fair.Entropy1) {
	kinds := m.r.IntN(8)
	if m.r.IntN(4) > 0 {
		e.Messages = []fair.Message1{{Channel: table, ID: m.posted()}}
		if kinds &^= 4; m.r.IntN(3) > 0 {
			kinds &^= 2
		}
	}
	for i := range fair.ID(1 + m.r.IntN(3)) {
		if kinds&1 != 0 && m.r.IntN(2) == 0 {
			e.Cuts = append(e.Cuts, fair.Cut1{By: m.id()&^7 + i + 1, Text: texts[m.r.IntN(len(texts))]})
		}
		if kinds&2 != 0 && m.r.IntN(2) == 0 {
			e.Beacons = append(e.Beacons, fair.Beacon1{Chain: fair.Hash{byte(m.r.IntN(2))}, Round: m.id()&^7 + i + 1, Value: m.hash()})
		}
		if kinds&4 != 0 {
			e.Messages = append(e.Messages, fair.Message1{Channel: m.id()&^7 + i + 1, ID: m.posted()})
		}
	}
	return e
}

// posted returns the id of a message that was mixed in.
func (m maker) posted() fair.ID {
	if m.r.IntN(6) == 0 {
		return fair.ID(1 + m.r.IntN(3))
	}
	return m.id() + 3
}

// forged changes a part of the receipt, or of the own proof, so that it is still readable.
func (m maker) forged(p proof) proof {
	r, err := fair.ReadReceipt1([]byte(p.Receipt))
	m.must(err)
	for range 1 + m.r.IntN(2) {
		m.forge(r)
	}
	p.Receipt = string(r.JSON())
	if p.Own != "" && m.r.IntN(2) == 0 {
		own, err := fair.ReadOwn([]byte(p.Own))
		m.must(err)
		o := &own.Open[m.r.IntN(len(own.Open))]
		switch m.r.IntN(5) {
		case 0:
			own.Player = m.id()
		case 1:
			own.Hand++
		case 2:
			o.K = m.r.IntN(54)
		case 3:
			o.Card = card.Card(1 + m.r.IntN(card.Count))
		default:
			o.Salt = m.hash()
		}
		p.Own = string(own.JSON())
	}
	return p
}

func (m maker) forge(r *fair.Receipt1) {
	flip := func(h *fair.Hash) { h[m.r.IntN(32)] ^= 1 << m.r.IntN(8) }
	switch n := m.r.IntN(16); {
	case n == 0:
		r.Table = m.id()
	case n == 1:
		r.Hand++
	case n == 2:
		flip(&r.Prev)
	case n == 3:
		flip(&r.Seal)
	case n == 4:
		flip(&r.Roots[m.r.IntN(8)])
	case n == 5 && r.Seeds != nil:
		i, j := m.r.IntN(8), m.r.IntN(8)
		r.Seeds[i], r.Seeds[j] = r.Seeds[j], r.Seeds[i]
	case n == 6 && r.Leaves != nil:
		flip(&r.Leaves[m.r.IntN(52)])
	case n == 7 && r.Secret != nil:
		flip(r.Secret)
	case n == 8 && len(r.Open) > 1:
		r.Open[0].Card = r.Open[1].Card
	case n == 9 && len(r.Open) > 0:
		r.Open = slices.Delete(r.Open, 0, 1)
	case n == 10 && len(r.Dealt) > 0:
		r.Dealt = r.Dealt[1:]
	case n == 11 && r.Batch != nil:
		r.Batch.Size += m.r.Uint64N(3)
		r.Batch.Index = m.r.Uint64N(r.Batch.Size)
	case n == 12 && r.Batch != nil:
		r.Batch.Message = m.id()
	case n == 13 && r.Cuts != nil:
		r.Cuts[0].Text += "x"
	case n == 14 && r.Messages != nil:
		r.Messages[0].ID++
	default:
		flip(&r.Transcript)
	}
}

// elementForm is an element of a list or the value of a field, and fieldForm is a field, after which none or another follows.
var (
	elementForm = regexp.MustCompile(`([\[,:])("(?:[^"\\]|\\.)*"|\d+|\{[^{}]*\})([\],}])`)
	fieldForm   = regexp.MustCompile(`([{,])"[a-z]+":(?:"(?:[^"\\]|\\.)*"|\d+),|,"[a-z]+":(?:"(?:[^"\\]|\\.)*"|\d+)`)
)

// replaced replaces one of the places that have a form.
func (m maker) replaced(text string, form *regexp.Regexp, with string) string {
	all := form.FindAllStringSubmatchIndex(text, -1)
	if len(all) == 0 {
		return text
	}
	at := all[m.r.IntN(len(all))]
	return text[:at[0]] + string(form.ExpandString(nil, with, text, at)) + text[at[1]:]
}

// damaged changes some characters of a text. Most results are unreadable, and the others do not fit.
func (m maker) damaged(text string) string {
	if text == "" {
		return "{}"
	}
	i := m.r.IntN(len(text))
	bits := []string{" ", "0", "9", "a", "-", ".0", "e1", `"`, "null", "\t\r\n", ",", `"hand":1,`, "\u00a0", "\\", "[]", "{}"}
	bit := bits[m.r.IntN(len(bits))]
	switch m.r.IntN(6) {
	case 0:
		return strings.ToValidUTF8(text[:i]+bit+text[i:], "?")
	case 1:
		return strings.ToValidUTF8(text[:i]+bit+text[i+1:], "?")
	case 2:
		return strings.ReplaceAll(text, ",", ",\n ") // no change: white space is free
	case 3:
		return m.replaced(text, elementForm, "${1}null$3")
	case 4:
		return m.replaced(text, fieldForm, "$1")
	}
	fields := strings.SplitAfter(text, ",")
	j := m.r.IntN(len(fields))
	return strings.Join(slices.Insert(fields, j, fields[m.r.IntN(len(fields))]), "")
}
