// Package ai plays the house players: opponents for a table that has too few people.
//
// [Decide] gets what a person in that seat would see, an [engine.View], and nothing else, so it cannot cheat. It is a function:
// the same view, level and roll give the same decision. [Discard] decides the draw, and [Think] how long a decision takes.
//
// # How it plays
//
// A chart and the position decide the first round of hold'em and Omaha, as long as the bets are small. Everywhere else a
// house player samples hands that the others may hold, and ways in which the board may end or their draws. A rival who bet
// much holds one of the better hands; a rival who drew one card holds a hand that draws one card to. Then it weighs a check
// or call and bets of some sizes, each by its winnings when some fold and the better hands call. It takes the best of
// them. Chance is in the samples, in the sizes, in its judgement, and in when it bluffs.
//
// # The levels
//
// They differ in a few numbers. Easy takes few samples, ignores what bets say, calls much and raises little. Normal plays fewer
// hands and reads bets a little. Hard takes many samples, reads bets, and bluffs.
//
// Each level wins 15 big blinds or more a hundred hands from the level below, and from players who do not think. The tables
// show winnings heads-up, over 50,000 hands with 100 big blinds each, with 95 % intervals. go run ./bench/house prints them.
//
//	             no-limit                          pot-limit                         fixed limit
//	             hold'em    Omaha      draw        hold'em    Omaha      draw        hold'em   Omaha     draw
//	hard–normal  52 ± 8     62 ± 9     76 ± 10     52 ± 7     65 ± 9     75 ± 10     27 ± 2    31 ± 2    19 ± 2
//	normal–easy  207 ± 15   191 ± 16   97 ± 13     181 ± 14   162 ± 15   71 ± 12     32 ± 1    28 ± 2    19 ± 1
//
// At tables of six (the draw of four), in no-limit: hard–normal 43 ± 5, 33 ± 8 (20,000 hands), 79 ± 13 (20,000);
// normal–easy 191 ± 12, 138 ± 28 (10,000), 91 ± 19 (20,000).
//
// From a caller, who always calls, and a maniac, who always makes the largest raise, in no-limit:
//
//	             caller                            maniac
//	             hold'em    Omaha      draw        hold'em    Omaha      draw
//	easy         489 ± 15   363 ± 12   85 ± 2      483 ± 43   169 ± 44   1107 ± 40
//	normal       702 ± 17   611 ± 15   114 ± 2     497 ± 41   137 ± 42   1077 ± 34
//	hard         578 ± 15   592 ± 15   104 ± 2     437 ± 36   166 ± 37   839 ± 29
//
// A decision takes 0.2 to 0.7 ms of a processor for Hard and less than 0.1 ms for the others.
package ai
