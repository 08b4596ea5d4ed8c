// Package program builds cardroom as a user would and runs it as a process: the tests under e2e know it by its command
// line, its environment, its exit code and what others can see of it, and by nothing else.
//
// Start launches it with an environment of its own, ListenDiscord gives it a Discord on the loopback interface, and
// WaitOnline waits until the two have met. Kill ends a process as a power cut does, Stop asks it to end, Expect waits for
// its end and compares its exit code and words.
//
// The program is built once for all packages of a go test run: Binary keeps it in the user's cache directory, and go build
// does nothing where it is up to date. Main removes what a package leaves behind; each TestMain under e2e calls it.
package program
