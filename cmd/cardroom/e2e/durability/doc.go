// Package durability tests the built program in real time under faults. The process is killed, suspended, overtaken or
// stopped. Its Redis dies or hangs. Its store is moved or restored from a backup. People press a thousand buttons at once.
//
// An ordinary run makes the tests small; CONTRIBUTING has the commands for the promised size. Package club has the people
// and the tables.
package durability
