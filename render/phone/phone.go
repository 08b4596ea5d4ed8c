// Package phone has the sizes of Discord's client on a phone of 390×844 points, and reports the parts that fit on it.
//
// The sizes are those of the product's description, in CSS pixels. A message is 306 wide: an avatar and the margins leave that of
// 390. The page of the demo (page.css) has the same sizes, and a browser test measures them there.
package phone

import (
	"slices"
	"strings"
	"unicode"
)

// The sizes of a message and its parts.
const (
	Message    = 306 // the width of a message
	Row        = 285 // the width of a row of buttons in a container
	Text       = 16  // the size of text
	Button     = 40  // the height of a button
	MostInRow  = 3   // the number of buttons in a row
	MostCards  = 4   // the number of cards in a heading, as emoji and in letters, and of buttons in a row that have a card alone
	lineOfText = 40  // the number of Latin letters in a line

	buttonSides = 20 // both margins of a label
	buttonGap   = 6  // the space between two buttons
	mention     = 4  // both margins of a mention in a text
)

// Board and Panel are the greatest heights of a board and a panel: both are seen at once.
const (
	Board = 440
	Panel = 220
)

// FitLine reports whether a text with so many columns is one line. Twelve Cyrillic letters are as wide as thirteen Latin ones. Both are averages:
// a line of wide letters may be some pixels over.
func FitLine(text string, columns int) bool {
	twelfths := 12 * columns
	for _, r := range text {
		if unicode.Is(unicode.Cyrillic, r) {
			twelfths++
		}
	}
	return twelfths <= 12*lineOfText
}

// FitRow reports whether buttons with these labels stand in one row of a container.
func FitRow(labels []string) bool {
	width := -buttonGap
	for _, l := range labels {
		width += ButtonWidth(l) + buttonGap
	}
	return len(labels) <= MostInRow && width <= Row
}

// Rows returns two rows of buttons where each of them fits, and else as few rows as these buttons take in their order.
func Rows[B any](first, second []B, label func(B) string) (rows [][]B) {
	fits := func(row []B) bool {
		labels := make([]string, len(row))
		for i, b := range row {
			labels[i] = label(b)
		}
		return FitRow(labels)
	}
	if fits(first) && fits(second) {
		return slices.DeleteFunc([][]B{first, second}, func(row []B) bool { return len(row) == 0 })
	}
	for _, b := range slices.Concat(first, second) {
		if last := len(rows) - 1; last < 0 || !fits(append(slices.Clone(rows[last]), b)) {
			rows = append(rows, nil)
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], b)
	}
	return rows
}

// FitText reports whether a text with a mention is one line of a container.
func FitText(text string) bool { return textWidth(text)+mention <= Row }

// ButtonWidth returns how wide a button with a label is at most.
func ButtonWidth(label string) int { return textWidth(label) + buttonSides }

// textWidth returns how wide a text is at most. A reader's font is unknown, so letters count as they are in wide fonts.
func textWidth(text string) int {
	tenths := 0
	for _, r := range text {
		switch {
		case strings.ContainsRune(" \u00a0\u202f.,", r):
			tenths += 40
		case strings.ContainsRune("'’fijltI-", r):
			tenths += 52
		case strings.ContainsRune("mwMW…", r):
			tenths += 125
		case strings.ContainsRune("джмфшщыюЖМФШЩЫЮ", r):
			tenths += 115
		case unicode.IsDigit(r):
			tenths += 81
		case r >= 0x1100: // East Asian
			tenths += 140
		case unicode.IsUpper(r):
			tenths += 100
		default:
			tenths += 91
		}
	}
	return (tenths + 9) / 10
}
