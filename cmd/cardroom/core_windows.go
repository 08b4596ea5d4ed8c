package main

// noCore does nothing: this system asks before it writes the memory of a program to a file.
func noCore() error { return nil }
