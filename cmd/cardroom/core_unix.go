//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package main

import "syscall"

// noCore prevents core dumps, which would contain cards.
func noCore() error { return syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}) }
