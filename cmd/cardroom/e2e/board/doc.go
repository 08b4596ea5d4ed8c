// Package board reads the messages of a table as a person does, and checks that each may follow the one before. It knows
// only the forms that hold in every language and the rules of the game, and nothing of the bot's code.
//
// Read turns a message into a Board. Same returns the difference between two boards of one decision. Follows returns the
// fault of a board after an Intent on the board before. Costs computes the least legal raise.
package board
