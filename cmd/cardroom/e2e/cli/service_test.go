package cli_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/club"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/store/storetest"
)

func TestHealthSaysWhetherPeopleCanPlay(t *testing.T) {
	t.Parallel()
	srv, dir, addr := program.ListenDiscord(t, discordtest.Options{}), t.TempDir(), storetest.FreeAddr(t)
	env := program.Environ(srv, dir, "HTTP_ADDR="+addr)
	program.Expect(t, program.Start(t, dir, env, "health"), 1, "does not answer")
	p := program.Start(t, dir, env)
	program.WaitOnline(t, srv, p)
	deadline := time.Now().Add(program.EndTime)
	for status := 0; status != http.StatusOK; status, _ = program.Get(t, "http://"+addr+"/readyz") {
		if time.Now().After(deadline) {
			t.Fatalf("not ready: %s", p.Output)
		}
	}
	program.Expect(t, program.Start(t, dir, env, "health"), 0, "ready")
	if status, body := program.Get(t, "http://"+addr+"/healthz"); status != http.StatusOK {
		t.Errorf("/healthz: %d %s", status, body)
	}
	alice := srv.Guild("Card Club").Person("alice")
	alice.Command(srv.Guild("Card Club").Channel("poker"), "/help")
	var metrics string
	answered := func() bool {
		_, metrics = program.Get(t, "http://"+addr+"/metrics")
		return strings.Contains(metrics, "cardroom_answer_seconds_count 1")
	}
	for end := time.Now().Add(program.EndTime); !answered() && time.Now().Before(end); { // the count follows the answer
		time.Sleep(20 * time.Millisecond)
	}
	for _, line := range []string{"cardroom_gateway_up 1", `cardroom_interactions_total{kind="command"} 1`, "cardroom_answer_seconds_count 1"} {
		if !strings.Contains(metrics, line) {
			t.Errorf("no %q in\n%s", line, metrics)
		}
	}
	if strings.Contains(metrics, "alice") || strings.Contains(metrics, alice.ID()) {
		t.Error("the metrics name a person")
	}
	srv.Close()
	deadline = time.Now().Add(program.EndTime)
	for status := http.StatusOK; status == http.StatusOK; status, _ = program.Get(t, "http://"+addr+"/readyz") {
		if time.Now().After(deadline) {
			t.Fatal("ready without Discord")
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// TestTheMetricsAreThoseOfThePage causes every counted event, and compares names and labels.
func TestTheMetricsAreThoseOfThePage(t *testing.T) {
	t.Parallel()
	var want []string
	rows := regexp.MustCompile("(?m)^\\| `(cardroom_[a-z_]+(\\{[a-z,]+\\})?)` \\|")
	for _, row := range rows.FindAllStringSubmatch(program.File(t, "docs/metrics.md"), -1) {
		want = append(want, row[1])
	}
	slices.Sort(want)
	c, addr := club.NewQuiet(t, 9), storetest.FreeAddr(t)
	c.Env = []string{"HTTP_ADDR=" + addr}
	c.Start()
	c.Discord.Fail("PATCH /channels", discordtest.TooMany(time.Second, "shared"))
	r := c.Open(0, 2, 1)
	r.SeatAll()
	r.PlainTurn()
	withBeacon := func(name string) bool { return strings.HasPrefix(name, "cardroom_beacon_requests_total") }
	want = slices.DeleteFunc(want, withBeacon) // this program asks no beacon
	var got []string
	if !program.Within(program.EndTime, func() bool {
		_, metrics := program.Get(t, "http://"+addr+"/metrics")
		got = metricNames(metrics)
		return slices.Equal(got, want)
	}) {
		t.Errorf("/metrics has\n%q, docs/metrics.md\n%q", got, want)
	}
	c.Verify()
}

var valueForm = regexp.MustCompile(`="[^"]*"`)

// metricNames returns the program's own metrics with the names of their labels.
func metricNames(metrics string) (names []string) {
	for line := range strings.Lines(metrics) {
		name, _, _ := strings.Cut(valueForm.ReplaceAllString(line, ""), " ")
		for _, part := range []string{"_bucket{le}", "_sum", "_count"} { // of a histogram
			name = strings.TrimSuffix(name, part)
		}
		if strings.HasPrefix(name, "cardroom_") {
			names = append(names, name)
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(names)))
}

func TestAHealthAddressThatIsTakenIsNamed(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	srv, dir := program.ListenDiscord(t, discordtest.Options{}), t.TempDir()
	program.Expect(t, program.Start(t, dir, program.Environ(srv, dir, "HTTP_ADDR="+l.Addr().String(), "LOG_LEVEL=error")), 2, "HTTP_ADDR", "is the bot running already? If not, set it to a free address")
}

// TestItRunsWithoutRights starts the program like a container: as a user without rights, in a read-only directory.
func TestItRunsWithoutRights(t *testing.T) {
	t.Parallel()
	setpriv, err := exec.LookPath("setpriv")
	if runtime.GOOS != "linux" || os.Getuid() != 0 || err != nil {
		t.Skip("needs root and setpriv")
	}
	path, err := program.Binary()
	if err != nil {
		t.Fatal(err)
	}
	srv, dir := program.ListenDiscord(t, discordtest.Options{}), t.TempDir()
	work, data := filepath.Join(dir, "work"), filepath.Join(dir, "data")
	const nobody = 65532
	for _, err := range []error{
		os.Mkdir(work, 0o555), os.Mkdir(data, 0o700), os.Chown(data, nobody, nobody),
		os.Chmod(filepath.Dir(path), 0o755), os.Chmod(filepath.Dir(dir), 0o755), os.Chmod(dir, 0o755),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	id := fmt.Sprint(nobody)
	cmd := exec.Command(setpriv, "--no-new-privs", "--reuid", id, "--regid", id, "--clear-groups", "--bounding-set", "-all", path)
	cmd.Dir, cmd.Env = work, program.Environ(srv, data)
	p := program.StartCommand(t, cmd)
	program.WaitOnline(t, srv, p)
	host := srv.Guild("Card Club").Person("host")
	host.Grant(discordtest.MemberPermissions | 1<<4) // Manage Channels
	if a := host.Command(srv.Guild("Card Club").Channel("poker"), "/table open"); !strings.Contains(a.Text(), "open") {
		t.Errorf("/table open: %v %s\n%s", a.Err, a.Text(), p.Output)
	}
	if left, err := os.ReadDir(work); err != nil || len(left) > 0 {
		t.Errorf("it wrote into its working directory: %v %v", left, err)
	}
	if code, _ := p.Stop(); code != 0 {
		t.Errorf("exit code %d\n%s", code, p.Output)
	}
}

// T2: a crash writes no file with the program's memory, which contains cards.
func TestNoCoreIsDumped(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("the limits of a process are read from /proc")
	}
	srv, dir := program.ListenDiscord(t, discordtest.Options{}), t.TempDir()
	p := program.Start(t, dir, program.Environ(srv, dir))
	program.WaitOnline(t, srv, p)
	limits, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", p.Cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`Max core file size +0 +0 `).Match(limits) {
		t.Errorf("%s", limits)
	}
}

func TestHealthSaysInALineWhyABotIsNotReady(t *testing.T) {
	t.Parallel()
	why := "the store answers with an error; tables wait for it: " + strings.Repeat("what the store said, ", 40) + "and what to do"
	bot := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, why, http.StatusServiceUnavailable)
	}))
	defer bot.Close()
	p := program.Start(t, t.TempDir(), []string{"HTTP_ADDR=" + bot.Listener.Addr().String()}, "health")
	if code := p.ExitCode(program.EndTime); code != 1 || p.Output.String() != "cardroom: not ready: "+why+"\n" {
		t.Errorf("exit code %d, want 1 and a line:\n%q", code, p.Output.String())
	}
}

// T2: signals at which Go prints all stacks stop the bot and print none. The doctor warns of an environment in which a crash would print one.
func TestTheDoctorWarnsOfStacks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	env := []string{"DISCORD_TOKEN=x.y.z", "DISCORD_API_URL=http://127.0.0.1:1", "STORE_URL=file:cardroom.db"}
	for _, sent := range []syscall.Signal{syscall.SIGQUIT, syscall.SIGABRT} {
		p := program.Start(t, dir, env)
		if !program.Within(program.EndTime, func() bool { return strings.Contains(p.Output.String(), "cannot reach Discord") }) {
			t.Fatalf("the bot does not start:\n%s", p.Output)
		}
		if err := p.Cmd.Process.Signal(sent); err != nil {
			t.Fatal(err)
		}
		if code := p.ExitCode(program.EndTime); code != 0 || strings.Contains(p.Output.String(), "goroutine ") {
			t.Errorf("%v: exit code %d\n%s", sent, code, p.Output)
		}
	}
	for level, warns := range map[string]bool{"": false, "none": false, "0": false, "all": true, "crash": true} {
		p := program.Start(t, dir, append(env[:len(env):len(env)], "GOTRACEBACK="+level), "doctor")
		if code := p.ExitCode(program.EndTime); code > 1 || strings.Contains(p.Output.String(), "GOTRACEBACK="+level+" is in the environment") != warns {
			t.Errorf("GOTRACEBACK=%q: exit code %d\n%s", level, code, p.Output)
		}
	}
}
