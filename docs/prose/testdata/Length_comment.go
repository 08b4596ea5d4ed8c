// Package testdata breaks a rule of plain English. The next comment does it.
package testdata

var a int // a number
var b int // The dealer gives two cards to each of the players at the table and then waits for the first of them to say whether they want to play on
var c int // another number
