// Package engine is poker as a value and a function. It has no clock, no random numbers and no I/O. Comments and refusals
// name the numbered rules that it plays by (R21).
//
// A [Table] is a value without pointers: = copies it and == compares it. [New] makes one, [Restore] reads a stored one.
// [Table.Apply] takes a [Command] and returns the next table and the [Event]s that led to it, or an error and the same
// table. An error is nearly always a [Refusal]: data, not words. Discard a table you do not want. [Table.Do] changes the
// table itself, where the old one is not needed. Time and chance come with the commands: each has a moment, [Start] a random
// number for the button, [Deal] a shuffled deck.
//
// A program that drives a table repeats four steps:
//
//	Pending  what does the table need, and until when?
//	Apply    bring it: a Start, a Deal, an Act of a player, a Tick when time is up
//	commit   store Snapshot and events together; if that fails, discard the new table
//	View     show each viewer what they may see
//
// [Start] settles the seats and takes the posts, so that the message of the hand can be made before a card exists; [Deal]
// deals. Each decision has a [Turn], and an [Act], a [Draw] or a [Show] names the one it was meant for: an old button does
// nothing. A [Tick] carries out the deadlines that have passed. [Void] undoes a hand that cannot be finished, and [Undo] one
// whose cards are lost.
//
// A tournament's table ([poker.Rules].Tournament) has a director: a [Seating] says who sits there with which stack, and a
// [StartLevel] begins a hand with the blinds of a level. Players bet as ever, but do not buy, leave or sit out (T30).
//
// Cards are in unexported fields. [Table.View] is the only way to see one, and shows only what one viewer may see. A table
// prints as [hidden], and a [Table.Snapshot] holds no card but those of the boards.
//
// Tests and fuzz targets play random hands at random tables and hold these laws:
//
//   - No chip is made or lost: the table has the chips that the events brought to it ([Table.Chips]).
//   - The table accepts all that a view offers ([Legal], plans, cards to show). It refuses all else, and a refusal changes nothing.
//   - A hand ends, whatever the players do and if they do nothing.
//   - The same commands lead to an equal table, and so does a snapshot.
//   - Cards that a viewer cannot see change nothing that the viewer gets.
//
// These packages below know no table: card has the cards, rank their values, odds how often they win, sidepot the arithmetic
// of pots, fair the proof of a shuffle. Package poker has the games, the limits and the rules of a table. Games are literals:
// each has hole cards, streets and a ranking. The others see a table as players do. Package ai plays at it, and replay goes through
// a hand that is over. Packages phh and pokerstars write it as a file, stats counts it, and enginetest plays random hands for
// tests. Package tournament directs the tables of a tournament, and sees stacks alone.
package engine
