// Package rendertest makes the tables that the tests of the packages under render look at: the scenes of the golden files,
// and views at random. Only tests import it.
package rendertest
