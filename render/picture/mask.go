package picture

import (
	"image"
	"slices"
)

// opaque is the alpha of a wholly covered pixel. Eight steps of it are more than the eye can tell apart on an edge.
const opaque = 8

// mask is how much of each pixel a shape covers.
type mask struct {
	at    image.Point // of the mask's corner, from where the shape is drawn
	size  image.Point
	alpha []uint8 // 0 to opaque, row by row
	runs  []run   // the parts that are not empty, row by row
	first []int   // where the runs of each row begin, and of one row more
}

// run is pixels of a row that are all opaque, or none of them empty: from, and up to but without to.
type run struct {
	from, to int
	solid    bool
}

// lines is how many samples a pixel has from top to bottom. From left to right it is measured exactly.
const lines = 16

// mask returns the shape as a mask.
func (o *outline) mask() *mask {
	o.close()
	if len(o.edges) == 0 {
		return new(mask)
	}
	m := &mask{}
	bounds := o.bounds()
	m.at, m.size = bounds.Min, bounds.Size()
	m.alpha = make([]uint8, m.size.X*m.size.Y)
	slices.SortFunc(o.edges, func(a, b edge) int { return a.from.y - b.from.y })

	row, live, rest := make([]int, m.size.X+1), []edge(nil), o.edges
	for y := range m.size.Y {
		clear(row)
		for line := range lines {
			at := px(m.at.Y+y) + line*sub/lines + sub/lines/2
			for len(rest) > 0 && rest[0].from.y <= at {
				live, rest = append(live, rest[0]), rest[1:]
			}
			live = slices.DeleteFunc(live, func(e edge) bool { return e.to.y <= at })
			cross(row, live, at, px(m.at.X))
		}
		m.row(y, row)
	}
	m.findRuns()
	return m
}

// bounds returns the pixels that the shape touches.
func (o *outline) bounds() image.Rectangle {
	first := o.edges[0].from
	low, high := first, first
	for _, e := range o.edges {
		low = point{min(low.x, e.from.x, e.to.x), min(low.y, e.from.y)}
		high = point{max(high.x, e.from.x, e.to.x), max(high.y, e.to.y)}
	}
	return image.Rect(low.x>>6, low.y>>6, high.x>>6+1, high.y>>6+1)
}

// crossing is where an edge crosses a line.
type crossing struct{ x, dir int }

// cross adds to a row of pixels the part of the line at y that is inside.
func cross(row []int, live []edge, y, left int) {
	var few [64]crossing
	at := few[:0]
	for _, e := range live {
		x := e.from.x + int(int64(e.to.x-e.from.x)*int64(y-e.from.y)/int64(e.to.y-e.from.y))
		at = append(at, crossing{x - left, e.dir})
	}
	slices.SortFunc(at, func(a, b crossing) int { return a.x - b.x })
	wind := 0
	for i, c := range at {
		if wind != 0 {
			cover(row, at[i-1].x, c.x)
		}
		wind += c.dir
	}
}

// cover adds a run of a line to a row of pixels.
func cover(row []int, from, to int) {
	first, last := from>>6, to>>6
	if first == last {
		row[first] += to - from
		return
	}
	row[first] += px(first+1) - from
	for x := first + 1; x < last; x++ {
		row[x] += sub
	}
	row[last] += to - px(last)
}

// row turns what is covered into alpha.
func (m *mask) row(y int, covered []int) {
	const whole = lines * sub
	alpha := m.alpha[y*m.size.X:][:m.size.X]
	for x := range alpha {
		alpha[x] = uint8((covered[x]*opaque + whole/2) / whole)
	}
}

// without takes another mask, at a place, out of this one.
func (m *mask) without(other *mask, at image.Point) *mask {
	at = at.Add(other.at).Sub(m.at)
	for y := range m.size.Y {
		for x := range m.size.X {
			if p := image.Pt(x, y).Sub(at); p.In(image.Rectangle{Max: other.size}) {
				a := &m.alpha[y*m.size.X+x]
				*a -= min(*a, other.alpha[p.Y*other.size.X+p.X])
			}
		}
	}
	m.findRuns()
	return m
}

// findRuns finds the runs of all rows.
func (m *mask) findRuns() {
	m.runs, m.first = nil, make([]int, 0, m.size.Y+1)
	for y := range m.size.Y {
		m.first = append(m.first, len(m.runs))
		var last *run
		for x, a := range m.alpha[y*m.size.X:][:m.size.X] {
			switch {
			case a == 0:
				last = nil
			case last != nil && last.solid == (a == opaque):
				last.to = x + 1
			default:
				m.runs = append(m.runs, run{x, x + 1, a == opaque})
				last = &m.runs[len(m.runs)-1]
			}
		}
	}
	m.first = append(m.first, len(m.runs))
}
