// Package testdata breaks a rule of plain English. The next comment does it.
package testdata

// The table waits for somebody.
var _ = 0
