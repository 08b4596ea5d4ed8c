//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package main

import "syscall"

// noCore keeps the memory of the program, in which cards are, from being written to a file when the program is brought
// down.
func noCore() error { return syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}) }
