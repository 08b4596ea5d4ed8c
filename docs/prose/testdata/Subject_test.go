// Package testdata breaks a rule of plain English. The next comment does it.
package testdata

// Who presses the button sees the cards.
var _ = 0
