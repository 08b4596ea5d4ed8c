package program

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Process is a run of the program, or of a command that starts it.
type Process struct {
	Cmd    *exec.Cmd
	Output *Log // standard output and standard error
	exited chan struct{}
}

// Log keeps a process's output.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write adds to the log.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns the output so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Start launches the program in a directory, and ends it with the test; see [Command].
func Start(t *testing.T, dir string, env []string, args ...string) *Process {
	t.Helper()
	return StartCommand(t, Command(t, dir, env, args...))
}

// StartCommand launches a command that starts the program, and ends it with the test.
func StartCommand(t *testing.T, cmd *exec.Cmd) *Process {
	t.Helper()
	p := Launch(t, cmd)
	t.Cleanup(p.Kill)
	return p
}

// Command returns a command that starts the program in a directory, with no environment but env and with that directory as
// its home.
func Command(t *testing.T, dir string, env []string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := Binary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Env = dir, append([]string{"HOME=" + dir}, env...)
	return cmd
}

// Launch starts a command, and leaves its end to the caller.
func Launch(t *testing.T, cmd *exec.Cmd) *Process {
	t.Helper()
	p := &Process{Cmd: cmd, Output: &Log{}, exited: make(chan struct{})}
	p.Cmd.Stdout, p.Cmd.Stderr = p.Output, p.Output
	if err := p.Cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.Cmd.Wait()
		close(p.exited)
	}()
	return p
}

// Kill ends the process like a power cut: at once.
func (p *Process) Kill() {
	p.Cmd.Process.Kill()
	<-p.exited
}

// Stop asks the process to end. It returns the exit code and the time; the code is -1 if the process did not end within
// eleven seconds.
func (p *Process) Stop() (code int, took time.Duration) {
	began := time.Now()
	if err := p.Cmd.Process.Signal(syscall.SIGTERM); errors.Is(err, os.ErrProcessDone) {
		return p.ExitCode(time.Second), 0
	}
	return p.ExitCode(11 * time.Second), time.Since(began)
}

// ExitCode waits for the process to end by itself. It kills one that does not end in time, and returns -1.
func (p *Process) ExitCode(patience time.Duration) int {
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-p.exited:
		return p.Cmd.ProcessState.ExitCode()
	case <-late.C:
		p.Kill()
		return -1
	}
}

// EndTime is how long a command may take that does one thing and ends: a hundred times the usual time.
const EndTime = 20 * time.Second

// Expect waits for the end of a process. Its exit code must be code, and its output must contain all the words; with code 2
// the output must be one line.
func Expect(t *testing.T, p *Process, code int, words ...string) {
	t.Helper()
	if got := p.ExitCode(EndTime); got != code {
		t.Errorf("exit code %d, want %d\n%s", got, code, p.Output)
	}
	said := strings.TrimSpace(p.Output.String())
	if code == 2 && strings.Count(said, "\n") != 0 || said == "" {
		t.Errorf("want one line, got:\n%s", said)
	}
	for _, word := range words {
		if !strings.Contains(said, word) {
			t.Errorf("the output lacks %q:\n%s", word, said)
		}
	}
}

// Within polls until f is true, and reports whether that came in time.
func Within(d time.Duration, f func() bool) bool {
	for late := time.After(d); !f(); {
		select {
		case <-late:
			return f()
		case <-time.After(3 * time.Millisecond):
		}
	}
	return true
}
