// Package club simulates a guild of people who play the built program from outside, using only the messages they see.
//
// A Club has the bot's process, which may be killed, stopped and started again at any moment. Open makes a Room: a channel
// with its table and people. Play makes them play wildly, with mischief and with faults between Discord, the bot and its
// Redis; PlainTurn makes one quiet decision. An observer sees every version of every message, public and private. It fails
// the test if a card is visible to the wrong person, if chips come from nowhere, or if an answered act is lost. At the end
// Verify checks the logs of the processes and the complaints of Discord, and Books checks the store. A Standby is one more
// process that waits for the lease.
package club
