// Package invariant looks over the shoulder of a card room in a test: at everything that is stored and at every version
// of every message. What it holds is true at every moment, whatever fails and wherever the program ends:
//
//	I1  all accounts of a guild and its table chips add up to zero
//	I2  no wallet, no stack and no pot is below zero
//	I3  every commit makes the next version of its table, and no other; and none is made under a lease that is not the newest
//	I4  a hand has one seal, one shuffle and one deal, and no card twice
//	I5  one player is to act at a table, with one deadline
//	I6  nothing is shown that is not stored
//	I7  every hand that started under a published seal ends with a proof
//
// [Watch.Store] goes around a store, below all that may fail; [Watch.See] takes messages. A test that cannot reach the
// store of a running program, like one of another process, looks at what stands in it from time to time: [Watch.Found] and
// [Watch.Books], and at the end [Watch.History].
package invariant
