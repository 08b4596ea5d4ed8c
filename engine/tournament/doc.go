// Package tournament decides how a tournament goes on: seats, levels, breaks, places and prizes. Comments and refusals name
// the numbered rules that it plays by (T43). The package has no clock, no random numbers and no I/O, and sees no card.
//
// A [Schedule] has the levels (T20). [Preset] returns a known one, and [Target] makes one that lasts about as long as asked
// for (T29). A [Payout] says which places are paid: [Payout.Places] counts them, [Payout.Amounts] divides the pool (T74, T75),
// and [Share] divides the prizes of tied places (T76).
package tournament
