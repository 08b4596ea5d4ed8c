package bot_test

import (
	"flag"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// onOneCore runs a test that plays sims, in a process with one processor: with more of them, concurrent goroutines run in
// another order each time. GOMAXPROCS belongs to a whole process, so tests beside each other cannot set it for themselves.
func onOneCore(t *testing.T, test func(*testing.T)) {
	t.Helper()
	t.Parallel()
	if runtime.GOMAXPROCS(0) == 1 {
		test(t)
		return
	}
	arguments := []string{"-test.run=^" + t.Name() + "$"}
	if testing.Verbose() { // it takes an eighth more time
		arguments = append(arguments, "-test.v")
	}
	flag.Visit(func(f *flag.Flag) {
		if !strings.HasPrefix(f.Name, "test.") || f.Name == "test.short" || f.Name == "test.timeout" {
			arguments = append(arguments, "-"+f.Name+"="+f.Value.String())
		}
	})
	again := exec.CommandContext(t.Context(), os.Args[0], arguments...)
	again.Env = append(os.Environ(), "GOMAXPROCS=1")
	again.Stdout, again.Stderr = t.Output(), t.Output()
	if err := again.Run(); err != nil {
		t.Errorf("%v: %v", again, err)
	}
}
