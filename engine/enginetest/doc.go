// Package enginetest plays hands for tests: of the engine, and of packages that write, replay or count hands.
//
// A [RandomGame] plays random hands at a random table of any kind. [Play] plays the hands of a script of
// engine/testdata/hands. [RandomGame.Twin] plays a hand again with other cards where one viewer cannot see them.
// [Lots] are the draws of a tournament.
package enginetest
