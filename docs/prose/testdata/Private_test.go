// Package testdata breaks a rule of plain English. The next comment does it.
package testdata

// The table goes on as the house has it.
var _ = 0
