package main

import (
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
)

func TestAPortInUseAsksWhetherTheBotRuns(t *testing.T) {
	for number, asks := range map[syscall.Errno]bool{syscall.EADDRINUSE: true, 10048: true, syscall.EACCES: false} { // the second one is of Windows
		err := refuseAddress("127.0.0.1:80", &net.OpError{Op: "listen", Err: os.NewSyscallError("bind", number)})
		if said := err.Error(); strings.Contains(said, "is the bot running already?") != asks || !strings.HasSuffix(said, "et it to a free address, such as 127.0.0.1:9090") {
			t.Errorf("%d: %s", number, said)
		}
	}
}
