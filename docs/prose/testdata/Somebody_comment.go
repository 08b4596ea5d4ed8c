// Package testdata breaks a rule of plain English. The next comment does it.
package testdata

var a int // a number
var b int // The table waits for somebody.
var c int // another number
