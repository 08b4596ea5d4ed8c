package picture

import "image"

// Width and Height are a picture's size in pixels: 11 to 7 is what Discord shows without cutting, at 550 by 350.
const (
	Width  = 1100
	Height = 700
)

// frame is a picture being painted: a place in the palette for every pixel.
type frame struct {
	*palette
	pix []uint8
}

// lay paints a colour where a mask is, at a place. Below full thickness, what is there shines through. It leaves out what
// would lie outside of the frame.
func (f frame) lay(m *mask, at image.Point, fill colour, thick int) {
	at = at.Add(m.at)
	solid := f.rows[fill][:]
	for y := max(0, -at.Y); y < m.size.Y && at.Y+y < Height; y++ {
		row := f.pix[(at.Y+y)*Width:][:Width]
		alpha := m.alpha[y*m.size.X:][:m.size.X]
		for _, r := range m.runs[m.first[y]:m.first[y+1]] {
			from, to := max(r.from, -at.X), min(r.to, Width-at.X)
			switch {
			case from >= to:
			case r.solid && thick == opaque:
				copy(row[at.X+from:at.X+to], solid)
			default:
				f.soft(row[at.X+from:at.X+to], alpha[from:to], fill, thick)
			}
		}
	}
}

// soft lays a colour on pixels as thick as alpha says.
func (f frame) soft(pixels, alpha []uint8, fill colour, thick int) {
	blend := &f.blend[fill]
	for x, a := range alpha {
		pixels[x] = blend[int(a)*thick/opaque][pixels[x]]
	}
}
