package picture

import (
	"image"

	"cardroom/render/vector"
)

// faceLayout is where things are on the face of a card: the rank's style and box, and the suit's box, from the card's
// corner.
type faceLayout struct {
	style style
	rank  image.Rectangle
	suit  image.Rectangle
}

// faceOf returns how to arrange the face of a card of a size: upright ones have the rank above the suit, others beside it.
func faceOf(w, h int) faceLayout {
	switch {
	case w >= 100: // the board
		return faceLayout{style{bold, 82}, box(11, 11, 82, 62), box(w-12-52, h-9-52, 52, 52)}
	case h < 50 && w < 52: // a reader's own cards, five of them
		return faceLayout{style{bold, 24}, box(2, 3, 26, h-6), box(w-2-13, (h-13)/2, 13, 13)}
	case h < 50: // a reader's own cards beside a bet
		return faceLayout{style{bold, 30}, box(2, 3, 33, h-6), box(w-2-17, (h-17)/2, 17, 17)}
	case h < 80: // one of three boards
		return faceLayout{style{bold, 37}, box(8, 4, 34, h-8), box(w-8-22, (h-22)/2, 22, 22)}
	case w >= 66 && h < 90: // one of two boards
		return faceLayout{style{bold, 50}, box(9, 6, 50, 38), box(w-8-29, h-6-29, 29, 29)}
	case w >= 66:
		return faceLayout{style{bold, 54}, box(9, 7, 50, 40), box(w-8-32, h-6-32, 32, 32)}
	case w >= 52:
		return faceLayout{style{bold, 48}, box(3, 7, w-6, 40), box((w-34)/2, h-8-34, 34, 34)}
	}
	return faceLayout{style{bold, 42}, box(2, 9, w-4, 36), box((w-30)/2, h-9-30, 30, 30)}
}

// ranks is the ranks as they are drawn, from the deuce.
var ranks = [13]string{"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"}

// tens is how much closer the two digits of a ten stand, in thousandths of the size.
const tens = 130

// rank draws a card's rank. The digits of a ten stand close.
func (d *cache) rank(f frame, p *part, c faceLayout, fill colour) {
	at := c.rank.Add(p.box.Min)
	word := ranks[p.card.Rank()]
	wide, closer := d.rankWidth(c.style, word)
	x := vector.Px(at.Min.X)
	if p.box.Dx() < 66 || p.box.Dy() < 80 {
		x += (vector.Px(at.Dx()) - wide) / 2
	}
	y := baseline(at, c.style)
	for _, r := range word {
		g := d.glyph(c.style, r)
		f.lay(g.Mask, image.Pt((x+vector.Sub/2)>>6, y), fill, vector.Opaque)
		x += g.advance - closer
	}
}

// rankWidth returns how wide a rank is and how much closer its digits stand, in 1/64 pixel.
func (c *fonts) rankWidth(s style, word string) (wide, closer int) {
	for _, r := range word {
		wide += c.glyph(s, r).advance
	}
	if len(word) > 1 {
		closer = vector.Px(s.size) * tens / 1000
		wide -= closer
	}
	return wide, closer
}
