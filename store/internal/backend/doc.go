// Package backend has the code that back ends share beyond the contract of package store.
//
// [Backend] is a store that can be read to the last ledger entry, and be filled, as moving and inspecting a store need.
// [NewReadOnly] makes a store for inspection of it, with an audit that recomputes every balance from the ledger. The
// functions are for the back ends themselves: walking tables, checksums, stored values that may be damaged.
package backend
