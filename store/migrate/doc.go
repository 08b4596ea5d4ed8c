// Package migrate copies all that one store holds into another, and compares both afterwards.
//
// [Move] refuses a target that is not empty and a source that is. It copies guild by guild, then the ledger with the
// sessions, then notes. The comparison reads both stores again and adds up the copied ledger: each balance must be the sum
// of its entries.
package migrate
