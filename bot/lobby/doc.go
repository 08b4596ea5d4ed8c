// Package lobby lists the tables of a server for the user who asks, and lets them follow a table.
//
// /watch list shows only the tables in channels that the user can see. The bot computes that from the roles and overwrites
// that Discord reports, in Discord's order. If Discord does not answer in time, the list has the user's own channel alone
// and says that it is incomplete.
//
// A follower is stored in the record of the table; package channel sends the notices.
package lobby
