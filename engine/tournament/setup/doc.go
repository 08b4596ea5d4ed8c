// Package setup has all that a tournament is set up with: options, levels and prizes. Comments name the rules that it
// follows (T20).
//
// [Options] says all that a tournament is made with. A [Schedule] has the levels. [Preset] returns a known one, and [Target]
// makes one that lasts about as long as asked for (T29). A [Payout] says which places are paid: [Payout.Places] counts them,
// and [Payout.Amounts] divides the pool (T74, T75). [Share] divides the prizes of tied places (T76), [Halves] and [ByChips]
// those of a tournament that ends early (T103).
package setup
