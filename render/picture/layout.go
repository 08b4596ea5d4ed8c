package picture

import (
	"image"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/render/locale"
)

// kind is the kind of a part of a picture.
type kind uint8

const (
	panel  kind = iota // a rectangle with round corners
	text               // words, in the middle of the box
	icon               // a small shape as big as the box
	faceUp             // a card
	faceDown
	empty // the place of a card
	chip
)

// part is one thing in a picture. A part lies wholly in the one it is in, and two parts in the same one never touch. The
// tests hold that for every picture they make.
type part struct {
	kind   kind
	in     int // which part it lies in; -1 for the frame
	box    image.Rectangle
	text   string
	style  style
	colour colour
	edge   colour // of a panel
	thick  int    // of the edge, in pixels
	radius int
	shape  shape // of an icon
	card   card.Card
	look   look
	full   image.Rectangle // of a card that is partly behind something
}

// look is how a card lies on the table.
type look uint8

const (
	bright look = iota
	dulled      // it does not play
	ringed      // it is of the hand that wins
)

// layout is where everything is in one picture.
type layout struct {
	*fonts
	scene render.Scene
	view  *engine.View
	lang  *locale.Lang
	parts []part

	mid   image.Rectangle        // the place of the board, the pots and the words
	ring  [engine.MaxSeats]int   // the seats that are drawn, clockwise
	seats int                    // how many
	open  bool                   // hands are face up, or will be in a moment
	won   []int                  // the seats that won the hand
	wins  [engine.MaxSeats]int64 // chips that each seat won of the pots
	best  [engine.MaxSeats]cards // the cards it won with
	runs  [engine.MaxRuns]cards  // the cards that won on each board
}

// cards is a set of cards, a bit each.
type cards uint64

func (s cards) has(c card.Card) bool { return s>>c&1 == 1 }

// whole is the frame as the outer part of a part.
const whole = -1

// draw lays out a scene anew.
func (p *layout) draw(s render.Scene) {
	*p = layout{fonts: p.fonts, parts: p.parts[:0], scene: s, view: &s.View, lang: s.Language()}
	p.mid = image.Rect(midLeft, potsTop, midLeft+midWide, Height-potsTop)
	if s.View.Rules.Variant == poker.FiveCardDraw {
		p.mid = inside(p.mid, drawMid, 0)
	}
	p.count()
	p.award()
	for i, seat := range p.ring[:p.seats] {
		p.seat(seat, placeOf(i, p.seats))
	}
	p.middle()
}

// count finds the seats to draw, and whether hands are open. It shows free seats while the table waits for players. A hand
// has the table for itself, or two players would sit in a corner.
func (p *layout) count() {
	v := p.view
	all := v.Phase == engine.Idle && !p.over() && !v.Closed
	p.open = v.Phase == engine.Runout || v.Phase == engine.Showing
	var taken [engine.MaxSeats]bool
	for _, s := range v.Seats {
		taken[s.Seat] = true
		p.open = p.open || len(s.Shown) > 0
	}
	alone := len(v.Seats) == 1 && !all // then one more: there is no table for one
	for seat, taken := range taken {
		if free := !taken && seat < v.Rules.Seats && (all || alone); taken || free {
			alone = alone && taken
			p.ring[p.seats] = seat
			p.seats++
		}
	}
}

// award finds the winners, their winnings, and the cards of each.
func (p *layout) award() {
	if !p.view.Ended() {
		return
	}
	if len(p.view.Pots) == 0 {
		p.won = p.scene.Winners()
	}
	for _, pot := range p.view.Pots {
		for _, a := range pot.Won {
			if a.Seat < 0 || a.Seat >= engine.MaxSeats {
				continue
			}
			p.wins[a.Seat] += a.Amount
			for _, c := range a.Made.Best {
				if c != card.None && a.Run < engine.MaxRuns && !pot.Sole() {
					p.best[a.Seat] |= 1 << c
					p.runs[a.Run] |= 1 << c
				}
			}
		}
	}
	for seat, chips := range p.wins {
		if chips > 0 {
			p.won = append(p.won, seat)
		}
	}
}

// level returns how hard to pack the picture.
func (p *layout) level() int {
	const many = 20
	open := 0
	for i := range p.parts {
		if p.parts[i].kind == faceUp {
			open++
		}
	}
	if open > many {
		return closely
	}
	return quickly
}

// add puts a part into another and returns its number.
func (p *layout) add(in int, part part) int {
	part.in = in
	p.parts = append(p.parts, part)
	return len(p.parts) - 1
}

// words adds words, cut to their box.
func (p *layout) words(in int, box image.Rectangle, s style, fill colour, words string) {
	p.add(in, part{kind: text, box: box, style: s, colour: fill, text: p.fit(s, words, box.Dx())})
}

// centred returns a box of a width and height in the middle of another.
func centred(in image.Rectangle, w, h int) image.Rectangle {
	return box(in.Min.X+(in.Dx()-w)/2, in.Min.Y+(in.Dy()-h)/2, w, h)
}
