package picture

import (
	_ "embed"
	"errors"
	"fmt"
	"image"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"cardroom/render/vector"
)

// The faces are licensed under the SIL Open Font License 1.1, which lies beside them: Inter, and of Noto Sans CJK JP the
// glyphs that pictures need besides.
var (
	//go:embed font/Inter-SemiBold.otf
	semiBoldFile []byte
	//go:embed font/Inter-Bold.otf
	boldFile []byte
	//go:embed font/NotoSansCJKjp-Bold-subset.otf
	moreFile []byte
	//go:embed font/LICENSE-OFL.txt
	_ string
	//go:embed font/LICENSE-OFL-Noto.txt
	_ string
)

// weight is one of the two weights. Lighter ones vanish on a phone.
type weight uint8

const (
	semiBold weight = iota
	bold
	weights
)

// style is a weight in a size, in pixels.
type style struct {
	weight weight
	size   int
}

// letter is a rune in a style.
type letter struct {
	style
	r rune
}

// glyph is a letter ready to be drawn.
type glyph struct {
	*vector.Mask
	advance int // 1/64 pixel
}

// fonts is the letters, made when first asked for. Several goroutines must not use it at once.
type fonts struct {
	faces  [weights]*sfnt.Font
	more   *sfnt.Font // of letters that those lack; nil until it is needed
	buf    sfnt.Buffer
	glyphs map[letter]*glyph
	kerns  [weights][kerned][kerned]int16 // in thousandths of the size, plus one; zero is not known yet
}

// kerned is how many runes are kerned: the ASCII ones. Pairs of others are too many to keep.
const kerned = 128

// newFonts reads the embedded fonts.
func newFonts() (*fonts, error) {
	c := &fonts{glyphs: map[letter]*glyph{}}
	for w, file := range [weights][]byte{semiBoldFile, boldFile} {
		font, err := sfnt.Parse(file)
		if err != nil {
			return nil, fmt.Errorf("picture: font %d: %w", w, err)
		}
		c.faces[w] = font
	}
	return c, nil
}

// has reports whether a rune of a name can be drawn. It does not count the few letters that the words of a language need:
// they make no alphabet.
func (c *fonts) has(r rune) bool {
	i, err := c.faces[bold].GlyphIndex(&c.buf, plain(r))
	return err == nil && i != 0
}

// plain returns every space as the one that fonts have.
func plain(r rune) rune {
	if unicode.IsSpace(r) {
		return ' '
	}
	return r
}

// glyph returns a letter ready to be drawn. A rune without one is drawn as a question mark.
func (c *fonts) glyph(s style, r rune) *glyph {
	key := letter{s, plain(r)}
	if g, ok := c.glyphs[key]; ok {
		return g
	}
	g, err := c.cut(key)
	if err != nil && r != '?' {
		g = c.glyph(s, '?')
	}
	c.glyphs[key] = g
	return g
}

var errNoGlyph = errors.New("picture: no font has the glyph")

// cut makes a glyph from the font.
func (c *fonts) cut(l letter) (*glyph, error) {
	f, index, size, err := c.face(l)
	if err != nil {
		return &glyph{Mask: new(vector.Mask)}, err
	}
	advance, err := f.GlyphAdvance(&c.buf, index, size, font.HintingNone)
	if err != nil {
		return &glyph{Mask: new(vector.Mask)}, err
	}
	segments, err := f.LoadGlyph(&c.buf, index, size, nil)
	if err != nil {
		return &glyph{Mask: new(vector.Mask)}, err
	}
	var path vector.Path
	for _, s := range segments {
		addSegment(&path, s)
	}
	return &glyph{Mask: path.Mask(), advance: int(advance)}, nil
}

// moreScale is how large to draw the letters that Inter lacks, in hundredths of a style's size. Kana and kanji fill their
// squares, which makes them as tall as capitals with accents.
const moreScale = 94

// face returns the font to draw a letter from, its glyph and its size. All stand on one line.
func (c *fonts) face(l letter) (f *sfnt.Font, index sfnt.GlyphIndex, size fixed.Int26_6, err error) {
	f, size = c.faces[l.weight], fixed.I(l.size)
	if index, err = f.GlyphIndex(&c.buf, l.r); err != nil || index != 0 {
		return f, index, size, err
	}
	if c.more == nil {
		if c.more, err = sfnt.Parse(moreFile); err != nil {
			return nil, 0, 0, fmt.Errorf("picture: the font of the letters that Inter lacks: %w", err)
		}
	}
	if index, err = c.more.GlyphIndex(&c.buf, l.r); err == nil && index == 0 {
		err = errNoGlyph
	}
	return c.more, index, size * moreScale / 100, err
}

// addSegment adds a segment of a glyph to a path.
func addSegment(path *vector.Path, s sfnt.Segment) {
	at := func(i int) image.Point { return image.Point{int(s.Args[i].X), int(s.Args[i].Y)} }
	switch s.Op {
	case sfnt.SegmentOpMoveTo:
		path.MoveTo(at(0))
	case sfnt.SegmentOpLineTo:
		path.LineTo(at(0))
	case sfnt.SegmentOpQuadTo:
		path.QuadTo(at(0), at(1))
	case sfnt.SegmentOpCubeTo:
		path.CubeTo(at(0), at(1), at(2))
	}
}

// kern returns how much closer two letters stand, in 1/64 pixel, mostly below zero.
func (c *fonts) kern(s style, a, b rune) int {
	if a >= kerned || b >= kerned || a < 0 || b < 0 {
		return 0
	}
	known := &c.kerns[s.weight][a][b]
	if *known == 0 {
		*known = 1 + c.measureKern(s.weight, a, b)
	}
	return (int(*known) - 1) * vector.Px(s.size) / 1000
}

// measureKern asks the font for the kerning of a pair.
func (c *fonts) measureKern(w weight, a, b rune) int16 {
	f := c.faces[w]
	first, err := f.GlyphIndex(&c.buf, a)
	if err != nil {
		return 0
	}
	second, err := f.GlyphIndex(&c.buf, b)
	if err != nil {
		return 0
	}
	k, err := f.Kern(&c.buf, first, second, fixed.I(1000), font.HintingNone)
	if err != nil { // the font says nothing of this pair
		return 0
	}
	return int16(k >> 6)
}

// width returns how wide a text is, in whole pixels, rounded up.
func (c *fonts) width(s style, text string) int {
	x, last := 0, rune(0)
	for _, r := range text {
		x += c.kern(s, last, r) + c.glyph(s, r).advance
		last = r
	}
	return (x + vector.Sub - 1) / vector.Sub
}

// fit returns the text as far as there is room for it, ended with "…" where there is not.
func (c *fonts) fit(s style, text string, room int) string {
	if c.width(s, text) <= room {
		return text
	}
	runes := []rune(text)
	for n := len(runes) - 1; n > 0; n-- {
		for n > 0 && unicode.IsSpace(runes[n-1]) {
			n--
		}
		if short := string(runes[:n]) + "…"; c.width(s, short) <= room {
			return short
		}
	}
	return "…"
}
