// Package durability has the tests that play the built program in real time while something breaks: the process is killed,
// stopped, overtaken or asked to end, its Redis dies or hangs, its store is moved or put back from a backup, and people press
// a thousand buttons at once.
//
// An ordinary run makes them small; CONTRIBUTING has the commands for the size that was promised. Package club has the
// people and the tables.
package durability
