package picture

import (
	"image"

	"cardroom/render/vector"
)

// Width and Height are a picture's size in pixels: Discord shows 11 to 7 without cutting, at 550 by 350.
const (
	Width  = 1100
	Height = 700
)

// frame is a picture being painted: a place in the palette for every pixel.
type frame struct {
	*palette
	pix []uint8
}

// lay paints a colour where a mask is, at a place. Below full thickness, the pixels below shine through. It leaves out
// pixels outside of the frame.
func (f frame) lay(m *vector.Mask, at image.Point, fill colour, thick int) {
	at = at.Add(m.At)
	solid := f.rows[fill][:]
	for y := max(0, -at.Y); y < m.Size.Y && at.Y+y < Height; y++ {
		row := f.pix[(at.Y+y)*Width:][:Width]
		alpha := m.Alpha[y*m.Size.X:][:m.Size.X]
		for _, r := range m.Runs(y) {
			from, to := max(r.From, -at.X), min(r.To, Width-at.X)
			switch {
			case from >= to:
			case r.Solid && thick == vector.Opaque:
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
		pixels[x] = blend[int(a)*thick/vector.Opaque][pixels[x]]
	}
}
