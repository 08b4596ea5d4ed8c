// Package tournament plays tournaments of one table.
//
// A tournament is a part of its table's record, [record.Event], and its [Director] runs in the jobs of the table. So one commit
// has a hand and its effect on the tournament. Package engine/tournament decides. The Director brings it the events of the
// table ([Director.Committing]) and the time ([Director.Advance]). It posts the messages that the rules require: the seal of the
// draws, before a player may register, and the message of the start that fixes them.
//
// The lobby is a message in the channel where the tournament was made. Handlers find the table of a tournament and run as jobs
// of it.
package tournament
