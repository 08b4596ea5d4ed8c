// Package program builds cardroom as a user would and runs it as a process. The tests under e2e use only its command line,
// its environment, its exit code and its visible effects.
//
// Start launches it with an environment of its own, ListenDiscord gives it a Discord on the loopback interface, and
// WaitOnline waits for the connection. Kill ends a process like a power cut, Stop asks it to end, Expect waits for its end
// and compares its exit code and output.
//
// The program is built once for all packages of a go test run: Binary keeps it in the user's cache directory, and go build
// does nothing if it is up to date. Main removes a package's leftovers; each TestMain under e2e calls it.
package program
