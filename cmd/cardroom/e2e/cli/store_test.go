package cli_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
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

// TestTheComposeFilesRedisIsFit starts a server that is not fit but for what compose.yaml adds.
func TestTheComposeFilesRedisIsFit(t *testing.T) {
	t.Parallel()
	text := regexp.MustCompile(`\$\{REDIS_PASSWORD[^}]*\}`).ReplaceAllString(program.File(t, "compose.yaml"), club.RedisPassword)
	_, text, _ = strings.Cut(text, " redis-server ")
	command, _, _ := strings.Cut(text, "\n    volumes:")
	args := []string{"--appendonly", "no", "--appendfsync", "no", "--maxmemory-policy", "allkeys-lru"}
	for word := range strings.FieldsSeq(command) {
		args = append(args, strings.Trim(word, `"`))
	}
	s := storetest.StartRedis(t, args...)
	srv, dir := program.ListenDiscord(t, discordtest.Options{}), t.TempDir()
	p := program.Start(t, dir, program.Environ(srv, dir, "STORE_URL="+s.URL(), "LOG_LEVEL=warn"))
	defer p.Kill()
	program.WaitOnline(t, srv, p)
	if text := p.Output.String(); text != "" || !strings.Contains(s.URL(), club.RedisPassword) {
		t.Errorf("the bot warns of it:\n%s", text)
	}
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
	if text := patient.Output.String(); strings.Count(text, "\n") != 1 || strings.Contains(text, club.RedisPassword) {
		t.Errorf("want one line without the password, got:\n%s", text)
	}
}
