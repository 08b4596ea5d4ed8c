package picture

import "image"

// The measures of the table, in pixels.
const (
	tableTop, tableIn = 46, 34 // from the frame
	railWide          = 20
	railRadius        = 250
	seamIn            = 58 // from the cloth's edge to the line on it
)

// newBackground paints the empty table of a theme, once.
func (d *cache) newBackground(colours [colourCount]rgb) *background {
	p := newPalette(colours)
	f := frame{p, make([]uint8, Width*Height)}
	for i := range f.pix {
		f.pix[i] = uint8(ground)
	}
	outer := image.Rect(tableIn, tableTop, Width-tableIn, Height-tableTop)
	d.round(f, outer, railRadius, railEdge, opaque)
	d.round(f, inset(outer, 2), railRadius-2, rail, opaque)
	inner := inset(outer, railWide)
	d.round(f, inset(inner, -2), railRadius-railWide+2, railEdge, opaque)
	d.round(f, inner, railRadius-railWide, felt, opaque)
	d.round(f, inset(inner, seamIn-2), railRadius-railWide-seamIn+2, seam, opaque)
	d.round(f, inset(inner, seamIn), railRadius-railWide-seamIn, felt, opaque)
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
