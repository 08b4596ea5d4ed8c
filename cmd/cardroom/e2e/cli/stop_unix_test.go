//go:build unix

package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"cardroom/cmd/cardroom/e2e/program"
)

// A proof may come from a pipe, which can be read only once.
func TestVerifyReadsAPipe(t *testing.T) {
	t.Parallel()
	for of, want := range map[string]string{proofs + "/holdem.json": "the proof fits", "engine/tournament/proof/testdata/result.json": "the proof fits", proofs + "/draw.own.json": "is a player's own part"} {
		cmd := program.Command(t, t.TempDir(), nil, "verify", "/dev/stdin")
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		p := program.Launch(t, cmd)
		if _, err := in.Write([]byte(program.File(t, of))); err != nil {
			t.Error(err)
		}
		in.Close()
		if p.ExitCode(program.EndTime); !strings.Contains(p.Output.String(), want) {
			t.Errorf("of %s it says %s", of, p.Output)
		}
	}
}

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

// The file .env and the key file may be pipes. The bot reads the text written into them, and stops while it waits for that.
func TestABotThatReadsAPipeIsStopped(t *testing.T) {
	t.Parallel()
	env := []string{"DISCORD_TOKEN=not.a.token", "DISCORD_API_URL=http://127.0.0.1:1", "STORE_URL=file:x.db"}
	for _, name := range []string{".env", "x.db.key"} {
		for _, text := range []string{"", "LOG_FORMAT=xml\n"} {
			dir := t.TempDir()
			if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
				t.Fatal(err)
			}
			p := program.Start(t, dir, env)
			pipe, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY, 0) // when the program has opened it, too
			if err != nil {
				t.Fatal(err)
			}
			defer pipe.Close()
			if text == "" {
				if err := p.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
					t.Fatal(err)
				}
				program.Expect(t, p, 1, "stopped while", name)
				continue
			}
			if _, err := pipe.WriteString(text); err != nil {
				t.Fatal(err)
			}
			pipe.Close()
			program.Expect(t, p, 2, map[string]string{".env": "LOG_FORMAT", "x.db.key": "does not hold 32 bytes"}[name])
		}
	}
}
