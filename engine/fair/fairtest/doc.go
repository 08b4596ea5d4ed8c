// Package fairtest makes random receipts of fair/2 and fair/1 and forged ones, for the tests of verifiers. It seals and deals by
// itself, with nothing of package fair but its HMAC streams and the types of a receipt: a forger does not use a program that
// checks.
//
// Each forgery breaks one thing and makes all others fit it again: a hash over the forged part, the published value, the
// choice of the deck, the transcript. So a verifier finds it with one check or with none.
package fairtest
