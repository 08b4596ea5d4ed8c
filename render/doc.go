// Package render turns a table into words and buttons. It knows poker by [engine.View] alone and nothing of Discord's
// wire, the store or the clock: the same scene always gives the same text.
//
// A [Scene] is what can be said at a moment: the view of one reader, a language, and how people and cards are written.
// From it come
//
//   - [Board]: the text of the table's public message, in every phase: waiting, shuffling, betting, run-out, result,
//     paused, closed, void. It never says a card that was not tabled, whoever's view it is given. In a run-out it says
//     the [Chances] that the scene has.
//   - [Buttons]: the rows under the board. Every total on them is legal.
//   - [Panel]: the private text and buttons of the view's reader. It says no cards but theirs and the board's, or beside them
//     all that the board says.
//   - [Alt]: the words in the place of the board's picture, for those who hear it.
//   - [Modal]: the question behind "Bet…" and "Raise…".
//   - [Settings]: the private panel of the options of the house.
//   - [Refusal], [Help] with [Now], [Lang.Rule], [Lang.Ledger], [Lang.Tables], [Taste], [Wagers]: answers to commands.
//   - [Lang.Nudge], [Lang.Tell]: messages that mention people.
//
// Some forms are read by programs and are therefore the same in every language; they are constants of this package and
// not in the language files: the hand is "#12", pots are "Pot 260 · Side 120", a seat's line begins with its number in
// backticks, the line of the player to act (and no other) begins with "▶" and ends with the deadline as "<t:…:R>",
// ranges are "80–1,000", cards are "A♠" and "10♦", or all cards of a text are what [Scene].Card makes of them: emoji are in
// text alone, never on buttons, in menus or in the words of a picture.
//
// All other words are in a [Lang], a struct with a field per text. Each language is one file, lang/*.json, read by
// [For]. The tag args of a field names the placeholders its text has, no more and no fewer, in every language, and the tag
// most how long it may be; a missing, unknown or empty text is an error, and the tests load every file. A sentence is
// filled with [Text.With], one about a number of things is a [Plural] and filled with [Lang.Count].
//
// [ParseChips] and [ParseAmount] read what people type.
package render
