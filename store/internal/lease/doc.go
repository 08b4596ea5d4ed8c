// Package lease decides who gets the lease of a shard, for all back ends.
//
// [Acquire], [Renew] and [Release] work on [Tx], a small interface that a back end implements inside its transactions.
// [Local] keeps the leases of a store that no other process can use.
package lease
