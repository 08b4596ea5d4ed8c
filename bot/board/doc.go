// Package board makes the message that shows a table, from the table's view to the message's content: its form, its lines,
// its buttons and its picture. It also recognises such messages in a channel. Package channel sends them. Only [Strip] makes
// requests of its own.
package board
