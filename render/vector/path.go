package vector

import "image"

// Sub is how many parts a pixel has. A path is measured in them, to the right and downwards.
const Sub = 64

// Px returns whole pixels in parts.
func Px(n int) int { return n * Sub }

// edge is a line downwards, or upwards where dir is -1.
type edge struct {
	from, to image.Point // from.Y < to.Y
	dir      int
}

// Path is closed contours, flattened to straight lines. Points that the contours wind around are inside.
type Path struct {
	edges     []edge
	start, at image.Point
}

// MoveTo begins a contour.
func (path *Path) MoveTo(p image.Point) {
	path.close()
	path.start, path.at = p, p
}

// LineTo adds a straight line.
func (path *Path) LineTo(p image.Point) {
	switch from := path.at; {
	case from.Y < p.Y:
		path.edges = append(path.edges, edge{from, p, 1})
	case from.Y > p.Y:
		path.edges = append(path.edges, edge{p, from, -1})
	}
	path.at = p
}

// close ends a contour where it began.
func (path *Path) close() { path.LineTo(path.start) }

// QuadTo adds a quadratic curve.
func (path *Path) QuadTo(c, p image.Point) {
	from := path.at
	steps := smooth(from, c, p)
	for i := 1; i <= steps; i++ {
		a, b, d := (steps-i)*(steps-i), 2*(steps-i)*i, i*i
		path.LineTo(image.Point{(a*from.X + b*c.X + d*p.X) / (steps * steps), (a*from.Y + b*c.Y + d*p.Y) / (steps * steps)})
	}
}

// CubeTo adds a cubic curve.
func (path *Path) CubeTo(c1, c2, p image.Point) {
	from := path.at
	steps := smooth(from, c1, c2, p)
	whole := steps * steps * steps
	for i := 1; i <= steps; i++ {
		r := steps - i
		a, b, c, d := r*r*r, 3*r*r*i, 3*r*i*i, i*i*i
		path.LineTo(image.Point{(a*from.X + b*c1.X + c*c2.X + d*p.X) / whole, (a*from.Y + b*c1.Y + c*c2.Y + d*p.Y) / whole})
	}
}

// smooth returns how many lines make a curve look like one.
func smooth(points ...image.Point) int {
	long := 0
	for i := range points[1:] {
		long += abs(points[i+1].X-points[i].X) + abs(points[i+1].Y-points[i].Y)
	}
	return min(4+long/Px(6), 24) // more would not fit in 32 bits when it is cubed
}

func abs(n int) int { return max(n, -n) }

// kappa is how far the handles of a quarter of a circle reach, in ten thousandths of its radius.
const kappa = 5523

// Round adds a rectangle with round corners. Sizes are in 1/64 pixel. A radius that does not fit is cut.
func (path *Path) Round(x, y, w, h, radius int) {
	r := min(radius, w/2, h/2)
	k := r - r*kappa/10000
	right, bottom := x+w, y+h
	path.MoveTo(image.Point{x + r, y})
	path.CubeTo(image.Point{x + k, y}, image.Point{x, y + k}, image.Point{x, y + r})
	path.LineTo(image.Point{x, bottom - r})
	path.CubeTo(image.Point{x, bottom - k}, image.Point{x + k, bottom}, image.Point{x + r, bottom})
	path.LineTo(image.Point{right - r, bottom})
	path.CubeTo(image.Point{right - k, bottom}, image.Point{right, bottom - k}, image.Point{right, bottom - r})
	path.LineTo(image.Point{right, y + r})
	path.CubeTo(image.Point{right, y + k}, image.Point{right - k, y}, image.Point{right - r, y})
	path.close()
}

// Drawing is the strokes of a small picture on a field of 1000 by 1000: a point, then a line for one point or a curve for
// three.
type Drawing [][]image.Point

// Put adds a drawing, size wide and high.
func (path *Path) Put(d Drawing, size int) {
	at := func(p image.Point) image.Point { return image.Point{p.X * size / 1000, p.Y * size / 1000} }
	path.MoveTo(at(d[0][0]))
	for _, stroke := range d[1:] {
		if len(stroke) == 3 {
			path.CubeTo(at(stroke[0]), at(stroke[1]), at(stroke[2]))
		} else {
			path.LineTo(at(stroke[0]))
		}
	}
	path.close()
}

// Disc adds a disc on a field of 1000 by 1000, size wide and high.
func (path *Path) Disc(x, y, r, size int) {
	path.Round((x-r)*size/1000, (y-r)*size/1000, 2*r*size/1000, 2*r*size/1000, r*size/1000)
}
