// Package phh reads and writes hands in the Poker Hand History format (https://phh.readthedocs.io), and plays them through the
// engine.
//
// A [Hand] has the fields of the format. [Read] takes hands from a file: one as TOML (.phh), several (.phhs), or one JSON
// object a line (.jsonl), each gzipped or not. [Hand.Replay] plays a hand: it deals the cards that are named, takes the
// actions, and compares what the hand says of itself with the outcome. It compares fields outside the format, such as the
// legal actions and the pots, where they are there.
//
// [Of] makes a Hand of a hand that was played at a table, and [Hand.Write] writes it. It holds all that the viewer of a view may
// know; other cards are ????. It replays to the same stacks, because a player who mucked unseen lost. A file that says that a
// hand was mucked which must have won disagrees.
//
// Besides the variant codes of the format it knows these: PT is pot-limit hold'em; PO, NO and FO are Omaha by its limits;
// N5C1D, P5C1D and F5C1D are five-card draw.
//
// # Facts for which the format has no word
//
// Fields that begin with an underscore belong to a writer; other readers skip them. Each is there only where it is needed:
//
//	_dead       the chips that a player posted dead (R13), where the antes are not dead. Elsewhere it stands among the antes, as the
//	            ante of the big blind does (R14), and ante_trimming_status is false.
//	_first      the player who acts first, where two equal blinds heads-up would let the big blind begin (R11).
//	_runs       the number of boards (R37). Their cards are further "d db", each board after the one before.
//	_held       the cards at the end of players who exchanged cards and did not show them.
//	_chip_unit  the number of which every wager but an all-in is a multiple (R8).
//	_unit_pots  true where each share of a split pot is a multiple of _chip_unit, too: in a tournament with a colour-up (T28).
//
// Other words are used as follows:
//
//   - Players go from the left of the button, even if its seat is empty (R10). Without a small blind the big blind is p1's.
//   - A blind has its full size, however short the stack was (R15). So has an ante, but a dead one has the amount paid.
//   - A live post (R12, R13) is a blind below zero, as in PokerKit. A straddle (R16) is a blind, and min_bet with it.
//   - min_bet is the least bet of the hand, if that is more than the big blind (R20). Then the first "cc" before the flop pays
//     min_bet, where other readers call the big blind: they come to other stacks, or refuse the hand. "cbr" with min_bet is no
//     way out: PokerKit refuses a raise to less than the blind and min_bet together.
//   - In fixed limit an all-in may be half a bet, which is a raise, and two players may raise on (R26). PokerKit refuses some of
//     these hands.
//   - Which cards were exchanged stays unknown. So in a hand with exchanges the cards dealt and given away are not known, and
//     those at the end are in its "sm" or in _held. All "sd" come first and then the new cards, a fourth one (R52) with the
//     other three.
//   - Uncalled chips (R34) come back without a word. A show after the end (R40) makes cards known and is no "sm".
//   - A void hand (R65) is no hand: Of refuses it.
package phh
