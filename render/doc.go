// Package render turns a table into words and buttons. It knows poker by [engine.View] alone and nothing of Discord's
// wire, the store or the clock: the same scene always gives the same text.
//
// A [Scene] holds one moment: the view of one reader, a language, and how people and cards are written.
// From it come
//
//   - [Board]: the text of the table's public message, in every phase: waiting, shuffling, betting, run-out, result,
//     paused, closed, void. It never names a card that was not tabled, even in the view of one player. In a run-out it says
//     the chances of package equity that the scene has.
//   - [Buttons]: the rows under the board. Every total on them is legal.
//   - [Panel]: the private text and buttons of the view's reader. It says no cards but theirs and the board's, or beside them
//     all that the board says.
//   - [Alt]: the words in the place of the board's picture, for screen readers.
//   - [Modal] and [DrawModal]: the questions behind "Bet…", "Raise…" and "Draw…". [ParseAmount] and [ParseDiscards] read
//     the answers, [Wagers] offers some.
//   - [Refusal]: why the table did not carry out a command, and how to put it right.
//
// Package locale has the words, package text the texts apart from the board, package picture draws the board.
//
// Programs read some forms, so these are the same in every language and not in the language files: the hand is "#12", pots
// are "Pot 260 · Side 120", a seat's line begins with its number in backticks, the line of the player to act (and no other)
// begins with "▶" and ends with the deadline as "<t:…:R>", ranges are "80–1,000", cards are "A♠" and "10♦", or all cards of
// a text are written by [Scene].Card: emoji are in text alone, never on buttons, in menus or in the words of a
// picture.
package render
