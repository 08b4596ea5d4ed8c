// Package testdata breaks a rule of plain English. The next comment does it.
package testdata

// The player is told about it.
var _ = 0
