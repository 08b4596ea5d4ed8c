// Package table runs one poker table per channel.
//
// A [Table] owns everything about its table. Its mailbox runs jobs one after another: an interaction, an alarm, the answer
// of a request. Each change goes through one loop: the engine decides, the store persists, the [Display] shows the result,
// and the timer sets the next alarm. Nobody sees what the store has not confirmed.
//
// After a commit with an unknown outcome the table stands still and its clocks with it, until it has read the store again.
// A table that nobody uses falls asleep: it keeps a [Summary] and an alarm, and reads its record again at the next job.
//
// The table knows its channel by the interface Display alone; package channel implements it. Handlers call [Table.Do],
// [Table.Try], [Table.Update] and [Table.Store], and read [Table.View], [Table.ViewOf], [Table.Record] and [Table.Scene].
package table
