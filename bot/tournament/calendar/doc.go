// Package calendar keeps a tournament with a start time among the events of its server, where members find it (T121).
//
// An [Entry] belongs to the director of a table. It makes the event once the tournament has a lobby, moves it with the start, and ends
// it with the tournament. Discord has no nonce for events: so before it makes one, it looks for one that an earlier try made.
package calendar
