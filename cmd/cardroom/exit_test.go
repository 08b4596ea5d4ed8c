package main_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardroom/bot/discordtest"
)

// listen is a Discord on the loopback interface.
func listen(t *testing.T, o discordtest.Options) *discordtest.Server {
	t.Helper()
	srv := discordtest.New(o)
	t.Cleanup(func() { srv.Close() })
	if _, err := srv.Listen("127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	return srv
}

func environ(srv *discordtest.Server, dir string, more ...string) []string {
	return append([]string{
		"DISCORD_API_URL=" + srv.URL(), "DISCORD_TOKEN=" + srv.Token(),
		"STORE_URL=file:" + filepath.Join(dir, "cardroom.db"), "LOG_LEVEL=debug",
	}, more...)
}

func online(t *testing.T, srv *discordtest.Server, p *program) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := srv.WaitOnline(ctx); err != nil {
		p.kill()
		t.Fatalf("the bot did not come online: %v\n%s", err, p.out)
	}
}

// wants runs the program to its end: it must be the code given, and a code of 2 comes with one line that has all the
// words.
func wants(t *testing.T, p *program, code int, words ...string) {
	t.Helper()
	if got := p.code(15 * time.Second); got != code {
		t.Errorf("exit code %d, want %d\n%s", got, code, p.out)
	}
	said := strings.TrimSpace(p.out.String())
	if code == 2 && strings.Count(said, "\n") != 0 || said == "" {
		t.Errorf("want one line, got:\n%s", said)
	}
	for _, word := range words {
		if !strings.Contains(said, word) {
			t.Errorf("does not say %q:\n%s", word, said)
		}
	}
}

func TestBadValuesEndTheProgramWithALineThatNamesTheVariable(t *testing.T) {
	t.Parallel()
	// Port 1 of the loopback interface: nobody is there, should the program go on in spite of the value.
	base := []string{"DISCORD_TOKEN=x.y.z", "DISCORD_API_URL=http://127.0.0.1:1", "STORE_URL=memory:"}
	for _, bad := range []string{
		"DISCORD_TOKEN=", "DISCORD_TOKEN=x.y.z ", "DISCORD_TOKEN=x\ty", "DISCORD_API_URL=discord", "DISCORD_API_URL=ftp://discord.com", "DISCORD_API_URL=http://", "DISCORD_GUILD_ID=home",
		"DISCORD_GUILD_ID=-1", "STORE_URL=cardroom.db", "STORE_URL=mysql://x", "STORE_URL=file:", "SHARD_ID=0", "SHARD_COUNT=1", "SHARD_ID=one",
		"CARDROOM_SEAL_KEY=00ff", "CARDROOM_SEAL_KEY=" + strings.Repeat("x", 64), "CARDROOM_HISTORY=many", "CARDROOM_HISTORY=0", "CARDROOM_HISTORY=-1",
		"LOG_LEVEL=loud", "LOG_FORMAT=xml", "CARDROOM_SEED=-1", "CARDROOM_SEED=0x10", "CARDROOM_SEED=18446744073709551616",
		"CARDROOM_X=1", "CARDROOM_=1", "CARDROOM_SEEDS=1",
	} {
		t.Run(bad, func(t *testing.T) {
			name, _, _ := strings.Cut(bad, "=")
			wants(t, launch(t, t.TempDir(), append(base[:len(base):len(base)], bad)), 2, name)
		})
	}
}

func TestEveryBadValueHasItsLine(t *testing.T) {
	t.Parallel()
	bad := []string{"LOG_FORMAT=xml", "CARDROOM_HISTORY=x", "CARDROOM_SEED=x"}
	p := launch(t, t.TempDir(), append([]string{"DISCORD_TOKEN=x", "DISCORD_API_URL=http://127.0.0.1:1"}, bad...))
	if got := p.code(10 * time.Second); got != 2 {
		t.Errorf("exit code %d, want 2", got)
	}
	lines := strings.Split(strings.TrimSpace(p.out.String()), "\n")
	if len(lines) != len(bad) {
		t.Errorf("want %d lines, got:\n%s", len(bad), p.out)
	}
	for _, line := range lines {
		if !strings.Contains(line, "LOG_FORMAT") && !strings.Contains(line, "CARDROOM_") {
			t.Errorf("names no variable: %s", line)
		}
	}
}

func TestASeedIsRefusedWhereRealPlayersCouldBe(t *testing.T) {
	t.Parallel()
	for _, api := range []string{"", "https://discord.com", "http://127.0.0.1.example.com", "http://10.0.0.1:80", "http://localhost.example.com"} {
		env := []string{"DISCORD_TOKEN=x.y.z", "STORE_URL=memory:", "CARDROOM_SEED=1", "DISCORD_API_URL=" + api}
		wants(t, launch(t, t.TempDir(), env), 2, "CARDROOM_SEED")
	}
}

func TestWrongUseIsSaidSo(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"dmeo", "version now", "demo now", "demo --port 1", "demo --addr"} {
		t.Run(args, func(t *testing.T) {
			p := launch(t, t.TempDir(), nil, strings.Fields(args)...)
			if got := p.code(10 * time.Second); got != 2 {
				t.Errorf("exit code %d, want 2\n%s", got, p.out)
			}
		})
	}
}

func TestAWordThatIsNoCommandIsNamed(t *testing.T) {
	t.Parallel()
	p := launch(t, t.TempDir(), nil, "dmeo", "now")
	if got := p.code(10 * time.Second); got != 2 || !strings.Contains(p.out.String(), `no command "dmeo"`) {
		t.Errorf("exit code %d, want 2, and what is wrong:\n%s", got, p.out)
	}
	p = launch(t, t.TempDir(), nil, "version", "now")
	if got := p.code(10 * time.Second); got != 2 || !strings.HasPrefix(p.out.String(), "usage:") {
		t.Errorf("exit code %d, want 2 and the usage:\n%s", got, p.out)
	}
}

func TestEveryCommandSaysHowItIsUsed(t *testing.T) {
	t.Parallel()
	for _, args := range []string{
		"help", "-h", "--help", "deal --help", "demo -h", "doctor --help", "health --help", "move --help", "replay --help",
		"verify -help", "version --help", "doctor --void --help",
	} {
		t.Run(args, func(t *testing.T) {
			p := launch(t, t.TempDir(), nil, strings.Fields(args)...)
			if got := p.code(10 * time.Second); got != 0 || !strings.HasPrefix(p.out.String(), "usage:") {
				t.Errorf("exit code %d, want 0 and the usage:\n%s", got, p.out)
			}
		})
	}
}

func TestVersionSaysWhatThisIs(t *testing.T) {
	t.Parallel()
	wants(t, launch(t, t.TempDir(), nil, "version"), 0, "cardroom", "go1.")
}

func TestTheDemoRefusesAPortThatIsTaken(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	wants(t, launch(t, t.TempDir(), nil, "demo", "--addr", l.Addr().String()), 2, l.Addr().String())
	wants(t, launch(t, t.TempDir(), nil, "demo", "--addr", "nowhere"), 2, "--addr")
}

func TestTheDemoIgnoresTheBotsVariables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	env := []string{"DISCORD_TOKEN=x", "DISCORD_API_URL=nonsense", "STORE_URL=nonsense", "SHARD_ID=7", "SHARD_COUNT=3", "DISCORD_GUILD_ID=x"}
	p := launch(t, dir, env, "demo", "--addr", "127.0.0.1:0")
	time.Sleep(2 * time.Second)
	if code, _ := p.stop(); code != 0 {
		t.Errorf("exit code %d, want 0\n%s", code, p.out)
	}
	if _, err := os.Stat(filepath.Join(dir, "data", "demo", "cardroom.db")); err != nil {
		t.Error(err)
	}
}

func TestATokenThatIsRefusedEndsTheProgram(t *testing.T) {
	t.Parallel()
	srv := listen(t, discordtest.Options{})
	dir := t.TempDir()
	env := append(environ(srv, dir), "DISCORD_TOKEN=not.the.token", "LOG_LEVEL=error")
	p := launch(t, dir, env)
	wants(t, p, 2)
	if strings.Contains(p.out.String(), "not.the.token") {
		t.Errorf("the token is printed:\n%s", p.out)
	}
}

func TestAMissingTokenIsSaidWithWhereToGetOne(t *testing.T) {
	t.Parallel()
	wants(t, launch(t, t.TempDir(), nil), 2, "DISCORD_TOKEN", "https://discord.com/developers")
}

func TestAFileThatCannotBeReadIsNotQuoted(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"DISCORD_TOKEN secret\n", "DISCORD_TOKEN=\"secret\n", "DISCORD-TOKEN=secret\n", "secret\n"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, ".env"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		p := launch(t, dir, []string{"DISCORD_API_URL=http://127.0.0.1:1"})
		wants(t, p, 2, ".env", "NAME=value")
		if strings.Contains(p.out.String(), "secret") {
			t.Errorf("%q: it quotes the file: %s", text, p.out)
		}
	}
}

func TestTheEnvironmentWinsOverTheFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "DISCORD_TOKEN=from.the.file\nLOG_FORMAT=xml\n"
	if err := os.WriteFile(filepath.Join(dir, ".env"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	wants(t, launch(t, dir, []string{"LOG_FORMAT=yaml", "DISCORD_API_URL=http://127.0.0.1:1", "STORE_URL=memory:"}), 2, "LOG_FORMAT", "yaml")
}

// TestTwoProcessesDoNotShareAStoreAndOneStopsWhenAsked is a test of P6.
func TestTwoProcessesDoNotShareAStoreAndOneStopsWhenAsked(t *testing.T) {
	t.Parallel()
	srv := listen(t, discordtest.Options{})
	dir := t.TempDir()
	first := launch(t, dir, environ(srv, dir))
	defer first.kill()
	online(t, srv, first)
	wants(t, launch(t, dir, environ(srv, dir)), 2, "cardroom.db")
	code, took := first.stop()
	if code != 0 || took > 5*time.Second {
		t.Errorf("SIGTERM: exit code %d after %v, want 0 within 5 s\n%s", code, took, first.out)
	}
}

func TestADamagedStoreIsRefusedAndLeftAsItIs(t *testing.T) {
	t.Parallel()
	srv := listen(t, discordtest.Options{})
	dir := t.TempDir()
	path := filepath.Join(dir, "cardroom.db")
	garbage := []byte(strings.Repeat("this is no database\n", 1000))
	if err := os.WriteFile(path, garbage, 0o600); err != nil {
		t.Fatal(err)
	}
	wants(t, launch(t, dir, environ(srv, dir, "LOG_LEVEL=error")), 2, "cardroom.db")
	if now, err := os.ReadFile(path); err != nil || string(now) != string(garbage) {
		t.Errorf("the file was changed (%v)", err)
	}
}
