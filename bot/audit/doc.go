// Package audit checks the store, and gives chips back when a hand cannot go on. The command cardroom doctor runs it.
//
// [Examine] reads everything and changes nothing: accounts against the ledger, tables against their accounts, hands against
// their proofs, stats against the history. It reports each difference as one sentence and works beside a running bot, so it
// reads changed data again.
//
// [Void] undoes the running hand of one table in one commit, also when the record is damaged or its key is lost. It trusts
// the record's clear text only if the ledger confirms the chips. No bot may run on the store meanwhile.
package audit
