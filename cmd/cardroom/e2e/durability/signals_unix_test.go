//go:build unix

package durability_test

import "syscall"

// These signals suspend a process, and let it go on.
const (
	suspend = syscall.SIGSTOP
	wake    = syscall.SIGCONT
)
