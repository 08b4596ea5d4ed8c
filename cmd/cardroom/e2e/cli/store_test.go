package cli_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/club"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/store"
	storeopen "cardroom/store/open"
	"cardroom/store/storetest"
)

func TestAMoveThatWouldLoseTheKeyIsNotBegun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken.db")
	if err := os.WriteFile(taken+".key", []byte("of other hands"), 0o600); err != nil {
		t.Fatal(err)
	}
	const nobody = "redis://127.0.0.1:1"
	db := filepath.Join(dir, "new.db")
	program.Expect(t, program.Start(t, dir, nil, "move", nobody, "file:"+db), 2, "DISCORD_TOKEN")
	program.Expect(t, program.Start(t, dir, []string{"DISCORD_TOKEN=x"}, "move", nobody, "file:"+taken), 2, taken+".key")
	program.Expect(t, program.Start(t, dir, nil, "move", "file:"+db, nobody), 2, db)
	if _, err := os.Stat(db); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a store was made: %v", err)
	}
}

// TestAMoveThatWroteAPartIsAFailure moves a store whose ledger does not add up, which the comparison finds.
func TestAMoveThatWroteAPartIsAFailure(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	from := filepath.Join(dir, "from.db")
	s, err := storeopen.Open(t.Context(), "file:"+from, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", from)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("UPDATE accounts SET balance = balance + 1"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	env := []string{"CARDROOM_SEAL_KEY=" + strings.Repeat("ab", 32)}
	program.Expect(t, program.Start(t, dir, env, "move", "file:"+from, "file:to.db"), 1, "moved in part", "by the ledger")
	program.Expect(t, program.Start(t, dir, env, "move", "file:"+from, "file:to.db"), 2, "only part of another store")
}

// beginsEmpty is the warning at the first start on an empty Redis.
const beginsEmpty = "every wallet and table begins anew"

// TestTheComposeFilesRedisIsFit runs the command of compose.yaml. The program warns only that the Redis is empty, and the
// password is not among the arguments, which every process can read.
func TestTheComposeFilesRedisIsFit(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("redis-server is not installed")
	}
	addr := storetest.FreeAddr(t)
	server := startComposed(t, composed(t, "compose.yaml", "redis"), addr, t.TempDir())
	if pong(addr, "another") {
		t.Error("the Redis takes another password")
	}
	if args, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", server.Process.Pid)); err == nil {
		if !bytes.HasPrefix(args, []byte("redis-server")) || bytes.Contains(args, []byte(club.RedisPassword)) {
			t.Errorf("the process list shows %q", args)
		}
	}
	srv, dir := program.ListenDiscord(t, discordtest.Options{}), t.TempDir()
	p := program.Start(t, dir, program.Environ(srv, dir, "STORE_URL=redis://:"+club.RedisPassword+"@"+addr, "LOG_LEVEL=warn"))
	program.WaitOnline(t, srv, p)
	if text := p.Output.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, beginsEmpty) {
		t.Errorf("want one warning with %q, got:\n%s", beginsEmpty, text)
	}
}

// TestTheComposeFilesClusterIsFit runs the commands of deploy/compose.yaml on addresses of this machine: six servers become
// one cluster, the program plays on it, and after all of them stopped at once the same commands bring it back.
func TestTheComposeFilesClusterIsFit(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("redis-server is not installed")
	}
	const file = "deploy/compose.yaml"
	_, port, _ := net.SplitHostPort(storetest.FreeAddr(t))
	here := strings.NewReplacer("10.99.7.", "127.99.7.", ":6379", ":"+port, "redis-cli -h", "redis-cli -p "+port+" -h")
	script, dirs := composed(t, file, "redis-1"), t.TempDir()
	start := func() (all []*exec.Cmd) {
		for i := range 6 {
			host, dir := fmt.Sprint("127.99.7.", 11+i), filepath.Join(dirs, fmt.Sprint(i))
			os.Mkdir(dir, 0o700)
			all = append(all, startComposed(t, script, net.JoinHostPort(host, port), dir))
		}
		ctx, cancel := context.WithTimeout(t.Context(), 6*program.EndTime)
		defer cancel()
		join := exec.CommandContext(ctx, "sh", "-c", here.Replace(composed(t, file, "cluster")))
		join.Env = append(os.Environ(), "REDIS_PASSWORD="+club.RedisPassword)
		if text, err := join.CombinedOutput(); err != nil {
			t.Fatalf("no cluster: %v\n%s", err, text)
		}
		return all
	}
	servers := start()
	_, url, _ := strings.Cut(program.File(t, file), "STORE_URL: ")
	url, _, _ = strings.Cut(url, "\n")
	head, hosts, _ := strings.Cut(here.Replace(url), "@")
	if head != "redis://:${REDIS_PASSWORD:?set REDIS_PASSWORD in .env}" {
		t.Errorf("STORE_URL has the password as %s", head)
	}
	env := []string{"STORE_URL=redis://:" + club.RedisPassword + "@" + hosts, "LOG_LEVEL=warn", "SHARDS=auto"}
	srv, dir := program.ListenDiscord(t, discordtest.Options{}), t.TempDir()
	p := program.Start(t, dir, program.Environ(srv, dir, env...))
	program.WaitOnline(t, srv, p)
	for _, line := range strings.Split(strings.TrimSpace(p.Output.String()), "\n") {
		if !strings.Contains(line, beginsEmpty) {
			t.Errorf("the program warns: %s", line)
		}
	}
	p.Kill()
	for _, s := range servers {
		s.Process.Kill()
		s.Wait()
	}
	start()
	p = program.Start(t, dir, program.Environ(srv, dir, env...))
	program.WaitOnline(t, srv, p)
	if text := p.Output.String(); strings.Contains(text, beginsEmpty) {
		t.Errorf("the cluster came back without its data:\n%s", text)
	}
}

// composed returns the script that a service of a compose file runs.
func composed(t *testing.T, file, service string) string {
	t.Helper()
	_, text, _ := strings.Cut(program.File(t, file), "\n  "+service+":")
	_, text, ok := strings.Cut(text, "      - |\n")
	if !ok {
		t.Fatalf("%s has no script of %s", file, service)
	}
	var script strings.Builder
	for line := range strings.Lines(text) {
		line, inside := strings.CutPrefix(line, "        ")
		if !inside {
			break
		}
		script.WriteString(strings.ReplaceAll(line, "$$", "$"))
	}
	return script.String()
}

// startComposed runs the script of a Redis at an address of this machine, and waits until it answers to the password.
func startComposed(t *testing.T, script, addr, dir string) *exec.Cmd {
	t.Helper()
	host, port, _ := net.SplitHostPort(addr)
	script = strings.Replace(script, "redis-server - ", "redis-server - --bind "+host+" --bind-source-addr "+host+" --port "+port+" --dir "+dir+" ", 1)
	server := exec.Command("sh", "-c", script)
	server.Env = append(os.Environ(), "REDIS_PASSWORD="+club.RedisPassword)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
	})
	if !program.Within(program.EndTime, func() bool { return pong(addr, club.RedisPassword) }) {
		t.Fatalf("no Redis at %s answers to the password, after\n%s", addr, script)
	}
	return server
}

// pong reports whether a Redis accepts a password and answers a ping.
func pong(addr, password string) bool {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return false
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(time.Second))
	fmt.Fprintf(conn, "AUTH %s\r\nPING\r\n", password)
	answer := make([]byte, len("+OK\r\n+PONG\r\n"))
	_, err = io.ReadFull(conn, answer)
	return err == nil && string(answer) == "+OK\r\n+PONG\r\n"
}

func TestAStoreThatIsNotThereYetIsWaitedForAloud(t *testing.T) {
	t.Parallel()
	srv, dir, s := program.ListenDiscord(t, discordtest.Options{}), t.TempDir(), club.StartRedis(t)
	s.Kill()
	env := program.Environ(srv, dir, "STORE_URL="+s.URL(), "LOG_LEVEL=warn")
	waiting := "waiting for the store: redis://" + s.Addr
	said := func(p *program.Process) func() bool {
		return func() bool { return strings.Contains(p.Output.String(), waiting) }
	}
	impatient, patient := program.Start(t, dir, env), program.Start(t, dir, env)
	for _, p := range []*program.Process{impatient, patient} {
		if !program.Within(program.EndTime, said(p)) {
			t.Fatalf("does not say %q:\n%s", waiting, p.Output)
		}
	}
	if code, took := impatient.Stop(); code != 0 || took > 5*time.Second {
		t.Errorf("asked to stop while waiting: exit code %d after %v\n%s", code, took, impatient.Output)
	}
	s.Start()
	program.WaitOnline(t, srv, patient)
	text := patient.Output.String()
	if strings.Count(text, "\n") != 2 || !strings.Contains(text, beginsEmpty) || strings.Contains(text, club.RedisPassword) {
		t.Errorf("want a line about waiting, one with %q, and no password, got:\n%s", beginsEmpty, text)
	}
}
