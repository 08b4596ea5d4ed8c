// Package sqlite keeps a store in a SQLite file.
//
// One writer goroutine takes all changes that are waiting, applies them in one transaction with one fsync, and answers
// after the COMMIT. Reads go through a pool of connections beside it, which cannot write. A lock file keeps other
// processes out, so leases are kept in memory. Before each batch the writer checks that the files still have their names.
//
// The schema grows by migrations that are never changed. A file of another program, or of a newer version of this one, is
// refused and left as it is. Inspect opens a file beside its owner and reads all of it in one transaction. Its Damage has SQLite check
// every page.
package sqlite
