package picture

import (
	"slices"

	"cardroom/render/vector"
)

// cloth is how many colours the felt goes through from above to below, enough that no step is visible.
const cloth = 18

// palette is a theme's colours and the result of laying one on another. It does not change once it is made.
type palette struct {
	colours []rgb
	byGreen []uint8                                    // the places of all colours, the least green first
	triples []byte                                     // the colours as a PNG has them
	cloth   [cloth]uint8                               // from above to below
	rows    [colourCount][Width]uint8                  // of nothing but one colour
	blend   [colourCount][vector.Opaque + 1][256]uint8 // colour, alpha, colour below: colour afterwards
}

// newPalette makes the palette of a theme's colours.
func newPalette(base [colourCount]rgb) *palette {
	p := &palette{}
	for _, c := range base {
		p.append(c)
	}
	for i := range cloth {
		p.cloth[i] = p.add(between(base[feltLow], base[feltHigh], i, cloth-1))
	}
	for _, m := range adjacent {
		for i := 1; i <= m.steps; i++ {
			p.add(between(base[m.over], base[m.under], i, m.steps+1))
		}
	}
	for _, c := range p.colours {
		r, g, b := c.split()
		p.triples = append(p.triples, uint8(r), uint8(g), uint8(b))
	}
	for over := range colourCount {
		for x := range Width {
			p.rows[over][x] = uint8(over)
		}
		for alpha := range vector.Opaque + 1 {
			for under, c := range p.colours {
				p.blend[over][alpha][under] = p.lay(base[over], c, alpha, uint8(under))
			}
		}
	}
	return p
}

// between returns the colour a part n of whole on the way from under to over.
func between(over, under rgb, n, whole int) rgb {
	r, g, b := over.split()
	ur, ug, ub := under.split()
	mix := func(over, under int) rgb { return rgb((over*n + under*(whole-n) + whole/2) / whole) }
	return mix(r, ur)<<16 | mix(g, ug)<<8 | mix(b, ub)
}

// near is how different two colours may be and still count as one.
const near = 60

// add returns the place of a colour, or of one that looks the same. In a full palette it is the nearest.
func (p *palette) add(c rgb) uint8 {
	at := p.nearest(c)
	if distance(p.colours[at], c) <= near || len(p.colours) == 256 {
		return at
	}
	return p.append(c)
}

// append adds a colour, for which there has to be room, and returns its place.
func (p *palette) append(c rgb) uint8 {
	at := uint8(len(p.colours))
	p.colours = append(p.colours, c)
	p.byGreen = slices.Insert(p.byGreen, p.greener(c), at)
	return at
}

// greener returns where in byGreen the colours begin that are as green as c or greener.
func (p *palette) greener(c rgb) int {
	_, green, _ := c.split()
	i, _ := slices.BinarySearchFunc(p.byGreen, green, func(at uint8, green int) int {
		_, g, _ := p.colours[at].split()
		return g - green
	})
	return i
}

// lay returns the result of laying a colour on one of the palette.
func (p *palette) lay(over, under rgb, alpha int, at uint8) uint8 {
	if alpha == 0 {
		return at
	}
	return p.nearest(between(over, under, alpha, vector.Opaque))
}

// nearest returns the place of the colour that differs least, the first of several. It looks at greener colours and then at
// less green ones, as long as green alone does not differ more.
func (p *palette) nearest(c rgb) uint8 {
	from := p.greener(c)
	best, least := uint8(0), distance(p.colours[0], c)
	nearer := func(at uint8) bool {
		other := p.colours[at]
		if d := distance(other, c); d < least || d == least && at < best {
			best, least = at, d
		}
		return greenDistance(other, c) <= least
	}
	for i := from; i < len(p.byGreen) && nearer(p.byGreen[i]); i++ {
	}
	for i := from - 1; i >= 0 && nearer(p.byGreen[i]); i-- {
	}
	return best
}

// distance returns how different two colours look: squares, green weighing most.
func distance(a, b rgb) int {
	r, _, bl := a.split()
	or, _, ob := b.split()
	return 2*(r-or)*(r-or) + greenDistance(a, b) + 3*(bl-ob)*(bl-ob)
}

// greenDistance returns the part of the distance that green has.
func greenDistance(a, b rgb) int {
	_, g, _ := a.split()
	_, og, _ := b.split()
	return 4 * (g - og) * (g - og)
}
