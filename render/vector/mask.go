package vector

import (
	"image"
	"slices"
)

// Opaque is the alpha of a wholly covered pixel. Eight steps of it are more than the eye can tell apart on an edge.
const Opaque = 8

// Mask is how much of each pixel a path covers. The zero mask covers nothing.
type Mask struct {
	At    image.Point // of the mask's corner, from where the path is drawn
	Size  image.Point // in pixels
	Alpha []uint8     // 0 to [Opaque], row by row
	runs  []Run       // the parts that are not empty, row by row
	first []int       // where the runs of each row begin, and of one row more
}

// Run is pixels of a row that are all opaque, or none of them empty: From, and up to but without To.
type Run struct {
	From, To int
	Solid    bool
}

// Runs returns the parts of a row that are not empty, from left to right. The row is below Size.Y.
func (m *Mask) Runs(row int) []Run { return m.runs[m.first[row]:m.first[row+1]] }

// lines is how many samples a pixel has from top to bottom. From left to right it is measured exactly.
const lines = 16

// Mask returns the path as a mask. It closes the last contour.
func (path *Path) Mask() *Mask {
	path.close()
	if len(path.edges) == 0 {
		return new(Mask)
	}
	m := &Mask{}
	bounds := path.bounds()
	m.At, m.Size = bounds.Min, bounds.Size()
	m.Alpha = make([]uint8, m.Size.X*m.Size.Y)
	slices.SortFunc(path.edges, func(a, b edge) int { return a.from.Y - b.from.Y })

	row, live, rest := make([]int, m.Size.X+1), []edge(nil), path.edges
	for y := range m.Size.Y {
		clear(row)
		for line := range lines {
			at := Px(m.At.Y+y) + line*Sub/lines + Sub/lines/2
			for len(rest) > 0 && rest[0].from.Y <= at {
				live, rest = append(live, rest[0]), rest[1:]
			}
			live = slices.DeleteFunc(live, func(e edge) bool { return e.to.Y <= at })
			cross(row, live, at, Px(m.At.X))
		}
		m.row(y, row)
	}
	m.findRuns()
	return m
}

// bounds returns the pixels that the path touches.
func (path *Path) bounds() image.Rectangle {
	first := path.edges[0].from
	low, high := first, first
	for _, e := range path.edges {
		low = image.Point{min(low.X, e.from.X, e.to.X), min(low.Y, e.from.Y)}
		high = image.Point{max(high.X, e.from.X, e.to.X), max(high.Y, e.to.Y)}
	}
	return image.Rect(low.X>>6, low.Y>>6, high.X>>6+1, high.Y>>6+1)
}

// crossing is where an edge crosses a line.
type crossing struct{ x, dir int }

// cross adds the part of the line at y that is inside to a row. A row holds the coverage of each pixel minus that of the pixel
// before it.
func cross(row []int, live []edge, y, left int) {
	var few [64]crossing
	at := few[:0]
	for _, e := range live {
		x := e.from.X + int(int64(e.to.X-e.from.X)*int64(y-e.from.Y)/int64(e.to.Y-e.from.Y))
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

// cover adds a run of a line to a row.
func cover(row []int, from, to int) {
	first, last := from>>6, to>>6
	if first == last {
		row[first] += to - from
		row[first+1] -= to - from
		return
	}
	ofFirst, ofLast := Px(first+1)-from, to-Px(last)
	row[first] += ofFirst
	row[first+1] += Sub - ofFirst
	row[last] += ofLast - Sub
	row[last+1] -= ofLast
}

// row sums up the differences of a row and stores its alpha.
func (m *Mask) row(y int, row []int) {
	const whole = lines * Sub
	alpha, covered := m.Alpha[y*m.Size.X:][:m.Size.X], 0
	for x := range alpha {
		covered += row[x]
		alpha[x] = uint8((covered*Opaque + whole/2) / whole)
	}
}

// Without takes another mask, at a place, out of this one, which it returns.
func (m *Mask) Without(other *Mask, at image.Point) *Mask {
	at = at.Add(other.At).Sub(m.At)
	for y := range m.Size.Y {
		for x := range m.Size.X {
			if p := image.Pt(x, y).Sub(at); p.In(image.Rectangle{Max: other.Size}) {
				a := &m.Alpha[y*m.Size.X+x]
				*a -= min(*a, other.Alpha[p.Y*other.Size.X+p.X])
			}
		}
	}
	m.findRuns()
	return m
}

// findRuns finds the runs of all rows.
func (m *Mask) findRuns() {
	m.runs, m.first = nil, make([]int, 0, m.Size.Y+1)
	for y := range m.Size.Y {
		m.first = append(m.first, len(m.runs))
		var last *Run
		for x, a := range m.Alpha[y*m.Size.X:][:m.Size.X] {
			switch {
			case a == 0:
				last = nil
			case last != nil && last.Solid == (a == Opaque):
				last.To = x + 1
			default:
				m.runs = append(m.runs, Run{x, x + 1, a == Opaque})
				last = &m.runs[len(m.runs)-1]
			}
		}
	}
	m.first = append(m.first, len(m.runs))
}
