//go:build !linux

package storetest

import "os/exec"

// dieWithUs does nothing here: servers are killed at the end of each test, but outlive tests that are killed.
func dieWithUs(*exec.Cmd) {}
