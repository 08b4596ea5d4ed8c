// Package docs has the tests that hold the pages to the program. Every rule, every threat and every promise of durability
// names tests that exist. Every link leads somewhere, and the README is short and links every page. Variables, exit codes, the
// permissions of the install link, quoted messages and long commands are those of the program.
//
// A test is named by the folder at or below which it is, and by its name: "bot TestTalk/seats".
package docs
