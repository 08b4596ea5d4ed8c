// Package testdata breaks a rule of plain English. The next comment does it.
package testdata

var a int // a number
var b int // Who presses the button sees the cards.
var c int // another number
