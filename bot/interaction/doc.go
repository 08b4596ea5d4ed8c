// Package interaction parses what Discord delivers, once, at the edge of the program.
//
// An [Interaction] says who asks, where, from which message and what: a command with its options, a completion, the press
// of a component or a modal. [Parse] refuses what no client of this bot can have sent. Its fields are untrusted input all
// the same: a custom id names a table and a turn, and the handler checks both.
//
// An interaction has one answer. Claim gives it to the first caller, and package reply sends it. [Seen] finds interactions
// that Discord delivers twice.
package interaction
