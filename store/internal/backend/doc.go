// Package backend is what back ends have in common beyond the contract of package store.
//
// [Backend] is a store that can be read to the last ledger entry, and be filled: what moving and inspecting one need.
// [NewReadOnly] makes a store for inspection of it, with an audit that recomputes every balance from the ledger. The
// functions are for the back ends themselves: walking tables, checksums, stored values that may be damaged.
package backend
