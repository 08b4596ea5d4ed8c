// Package memory keeps a store in memory, for tests and for a first look. It is gone with its process.
//
// One lock guards everything. The type tx is the store with its lock held, as the ledger wants it. Balances are kept and
// ledger entries are not: nothing reads them here.
package memory
