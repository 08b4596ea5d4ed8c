package storetest

import (
	"os/exec"
	"syscall"
)

// dieWithUs has the kernel kill a server when the tests are gone, however they ended.
func dieWithUs(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
