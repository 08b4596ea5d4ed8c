//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package main

import (
	"os"
	"syscall"
)

// noCore prevents core dumps, which would contain cards.
func noCore() error { return syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}) }

// withoutStacks starts the program again, in the same process, with GOTRACEBACK=none where the environment does not say how
// much a crash prints. [debug.SetTraceback] cannot go below the environment's level, which is "single" if it is not set. Where
// the program cannot be started again, it goes on.
func withoutStacks() {
	if os.Getenv(tracebackLevel) != "" {
		return
	}
	if path, err := os.Executable(); err == nil && os.Setenv(tracebackLevel, "none") == nil {
		_ = syscall.Exec(path, os.Args, os.Environ())
	}
}
