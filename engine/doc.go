// Package engine is poker: a value and a function. It has no clock, no dice, no I/O, and needs the standard library
// alone. What it plays is written down in numbered rules (R21); comments and refusals name them.
//
// # The value
//
// A [Table] is everything there is to know about a table: players, chips, blinds, cards, deadlines. It has arrays and no
// pointers, so = copies it and == compares it. A new one comes from [New], a stored one from [Restore]. What one does not
// like one drops.
//
// # The function
//
// [Table.Apply] takes a [Command] and gives the next table and the [Event]s of what happened, which everyone may know; or
// an error, and then nothing has changed. An error is nearly always a [Refusal]: data, not words. Time and chance come
// with the commands: every command says when it is, [Start] brings the lot for the button, [Deal] the shuffled deck.
//
// Who drives a table does one thing again and again:
//
//	Awaits   what does the table need, and until when?
//	Apply    bring it: a Start, a Deal, an Act of a player, a Tick when time is up
//	commit   store Snapshot and events together; if that fails, drop the new table
//	View     show everyone what they may see
//
// A hand begins with two commands. [Start] settles the seats and takes the posts; then no card exists yet, so that the
// message of the hand can be made first. [Deal] deals. From there on every decision has a [Turn], and an [Act] must name
// the one it was meant for: an old button does nothing. Silence is a [Tick]: each deadline that has passed takes effect,
// decisions, run-outs, and seats that open. A hand that cannot be finished is undone by [Void], and by [Undo]
// where its cards are lost.
//
// A decision is not always a bet. In the draw it is a [Draw], at the showdown it may be a [Show]; and where the board may
// be dealt more than once, everyone in the hand is asked at once and answers with [RunIt].
//
// # One door for cards
//
// The cards are in unexported fields. [Table.View] is the only way to see one, and it is asked for by one viewer. A table
// prints as [hidden] whatever the verb; a [Table.Snapshot] has no card but the boards': [Restore] is
// given the deck, and refuses any but the one that was dealt.
//
// # Data
//
// Games are literals: a variant says how many hole cards there are, what comes on each street and what a hand is worth; a
// limit says how much a raise may be, and whether bets have one size. [Rules] are what a table can be asked for. Another
// game is another literal.
//
// # The laws
//
// Tests and fuzz targets hold these on random lives of random tables, with every command in every place:
//
//   - No chip is made or lost: what the events say has come to the table is there ([Table.Chips]).
//   - What a view offers ([Legal], plans, cards to show) is accepted; all else is refused, and a refusal changes nothing.
//   - A hand ends, whatever the players do and if they do nothing.
//   - The same commands give the equal table, and so does a snapshot.
//   - Other cards where a viewer cannot see them change nothing that viewer gets.
//   - Pots are what one gets by asking of each chip who can win it.
//
// testdata/hands has scripts of hands: who does what, and what everyone sees of it. testdata/perft.txt counts the
// sequences of bets, which a second, slow reading of the rules has to agree with. Hands that were played elsewhere are
// played again by package phh.
//
// # Around it
//
// The packages below know no table: card has the cards, rank what they are worth, odds how often they win, fair how a
// shuffle is proven. The others see a table as players do: ai plays at it, replay shows a hand that is over once more,
// phh and pokerstars write it as a file, stats counts it, and enginetest plays random hands for their tests.
package engine
