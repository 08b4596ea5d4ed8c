// Package redis keeps a store in a Redis server or cluster.
//
// Concurrency is optimistic. A change is computed here, from guesses of the stored values; the type tx records each guess and
// each write. One script gets both. It writes if every guess is right; otherwise it returns the true values, and the
// change is computed again from them. So the rules about money stand in the ledger alone, and most commits take one round
// trip.
//
// Opening a store probes each server. It refuses settings with which Redis would lose acknowledged commits, and tries every
// command once, so that a missing permission is known at the start. The constants of the layout say what is stored where.
package redis
