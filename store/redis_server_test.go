package store_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// server is a redis-server of a test, that dies with it.
type server struct {
	t    testing.TB
	addr string
	args []string
	cmd  *exec.Cmd
	gone chan struct{} // closed when the process has ended
	*redis.Client
}

// startRedis starts a durable server with a directory of its own. Later arguments win over the usual ones.
func startRedis(t testing.TB, args ...string) *server {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("redis-server is not installed")
	}
	s := &server{t: t, addr: freeAddr(t)}
	_, port, _ := net.SplitHostPort(s.addr)
	s.args = append([]string{"--bind", "127.0.0.1", "--port", port, "--dir", t.TempDir(), "--logfile", "redis.log",
		"--save", "", "--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction"}, args...)
	s.Client = redis.NewClient(&redis.Options{Addr: s.addr, Protocol: 2, DisableIdentity: true})
	t.Cleanup(func() {
		s.Client.Close()
		s.kill()
	})
	s.start()
	return s
}

// freeAddr is an address where nothing listens. Its port lies below those that the system gives to outgoing connections:
// one of these would take it while a killed server is away.
func freeAddr(t testing.TB) string {
	t.Helper()
	for range 100 {
		addr := net.JoinHostPort("127.0.0.1", strconv.Itoa(11_000+rand.IntN(20_000)))
		if l, err := net.Listen("tcp", addr); err == nil {
			l.Close()
			return addr
		}
	}
	t.Fatal("no port is free")
	return ""
}

func (s *server) start() {
	s.t.Helper()
	s.cmd = exec.Command("redis-server", s.args...)
	dieWithUs(s.cmd)
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	gone := make(chan struct{})
	s.gone = gone
	go func(cmd *exec.Cmd) {
		cmd.Wait()
		close(gone)
	}(s.cmd)
	until(s.t, "redis-server answers", s.isOurs)
}

// isOurs says whether the server that answers is the one that was started, and set up as it was told: another one on a
// busy port must not be tested in its place (reliability study, pitfall 14).
func (s *server) isOurs() error {
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
	if want := s.setting("--appendfsync"); err == nil && config["appendfsync"] != want {
		s.t.Fatalf("appendfsync is %q, want %q", config["appendfsync"], want)
	}
	return err
}

// setting is what the server was started with.
func (s *server) setting(name string) (value string) {
	for i, arg := range s.args[:len(s.args)-1] {
		if arg == name {
			value = s.args[i+1]
		}
	}
	return value
}

// kill is kill -9.
func (s *server) kill() {
	s.cmd.Process.Kill()
	<-s.gone
}

func (s *server) url() string { return "redis://" + s.addr }

// must carries out a command of the test itself.
func (s *server) must(args ...any) any {
	s.t.Helper()
	v, err := s.Do(context.Background(), args...).Result()
	if err != nil {
		s.t.Fatalf("%v: %v", args, err)
	}
	return v
}

// until waits for something to be so.
func until(t testing.TB, what string, so func() error) {
	t.Helper()
	err := so()
	for end := time.Now().Add(10 * time.Second); err != nil && time.Now().Before(end); err = so() {
		time.Sleep(10 * time.Millisecond)
	}
	if err != nil {
		t.Fatalf("waited in vain until %s: %v", what, err)
	}
}

// cluster is masters that share the slots evenly, and replicas of the first ones.
type cluster struct {
	masters, replicas []*server
}

func startCluster(t testing.TB, masters, replicas int) *cluster {
	t.Helper()
	c := &cluster{}
	var all []*server
	for i := range masters + replicas {
		_, bus, _ := net.SplitHostPort(freeAddr(t))
		s := startRedis(t, "--cluster-enabled", "yes", "--cluster-port", bus, "--cluster-node-timeout", "2000",
			"--repl-diskless-sync-delay", "0")
		s.must("CLUSTER", "SET-CONFIG-EPOCH", i+1)
		for _, other := range all { // each every other: gossip would take seconds
			host, port, _ := net.SplitHostPort(other.addr)
			s.must("CLUSTER", "MEET", host, port, other.setting("--cluster-port"))
		}
		all = append(all, s)
	}
	c.masters, c.replicas = all[:masters], all[masters:]
	for i, m := range c.masters {
		m.must("CLUSTER", "ADDSLOTSRANGE", 16384*i/masters, 16384*(i+1)/masters-1)
	}
	for i, r := range c.replicas {
		id := c.masters[i].must("CLUSTER", "MYID")
		until(t, "the replica knows its master", func() error { return r.Do(context.Background(), "CLUSTER", "REPLICATE", id).Err() })
	}
	for _, s := range all {
		until(t, "the cluster is whole", func() error { return s.sees(len(all), masters) })
	}
	return c
}

func (s *server) sees(nodes, masters int) error {
	info, err := s.ClusterInfo(context.Background()).Result()
	for _, want := range []string{"cluster_state:ok", fmt.Sprintf("cluster_known_nodes:%d", nodes), fmt.Sprintf("cluster_size:%d", masters)} {
		if err == nil && !strings.Contains(info, want+"\r\n") {
			err = fmt.Errorf("not %s", want)
		}
	}
	return err
}

func (c *cluster) url() string {
	var addrs []string
	for _, m := range c.masters {
		addrs = append(addrs, m.addr)
	}
	return "redis://" + strings.Join(addrs, ",")
}
