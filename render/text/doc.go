// Package text writes the texts apart from the board: answers to commands that read, and messages that mention people.
//
//   - [Help] with [Now] and [NowOpen], [Rule] and [Topics]: the acts open to a reader, and the rules of the game.
//   - [Settings], [Preferences], [ServerPreferences]: options, and the choices of people and servers.
//   - [Ledger] with [Settlement], [Leaderboard], [Stats]: the winnings, losses, chips and acts of players.
//   - [HistoryPage], [Story], [Verdict]: hands that are over, and the proof of their shuffle.
//   - [Tables], [Log]: the tables of a server, and the acts of hosts at one.
//   - [Nudge], [Reminder], [Warning], [ClockCalled], [Notice]: messages to the player to act and to followers.
//
// All take the reader's language, or a [render.Scene] that has it. A text is at most one message long unless its comment says otherwise.
package text
