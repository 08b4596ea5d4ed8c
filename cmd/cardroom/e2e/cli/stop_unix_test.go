//go:build unix

package cli_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"cardroom/cmd/cardroom/e2e/program"
)

// TestCommandsThatReadAreStopped asks them to stop while they wait for the content of a file.
func TestCommandsThatReadAreStopped(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"replay", "verify"} {
		pipe := filepath.Join(t.TempDir(), "hands.jsonl")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		p := program.Start(t, t.TempDir(), nil, command, pipe)
		open, err := os.OpenFile(pipe, os.O_WRONLY, 0) // when the program has opened it, too
		if err != nil {
			t.Fatal(err)
		}
		defer open.Close()
		if err := p.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		program.Expect(t, p, 1, "stopped before the end")
	}
}
