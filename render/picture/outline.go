package picture

// point is a place on a shape, in 1/64 of a pixel. All arithmetic with shapes is in whole numbers, so that a picture is the
// same on every machine. With floating-point numbers it would not be.
type point struct{ x, y int }

// sub is how many parts a pixel has.
const sub = 64

// px returns whole pixels in parts.
func px(n int) int { return n * sub }

// edge is a line downwards, or upwards where dir is -1.
type edge struct {
	from, to point // from.y < to.y
	dir      int
}

// outline is closed contours, flattened to straight lines. Points that the contours wind around are inside.
type outline struct {
	edges     []edge
	start, at point
}

// moveTo begins a contour.
func (o *outline) moveTo(p point) {
	o.close()
	o.start, o.at = p, p
}

// lineTo adds a straight line.
func (o *outline) lineTo(p point) {
	switch from := o.at; {
	case from.y < p.y:
		o.edges = append(o.edges, edge{from, p, 1})
	case from.y > p.y:
		o.edges = append(o.edges, edge{p, from, -1})
	}
	o.at = p
}

// close ends a contour where it began.
func (o *outline) close() { o.lineTo(o.start) }

// quadTo adds a quadratic curve.
func (o *outline) quadTo(c, p point) {
	from := o.at
	steps := smooth(from, c, p)
	for i := 1; i <= steps; i++ {
		a, b, d := (steps-i)*(steps-i), 2*(steps-i)*i, i*i
		o.lineTo(point{(a*from.x + b*c.x + d*p.x) / (steps * steps), (a*from.y + b*c.y + d*p.y) / (steps * steps)})
	}
}

// cubeTo adds a cubic curve.
func (o *outline) cubeTo(c1, c2, p point) {
	from := o.at
	steps := smooth(from, c1, c2, p)
	whole := steps * steps * steps
	for i := 1; i <= steps; i++ {
		r := steps - i
		a, b, c, d := r*r*r, 3*r*r*i, 3*r*i*i, i*i*i
		o.lineTo(point{(a*from.x + b*c1.x + c*c2.x + d*p.x) / whole, (a*from.y + b*c1.y + c*c2.y + d*p.y) / whole})
	}
}

// smooth returns how many lines make a curve look like one.
func smooth(points ...point) int {
	long := 0
	for i := range points[1:] {
		long += abs(points[i+1].x-points[i].x) + abs(points[i+1].y-points[i].y)
	}
	return min(4+long/px(6), 24) // more would not fit in 32 bits when it is cubed
}

func abs(n int) int { return max(n, -n) }

// kappa is how far the handles of a quarter of a circle reach, in ten thousandths of its radius.
const kappa = 5523

// round adds a rectangle with round corners. Sizes are in 1/64 pixel. A radius that does not fit is cut.
func (o *outline) round(x, y, w, h, radius int) {
	r := min(radius, w/2, h/2)
	k := r - r*kappa/10000
	right, bottom := x+w, y+h
	o.moveTo(point{x + r, y})
	o.cubeTo(point{x + k, y}, point{x, y + k}, point{x, y + r})
	o.lineTo(point{x, bottom - r})
	o.cubeTo(point{x, bottom - k}, point{x + k, bottom}, point{x + r, bottom})
	o.lineTo(point{right - r, bottom})
	o.cubeTo(point{right - k, bottom}, point{right, bottom - k}, point{right, bottom - r})
	o.lineTo(point{right, y + r})
	o.cubeTo(point{right, y + k}, point{right - k, y}, point{right - r, y})
	o.close()
}

// drawing is the strokes of a small picture on a field of 1000 by 1000: a point, then a line for one point or a curve for
// three.
type drawing [][]point

// put adds a drawing, size wide and high.
func (o *outline) put(d drawing, size int) {
	at := func(p point) point { return point{p.x * size / 1000, p.y * size / 1000} }
	o.moveTo(at(d[0][0]))
	for _, stroke := range d[1:] {
		if len(stroke) == 3 {
			o.cubeTo(at(stroke[0]), at(stroke[1]), at(stroke[2]))
		} else {
			o.lineTo(at(stroke[0]))
		}
	}
	o.close()
}

// disc adds a disc on a field of 1000 by 1000, size wide and high.
func (o *outline) disc(x, y, r, size int) {
	o.round((x-r)*size/1000, (y-r)*size/1000, 2*r*size/1000, 2*r*size/1000, r*size/1000)
}
