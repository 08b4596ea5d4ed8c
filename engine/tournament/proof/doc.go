// Package proof has the result of a tournament as a file, and checks it: seal, key and all draws, and that they are the draws
// that the rules ask for, neither more nor fewer (section 0 of the rules).
//
// A [Result] has the commands of the tournament. [Verify] brings them to the director again, with the draws of the sealed seed:
// seats, buttons, moves, places and prizes follow. The director must then draw exactly as the file says. With
// the receipts of the hands it compares the players of each hand, and their order, with the seats.
package proof
