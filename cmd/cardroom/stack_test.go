package main

import (
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

// crashes is set in the child alone, which begins as main does and then panics.
const crashes = "CARDROOM_CRASHES"

// TestACrashPrintsNoStack panics in a process whose environment does not say how much a crash prints (T2): its output has the
// panic and no stack. Where the environment asks for stacks, they are printed.
func TestACrashPrintsNoStack(t *testing.T) {
	if os.Getenv(crashes) != "" {
		debug.SetTraceback("none")
		withoutStacks()
		done := make(chan bool)
		go func() { panic("a goroutine of the bot failed") }()
		<-done
	}
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot start another in its place")
	}
	crash := func(level ...string) string {
		t.Helper()
		child := exec.Command(os.Args[0], "-test.run=^TestACrashPrintsNoStack$")
		child.Env = append(level, crashes+"=1")
		out, err := child.CombinedOutput()
		if err == nil || !strings.Contains(string(out), "panic: a goroutine of the bot failed") {
			t.Fatalf("the child ends with %v\n%s", err, out)
		}
		if code := child.ProcessState.ExitCode(); code != exitUsage { // so deploy/cardroom.service must not take it for wrong use alone
			t.Errorf("a crash has the exit code %d", code)
		}
		return string(out)
	}
	for _, unset := range [][]string{nil, {"GOTRACEBACK="}} {
		if out := crash(unset...); strings.Contains(out, "goroutine ") && strings.Contains(out, ".go:") {
			t.Errorf("%v: a crash prints a stack:\n%s", unset, out)
		}
	}
	if out := crash("GOTRACEBACK=single"); !strings.Contains(out, ".go:") {
		t.Errorf("the environment asks for a stack, and a crash prints none:\n%s", out)
	}
}
