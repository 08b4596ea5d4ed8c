package durability_test

import "syscall"

// These signals suspend a process elsewhere. Windows has none, and a test that sends one fails there.
const (
	suspend = syscall.Signal(19)
	wake    = syscall.Signal(18)
)
