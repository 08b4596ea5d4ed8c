package picture

import (
	"flag"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"

	"cardroom/render"
	"cardroom/render/locale"
)

var faceFrom = flag.String("face", "", "make the face of what Inter lacks anew, from this font, with pyftsubset of fonttools")

const faceFile = "font/NotoSansCJKjp-Bold-subset.otf"

// drawnTexts returns the texts of a language that are drawn.
func drawnTexts(l *locale.Lang) (texts []locale.Text) {
	b, p, e := l.Board, l.Picture, &l.Tournament
	texts = []locale.Text{
		b.Drawing, b.StreetN, b.Showdown, b.Waiting, b.Soon, b.Shuffling, b.Result, b.Void, b.Closed, b.Game, b.NoLimit, b.PotLimit, b.Fixed,
		b.Holdem, b.Omaha, b.Draw, b.BuyIn, b.BuyInMin, b.Full, b.Practice, b.Seat, b.ToCall, b.NoBet, b.NoRaise, b.OnlyCheck,
		b.Ante, b.BigAnte, b.NoBlinds, b.Straddle, l.Money.FreeChips, b.ToDraw, b.ToShow, b.Drew, b.StoodPat, b.Agrees, b.Folded, b.Out, b.Straddled, b.Leaves, b.Mucked, b.Percent, e.Away,
		p.AllIn, p.Dealer, p.Waits, p.Posts, p.NextHand, p.Busted, p.Paused, p.Break, p.Pausing, p.Closing, p.Unseen, p.Restored, p.Asking, p.Pot, p.Side,
		l.Result.Takes, e.NotYet, e.Entries, e.Left, e.Level, e.NextLevel, e.PrizeList,
	}
	texts = slices.Concat(texts, b.Streets[:], b.Rounds[:], handTexts(l.Hands))
	for _, of := range []locale.Plural{b.Free, b.Line, p.Shared} {
		texts = slices.AppendSeq(texts, maps.Values(of))
	}
	return texts
}

func handTexts(h locale.HandText) []locale.Text {
	texts := []locale.Text{h.HighCard, h.Pair, h.TwoPairs, h.Trips, h.Straight, h.Flush, h.FullHouse, h.Quads, h.StraightFlush, h.RoyalFlush, h.Kicker}
	for _, r := range h.Ranks {
		texts = append(texts, r.One, r.Many, r.To, r.Both)
	}
	return texts
}

// lacked collects the runes among words that Inter has no glyph for.
func (c *fonts) lacked(lack map[rune]bool, words string) {
	for _, r := range words {
		if !c.has(r) {
			lack[r] = true
		}
	}
}

// needed returns the runes that the second face is there for.
func needed(p *Painter) []rune {
	need := map[rune]bool{}
	for _, l := range locale.Languages() {
		for _, text := range drawnTexts(l) {
			p.cache.lacked(need, string(text))
		}
		for _, sign := range l.Units {
			p.cache.lacked(need, string(sign))
		}
	}
	return slices.Sorted(maps.Keys(need))
}

func TestTheSecondFaceHasWhatIsDrawnAndInterLacksAndNoMore(t *testing.T) {
	const anew = "go test ./render/picture -run Face -face NotoSansCJK-Bold.ttc makes it anew, see the package's doc"
	p := painter(t)
	p.mu.Lock()
	defer p.mu.Unlock()
	face, err := sfnt.Parse(moreFile)
	if err != nil {
		t.Fatal(err)
	}
	need := needed(p)
	for _, r := range need {
		if i, err := face.GlyphIndex(&p.cache.buf, r); i == 0 || err != nil {
			t.Errorf("%q is drawn and has no glyph: %s", r, anew)
		}
	}
	if n := face.NumGlyphs() - 1; n != len(need) { // one more is for runes without a glyph
		t.Errorf("the face has %d glyphs for %d letters: %s", n, len(need), anew)
	}
}

// The test looks at every rune of golden scenes, and of random ones in every language. Each has a glyph, and the list above
// has all that Inter lacks.
func TestEveryRuneThatIsDrawnHasAGlyph(t *testing.T) {
	p, seen := painter(t), map[rune]bool{}
	look := func(s render.Scene, lang *locale.Lang) {
		s.Lang = lang
		for _, part := range layoutOf(p, s).parts {
			p.cache.lacked(seen, part.text)
			for _, r := range part.text {
				if _, _, _, err := p.cache.face(letter{part.style, plain(r)}); err != nil {
					t.Errorf("%s: %q of %q: %v", lang.Locale, r, part.text, err)
				}
			}
		}
	}
	for _, lang := range locale.Languages() {
		for _, s := range scenes(t) {
			look(s.Scene, lang)
		}
		for seed := range uint64(300) {
			look(dice{rand.New(rand.NewPCG(seed, 12))}.scene(), lang)
		}
		for _, text := range handTexts(lang.Hands) { // no scenes have them all
			p.cache.lacked(seen, string(text))
		}
		for _, sign := range lang.Units {
			p.cache.lacked(seen, string(sign))
		}
	}
	if got, want := string(slices.Sorted(maps.Keys(seen))), string(needed(p)); got != want {
		t.Errorf("of what Inter lacks %q is drawn, and %q is listed", got, want)
	}
}

// Names are drawn in Inter alone, so that a name is drawn at every table or at none.
func TestTheSecondFaceIsNoAlphabet(t *testing.T) {
	p := painter(t)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range needed(p) {
		if got := drawable(p.cache.fonts, render.DisplayName{Name: strings.Repeat(string(r), 2), User: "user"}); got != "user" {
			t.Errorf("a name of %q is drawn as %q", r, got)
		}
	}
}

// The face is not read before it is needed, by words in a language that needs it.
func TestTheSecondFaceIsReadWhenItIsNeeded(t *testing.T) {
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	all := scenes(t)
	for code, want := range map[string]bool{"en": false, "ja": true} {
		p.cache.more = nil
		for _, s := range all {
			s.Lang = locale.Lookup(code)
			p.picture(s)
		}
		if got := p.cache.more != nil; got != want {
			t.Errorf("%s: the face was read: %v", code, got)
		}
	}
}

// This makes the face: it is run by hand when texts have changed, with -face and the font that the glyphs are taken from,
// the first of its collection.
func TestFace(t *testing.T) {
	if *faceFrom == "" {
		t.Skip("go test ./render/picture -run Face -face NotoSansCJK-Bold.ttc makes the face of what Inter lacks anew")
	}
	from, err := filepath.Abs(*faceFrom)
	if err != nil {
		t.Fatal(err)
	}
	subset := exec.Command("pyftsubset", from, "--font-number=0", "--gids="+glyphsIn(t, from, needed(painter(t))), "--output-file="+faceFile,
		"--layout-features=", "--no-layout-closure", "--name-IDs=0,13,14", "--no-hinting", "--desubroutinize",
		"--drop-tables+=GSUB,GPOS,BASE,VORG,vhea,vmtx")
	subset.Stderr = os.Stderr
	if err := subset.Run(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s is made: run the tests again", faceFile)
}

// glyphsIn returns the numbers of glyphs in a font, with commas between them. Were they asked for by rune, their variants would
// come along.
func glyphsIn(t *testing.T, path string, runes []rune) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fonts, err := sfnt.ParseCollection(data)
	if err != nil {
		t.Fatal(err)
	}
	first, err := fonts.Font(0)
	if err != nil {
		t.Fatal(err)
	}
	var numbers []string
	for _, r := range runes {
		i, err := first.GlyphIndex(new(sfnt.Buffer), r)
		if i == 0 || err != nil {
			t.Fatalf("%s has no %q: %v", path, r, err)
		}
		numbers = append(numbers, strconv.Itoa(int(i)))
	}
	return strings.Join(numbers, ",")
}
