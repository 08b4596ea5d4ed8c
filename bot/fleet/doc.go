// Package fleet shares the shards of a bot out among the processes on one store.
//
// Each process announces itself four times a second, and reads the other live processes and the owner of each shard. From that
// [assign] derives the shards to take and to give up. All processes plan by the same rule, so none has to lead. The
// lease of a shard keeps two of them from playing it, even if their plans differ.
//
// A process that gives a shard up reads no more presses, finishes those that it has, leaves the session at Discord, and
// releases the lease. The next one resumes that session, also where a process between them ended before it had one. A process
// that dies is no longer alive when its leases have run out, and the others share out its shards. After an outage of the store
// no process takes a shard for a second, so that the old owners renew their leases first. The same holds after a pause of this process.
//
// The number of shards changes only while no other process is alive and no lease is held. A process says its own number
// until it follows a division, and never after that: an outage ends all leases, and no play. Where it starts beside
// others, it waits until the dead ones among them no longer count, and then follows their number. Where the store has lost the
// number, those that follow it write it anew.
//
// A model in the tests visits every order of the steps of two or three processes that come, hand over, die and lose the store. It
// works out their shares with the program's own function. Each of eight planted faults is found. It leaves out the notes of sessions:
// each lease has one of its own, and tests of package bot end processes before and after each write of them.
package fleet
