// Package phh reads and writes hands in the Poker Hand History format (https://phh.readthedocs.io) and plays them through
// the engine.
//
// A [Hand] has the fields of the format under their names there. [Read] takes them from a file: one hand of TOML (.phh),
// several (.phhs), or one of JSON a line (.jsonl), each of them gzipped or not. [Hand.Replay] plays one: it deals the cards
// that are named, does what was done, and compares what the hand says of itself with what comes out. Fields that are not
// of the format — what was legal at each decision, the pots, what was not called — are compared where they are there.
//
// [Of] makes one of a hand that was played at a table, and [Hand.Write] writes it. It holds what the viewer of the view
// given may know: other cards are ????. Such a hand replays to the same stacks all the same, for who mucked a hand unseen
// has lost what others contested; that the file says so of a hand that must have won, is a disagreement.
//
// Besides the codes of the format for variants it knows PT, PO, NO and FO for pot-limit hold'em and for Omaha by its
// limits, and N5C1D, P5C1D and F5C1D for five-card draw.
//
// # What the format has no word for
//
// Fields that begin with an underscore are a writer's own; other readers pass over them. Each is there only where it is
// needed:
//
//	_dead       what a player posted dead (R13), where the antes are not dead. Elsewhere it stands among the antes, as the
//	            ante of the big blind does (R14), and ante_trimming_status is false.
//	_first      who acts first, where two blinds of one size heads-up would let the big blind begin (R11).
//	_runs       how many boards there were (R37). Their cards are further "d db", each board after the one before.
//	_held       what players held at the end who exchanged cards and did not show them.
//	_chip_unit  what every wager but an all-in is a multiple of (R8).
//
// And some words are used as follows:
//
//   - Players go from the left of the button, whether somebody sits on it or not (R10). Without a small blind the big one is
//     p1's.
//   - A blind has its full size, however short the stack was (R15); so has an ante, but a dead one is what was paid.
//   - A live post (R12, R13) is a blind below zero, as PokerKit has it. A straddle (R16) is a blind, and min_bet with it.
//   - min_bet is the least bet of the hand, if that is more than the big blind (R20).
//   - Which cards were exchanged nobody is told, not even later; so of a hand with exchanges the cards that were dealt and
//     those that were given away are not known, and those at the end are in its "sm" or in _held. All "sd" come first and
//     then the new cards, a fourth one (R52) with the other three.
//   - Chips that were not called (R34) come back without a word. A show after the end (R40) makes cards known and is no "sm".
//   - A void hand (R65) is none: Of refuses it.
package phh
