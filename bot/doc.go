// Package bot plays poker in Discord channels. It starts and stops the bot, and holds the table of routes: every command
// and button.
//
// A press or a command passes down through these layers, and its result leaves by the last:
//
//	gateway      delivers it; handle (here) takes it
//	interaction  is the press, parsed once: user, place, act and permissions
//	dispatch     (here) finds its row in the table of routes
//	handlers     say what it means: play, host, account, history, lobby, tournament
//	table        decides (engine), and commits the decision to the store
//	board        makes the board's message from the table's view
//	channel      shows the table: the board, private panels, a mirror, notices
//	editor       keeps each message at its newest content; reply answers the interaction
//	rest         sends it to Discord
//
// A table has its cards and its stored form from these:
//
//	shuffle      commits to the decks before their hands, and proves them afterwards
//	beacon       gets the public random values that a deal mixes in
//	record       is the stored form of a table and of a hand
//
// # The loop
//
// Each table runs its jobs one after another: presses, commands, its alarm, and the outcomes of its own requests. A job
// decides, commits, shows, and sets the next alarm. A table with nothing to do has no goroutine. After a quiet minute it
// also drops its state, which the store has. Nothing else may touch a table.
//
// # The laws
//
// Persist, then show: no player sees anything before the store has it. A refused or failed commit changes nothing. When the
// store's reply is lost, the player reads that the press is not confirmed. The table pauses, asks the store every half second,
// and shows the store's state. A press that was not stored has to be repeated. Each interaction takes effect at most once, in
// this run of the program or a later one.
//
// Two commits to a hand: the first one takes the seats and the blinds. Then the bot posts the hand's message, and the
// second commit deals, with the message's id in it. So every card that a player has seen belongs to a stored message. The
// bot posts the commitment to the deck before both. A hand under a beacon has one commit more. Its message is a line of its
// own, and fixes a round of the beacon. The second commit stores id and round. The third one deals with the round's value, and
// the board comes after it.
//
// The path of a card: while a hand runs, cards leave the engine through a View for one viewer.
//
//   - The board shows the view of a spectator.
//   - Messages with a player's own cards are the panel, /draw, /show, a completion, /history and /verify. Each is a private
//     answer to that player's interaction, a private follow-up message, or an edit of either.
//   - The store has only public cards, and the encrypted secret of the deck. A table makes its deck again when it is read.
//
// The bot trusts a stored record only as a whole: a tag covers every byte, the place and the version. A record with a wrong
// tag stays unchanged, and its channel gets one notice. Package audit checks all stored data.
//
// The program may end anywhere. Package failpoint names each effect on the store and on Discord, and tests end the program
// before and after each. The next run reads the state before it changes anything, and cleans up.
package bot
