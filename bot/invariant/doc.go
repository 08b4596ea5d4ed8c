// Package invariant checks a card room in a test: all stored data, and every version of every message. Its laws hold at
// every moment, whatever fails and wherever the program ends:
//
//	I1  all accounts of a guild and its table chips add up to zero
//	I2  no wallet, no stack and no pot is below zero
//	I3  every commit makes the next version of its table, under the newest lease
//	I4  a hand has one commitment, one shuffle and one deal, and no card twice
//	I5  one player is to act at a table, with one deadline
//	I6  nothing is shown that is not stored
//	I7  every hand that started under a published commitment ends with a proof
//	I8  a hand under a beacon has one message; its round is stored before the value is asked for, and the hand is dealt with it
//
// [Watch.Store] wraps a store below all injected failures; [Watch.See] checks messages. A test of another process cannot
// wrap its store. It reads the store from time to time: [Watch.Found] and [Watch.Books], and at the end [Watch.History].
package invariant
