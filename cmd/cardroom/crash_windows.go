package main

// noCore does nothing: Windows asks before it writes a program's memory to a file.
func noCore() error { return nil }

// withoutStacks does nothing: this system cannot start another program in the place of a process.
func withoutStacks() {}
