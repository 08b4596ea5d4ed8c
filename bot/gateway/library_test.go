package gateway_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// onlyFault is the variable with the one fault that a process causes to a plain session.
const onlyFault = "DISCORDGO_FAULT"

// TestDiscordgoNeedsOurConnection causes faults to a plain discordgo session and wants it to fail. Each fault has a process
// of its own, because a hanging session cannot be ended.
func TestDiscordgoNeedsOurConnection(t *testing.T) {
	if name := os.Getenv(onlyFault); name != "" {
		meetPlainly(t, name)
		return
	}
	for _, c := range faults {
		if c.plain == "" {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			switch fate := inAProcess(t, c.name); {
			case fate == stands:
				t.Errorf("discordgo has been mended: our own %s may go", c.ours)
			case !strings.Contains(fate, c.plain):
				t.Errorf("of discordgo it is known that it %s, but now %s: look at our own %s", c.plain, fate, c.ours)
			}
		})
	}
}

// These are the outcomes of a plain session, besides the text of a check.
const (
	stands         = "it stands the fault"
	waitsForItself = "waits for a lock that it holds itself"
)

// inAProcess returns the outcome of a plain session under a fault.
func inAProcess(t *testing.T, name string) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var fate, log strings.Builder
	run := exec.CommandContext(ctx, program, "-test.run=^TestDiscordgoNeedsOurConnection$", "-test.timeout=50s")
	run.Env = append(os.Environ(), onlyFault+"="+name)
	run.Stdout, run.Stderr = &fate, &log
	err = run.Run()
	if run.ProcessState == nil || run.ProcessState.ExitCode() != judged {
		t.Fatalf("no judgement (%v)\n%s%s", err, fate.String(), log.String())
	}
	return fate.String()
}

// judged is the exit code of a process that wrote its session's outcome to standard output.
const judged = 3

func judge(fate string) {
	fmt.Print(fate)
	os.Exit(judged)
}

// meetPlainly causes a fault to a plain session, writes the outcome and ends the process.
func meetPlainly(t *testing.T, name string) {
	go watch() // outside the bubble, whose clock pauses while a goroutine waits for a lock
	for _, c := range faults {
		if c.name != name {
			continue
		}
		synctest.Test(t, func(t *testing.T) {
			b := newBot()
			b.open(t)
			time.Sleep(time.Minute)
			if err := c.check(b); err != nil {
				judge(err.Error())
			}
			judge(stands)
		})
	}
}

// open connects a plain session to the bot's Discord.
func (b *bot) open(t *testing.T) {
	s, err := discordgo.New("Bot " + b.srv.Token())
	if err != nil {
		t.Fatal(err)
	}
	s.Client.Transport = b.srv.Client().Transport
	s.Dialer = b.srv.Dialer()
	s.Dialer.NetDialContext = b.net.dial
	s.AddHandler(func(_ *discordgo.Session, g *discordgo.GuildCreate) { b.guilds <- g.ID })
	s.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) { b.acts <- i.Data != nil })
	if err := s.Open(); err != nil {
		t.Fatal(err)
	}
}

// watch detects a session that hangs: Open holds the session's lock to its end, so that a close from within it waits for
// ever.
func watch() {
	stacks := make([]byte, 1<<20)
	for {
		for goroutine := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
			if strings.Contains(goroutine, "sync.(*RWMutex).Lock(") &&
				strings.Contains(goroutine, "discordgo.(*Session).CloseWithCode(") &&
				strings.Contains(goroutine, "discordgo.(*Session).Open(") {
				judge("it " + waitsForItself)
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
}
