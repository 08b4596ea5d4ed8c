package cli_test

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/program"
)

func TestBadValuesEndTheProgramWithALineThatNamesTheVariable(t *testing.T) {
	t.Parallel()
	// Port 1 of the loopback interface is free: the program fails if it accepts the value.
	base := []string{"DISCORD_TOKEN=x.y.z", "DISCORD_API_URL=http://127.0.0.1:1", "STORE_URL=memory:"}
	for _, bad := range []string{
		"DISCORD_TOKEN=", "DISCORD_TOKEN=x.y.z ", "DISCORD_TOKEN=x\ty", "DISCORD_API_URL=discord", "DISCORD_API_URL=ftp://discord.com", "DISCORD_API_URL=http://", "DISCORD_API_URL=http://discord.com", "DISCORD_API_URL=https://discord.com/api/v10", "DISCORD_GUILD_ID=home",
		"DISCORD_GUILD_ID=-1", "DISCORD_GUILD_ID=5", "STORE_URL=cardroom.db", "STORE_URL=mysql://x", "STORE_URL=file:", "STORE_URL=file:/dev/null/x.db", "STORE_URL=file:/dev/null", "STORE_URL=file:/proc/x.db", "SHARD_ID=0", "SHARD_COUNT=1", "SHARD_ID=one",
		"CARDROOM_SEAL_KEY=00ff", "CARDROOM_SEAL_KEY=" + strings.Repeat("x", 64), "CARDROOM_HISTORY=many", "CARDROOM_HISTORY=0", "CARDROOM_HISTORY=-1",
		"CARDROOM_BEACON=on", "CARDROOM_BEACON=/dev/null", "CARDROOM_RATE=fast", "CARDROOM_RATE=0", "CARDROOM_RATE=10001", "CARDROOM_RATE=-50", "CARDROOM_FOLLOWUPS=on", "CARDROOM_FOLLOWUPS=always",
		"LOG_LEVEL=loud", "LOG_LEVEL=info+2", "LOG_LEVEL=warn-1", "LOG_FORMAT=xml", "CARDROOM_SEED=-1", "CARDROOM_SEED=0x10", "CARDROOM_SEED=18446744073709551616",
		"HTTPS_PROXY=http://proxy:port", "https_proxy=http://proxy:port", "CARDROOM_X=1", "CARDROOM_=1", "CARDROOM_SEEDS=1",
	} {
		t.Run(bad, func(t *testing.T) {
			name, _, _ := strings.Cut(bad, "=")
			program.Expect(t, program.Start(t, t.TempDir(), append(base[:len(base):len(base)], bad)), 2, name)
		})
	}
}

// TestTheLastLineOfALogInJSONIsJSON checks the line that says why the bot ends.
func TestTheLastLineOfALogInJSONIsJSON(t *testing.T) {
	t.Parallel()
	env := []string{
		"DISCORD_TOKEN=x.y.z", "DISCORD_API_URL=http://127.0.0.1:1", "CARDROOM_SEAL_KEY=" + strings.Repeat("ab", 32),
		"STORE_URL=file:/dev/null/x.db", "LOG_FORMAT=json",
	}
	p := program.Start(t, t.TempDir(), env)
	program.Expect(t, p, 2)
	lines := strings.Split(strings.TrimSpace(p.Output.String()), "\n")
	var last struct{ Level, Msg string }
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil || last.Level != "ERROR" || !strings.Contains(last.Msg, "STORE_URL") {
		t.Errorf("%v\n%s", err, p.Output)
	}
}

// A name with a slip would be taken for one that is not set: move would then print the wrong key.
func TestEveryCommandThatReadsTheEnvironmentRefusesUnknownNames(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{}, {"doctor"}, {"health"}, {"shards"}, {"move", "file:a.db", "redis://127.0.0.1:1"}, {"trial", "--channel", "12345678901234567"},
	} {
		program.Expect(t, program.Start(t, t.TempDir(), []string{"DISCORD_TOKEN=x.y.z", "CARDROOM_SEALKEY=00"}, args...), 2, "CARDROOM_SEALKEY")
	}
}

func TestEveryBadValueHasItsLine(t *testing.T) {
	t.Parallel()
	bad := []string{"LOG_FORMAT=xml", "CARDROOM_HISTORY=x", "CARDROOM_SEED=x"}
	p := program.Start(t, t.TempDir(), append([]string{"DISCORD_TOKEN=x", "DISCORD_API_URL=http://127.0.0.1:1"}, bad...))
	if got := p.ExitCode(program.EndTime); got != 2 {
		t.Errorf("exit code %d, want 2", got)
	}
	lines := strings.Split(strings.TrimSpace(p.Output.String()), "\n")
	if len(lines) != len(bad) {
		t.Errorf("want %d lines, got:\n%s", len(bad), p.Output)
	}
	for _, line := range lines {
		if !strings.Contains(line, "LOG_FORMAT") && !strings.Contains(line, "CARDROOM_") {
			t.Errorf("names no variable: %s", line)
		}
	}
}

func TestASeedIsRefusedWhereRealPlayersCouldBe(t *testing.T) {
	t.Parallel()
	for _, api := range []string{"", "https://discord.com", "https://127.0.0.1.example.com", "https://10.0.0.1:80", "https://localhost.example.com"} {
		env := []string{"DISCORD_TOKEN=x.y.z", "STORE_URL=memory:", "CARDROOM_SEED=1", "DISCORD_API_URL=" + api}
		program.Expect(t, program.Start(t, t.TempDir(), env), 2, "CARDROOM_SEED")
	}
}

func TestWrongUseIsSaidSo(t *testing.T) {
	t.Parallel()
	for args, says := range map[string]string{
		"dmeo": `there is no command "dmeo"`, "version now": `"now"`, "demo now": `"now"`, "demo --port 1": "no flag --port", "demo --addr": "missing for --addr",
		"doctor now": `"now"`, "doctor --void": "for --void", "doctor --port 1": "--port", "doctor --void 1 --cancel 2": "one repair", "deal --seed 1": "--seed", "deal --raw x": `"x" for --raw`,
		"deal": "--decks N or --raw", "deal --decks 0": "1 or more", "deal --raw 0": "1 or more", "deal --decks -1": "1 or more",
		"deal --decks 9223372036854775807": "too large", "deal --decks 4611686018427387904": "too large",
		"deal --decks 1 --raw 1": "one of them", "deal --raw 1 more": `"more"`, "health now": `"now"`, "health --port 1": "--port", "move": "FROM TO",
		"move file:a.db": "FROM TO", "move a b c": `"c"`, "move --to a b": "--to", "replay": "FILE", "trial": "--channel", "verify": "file", "replay --fast a": "--fast", "verify --fast a": "--fast", "verify a --own": "for --own", "version --long": "--long",
		"help dmeo": `there is no command "dmeo"`, "dmeo --help": `there is no command "dmeo"`, "-v": `there is no command "-v"`,
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			p := program.Start(t, t.TempDir(), nil, strings.Fields(args)...)
			code, said := p.ExitCode(program.EndTime), p.Output.String()
			wrong, usage, _ := strings.Cut("\n"+said, "\nusage: cardroom ")
			if code != 2 || usage == "" || !strings.Contains(wrong, says) || strings.Count(wrong, "\n") != 1 || says[0] != 't' && strings.Contains(usage, "cardroom ") {
				t.Errorf("exit code %d, want 2, %q in a line and the usage of the command\n%s", code, says, said)
			}
		})
	}
	p := program.Start(t, t.TempDir(), nil, "")
	if code := p.ExitCode(program.EndTime); code != 2 || !strings.Contains(p.Output.String(), `there is no command ""`) {
		t.Errorf("exit code %d, want 2\n%s", code, p.Output)
	}
}

func TestAWordThatIsNoCommandIsNamed(t *testing.T) {
	t.Parallel()
	p := program.Start(t, t.TempDir(), nil, "dmeo", "now")
	if got := p.ExitCode(program.EndTime); got != 2 || !strings.Contains(p.Output.String(), `no command "dmeo"`) {
		t.Errorf("exit code %d, want 2, and what is wrong:\n%s", got, p.Output)
	}
	p = program.Start(t, t.TempDir(), nil, "version", "now")
	if got := p.ExitCode(program.EndTime); got != 2 || !strings.Contains(p.Output.String(), "usage: cardroom version") {
		t.Errorf("exit code %d, want 2 and the usage:\n%s", got, p.Output)
	}
}

// TestARefusedCommandMakesNoFile checks that a wrong value is found before the program writes anything.
func TestARefusedCommandMakesNoFile(t *testing.T) {
	t.Parallel()
	bot := []string{"DISCORD_TOKEN=x.y.z", "DISCORD_API_URL=http://127.0.0.1:1"}
	for _, c := range []struct {
		args string
		env  []string
		says string
	}{
		{"move a b", nil, "FROM has no scheme"},
		{"move file:a.db mysql://x", nil, "TO mysql:…"},
		{"move memory: file:z.db", nil, "FROM is a store in memory"},
		{"move - memory:", nil, "TO is a store in memory"},
		{"move - file:z.db", []string{"STORE_URL=file:z.db"}, "FROM and TO are the same store"},
		{"", append(bot, "STORE_URL=file:."), "STORE_URL file:.: it is a folder; name a file in it, such as file:cardroom.db"},
		{"move file:. file:new.db", nil, "FROM file:.: it is a folder; name a file in it, such as file:cardroom.db"},
		{"move file:a.db file:.", nil, "TO file:.: it is a folder"},
		{"move file:none.db file:new.db", nil, "FROM file:none.db: there is no store"},
		{"", append(bot, "STORE_URL=redis://127.0.0.1:1", "SHARD_ID=0", "SHARD_COUNT=65536"), "SHARD_COUNT to 1 to 65535"},
		{"", append(bot, "SHARDS=auto"), "SHARDS shares the shards out among processes on one Redis: set STORE_URL=redis://…, or leave SHARDS out"},
		{"", append(bot, "STORE_URL=memory:", "SHARDS=2"), "leave SHARDS out"},
		{"move - file:z.db", []string{"STORE_URL=zzz"}, "STORE_URL has no scheme"},
		{"trial --channel 123", bot, `--channel "123"`},
		{"health", []string{"HTTP_ADDR=zzz"}, "such as 127.0.0.1:9090"},
		{"", append(bot, "HTTP_ADDR=foo"), `HTTP_ADDR is "foo"`},
		{"", append(bot, "HTTP_ADDR=127.0.0.1:"), `HTTP_ADDR is "127.0.0.1:"`},
		{"", append(bot, "HTTP_ADDR=:http"), `HTTP_ADDR is ":http"`},
		{"", append(bot, "HTTP_ADDR=:0"), `HTTP_ADDR is ":0"`},
		{"", append(bot, "HTTP_ADDR=192.0.2.1:1"), "HTTP_ADDR 192.0.2.1:1"},
	} {
		dir := t.TempDir()
		program.Expect(t, program.Start(t, dir, c.env, strings.Fields(c.args)...), 2, c.says)
		if made, err := os.ReadDir(dir); err != nil || len(made) > 0 {
			t.Errorf("%s: made %v, %v", c.args, made, err)
		}
	}
}

func TestEveryCommandSaysHowItIsUsed(t *testing.T) {
	t.Parallel()
	for _, args := range []string{
		"help", "-h", "--help", "deal --help", "demo -h", "doctor --help", "health --help", "move --help", "replay --help",
		"verify -help", "version --help", "doctor --void --help",
	} {
		t.Run(args, func(t *testing.T) {
			p := program.Start(t, t.TempDir(), nil, strings.Fields(args)...)
			if got := p.ExitCode(program.EndTime); got != 0 || !strings.HasPrefix(p.Output.String(), "usage:") {
				t.Errorf("exit code %d, want 0 and the usage:\n%s", got, p.Output)
			}
			name, _, _ := strings.Cut(args, " ")
			if others := strings.Count(p.Output.String(), "cardroom "); name != "help" && name[0] != '-' && (others != 1 || !strings.Contains(p.Output.String(), "cardroom "+name)) {
				t.Errorf("want the usage of %s alone:\n%s", name, p.Output)
			}
		})
	}
}

func TestVersionSaysWhatThisIs(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"version", "--version", "-version"} { // U5
		program.Expect(t, program.Start(t, t.TempDir(), nil, word), 0, "cardroom", "go1.")
	}
}

func TestTheDemoRefusesAPortThatIsTaken(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	program.Expect(t, program.Start(t, t.TempDir(), nil, "demo", "--addr", l.Addr().String()), 2, l.Addr().String())
	program.Expect(t, program.Start(t, t.TempDir(), nil, "demo", "--addr", "nowhere"), 2, "--addr")
}

// TestASecondDemoNamesTheFirst starts two demos in one folder.
func TestASecondDemoNamesTheFirst(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := program.Start(t, dir, nil, "demo", "--addr", "127.0.0.1:0")
	if !program.Within(program.EndTime, func() bool { return strings.Contains(first.Output.String(), "Cardroom is open") }) {
		t.Fatalf("the first demo says\n%s", first.Output)
	}
	program.Expect(t, program.Start(t, dir, nil, "demo", "--addr", "127.0.0.1:0"), 2, "another demo runs in this folder")
}

// TestTheDemoIsForThisMachineAlone gives addresses that other machines can reach (S9).
func TestTheDemoIsForThisMachineAlone(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{"0.0.0.0:0", "[::]:0", ":0"} {
		program.Expect(t, program.Start(t, t.TempDir(), nil, "demo", "--addr", addr), 2, "--addr "+addr, "127.0.0.1:8080")
	}
}

var addressForm = regexp.MustCompile(`http://127\.0\.0\.1:[0-9]+`)

// hears reads a stream of events until some words come.
func hears(t *testing.T, url, words string) bool {
	t.Helper()
	conn, _, err := websocket.DefaultDialer.Dial(strings.Replace(url, "http", "ws", 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetReadDeadline(time.Now().Add(program.EndTime))
	for {
		_, text, err := conn.ReadMessage()
		if err != nil {
			return false
		}
		if bytes.Contains(text, []byte(words)) {
			return true
		}
	}
}

func TestTheDemoIgnoresTheBotsVariables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	env := []string{"DISCORD_TOKEN=x", "DISCORD_API_URL=nonsense", "STORE_URL=nonsense", "SHARD_ID=7", "SHARD_COUNT=3", "DISCORD_GUILD_ID=x"}
	p := program.Start(t, dir, env, "demo", "--addr", "127.0.0.1:0")
	var url string
	if !program.Within(program.EndTime, func() bool { url = addressForm.FindString(p.Output.String()); return url != "" }) {
		t.Fatalf("the demo does not open:\n%s", p.Output)
	}
	if !hears(t, url+"/events?as=alice", `"label":"Sit down"`) {
		t.Errorf("no table is opened:\n%s", p.Output)
	}
	if code, _ := p.Stop(); code != 0 {
		t.Errorf("exit code %d, want 0\n%s", code, p.Output)
	}
	if _, err := os.Stat(filepath.Join(dir, "data", "demo", "cardroom.db")); err != nil {
		t.Error(err)
	}
}

func TestATokenThatIsRefusedEndsTheProgram(t *testing.T) {
	t.Parallel()
	srv := program.ListenDiscord(t, discordtest.Options{})
	dir := t.TempDir()
	env := append(program.Environ(srv, dir), "DISCORD_TOKEN=not.the.token", "LOG_LEVEL=error")
	p := program.Start(t, dir, env)
	program.Expect(t, p, 2)
	if strings.Contains(p.Output.String(), "not.the.token") {
		t.Errorf("the token is printed:\n%s", p.Output)
	}
}

func TestAMissingTokenIsSaidWithWhereToGetOne(t *testing.T) {
	t.Parallel()
	program.Expect(t, program.Start(t, t.TempDir(), nil), 2, "DISCORD_TOKEN", "https://discord.com/developers")
}

func TestAFileThatCannotBeReadIsNotQuoted(t *testing.T) {
	t.Parallel()
	for text, where := range map[string]string{
		"DISCORD_TOKEN secret\n": "line 1 ", "DISCORD_TOKEN=\"secret\nA=b\n": "line 1 ", "DISCORD-TOKEN=secret\n": "line 1 ", "A=b\r\n\r\nsecret\r\n": "line 3 ",
		"A=\"b\nsecret\nc\"\n# d\nB=c\nsecret\nC=d": "line 6 ", "A=b\nLOG LEVEL=secret": "line 2 ",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, ".env"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		p := program.Start(t, dir, []string{"DISCORD_API_URL=http://127.0.0.1:1"})
		program.Expect(t, p, 2, where, ".env", "NAME=value")
		if strings.Contains(p.Output.String(), "secret") {
			t.Errorf("%q: it quotes the file: %s", text, p.Output)
		}
	}
}

// A value of .env that would lose a part stops the program. The environment wins, and variables of other programs do not matter.
func TestAValueThatLosesAPartIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "OTHER=$HOME\nSTORE_URL=redis://:pa$WORD1@127.0.0.1:1/0\nLOG_FORMAT=xml\n"
	if err := os.WriteFile(filepath.Join(dir, ".env"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	env := []string{"DISCORD_TOKEN=not.a.token", "DISCORD_API_URL=http://127.0.0.1:1"}
	program.Expect(t, program.Start(t, dir, env), 2, "line 2 of .env", "STORE_URL", "single quotes")
	program.Expect(t, program.Start(t, dir, append(env, "STORE_URL=memory:")), 2, "LOG_FORMAT", "xml")
}

func TestTheEnvironmentWinsOverTheFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "\ufeffDISCORD_TOKEN=from.the.file\r\nLOG_FORMAT=xml\r\n" // as an editor on Windows writes it
	if err := os.WriteFile(filepath.Join(dir, ".env"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Expect(t, program.Start(t, dir, []string{"LOG_FORMAT=yaml", "DISCORD_API_URL=http://127.0.0.1:1", "STORE_URL=memory:"}), 2, "LOG_FORMAT", "yaml")
}

// TestTwoProcessesDoNotShareAStoreAndOneStopsWhenAsked is a test of P6.
func TestTwoProcessesDoNotShareAStoreAndOneStopsWhenAsked(t *testing.T) {
	t.Parallel()
	srv := program.ListenDiscord(t, discordtest.Options{})
	dir := t.TempDir()
	first := program.Start(t, dir, program.Environ(srv, dir))
	program.WaitOnline(t, srv, first)
	program.Expect(t, program.Start(t, dir, program.Environ(srv, dir)), 2, "cardroom.db")
	code, took := first.Stop()
	if code != 0 || took > 5*time.Second {
		t.Errorf("SIGTERM: exit code %d after %v, want 0 within 5 s\n%s", code, took, first.Output)
	}
}

func TestADamagedStoreIsRefusedAndLeftAsItIs(t *testing.T) {
	t.Parallel()
	srv := program.ListenDiscord(t, discordtest.Options{})
	dir := t.TempDir()
	path := filepath.Join(dir, "cardroom.db")
	garbage := []byte(strings.Repeat("this is no database\n", 1000))
	if err := os.WriteFile(path, garbage, 0o600); err != nil {
		t.Fatal(err)
	}
	program.Expect(t, program.Start(t, dir, program.Environ(srv, dir, "LOG_LEVEL=error")), 2, "cardroom.db")
	if now, err := os.ReadFile(path); err != nil || string(now) != string(garbage) {
		t.Errorf("the file was changed (%v)", err)
	}
}
