package picture

import "image"

// The measures of a seat, in pixels.
const (
	podWide, podHigh = 236, 84
	bandHigh         = 46 // the backs of cards behind a pod, and words beside them
	handHigh         = 92 // cards that are face up
	betHigh          = 40
	gap              = 4  // from a pod to its cards
	margin           = 12 // from the frame
	aside            = 13 // how far words at a seat may reach past its pod
)

// place is where a seat's things are. The places of a table never overlap.
type place struct {
	pod  image.Rectangle
	band image.Rectangle // towards the middle, while cards are hidden
	hand image.Rectangle // in its place, when cards are face up
	bet  image.Rectangle
	down bool // the cards hang below the pod
}

// around is how many seats are above, right, below and left, by the size of the table. They go clockwise, as players act,
// from the upper left.
var around = [...][4]int{
	2: {1, 0, 1, 0}, 3: {2, 0, 1, 0}, 4: {1, 1, 1, 1}, 5: {2, 1, 1, 1}, 6: {2, 1, 2, 1},
	7: {3, 1, 2, 1}, 8: {3, 1, 3, 1}, 9: {4, 1, 3, 1}, 10: {4, 1, 4, 1},
}

// rows is where the pods of a row have their middle, by how many they are.
var rows = [...][]int{1: {550}, 2: {370, 730}, 3: {255, 550, 845}, 4: {149, 416, 684, 951}}

// placeOf returns where a seat is at a table of so many, 2 to 10.
func placeOf(seat, seats int) place {
	sides := around[seats]
	for side, count := range sides {
		if seat >= count {
			seat -= count
			continue
		}
		switch side {
		case 0:
			return above(rows[count][seat])
		case 1:
			return beside(Width - margin - podWide)
		case 2:
			return below(rows[count][count-1-seat])
		}
		return beside(margin)
	}
	return place{}
}

func above(middle int) place {
	x, y := middle-podWide/2, margin
	return place{
		pod:  box(x, y, podWide, podHigh),
		band: box(x, y+podHigh, podWide+aside, bandHigh),
		hand: box(x, y+podHigh+gap, podWide, handHigh),
		bet:  box(x, y+podHigh+bandHigh+6, podWide, betHigh),
		down: true,
	}
}

func below(middle int) place {
	x, y := middle-podWide/2, Height-margin-podHigh
	return place{
		pod:  box(x, y, podWide, podHigh),
		band: box(x, y-bandHigh, podWide+aside, bandHigh),
		hand: box(x, y-gap-handHigh, podWide, handHigh),
		bet:  box(x, y-bandHigh-6-betHigh, podWide, betHigh),
	}
}

func beside(x int) place {
	const y = 332
	band := box(x, y-bandHigh, podWide+aside, bandHigh)
	if x != margin {
		band = band.Sub(image.Pt(aside, 0))
	}
	return place{
		pod:  box(x, y, podWide, podHigh),
		band: band,
		hand: box(x, y-gap-handHigh, podWide, handHigh),
		bet:  box(x, y+podHigh+8, podWide, betHigh),
	}
}

// box returns a rectangle by its corner and size.
func box(x, y, w, h int) image.Rectangle { return image.Rect(x, y, x+w, y+h) }

// The middle, which is the board's, the pots' and the words'.
const (
	midLeft, midWide    = 266, 568
	potsTop             = 196
	drawPotsTop         = 270 // where there is no board
	boardTop            = 246
	boardHigh           = 146
	cardWide, cardApart = 104, 12
	firstLine           = 400
	rowIn, rowCard      = 32, 74 // where there are several boards
	drawMid             = 38     // how much narrower it is where there is a draw
)
