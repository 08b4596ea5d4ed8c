// Package replay goes through a hand that is over, a step at a time.
//
// [Steps] makes the views of the moments of a hand. It gets the asker's view of the table at the end, and the events of the
// hand, which are public. It gets no other card. So boards, texts and files made of its steps show only what the asker may
// see: their own cards from the deal on, those of other players once shown, and all cards of a void hand (R65).
//
// Which cards were exchanged in a draw stays unknown (R52). A player who drew sees their own cards from their draw on, and
// the fourth card from the end of the draw.
package replay
