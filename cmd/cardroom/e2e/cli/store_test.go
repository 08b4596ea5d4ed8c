package cli_test

import (
	"bytes"
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

// beginsEmpty is the warning at the first start on an empty Redis.
const beginsEmpty = "every wallet and table begins anew"

// TestTheComposeFilesRedisIsFit runs the command of compose.yaml. The program warns only that the Redis is empty, and the
// password is not among the arguments, which every process can read.
func TestTheComposeFilesRedisIsFit(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("redis-server is not installed")
	}
	addr, dir := storetest.FreeAddr(t), t.TempDir()
	_, port, _ := net.SplitHostPort(addr)
	_, script, _ := strings.Cut(program.File(t, "compose.yaml"), "      - |\n")
	script, _, _ = strings.Cut(script, "    volumes:")
	script = strings.ReplaceAll(strings.ReplaceAll(script, "        ", ""), "$$", "$")
	script = strings.Replace(script, "redis-server - ", "redis-server - --bind 127.0.0.1 --port "+port+" --dir "+dir+" ", 1)
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
	defer p.Kill()
	program.WaitOnline(t, srv, p)
	if text := p.Output.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, beginsEmpty) {
		t.Errorf("want one warning with %q, got:\n%s", beginsEmpty, text)
	}
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
	waiting := "waiting for the store: STORE_URL redis://" + s.Addr
	said := func(p *program.Process) func() bool {
		return func() bool { return strings.Contains(p.Output.String(), waiting) }
	}
	impatient, patient := program.Start(t, dir, env), program.Start(t, dir, env)
	defer impatient.Kill()
	defer patient.Kill()
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
