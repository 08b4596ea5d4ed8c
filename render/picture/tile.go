package picture

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"sync"

	"cardroom/engine/card"
	"cardroom/render/vector"
)

// TileSize is the width and height of a [Tile] in pixels. A client shows it 22 or 48 wide.
const TileSize = 128

// CardStyle is how the suits of cards are coloured. The zero style has a colour for each.
type CardStyle uint8

// The styles.
const (
	FourColours CardStyle = iota // green clubs, blue diamonds, red hearts, black spades
	TwoColours                   // black and red, as printed cards have them
	cardStyles
)

// Tile is a card as an emoji. Sum tells pictures apart by their pixels. Another release of Go, which may pack the same
// picture in another way, makes no other tile of it.
type Tile struct {
	Sum  uint16
	file func() ([]byte, error) // makes it at the first call
}

// PNG returns the tile as a file. The caller must not change it.
func (t Tile) PNG() ([]byte, error) { return t.file() }

// tileEncoder makes files of tiles. To pack them closer takes three times as long and saves a twelfth.
var tileEncoder = png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: new(encoderBuffers)}

// encoderBuffers lends an encoder the buffers of an earlier file.
type encoderBuffers struct{ pool sync.Pool }

// Get returns unused buffers, or nil, which makes the encoder allocate some.
func (b *encoderBuffers) Get() *png.EncoderBuffer {
	used, _ := b.pool.Get().(*png.EncoderBuffer)
	return used
}

// Put keeps buffers for the next file.
func (b *encoderBuffers) Put(used *png.EncoderBuffer) { b.pool.Put(used) }

// png returns the picture as a file.
func (t tileImage) png() ([]byte, error) {
	var file bytes.Buffer
	if err := tileEncoder.Encode(&file, t.NRGBA); err != nil { // the encoder is slower with any other type
		return nil, fmt.Errorf("picture: %w", err)
	}
	return file.Bytes(), nil
}

// Tile draws a card as a square with the rank beside the suit: at 22 pixels there is no room for one below the other. Its
// round corners are transparent, and its edge is visible on dark ground and on light. It is the same in all themes.
func (p *Painter) Tile(c card.Card, d CardStyle) (Tile, error) {
	if !c.Valid() {
		return Tile{}, fmt.Errorf("picture: %d is not a card", uint8(c))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	sum := sha256.Sum256(p.cache.tile(c, d).Pix)
	return Tile{binary.BigEndian.Uint16(sum[:]), sync.OnceValues(func() ([]byte, error) { return p.tileFile(c, d) })}, nil
}

// tileFile draws a tile again and returns it as a file. It holds the lock while it packs, as all tiles share one buffer.
func (p *Painter) tileFile(c card.Card, d CardStyle) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cache.tile(c, d).png()
}

// The measures of a tile, in pixels. Rank and suit stand in the middle together.
const (
	tileRadius = 26
	tileEdge   = 4
	tileApart  = 2
)

// tileFace returns how to write a rank on a tile and how large the suit beside it is. The ten leaves less room, and a
// diamond is narrower than it is high.
func tileFace(rank string, suit int) (s style, size int) {
	s, size = style{bold, 84}, 46
	if len(rank) > 1 {
		s, size = style{bold, 74}, 37
	}
	if suitShape(suit) == diamonds {
		size += size / 6
	}
	return s, size
}

// newBlank paints a tile without rank and suit.
func (d *cache) newBlank() *image.NRGBA {
	t, edge := tileImage{image.NewNRGBA(image.Rect(0, 0, TileSize, TileSize))}, rgb(0x9aa1ad)
	t.lay(d.mask(form{rounded, TileSize, TileSize, tileRadius, 0}), image.Point{}, edge)
	t.lay(d.mask(form{rounded, TileSize - 2*tileEdge, TileSize - 2*tileEdge, tileRadius - tileEdge, 0}), image.Pt(tileEdge, tileEdge), colours[Felt][face])
	return t.NRGBA
}

// tile paints a tile, which is good until the next one.
func (d *cache) tile(c card.Card, cardStyle CardStyle) tileImage {
	if d.blank == nil {
		d.blank, d.card = d.newBlank(), tileImage{image.NewNRGBA(image.Rect(0, 0, TileSize, TileSize))}
	}
	t := d.card
	copy(t.Pix, d.blank.Pix)

	printed := colours[Felt][cardStyle.colour(c.Suit())]
	word := ranks[c.Rank()]
	style, suit := tileFace(word, c.Suit())
	wide, closer := d.rankWidth(style, word)
	x := (vector.Px(TileSize-suit-tileApart) - wide) / 2
	y := baseline(image.Rect(0, 0, TileSize, TileSize), style)
	for _, r := range word {
		g := d.glyph(style, r)
		t.lay(g.Mask, image.Pt((x+vector.Sub/2)>>6, y), printed)
		x += g.advance - closer
	}
	x += closer * (len(word) - 1)
	t.lay(d.mask(form{suitShape(c.Suit()), suit, suit, 0, 0}), image.Pt(x>>6+tileApart, (TileSize-suit)/2), printed)
	return t
}

// colour returns the ink of a suit.
func (d CardStyle) colour(suit int) colour {
	printed := clubInk + colour(suit)
	switch {
	case d == TwoColours && printed == clubInk:
		return spadeInk
	case d == TwoColours && printed == diamondInk:
		return heartInk
	}
	return printed
}

// tileImage is a small picture with all colours, partly transparent.
type tileImage struct{ *image.NRGBA }

// lay paints a colour where a mask is, at a place.
func (t tileImage) lay(m *vector.Mask, at image.Point, c rgb) {
	at = at.Add(m.At)
	for y := range m.Size.Y {
		for x := range m.Size.X {
			alpha := int(m.Alpha[y*m.Size.X+x])
			if p := at.Add(image.Pt(x, y)); alpha > 0 && p.In(t.Rect) {
				t.SetNRGBA(p.X, p.Y, over(t.NRGBAAt(p.X, p.Y), c, alpha))
			}
		}
	}
}

// over returns a pixel under a colour that covers so much of it.
func over(below color.NRGBA, c rgb, alpha int) color.NRGBA {
	if below.A == 0 {
		below = color.NRGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 0}
	}
	under := rgb(below.R)<<16 | rgb(below.G)<<8 | rgb(below.B)
	r, g, b := between(c, under, alpha, vector.Opaque).split()
	left := int(0xff-below.A) * (vector.Opaque - alpha) / vector.Opaque
	return color.NRGBA{uint8(r), uint8(g), uint8(b), uint8(0xff - left)}
}
