// Package bot plays poker in Discord channels. It starts and stops the bot, and holds the table of routes: everything that a
// player can ask for.
//
// A press or a command goes down through the layers below it, and what comes of it goes out through the same ones:
//
//	gateway      delivers it; handle and dispatch (here) find its row in the table of routes
//	interaction  is the press, parsed once: who, where, what, with which permissions
//	handlers     say what it means: play, host, account, history, lobby
//	table        decides (engine), and commits the decision to the store
//	channel      shows the table: the board, private panels, a mirror, notices
//	editor       keeps each message at its newest content; reply answers the interaction
//	rest         sends it to Discord
//
// # The loop
//
// Each table runs its jobs one after another: presses, commands, its alarm, and the outcomes of its own requests. A job
// decides, commits, shows, and sets the alarm for what is due next. A table with nothing to do has no goroutine. After a
// quiet minute it also drops its state, which the store has. Nothing else may touch a table.
//
// # The laws
//
// Persist, then show: no player sees anything before the store has it. A refused or failed commit changes nothing. When
// the store's reply is lost, the table stands still, asks the store every half second, and shows what the store has. Each interaction takes effect at most once,
// in this life of the program or a later one.
//
// Two commits to a hand: the first one takes the seats and the blinds. Then the bot posts the hand's message, and the
// second commit deals, with the message's id in it. So every card that a player has seen belongs to a message that is
// stored. The commitment to the deck stands in the channel before both.
//
// What a card passes through: cards leave the engine through a View for one viewer. The board shows the view of nobody.
// Whatever shows a player's own cards (panel, /draw, /show, a completion, /history, /verify) is a private answer to that
// player's interaction, or an edit of it. The store has no card that not everyone has seen, but what the
// deck is made from, encrypted; the deck is made again when a table is read.
//
// What is stored is believed only whole: a tag covers every byte of a record, with its place and its version. A record
// that does not fit is left as it is, and its channel is told once. Audit checks all that is stored.
//
// Where it may end: anywhere. Package failpoint names each effect on the store and on Discord, and tests end the program
// before and after each. The next life finds out what happened before it changes anything, and tidies up.
package bot
