// Command cardroom is a poker table in a Discord channel.
//
// Its subcommands are rows of one table, in main.go: the name, the arguments as the usage shows them, the help, and a
// function that declares the flags and returns the runner. Without a subcommand it is the bot: runBot reads the environment,
// opens the health server and the store, and a player runs the tables whenever it has their lease.
//
// The demo is the same bot on a Discord in memory, with a page for a browser. The trial measures the live Discord. The doctor
// checks a store, voids a hand or cancels a tournament; move copies a store; replay, verify and deal prove the claims about
// engine and shuffle.
//
// A command returns an exit code: 0 when it was asked to stop, 1 for a failure while running, 2 for wrong use or
// configuration. The tests of the whole program are under e2e.
package main
