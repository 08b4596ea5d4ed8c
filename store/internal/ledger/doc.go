// Package ledger moves money, exactly once, for all back ends.
//
// [Apply] commits a change, [Pay] makes a payment and [Forget] erases a player's stats, each in terms of [Tx]: a small
// interface that a back end implements inside its transactions. All three read first, then check, then write. A refused
// change has written nothing.
//
// [Transfers] reads from a change's events which chips move between accounts. The type posting works out what they do to
// balances before anything is written: wallets must be able to pay, and afterwards the table's account must hold just the
// chips that the change says are on the table.
package ledger
