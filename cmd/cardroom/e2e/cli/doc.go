// Package cli tests the command line: the subcommands, their output and exit codes, the environment variables, the health
// checks, and the program's use of its machine.
//
// Every test starts the built program with package program.
package cli
