// Package rank reads poker hands: cards speak (R45).
//
// [Of] returns the [Rank] of cards, one number: comparing hands is comparing numbers (R44), and the number tells the category
// and the kickers. [Best] returns a [Hand]: the rank and the five cards that make it. [Omaha] is Best with two cards of the
// hand and three of the board (R43). To rank thousands of hands that differ by a card or two, add up a [Set], or a [Sum]
// where flushes are counted apart.
//
// A rank is the better of two values. The flush value comes from a table by the ranks of the suit, a number below 8192. For
// the other value each rank has a key such that no two hands have the same [Sum] of keys. The high half of the sum names a
// row of a table, and each row is shifted so that no two rows share a place. That is two loads for seven cards, and adding a
// card is adding a number. Fewer than five cards have sums of their own. Six cards are the best of their fives.
//
// The tables have 242 KB. They are made at start in some seven milliseconds, by the rules of hands of five cards.
package rank
