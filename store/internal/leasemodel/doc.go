// Package leasemodel checks the protocol of leases and fences: it visits every state that two processes and one store can
// reach, in every order of their steps.
//
// # What must be true
//
//   - No two processes commit to one table. Once a process has acquired the lease, the store accepts no commit under an
//     older one, and it never grants an epoch twice.
//   - No acknowledged commit is lost. A table that a process has shown is in the store, in that moment and at every later one.
//   - No press takes effect twice.
//   - No process loses its lease while it renews it in time, unless the clock of the store jumped.
//   - Play goes on. Where a process runs and reaches the store, one of them plays within [LeaseTicks] after the last fault:
//     this is the promise of two seconds in docs/operating.md. A clock that was set back adds what it was set back by, and a
//     shard of very many guilds the time in which they are fenced.
//   - The protocol does not run in a circle without time passing.
//
// # What happens
//
// The processes want the lease, fence the guilds of the shard, play, and commit presses. [Limits] says how long the fencing takes,
// how many presses there are and how often each fault may strike, at any moment:
//
//   - A cut parts one process from the store, or both. It heals at any time or never. A request that was under way is lost,
//     or arrives at any later moment. So is its reply lost.
//   - A clock jumps: that of the store ahead or back, or that of a process. Redis ends leases by its wall clock.
//   - A process sleeps and wakes up, dies, stops as asked, and starts again.
//
// Time passes in ticks. A lease lasts [LeaseTicks] of them and is renewed at each, as [store.LeaseTime] and
// [store.LeaseHolder] have it. A tick waits until every process that is well has done its work.
//
// # How the model is tied to the program
//
// The store's decisions are not modelled: the model runs [lease.Acquire], [lease.Renew], [lease.Release] and [ledger.Apply]
// themselves, on a store as small as a struct. The steps between them are those of store/redis, store, bot/storage and
// bot/table. [Steps] names the functions that each step stands for. A test finds all of them in the source, and sees the
// model take each step. The script of store/redis compares all that it was worked out from, so it is one step here.
//
// Each [Fault] breaks the protocol in one place, and a test sees it found.
//
// # What is left out
//
//   - A store that goes back to an earlier state. Redis promises no more with replicas, and a test of package bot shows what
//     happens then (D7).
//   - A fleet that shares shards out: the tests of bot/fleet have a model of it.
//   - A table that a process sleeps on, several guilds, and shards that overlap: store/storetest has those.
//   - Messages in Discord. Discord compares no epoch, so a process stays silent while in doubt ([store.LeaseHolder.Doubtful]).
//   - A process that gives up after half a minute without a store ([store.StartTimeout]).
package leasemodel
