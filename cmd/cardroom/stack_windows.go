package main

// withoutStacks does nothing: this system cannot start another program in the place of a process.
func withoutStacks() {}
