package fair

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"cardroom/engine/card"
)

// vector is one hand of the published vectors of fair/2: all are hand 42 of one table, sealed by one secret.
type vector struct {
	name               string
	setup              Setup
	void               int // -1 for a hand that was played; else how many cards were dealt before it was void
	start, published   string
	entropy            string // in digits, or its SHA-256
	bytes              int    // of the entropy
	public             string
	deck               int
	deal               string // the first cards of the order
	salt               string // of the first card
	transcript         string
	transcriptIfVoided string // after six cards
}

const (
	vectorTable   = ID(1500000000000000001)
	vectorMessage = ID(1512345678901234567)
)

var vectorPlayers = []ID{1600000000000000002, 1600000000000000003, 1600000000000000001}

// vectorSeals returns the secret of the vectors, its seal, and the seals of the batch.
func vectorSeals() (Secret, *Seal, []Hash) {
	var s Secret
	for i := range s {
		s[i] = byte(i)
	}
	seal := NewSeal(s, Hand{Scheme: Fair2, Table: vectorTable, Number: 42})
	seals := make([]Hash, 4)
	for i := range seals {
		seals[i] = digest("v", []byte{byte(i)})
	}
	seals[2] = seal.Hash()
	return s, seal, seals
}

// vectors returns the published hands.
func vectors(t testing.TB) []vector {
	t.Helper()
	_, _, seals := vectorSeals()
	batch := func(chain *Hash, message ID) Batch {
		b, err := NewBatch(vectorTable, 40, chain, seals, 42)
		if err != nil {
			t.Fatal(err)
		}
		b.Message = message
		return b
	}
	drand := quicknet
	plain, chained, old := batch(nil, 1512340000000000001), batch(&drand, 1512340000000000001), batch(&drand, 1143931852776538113)
	made := make(Signature, 48)
	for i := range made {
		made[i] = byte(0x80 + i)
	}
	made[47] = 0xaf
	true1000, err := hex.DecodeString("b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39")
	if err != nil {
		t.Fatal(err)
	}
	const b1, b2 = "48063c62c121b7417a61c0d2a55a64e9e61ad566e009af254b03c76cb8c5f5c7", "6ea31b4c66b86623efeb50b978321fb3965f21d57e8e3f517433a875babc593b"
	const start2 = "bc8b58abc68d02d500aa5bad0fa6bd4823cfb550cd12e8a775b639cc8a93a0bf"
	const late, lateP = "8ebd491632177ca77a6ab3178e80d246b28e6f50313bc3bcc655047b7943b412", "acde05d09e76850e5dbc23801b32fcb05262ecd4799ad5b3bfe3cdb5c41e94ad"
	return []vector{
		{name: "1, cuts", void: -1, published: b1, setup: Setup{Batch: plain, Players: vectorPlayers, Message: vectorMessage, Cuts: []Cut{
			{1600000000000000002, 1512345000000000002, "♠ cut deep ♥"}, {1600000000000000001, 1512345000000000001, "lucky 7"}}},
			start:   "55c96f8f0db74c76495ff2112458fb6a81da6dba4d57359f3255d23a155fb2cf",
			entropy: "a24c87498eef4b245231b723a3780109d96fa18c42e36683ac8ccf882e8cb70e", bytes: 185,
			public: "301e71537f4afd31118801d8ddc19ca815fb5734940716f2819e12f535949c8c", deck: 4,
			deal:       "Js Ks 2h 5c Ac Qd Kc Kh 6s 5s 3c As 4c 8c 9d 2d 4d 4s 6d Ad 3d 9c 3h 4h Th 7d Jh 9h Ts 2s 7s Jc 7h Kd 8h Jd 5d 9s 6c Ah 8s 7c Qc Qh Qs 2c Td 6h 3s 5h 8d Tc",
			salt:       "06882e2beaf62de7259dd9cbf283fe98140b32780b1ce859e959764e257a8134",
			transcript: "7acaf5c4c408ec30bb0141429cfc1c9888de27799a5b98ff6afbde720b188d70"},
		{name: "2, taken", void: -1, published: b2, start: start2,
			setup:   Setup{Batch: chained, Players: vectorPlayers, Message: vectorMessage, Beacon: &Beacon{drand, 29279449, made}},
			entropy: "0000000e666169722f322f656e74726f7079000000640000000b666169722f322f6974656d00000001020000002852db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e9710000000001bec4d9000000208297f2c0e3fd9ace90b65605eb90cbaf619220105efa562c9daf309556c34181", bytes: 122,
			public: "1827a89a6600665fb13ae7a7e1d0b1305c42e1457681fc07c6de2d3df79f27c8", deck: 0,
			deal:               "2d Ac Td As Ks 7s 2c 8c 5d 3h Qd 4d 6h Ah 7h 4s 6d Th 3s 8h Jd 9h Qs Js 9d 9s Qh 5h 5s 2s 7c Ts Qc 6s 2h 5c Kc 8d Kh Tc Kd Jh 9c 8s 6c 4c 3d Jc 4h 7d 3c Ad",
			salt:               "4dab42b5acc8a308ef0a0929c6e243c1304738bb2c47a019d538339761f4dbd6",
			transcript:         "4689cb83a2ea61430276bd54dc8036d50f8a90286ce2177f65dba43382b1542d",
			transcriptIfVoided: "ebe3447b6dab79c95885508b1f9bbefa39f7b4a0ca32f6dc4fc5eb828a0c6c77"},
		{name: "3, late", void: 0, published: b2, start: start2, entropy: late, bytes: 18, public: lateP, deck: 5,
			setup:      Setup{Batch: chained, Players: vectorPlayers, Message: vectorMessage, Beacon: &Beacon{drand, 29279449, nil}},
			transcript: "dbdf9faf20c359e4581c4652ddb33a32dd9d9e758753722f00763f5a4bff82a5"},
		{name: "4, a true round", void: -1, published: b2,
			setup:   Setup{Batch: old, Players: vectorPlayers, Message: 1143937531638896263, Beacon: &Beacon{drand, 1000, true1000}},
			start:   "ad2e9cb5b37a83d3b22c6a0dd69a1ea98406e3f4d1253b655b654dd84b2ba9d9",
			entropy: "f7c4f93db30996ec13a20b883755e4000051c7f12b72ffa54a4f4416a11af9db", bytes: 122,
			public: "3ffec66d82574d1bba292a8d20f41430f9c6cc971f3ae66ab4442ee00c9fa1bb", deck: 3,
			deal:       "5h 2c Td 4d 5c 2d Th 3c Ts Kd 9h",
			salt:       "569296e27b860ca0b1ba72bf6523fc068ba3869e52d25cb96d6d57733bbc8029",
			transcript: "03a911c16ac64a9f818857db6922b1cda154a22c2e2bb316faa34e86d38aad3c"},
		{name: "5, void before M", void: 0, published: b2, entropy: late, bytes: 18, public: lateP, deck: 5,
			setup: Setup{Batch: chained}, transcript: "ec625bbf1a2f6388d09796f91a7c1f5d01b585821db258d7e54f529443ab3895"},
	}
}

// dealtIn returns two rounds of the players of the vectors, and the board.
func dealtIn() (dealt []Recipient) {
	for range 2 {
		dealt = append(dealt, recipients(vectorPlayers)...)
	}
	for range 5 {
		dealt = append(dealt, Board(0))
	}
	return dealt
}

func TestTheSealOfFair2IsThePublishedOne(t *testing.T) {
	_, seal, seals := vectorSeals()
	b, err := NewBatch(vectorTable, 40, nil, seals, 42)
	if err != nil {
		t.Fatal(err)
	}
	players, cuts := [][]byte{}, vectors(t)[0].setup.Sorted()
	for _, p := range vectorPlayers {
		players = append(players, U64(uint64(p)))
	}
	for name, tt := range map[string][2]string{
		"ctx":         {seal.ctx.hash.String(), "a14ed127bb0f76b19f21dc358b19f035e45b0cbf05d4cf6e9a533810d82864c6"},
		"d_0":         {seal.seeds[0].String(), "a65858539508bfc37b694e6d5a0b9968c07a834f3011d5580aeb7bec870bf94e"},
		"L_0,0":       {seal.decks[0].leaves[0].String(), "f75d9651b71219a41c02c6884d900a62a049d512124437bcecfc2cac03fcb9f9"},
		"R_0":         {seal.decks[0].root.String(), "1586f298030d690252aa438f8a8454bb4ec3223964a6b275cfbe35af316dbb96"},
		"C":           {seal.Hash().String(), "95b61c9130b1417a266a6618cd5e5aab0907d547b4ed38bb0ade0d9f4c1df449"},
		"path":        {fmt.Sprint(b.Path), "[5ed2d578a0911103cb87a17f4164588981e6268ea7d1bad80afe28816ed1962a c3e26d275fedb3272ae998b60336b598d869bf120af59e303c987eb03c6f56a3]"},
		"root":        {BatchRoot(seals).String(), "05943df80fa3b69383e2fd273baddbd40d22a851f402e448f85c7e973b06cfc1"},
		"players":     {hashOf(Tuple(tags2.players, players...)), "02e4f35ec9c896e45db9d6ff8d3b43c4194a395fe55316058f1831f2283f48f3"},
		"cuts":        {hashOf(Tuple(tags2.cuts, cuts.cutItems()...)), "c36015b4e2512247d272c42ff9dc553b009dd32e4b4f0ea66fe2f762c98fab73"},
		"without any": {hashOf(Tuple(tags2.cuts)), "1a61fafc7ed77fbe7ac3f1412801d78e139da094504f3e579eef788d967280f5"},
		"B":           {Published(vectorTable, 40, nil, seals).String(), b.Published.String()},
	} {
		if tt[0] != tt[1] {
			t.Errorf("%s is %s, want %s", name, tt[0], tt[1])
		}
	}
}

// hashOf returns the SHA-256 of bytes in digits.
func hashOf(b []byte) string { return Hash(sha256.Sum256(b)).String() }

func TestEveryPublishedHandOfFair2IsDealtSo(t *testing.T) {
	secret, seal, _ := vectorSeals()
	for _, v := range vectors(t) {
		t.Run(v.name, func(t *testing.T) {
			e := v.setup.Sorted()
			entropy := e.entropy(vectorTable)
			if got := hex.EncodeToString(entropy); len(entropy) != v.bytes || got != v.entropy && hashOf(entropy) != v.entropy {
				t.Errorf("E is %s, %d bytes, SHA-256 %s", got, len(entropy), hashOf(entropy))
			}
			d := seal.deal(e)
			if d.choice.public.String() != v.public || d.choice.deck != v.deck {
				t.Errorf("P is %s and deck %d is chosen", d.choice.public, d.choice.deck)
			}
			deck := d.Deck()
			for k, name := range strings.Fields(v.deal) {
				if c, err := card.Parse(name); err != nil || deck[k] != c {
					t.Errorf("card %d is %s, want %s", k, deck[k], name)
				}
			}
			if v.salt != "" && d.open(0).Salt.String() != v.salt {
				t.Errorf("the salt of the first card is %s", d.open(0).Salt)
			}
			r, err := seal.Void(v.setup)
			if v.void < 0 {
				r, err = d.Receipt(Outcome{Dealt: dealtIn()})
			}
			if err != nil {
				t.Fatal(err)
			}
			if r.Transcript.String() != v.transcript || r.Batch.Published.String() != v.published || v.start != "" && r.Start.String() != v.start {
				t.Errorf("transcript %s, B %s, start %v", r.Transcript, r.Batch.Published, r.Start)
			}
			if v.transcriptIfVoided != "" {
				if r, err := d.Void(Outcome{Dealt: dealtIn()[:6]}); err != nil || r.Transcript.String() != v.transcriptIfVoided {
					t.Errorf("void it has the transcript %s: %v", r.Transcript, err)
				}
			}
			again, err := Redeal(secret, Hand{Scheme: Fair2, Table: vectorTable, Number: 42}, seal.Hash(), v.setup)
			if v.void < 0 && (err != nil || again != deck) || v.void >= 0 && err == nil {
				t.Errorf("dealt again: %v, %v", again, err)
			}
		})
	}
}

func TestABatchOfFair2HasThePublishedRoots(t *testing.T) {
	var leaves []Hash
	for i := range 6 {
		leaves = append(leaves, digest("v", []byte{byte(i)}))
	}
	for n, want := range map[int]string{
		3: "f993ab8a73f285659153e5c79327e47b6da07e21d1baa0e7f860dede5e408891",
		5: "f5033a99e4c1b5a46937a1780032542070d53ce3b2ae991f59892a059b11fa7d",
		6: "5174b22dd656032d11b68d55d1d5f19384cf28f4206a03a8b261f5c6ddc0b12a",
	} {
		if got := BatchRoot(leaves[:n]).String(); got != want {
			t.Errorf("the root over %d is %s, want %s", n, got, want)
		}
	}
}

// at returns the id of a message of a time in milliseconds since 1970.
func at(ms uint64) ID { return ID((ms-discordEpoch)<<22 | 5) }

func TestAMessageFixesTheRoundThatIsPublished(t *testing.T) {
	for _, tt := range []struct {
		ms, round uint64
		after     float64 // seconds from the message to the round
	}{
		{1692803367000, 2, 3.000}, {1692803368999, 2, 1.001}, {1692803369000, 2, 1.000}, {1692803369001, 3, 3.999},
		{1692806360001, 1000, 3.999}, {1692806363000, 1000, 1.000}, {1692806363001, 1001, 3.999},
		{1780641707874, 29279449, 3.126}, {1692806360874, 1000, 3.126},
	} {
		round, err := Quicknet().Round(at(tt.ms))
		due := float64(int64(Quicknet().Genesis+(round-1)*Quicknet().Period)*1000-int64(tt.ms)) / 1000
		if err != nil || round != tt.round || due != tt.after {
			t.Errorf("%d: round %d, due after %.3f s: %v; want %d, %.3f s", tt.ms, round, due, err, tt.round, tt.after)
		}
	}
	for _, early := range []ID{at(1692803366999), 0} {
		if round, err := Quicknet().Round(early); err == nil {
			t.Errorf("message %d, from before the chain, fixes round %d", early, round)
		}
	}
	if _, err := Round(at(1692803367000), 1692803367, 0); err == nil {
		t.Error("a chain without a period has rounds")
	}
	if got, want := Quicknet().Address(1000), "https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/public/1000"; got != want {
		t.Errorf("round 1000 is at %s", got)
	}
}

func TestQuicknetIsTheChainOfItsHash(t *testing.T) {
	c := Quicknet()
	group, err := hex.DecodeString("f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e")
	if err != nil {
		t.Fatal(err)
	}
	b := binary.BigEndian.AppendUint32(nil, uint32(c.Period))
	b = binary.BigEndian.AppendUint64(b, c.Genesis)
	b = bytes.Join([][]byte{b, c.Key, group, []byte("quicknet")}, nil)
	if got := hashOf(b); got != c.Hash.String() || got != "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971" {
		t.Errorf("its key, genesis and period are those of %s", got)
	}
}

func BenchmarkDealFair2(b *testing.B) {
	secret, _, _ := vectorSeals()
	v := vectors(b)[1]
	b.ReportAllocs()
	for b.Loop() {
		seal := NewSeal(secret, Hand{Scheme: Fair2, Table: vectorTable, Number: 42})
		d, err := seal.Deal(v.setup)
		if err != nil {
			b.Fatal(err)
		}
		d.Deck()
	}
}

func BenchmarkVerifyFair2(b *testing.B) {
	_, seal, _ := vectorSeals()
	d, err := seal.Deal(vectors(b)[1].setup)
	if err != nil {
		b.Fatal(err)
	}
	r, err := d.Receipt(Outcome{Dealt: dealtIn()})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if report := Verify(r); !report.OK() {
			b.Fatal(report.Faults)
		}
	}
}
