// Package text says what is said apart from the board: the answers to commands that read, and the messages that mention
// people.
//
//   - [Help] with [Now] and [NowOpen], [Rule] and [Topics]: what can be done, and the rules of the game.
//   - [Settings], [Preferences], [ServerPreferences]: options, and what people and servers have chosen.
//   - [Ledger] with [Settlement], [Leaderboard], [Stats]: what players won, lost, have and did.
//   - [HistoryPage], [Story], [Verdict]: hands that are over, and the proof of their shuffle.
//   - [Tables], [Log]: the tables of a server, and what hosts did at one.
//   - [Nudge], [Reminder], [Warning], [ClockCalled], [Notice]: messages to the player to act and to followers.
//
// All take the reader's language, or a [render.Scene] that has it. A text is at most one message long where nothing else
// is said.
package text
