// Package pokerstars writes hands in the form of PokerStars hand histories, which trackers and replayers import.
//
// [Of] writes one hand that was played at a table: hold'em, Omaha or five-card draw; no limit, pot limit or fixed limit. It
// holds all that the viewer of a view may know. It is in English for every viewer, amounts are play money without a rake. The
// time is in UTC, and behind it in brackets in Eastern Time, the zone of PokerStars: trackers read the last time of the line. Names have
// ASCII letters, digits and _ - . only, so that every importer takes them. A player whose name has none of these letters is Player_ and
// their ID. No two players of a hand have the same name: those of one name have the last four digits of their IDs behind it.
//
// # What the format has no word for
//
// Some things here were never dealt at PokerStars. They take the closest words with which the chips of every player add up:
//
//   - A live post of a player who comes in (R12, R13) "posts big blind".
//   - A dead post, the ante of the big blind (R14) or a missed small blind (R13), is "posts the ante", of one player alone.
//   - A straddle (R16) is "posts straddle".
//   - Boards dealt more than once (R37) have FIRST, SECOND and THIRD before their streets. Where there are side pots, each part
//     names its pot.
//   - Which cards were exchanged stays unknown (R52): "discards 2 cards" has no cards. The viewer's own hand is written once it
//     is known, before or after the draw.
//   - A void hand (R65) is no hand: Of refuses it.
//
// # What a file leaves open
//
//   - A player has the four digits only in hands with another one of the same name. A tracker takes the name with and without them for two
//     players, and so a name that a player has changed.
//   - A hand of a tournament has the head of a cash hand: a table knows the blinds, and neither the buy-in nor the number of the level.
package pokerstars
