// Package phh reads hands in the Poker Hand History format and plays them through the engine.
//
// A [Hand] has the fields of the format under their names there. [Read] takes them from a file: one hand of TOML (.phh),
// several (.phhs), or one of JSON a line (.jsonl), each of them gzipped or not. [Hand.Replay] plays one: it deals the cards
// that are named, does what was done, and compares what the hand says of itself with what comes out. Fields that are not
// of the format — what was legal at each decision, the pots, what was not called — are compared where they are there.
//
// Besides the codes of the format for variants it knows PT, PO, NO and FO for pot-limit hold'em and for Omaha by its
// limits, and N5C1D, P5C1D and F5C1D for five-card draw.
package phh
