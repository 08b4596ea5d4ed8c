// Package channel shows a table in its Discord channel: the board, private panels, mentions, and a mirror in another
// channel.
//
// A [Channel] implements [table.Display]. All of it belongs to the table's goroutine: requests to Discord run beside it and
// come back as jobs. So every method may read the table, and none blocks except Closing, for at most a second.
//
// One rule holds everywhere: the program may end between any two requests, and the next start cleans up. A message
// therefore has a nonce made of its purpose, so that posting it twice makes one message. The record remembers a message
// until it is deleted or has lost its buttons. The first start that finds the table also reads the newest messages of the
// channel and deletes those that no record knows.
//
// While the bot wants much of its rate, the newest press on a board posts that of a new hand: the press's token posts and edits
// it. Such a press board has no nonce, so a request without an answer never becomes the board.
//
// A pushed panel comes by itself under a new board, as a private follow-up message to its owner's newest press. The record has
// the token of that press, encrypted, so that the next run can change the panel.
//
// Every hand has a new board message, which an [editor.Editor] edits while the hand lasts. The old board keeps its buttons
// until the new one is in the channel. Handlers reach all of this with [Of].
package channel
