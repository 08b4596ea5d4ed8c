// Package channel is what a Discord channel shows of its table: the board, private panels, mentions, and a mirror elsewhere.
//
// A [Channel] implements [table.Display]. All of it belongs to the table's goroutine: requests to Discord run beside it and
// come back as jobs. So every method may read the table, and none waits but Closing, which waits a second at most.
//
// One law holds everywhere: the program may end between any two requests, and the next start repairs what is left. A message
// therefore has a nonce that is made of what it is for, so that posting it twice makes one message. The record remembers a
// message until it is deleted or has lost its buttons. The first start that finds the table also reads the newest messages
// of the channel and deletes those that no record knows.
//
// The board is posted anew for every hand, and edited by an [editor.Editor] while the hand lasts. The board before it keeps
// its buttons until the new one stands. Handlers reach all of this with [Of].
package channel
