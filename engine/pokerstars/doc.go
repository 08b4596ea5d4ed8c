// Package pokerstars writes hands in the form of the hand histories of PokerStars, which is what trackers and replayers import.
//
// [Of] writes one hand that was played at a table: hold'em, Omaha or five-card draw, no limit, pot limit or fixed limit. It
// holds what the viewer of the view given may know. It is in English whatever the viewer speaks, amounts are play money
// without a rake, times are UTC, and names are made of ASCII letters, digits and _ - . so that any importer takes them;
// two players never have one name.
//
// # What the format has no word for
//
// Some things this house plays were never dealt there. They are said in the words that come closest, so that what everyone
// has put in and got back adds up for every reader:
//
//   - A live post of one who comes in (R12, R13) "posts big blind".
//   - What is dead and no bet, the ante of the big blind (R14) and a missed small blind (R13), is "posts the ante", of one
//     player alone.
//   - A straddle (R16) is "posts straddle".
//   - Boards dealt more than once (R37) have FIRST, SECOND and THIRD before their streets. What pot a part came from is said
//     where there are side pots.
//   - Which cards were exchanged nobody is told (R52): "discards 2 cards" has no cards, and the viewer's own hand is told
//     once it is known, before or after the draw.
//   - A void hand (R65) is none: Of refuses it.
package pokerstars
