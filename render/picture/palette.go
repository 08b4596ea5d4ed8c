package picture

import "slices"

// cloth is how many colours the felt goes through from above to below, enough that no step is visible.
const cloth = 18

// palette is a theme's colours and the result of laying one on another. It does not change once it is made.
type palette struct {
	colours []rgb
	triples []byte                              // the colours as a PNG has them
	cloth   [cloth]uint8                        // from above to below
	rows    [colourCount][Width]uint8           // of nothing but one colour
	blend   [colourCount][opaque + 1][256]uint8 // colour, alpha, colour below: colour afterwards
}

// newPalette makes the palette of a theme's colours.
func newPalette(base [colourCount]rgb) *palette {
	p := &palette{colours: slices.Clone(base[:])}
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
		for alpha := range opaque + 1 {
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
	p.colours = append(p.colours, c)
	return uint8(len(p.colours) - 1)
}

// lay returns the result of laying a colour on one of the palette.
func (p *palette) lay(over, under rgb, alpha int, at uint8) uint8 {
	if alpha == 0 {
		return at
	}
	return p.nearest(between(over, under, alpha, opaque))
}

// nearest returns the place of the colour that differs least.
func (p *palette) nearest(c rgb) uint8 {
	best, least := 0, distance(p.colours[0], c)
	for i, other := range p.colours {
		if d := distance(other, c); d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

// distance returns how different two colours look: squares, green weighing most.
func distance(a, b rgb) int {
	r, g, bl := a.split()
	or, og, ob := b.split()
	return 2*(r-or)*(r-or) + 4*(g-og)*(g-og) + 3*(bl-ob)*(bl-ob)
}
