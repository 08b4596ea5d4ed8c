// Package prefs keeps the preferences of users and servers, and decides which language a user reads.
//
// [All] has three stores: preferences of users (/settings), settings of servers (/server) and presets of table options. A
// [Store] keeps one note of the database for each id and caches it; Update reads, edits and writes a note under a lock of
// its id. After a write with an unknown outcome the store drops the cached value, so the next reader asks the database. Users
// change their preferences on servers of any shard, so a cached one lasts a minute. Confirm reads it anew before chips move.
//
// [All.Resolve] sets the language of an interaction, once, when it arrives. Everything after it reads in.Lang.
//
// [Forgotten] are the users who asked to be forgotten. Hands, ledgers of closed tables and logs from before that
// time leave their names out.
package prefs
