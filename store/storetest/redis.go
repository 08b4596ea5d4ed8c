package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// Redis is a redis-server that a test has started. It dies with the test.
type Redis struct {
	*redis.Client        // for the test's own requests to the server
	Addr          string // host:port
	Dir           string // of its append-only directory

	t    testing.TB
	args []string
	cmd  *exec.Cmd
	gone chan struct{} // closed when the process has ended, and before the first
}

// StartRedis starts a durable server with a directory of its own. Later arguments win over the usual ones. The test is
// skipped where redis-server is not installed.
func StartRedis(t testing.TB, args ...string) *Redis {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("redis-server is not installed")
	}
	s := &Redis{t: t, Addr: FreeAddr(t), Dir: serverDir(t), gone: make(chan struct{})}
	close(s.gone)
	_, port, _ := net.SplitHostPort(s.Addr)
	s.args = append([]string{"--bind", "127.0.0.1", "--port", port, "--dir", s.Dir, "--logfile", "redis.log",
		"--save", "", "--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction"}, args...)
	s.Client = redis.NewClient(&redis.Options{Addr: s.Addr, Password: s.Setting("--requirepass"), Protocol: 2, DisableIdentity: true})
	t.Cleanup(func() {
		s.Client.Close()
		s.Kill()
	})
	s.Start()
	return s
}

// serverDir returns a directory for a server. The test's end removes it until it is gone: a child that the server forked to
// rewrite its file writes a moment longer than the server.
func serverDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "redis")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { Until(t, "the server's directory is gone", func() error { return os.RemoveAll(dir) }) })
	return dir
}

// FreeAddr returns an address where nothing listens, and which no call in any process returns again before the test's end: the
// next port, where it listens itself, says so. Both ports lie below those that the system gives to outgoing connections: one of
// these could take a port while a killed server is away.
func FreeAddr(t testing.TB) string {
	t.Helper()
	for range 100 {
		port := 11_000 + 2*rand.IntN(10_500)
		mark, err := listen(port + 1)
		if err != nil {
			continue
		}
		t.Cleanup(func() { mark.Close() })
		if l, err := listen(port); err == nil {
			l.Close()
			return l.Addr().String()
		}
	}
	t.Fatal("no port is free")
	return ""
}

func listen(port int) (net.Listener, error) {
	return net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
}

// Start starts the server again after Kill, on its files on the disk, and once more where another program had its port.
func (s *Redis) Start() {
	s.t.Helper()
	Until(s.t, "redis-server answers", func() error {
		select {
		case <-s.gone:
			s.cmd, s.gone = exec.Command("redis-server", s.args...), make(chan struct{})
			dieWithUs(s.cmd)
			if err := s.cmd.Start(); err != nil {
				s.t.Fatal(err)
			}
			go func(cmd *exec.Cmd, gone chan struct{}) {
				cmd.Wait()
				close(gone)
			}(s.cmd, s.gone)
		default:
		}
		return s.isOurs()
	})
}

// isOurs checks that the server that answers is the one that was started, with its settings: another server on a busy port
// must not be tested in its place.
func (s *Redis) isOurs() error {
	ctx := context.Background()
	info, err := s.InfoMap(ctx, "server", "persistence").Result()
	if err != nil {
		return err
	}
	if pid := info["Server"]["process_id"]; pid != strconv.Itoa(s.cmd.Process.Pid) {
		return fmt.Errorf("process %s answers, not %d", pid, s.cmd.Process.Pid)
	}
	if info["Persistence"]["loading"] != "0" {
		return errors.New("it is loading")
	}
	config, err := s.ConfigGet(ctx, "appendfsync").Result()
	if want := s.Setting("--appendfsync"); err == nil && config["appendfsync"] != want {
		s.t.Fatalf("appendfsync is %q, want %q", config["appendfsync"], want)
	}
	return err
}

// Setting returns a setting that the server was started with; "" for none.
func (s *Redis) Setting(name string) (value string) {
	for i, arg := range s.args[:len(s.args)-1] {
		if arg == name {
			value = s.args[i+1]
		}
	}
	return value
}

// Signal sends the server a signal and does not wait.
func (s *Redis) Signal(sig os.Signal) { s.cmd.Process.Signal(sig) }

// Kill kills the server with SIGKILL. It is gone when Kill returns.
func (s *Redis) Kill() {
	s.cmd.Process.Kill()
	<-s.gone
}

// URL returns the STORE_URL of the server.
func (s *Redis) URL() string {
	u := url.URL{Scheme: "redis", Host: s.Addr}
	if password := s.Setting("--requirepass"); password != "" {
		u.User = url.UserPassword("", password)
	}
	return u.String()
}

// Must runs a command of the test itself.
func (s *Redis) Must(args ...any) any {
	s.t.Helper()
	v, err := s.Do(context.Background(), args...).Result()
	if err != nil {
		s.t.Fatalf("%v: %v", args, err)
	}
	return v
}

// Until waits until a check succeeds, for up to ten seconds.
func Until(t testing.TB, what string, check func() error) {
	t.Helper()
	err := check()
	for end := time.Now().Add(10 * time.Second); err != nil && time.Now().Before(end); err = check() {
		time.Sleep(10 * time.Millisecond)
	}
	if err != nil {
		t.Fatalf("waited in vain until %s: %v", what, err)
	}
}
