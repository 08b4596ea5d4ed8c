package storetest

import (
	"os/exec"
	"syscall"
)

// dieWithUs makes the kernel kill a server when the tests end, however they end.
func dieWithUs(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
