package picture

import (
	"image"

	"cardroom/render/vector"
)

// The small pictures. All their contours wind the same way, so that they may overlap.
var (
	heart = vector.Drawing{
		{{500, 950}},
		{{580, 870}, {970, 630}, {970, 330}}, {{970, 170}, {850, 65}, {715, 65}}, {{610, 65}, {535, 125}, {500, 215}},
		{{465, 125}, {390, 65}, {285, 65}}, {{150, 65}, {30, 170}, {30, 330}}, {{30, 630}, {420, 870}, {500, 950}},
	}
	diamond = vector.Drawing{
		{{500, 15}},
		{{420, 190}, {290, 360}, {140, 500}}, {{290, 640}, {420, 810}, {500, 985}},
		{{580, 810}, {710, 640}, {860, 500}}, {{710, 360}, {580, 190}, {500, 15}},
	}
	spade = vector.Drawing{
		{{500, 30}},
		{{420, 150}, {50, 370}, {50, 620}}, {{50, 760}, {150, 840}, {260, 840}}, {{360, 840}, {450, 785}, {500, 700}},
		{{550, 785}, {640, 840}, {740, 840}}, {{850, 840}, {950, 760}, {950, 620}}, {{950, 370}, {580, 150}, {500, 30}},
	}
	stem = vector.Drawing{
		{{500, 560}},
		{{495, 800}, {440, 900}, {330, 970}}, {{670, 970}}, {{560, 900}, {505, 800}, {500, 560}},
	}
	// star has five points, on a circle of 500 and one of 200.
	star = vector.Drawing{
		{{500, 0}}, {{382, 338}}, {{24, 345}}, {{310, 562}}, {{206, 905}}, {{500, 700}},
		{{794, 905}}, {{690, 562}}, {{976, 345}}, {{618, 338}},
	}
	arrow = vector.Drawing{{{120, 40}}, {{120, 960}}, {{950, 500}}}
)

// shape is a form for a mask, beside letters.
type shape uint8

const (
	clubs shape = iota // in the order of the suits
	diamonds
	hearts
	spades
	winner
	turn
	disc
	notches // of a chip
	rounded
	border // the edge of one, so thick
	shadow // the visible part of its shadow, so deep
)

// form is a shape in its size: the key of the kept masks. Sizes are pixels.
type form struct {
	shape        shape
	w, h, radius int
	thick        int
}

// mask makes the mask of a form.
func (f form) mask() *vector.Mask {
	switch f.shape {
	case border:
		inner := form{shape: rounded, w: f.w - 2*f.thick, h: f.h - 2*f.thick, radius: f.radius - f.thick}
		return f.solid().mask().Without(inner.mask(), image.Pt(f.thick, f.thick))
	case shadow:
		return f.solid().mask().Without(f.solid().mask(), image.Pt(0, -f.thick))
	}
	var path vector.Path
	size := vector.Px(f.w)
	switch f.shape {
	case clubs:
		path.Disc(500, 265, 232, size)
		path.Disc(248, 600, 232, size)
		path.Disc(752, 600, 232, size)
		path.Disc(500, 500, 110, size)
		path.Put(stem, size)
	case diamonds:
		path.Put(diamond, size)
	case hearts:
		path.Put(heart, size)
	case spades:
		path.Put(spade, size)
		path.Put(stem, size)
	case winner:
		path.Put(star, size)
	case turn:
		path.Put(arrow, size)
	case disc:
		path.Disc(500, 500, 500, size)
	case notches:
		addNotches(&path, size)
	case rounded:
		path.Round(0, 0, size, vector.Px(f.h), vector.Px(f.radius))
	}
	return path.Mask()
}

// solid returns the round rectangle that a form is made of.
func (f form) solid() form { return form{shape: rounded, w: f.w, h: f.h, radius: f.radius} }

// addNotches adds the six light marks on a chip's rim.
func addNotches(path *vector.Path, size int) {
	// In thousandths, the corners of a mark at the top, turned by sixths: (cos, sin) of the turn.
	turns := []image.Point{{1000, 0}, {500, 866}, {-500, 866}, {-1000, 0}, {-500, -866}, {500, -866}}
	for _, t := range turns {
		var mark vector.Drawing
		for _, p := range []image.Point{{-110, -480}, {-85, -340}, {85, -340}, {110, -480}} {
			mark = append(mark, []image.Point{{500 + (p.X*t.X-p.Y*t.Y)/1000, 500 + (p.X*t.Y+p.Y*t.X)/1000}})
		}
		path.Put(mark, size)
	}
}
