// Package club is a guild full of people who play the built program from outside, by what they see and nothing else.
//
// A Club has the bot's process, which may be killed, stopped and started again at any moment. Open makes a Room: a channel
// with its table and people. Play has them play wildly, with mischief and with trouble on the way between Discord, the bot
// and its Redis; PlainTurn makes one quiet decision. An observer sees every version of every message, public and private,
// and fails the test where a card is where it does not belong, where chips come from nowhere, or where something that was
// answered is lost. Verify looks at the end at what the processes wrote and what Discord complained of; Books counts the
// store. A Standby is one more process that waits until it may play.
package club
