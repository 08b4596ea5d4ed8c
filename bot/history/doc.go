// Package history shows hands that are over: /history as a replay, a text or a file, and /verify.
//
// Its handlers run beside the tables and read the store, so they work in channels whose table is closed. A stored hand has
// no hidden cards. The package decodes it as the asking user may see it: the cards that all saw, and the user's own cards from
// the proof of the shuffle. It leaves out the names of users who asked to be forgotten.
//
// A replay is an ephemeral message with buttons. Nothing is kept between two presses: each one reads the hand again
// for the user who pressed.
package history
