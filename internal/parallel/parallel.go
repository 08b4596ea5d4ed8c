// Package parallel runs tests that mostly wait for other processes, more at a time than there are cores.
package parallel

import (
	"flag"
	"strconv"
	"testing"
)

// Run runs the tests of a package, up to atOnce at a time unless the flag -parallel says another number, and returns their
// exit code.
func Run(m *testing.M, atOnce int) int {
	flag.Parse()
	if given := flag.Lookup("test.parallel"); given.Value.String() == given.DefValue {
		_ = given.Value.Set(strconv.Itoa(atOnce)) // a number is always valid
	}
	return m.Run()
}
