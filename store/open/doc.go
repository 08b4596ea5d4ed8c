// Package open opens the store that a STORE_URL names.
//
// It is the one place that knows all back ends: a table from scheme to opener. A new back end is one package and one row
// here. Only programs and tests import this package; everything else is given a [store.Store].
package open
