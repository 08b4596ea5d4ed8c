package picture

import (
	"image"

	"cardroom/render/vector"
)

// paint puts a layout's parts into a frame, one over the other.
func (d *cache) paint(f frame) {
	for i := range d.layout.parts {
		part := &d.layout.parts[i]
		switch part.kind {
		case panel:
			d.panel(f, part)
		case text:
			d.text(f, part)
		case icon:
			d.icon(f, part.box, part.shape, part.colour)
		case faceUp:
			d.faceUp(f, part)
		case faceDown:
			d.faceDown(f, part)
		case empty:
			d.edge(f, inset(part.box, 1), 11, 2, slot)
		case chip:
			d.icon(f, part.box, disc, token)
			d.icon(f, part.box, notches, tokenMark)
			d.icon(f, inset(part.box, part.box.Dx()*9/32), disc, tokenMark)
			d.icon(f, inset(part.box, part.box.Dx()*11/32), disc, token)
		}
	}
}

// How far shadows fall, and how thick they lie.
const (
	shadowDeep  = 4
	shadowThick = 4
)

func inset(b image.Rectangle, n int) image.Rectangle { return inside(b, n, n) }

// round fills a rectangle with round corners.
func (d *cache) round(f frame, b image.Rectangle, radius int, fill colour) {
	if b.Empty() {
		return
	}
	f.lay(d.mask(form{rounded, b.Dx(), b.Dy(), radius, 0}), b.Min, fill, vector.Opaque)
}

// filled paints a rectangle with round corners and a border. The fill reaches below the border, so that nothing shines
// through between.
func (d *cache) filled(f frame, b image.Rectangle, radius, thick int, edge, fill colour) {
	under := thick / 2
	d.round(f, inset(b, under), radius-under, fill)
	d.edge(f, b, radius, thick, edge)
}

// edge paints the border of a rectangle with round corners.
func (d *cache) edge(f frame, b image.Rectangle, radius, thick int, fill colour) {
	if thick > 0 {
		f.lay(d.mask(form{border, b.Dx(), b.Dy(), radius, thick}), b.Min, fill, vector.Opaque)
	}
}

// icon paints a small shape.
func (d *cache) icon(f frame, b image.Rectangle, s shape, fill colour) {
	f.lay(d.mask(form{s, b.Dx(), b.Dx(), 0, 0}), b.Min, fill, vector.Opaque)
}

// panel paints a rectangle with round corners, and its shadow.
func (d *cache) panel(f frame, p *part) {
	b := p.box
	if p.in == whole && p.thick > 0 {
		f.lay(d.mask(form{shadow, b.Dx(), b.Dy(), p.radius, shadowDeep}), b.Min.Add(image.Pt(0, shadowDeep)), shade, shadowThick)
	}
	d.filled(f, b, p.radius, p.thick, p.edge, p.colour)
}

// text paints words in the middle of their box. The baseline centres their capitals.
func (d *cache) text(f frame, p *part) {
	x := vector.Px(p.box.Min.X) + vector.Px(p.box.Dx()-d.width(p.style, p.text))/2
	y := baseline(p.box, p.style)
	last := rune(0)
	for _, r := range p.text {
		g := d.glyph(p.style, r)
		x += d.kern(p.style, last, r)
		f.lay(g.Mask, image.Pt((x+vector.Sub/2)>>6, y), p.colour, vector.Opaque)
		x += g.advance
		last = r
	}
}

// baseline returns where letters stand in a box. Capitals are 727 thousandths of their size high.
func baseline(b image.Rectangle, s style) int {
	return b.Min.Y + (b.Dy()+s.size*727/1000+1)/2
}

// faceDown paints the back of a card. Its mark is in the middle of the visible part.
func (d *cache) faceDown(f frame, p *part) {
	line, radius := 3, 6
	if p.full == p.box {
		line, radius = 4, 9
	}
	d.round(f, p.full, radius, face)
	d.round(f, inset(p.full, line), radius-line, back)
	if p.box.Dx() < p.full.Dx()*3/4 { // most of it is below the next
		return
	}
	size := min(p.full.Dx(), p.box.Dy()) * 3 / 5
	d.icon(f, centred(image.Rect(p.full.Min.X, p.box.Min.Y, p.full.Max.X, p.box.Max.Y), size, size), diamonds, backMark)
}

// faceUp paints a card.
func (d *cache) faceUp(f frame, p *part) {
	radius := max(8, p.box.Dx()/9)
	paper, edge, mark := face, faceEdge, clubInk+colour(p.card.Suit())
	thick := 0
	switch p.look {
	case dulled:
		paper, edge, mark = dull, dull, dullClub+colour(p.card.Suit())
	case ringed:
		edge, thick = ring, 5
	}
	d.filled(f, p.box, radius, thick, edge, paper)
	c := faceOf(p.box.Dx(), p.box.Dy())
	d.rank(f, p, c, mark)
	d.icon(f, c.suit.Add(p.box.Min), suitShape(p.card.Suit()), mark)
}

// suitShape returns the shape of a suit.
func suitShape(suit int) shape { return clubs + shape(suit) }

// The measures of the table, in pixels.
const (
	tableTop, tableIn = 46, 34 // from the frame
	railWide          = 20
	railRadius        = 250
	seamIn            = 58 // from the cloth's edge to the line on it
)

// newBackground paints the empty table of a theme.
func (d *cache) newBackground(colours [colourCount]rgb) *background {
	p := newPalette(colours)
	f := frame{p, make([]uint8, Width*Height)}
	for i := range f.pix {
		f.pix[i] = uint8(ground)
	}
	outer := image.Rect(tableIn, tableTop, Width-tableIn, Height-tableTop)
	d.round(f, outer, railRadius, railEdge)
	d.round(f, inset(outer, 2), railRadius-2, rail)
	inner := inset(outer, railWide)
	d.round(f, inset(inner, -2), railRadius-railWide+2, railEdge)
	d.round(f, inner, railRadius-railWide, felt)
	d.round(f, inset(inner, seamIn-2), railRadius-railWide-seamIn+2, seam)
	d.round(f, inset(inner, seamIn), railRadius-railWide-seamIn, felt)
	f.shadeCloth(inner)
	return &background{p, f.pix}
}

// shadeCloth makes the felt lighter above and darker below.
func (f frame) shadeCloth(b image.Rectangle) {
	for y := b.Min.Y; y < b.Max.Y; y++ {
		shade := f.cloth[(y-b.Min.Y)*cloth/b.Dy()]
		row := f.pix[y*Width:][:Width]
		for x, c := range row {
			if c == uint8(felt) {
				row[x] = shade
			}
		}
	}
}
