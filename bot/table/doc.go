// Package table runs one poker table per channel.
//
// A [Table] owns everything about its table. Its mailbox runs jobs one after another: an interaction, an alarm, the answer
// to a request. Each change goes through one loop: the engine decides, the store persists, the [Display] shows the result,
// and the timer sets the next alarm. Players see only results that the store has confirmed.
//
// After a commit with an unknown outcome, the table and its clocks pause until it has read the store again. An idle table
// falls asleep: it keeps a [Summary] and an alarm, and reads its record again at the next job.
//
// The table knows its channel only through the interface Display; package channel implements it. Handlers read [Table.View],
// [Table.ViewOf], [Table.Record] and [Table.Scene]. [Table.Do] carries out a command of the engine; [Table.Apply] does too, and its
// caller answers. [Table.Try] only says whether the engine would refuse it. [Table.Update] stores an interaction's other changes, and
// [Table.Store] and [Table.UpdateByItself] the table's own. [Table.Amend] leaves a change that is harmless to lose to the next commit.
//
// The parts of a table have the rest: its [Dealer], [Funds], [Settings], [Venue], [Private], [Names] and [Recovery].
package table
