// Package cli has the tests of the command line: which subcommands there are, what they say, their exit codes, the variables
// of the environment, the health checks, and how the program behaves towards the machine that it runs on.
//
// Every test starts the built program, by package program.
package cli
