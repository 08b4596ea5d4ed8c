package durability_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/club"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/store/storetest"
)

// stopAll suspends a process and waits until none of its threads runs.
func stopAll(t *testing.T, p *os.Process) {
	t.Helper()
	p.Signal(suspend)
	stopped := func() bool {
		threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", p.Pid))
		return !slices.ContainsFunc(threads, func(file string) bool {
			stat, err := os.ReadFile(file)
			_, state, _ := strings.Cut(string(stat), ") ")
			return err == nil && !strings.HasPrefix(state, "T")
		})
	}
	if !program.Within(club.BoardTime, stopped) {
		t.Fatal("the process runs on after SIGSTOP")
	}
}

// S4: a suspended process finds a press and a gift in its buffers when it resumes. By then their users have read that they
// failed.
func TestAProcessThatWasStoppedDoesNothingThatIsLongAgo(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the process is stopped for longer than an interaction may take")
	}
	c := club.New(t, someSeed(t))
	r, b := c.MidHand()
	me, m := r.ByID(b.Seats[b.Actor].Person), r.BoardMessage(b)
	other := r.People[slices.IndexFunc(r.People, func(p *discordtest.Person) bool { return p != me })]
	balance := func() string { return me.Command(r.Ch, "/chips balance").Text() }
	wallet := balance()
	stopAll(t, c.Bot.Cmd.Process)
	stopped := time.Now()
	for _, act := range []discordtest.Act{
		discordtest.Press{Message: m.ID, CustomID: board.ButtonOf(m, board.CallOrCheck(b))},
		discordtest.Slash{Command: "/chips give", Options: []string{"player", other.Name(), "amount", "100"}},
	} {
		i, err := me.Start(r.Ch, act)
		if err != nil {
			t.Fatal(err)
		}
		c.Excuse(me, i)
	}
	time.Sleep(time.Until(stopped.Add(12 * time.Second)))
	c.Bot.Cmd.Process.Signal(wake)
	if now, ok := r.Until(2*time.Second, func(now board.Board) bool { return board.Same(b, now) != nil }); ok {
		t.Errorf("the press counted:\n%s\n\n%s", b.Text, now.Text)
	}
	if now := balance(); now != wallet {
		t.Errorf("the gift counted: %q, then %q", wallet, now)
	}
	if _, ok := r.PlainTurn(); !ok {
		t.Error("play does not go on")
	}
	c.Verify()
}

// TestAStoreThatDoesNotComeIsAFailureAndNoMisuse starts a bot whose Redis is away. It has no metrics, gives up after half a minute,
// and does not print the password.
func TestAStoreThatDoesNotComeIsAFailureAndNoMisuse(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the bot waits half a minute for its store")
	}
	addr := storetest.FreeAddr(t)
	env := []string{"DISCORD_TOKEN=x.y.z", "DISCORD_API_URL=http://127.0.0.1:1", "STORE_URL=redis://:hunter2@127.0.0.1:1", "HTTP_ADDR=" + addr}
	p := program.Start(t, t.TempDir(), env)
	if !program.Within(program.EndTime, func() bool { return strings.Contains(p.Output.String(), "waiting for the store") }) {
		t.Fatalf("the bot does not wait for its store:\n%s", p.Output)
	}
	if status, body := program.Get(t, "http://"+addr+"/metrics"); status != http.StatusServiceUnavailable || !strings.HasPrefix(body, "waiting for the store") {
		t.Errorf("/metrics says %d %q", status, body)
	}
	code := p.ExitCode(30*time.Second + program.EndTime)
	text := p.Output.String()
	if code != 1 || !strings.Contains(text, "\ncardroom: STORE_URL redis://127.0.0.1:1: the server cannot be reached") {
		t.Errorf("exit code %d, want 1:\n%s", code, text)
	}
	if strings.Contains(text, "hunter2") {
		t.Errorf("the password is printed:\n%s", text)
	}
}
