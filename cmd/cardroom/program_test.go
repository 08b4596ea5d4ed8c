package main_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"
)

// binary builds the program as a user would, once.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "cardroom")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "cardroom")
	out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %v\n%s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := binary(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// program is a run of the binary: a process with nothing of our environment but what is given to it.
type program struct {
	cmd    *exec.Cmd
	out    *journal
	began  time.Time
	exited chan struct{} // closed when the process is gone
}

// journal keeps all that a process wrote.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// launch starts the program in a directory.
func launch(t *testing.T, dir string, env []string, args ...string) *program {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Env = dir, append([]string{"HOME=" + dir}, env...)
	return begin(t, cmd)
}

// begin starts a command as a program.
func begin(t *testing.T, cmd *exec.Cmd) *program {
	t.Helper()
	p := &program{cmd: cmd, out: &journal{}, began: time.Now(), exited: make(chan struct{})}
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.out
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.cmd.Wait()
		close(p.exited)
	}()
	return p
}

// kill ends the process as a power cut does: at once, and it is not asked.
func (p *program) kill() {
	p.cmd.Process.Kill()
	<-p.exited
}

// stop asks the process to end, and is its exit code and how long it took; -1 when it did not within ten seconds.
func (p *program) stop() (code int, took time.Duration) {
	began := time.Now()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); errors.Is(err, os.ErrProcessDone) {
		return p.code(0), 0
	}
	return p.code(10 * time.Second), time.Since(began)
}

// code waits for the process to end by itself; -1 when it does not.
func (p *program) code(patience time.Duration) int {
	ctx, cancel := context.WithTimeout(context.Background(), patience+time.Second)
	defer cancel()
	select {
	case <-p.exited:
		return p.cmd.ProcessState.ExitCode()
	case <-ctx.Done():
		p.kill()
		return -1
	}
}
