// Package tournament plays tournaments of one table.
//
// A tournament is a part of its table's record, [record.Event], and its [Director] runs in the jobs of the table: one commit
// has a hand and what the tournament makes of it. Package engine/tournament decides. The Director brings it what happens at
// the table ([Director.Follow]) and the time ([Director.Advance]), and posts what the rules want to stand in the channel: the
// seal of the draws before a player may register, and the message of the start that fixes them.
//
// The lobby is a message in the channel where the tournament was made. Handlers find the table of a tournament and run as jobs
// of it.
package tournament
