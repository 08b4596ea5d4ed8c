// Package state has the data of a tournament, and reads from it: tables to break, places, prizes, players who are
// absent. Comments name the rules (T46). Package tournament, the director, decides how a state changes.
//
// A [State] is a value that copies share ([cardroom/engine/tournament/list.List]). [State.Check] refuses one that cannot be.
package state
