// Package board reads the messages of a table as a person does, and judges what follows what. It knows nothing of how the
// bot makes them: only the forms that hold in every language and the rules of the game.
//
// Read turns a message into a Board. Same says what differs between two boards of one decision; Follows says what is wrong
// with a board that is to be what an Intent made of the one before; Costs works out the least legal raise.
package board
