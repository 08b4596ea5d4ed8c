// Package docs has the tests that hold the documents: every rule, every threat and every promise of durability names tests
// that there are, and the page for contributors has the commands that run the promises at their full size.
//
// A test is named by the folder at or below which it is, and by its name: "bot TestTalk/seats".
package docs
