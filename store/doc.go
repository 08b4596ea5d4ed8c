// Package store is the contract of back ends that keep tables, wallets and finished hands, and move money.
//
// The contract is the [Store] interface. Store/open gives one from a STORE_URL; the back ends are store/sqlite,
// store/redis and store/memory, and the suite in store/storetest holds each of them to it. Store/migrate copies one store
// into another. A [ReadOnly] store is for inspection, beside the bot that writes to it.
//
// A tour. Everything that changes is one [Change] (or one [Payment]): the table as it will be, what happened, which hands
// ended. [Store.Commit] applies it as a whole or not at all, and once however often a caller sends it. A
// caller that lost the answer sends the same change again. If the stored version is not the one that the change was made
// from, the caller gets a [StaleError] and loads the table again.
//
// Money is double entry: chips go from one [Account] to another. They go from [Mint] to a wallet, and from there to a table
// or to the escrow of a tournament, and back. Wallets + tables + escrows + Mint + Practice + Free + House are zero at every moment. Store/internal/ledger decides what a
// change does to accounts, once for all back ends.
//
// # Two processes
//
// One process plays the tables of a shard. The next waits for its [Lease], which expires when it is not renewed. A lease
// alone keeps no process from writing: one that was stopped for a while, or cut off, still believes that it holds its
// lease. So every lease has an epoch, and every change and payment carries it. The store refuses an older epoch in the
// transaction that would have written. [LeaseHolder] does all that for its user.
//
// There is a lease for each shard, and not for each guild: thousands of guilds would be thousands of renewals. The epoch
// is kept with each guild, because a script of a Redis Cluster reaches no further. Acquiring a lease writes its epoch to all
// guilds of the shard before the process reads anything. While the bot is being divided anew (SHARD_COUNT 1, then 2), old
// and new shards have guilds in common. The store refuses a lease while another process holds an overlapping one. So 0/2
// waits for 0/1, and both halves start when the whole has gone.
package store
