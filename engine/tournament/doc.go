// Package tournament decides how a tournament goes on: seats, levels, breaks, moves, places and prizes. Comments and refusals
// name the numbered rules that it plays by (T43). The package has no clock, no random numbers and no I/O, and sees no card.
//
// A [Tournament] is a value: = copies it. [New] makes one from its options, [Restore] reads a stored one.
// [Tournament.Apply] takes a [Command] and returns the next tournament and the [Event]s that led to it, or an error and the
// same tournament. Each command has a moment, and deadlines that passed by then come first. [Lots] gives the draws: each has a name that
// never comes twice, and an event with its range and its numbers.
//
// A program that drives a tournament repeats four steps:
//
//	Pending   the next need, and until when; MayStart reports whether a table may start a hand
//	Apply     bring it: an Admit or a Skip, a Begin, a StartHand, an EndHand of a table, a Tick when time is up
//	commit    store Snapshot and events together with the tables that they touch; if that fails, discard the new tournament
//	tables    carry out the events: seats, moves, stacks, pauses
//
// [StartHand] decides who is dealt in and who has button and blinds, so a table does not. [EndHand] brings the stacks; all
// else follows from them: who is out, who moves, whether a round or the tournament is over. In a knockout it brings the winners
// of the last chips of busted players, too, because the director sees no cards. [Register], [Admit], [Rebuy] and
// [AddOn] are for persons who have paid. Prize chips are in an escrow, and events say where they come from and where they go.
//
// Package setup has the options, levels and prizes. Package state has the data of a tournament, and reads it. Package list has
// the arrays that states share, and package race the arithmetic of a chip race. Package tables says to tables of the engine what
// the director decides.
//
// Tests and fuzz targets play random tournaments and hold these laws (T130):
//
//   - No chip is made or lost, at the tables, on heads or in the escrow ([Tournament.Check]).
//   - Each entry alive has one seat, and places have no gap. A place that was paid does not change.
//   - When all tables are idle, no move is left to make.
//   - Each table plays one hand of a round of hand-for-hand before the next round begins.
//   - A refusal changes nothing. The same commands and draws lead to an equal tournament, and so does a snapshot.
//
// Mystery bounties, satellites and shoot-outs are not here yet.
package tournament
