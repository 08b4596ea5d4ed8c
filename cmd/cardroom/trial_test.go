package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

// tried is a trial on a Discord of its own.
type tried struct {
	srv     *discordtest.Server
	channel *discordtest.Channel
	alice   *discordtest.Person
	out     bytes.Buffer
	trial   *trial
}

// newTried returns a trial that has not begun.
func newTried(t *testing.T, o discordtest.Options) *tried {
	x := &tried{srv: discordtest.New(o)}
	client := x.srv.Client()
	t.Cleanup(func() {
		client.CloseIdleConnections()
		x.srv.Close()
	})
	guild := x.srv.Guild("Club")
	x.channel, x.alice = guild.Channel("poker"), guild.Person("Alice")
	var err error
	c := config{token: x.srv.Token(), api: x.srv.URL()}
	if x.trial, err = newTrial(c, x.channel.ID(), time.Minute, client.Transport, &x.out); err != nil {
		t.Fatal(err)
	}
	x.trial.dial = x.srv.Dialer().NetDialContext
	return x
}

// run runs the trial with an answer to its question.
func (x *tried) run(ctx context.Context, answer string) int {
	return x.trial.run(ctx, terminal{&x.out, &x.out}, strings.NewReader(answer))
}

// posts returns how many messages the trial posted.
func (x *tried) posts() (n int) {
	for _, r := range x.srv.Requests() {
		if r.Method == http.MethodPost && (strings.HasSuffix(r.Path, "/messages") || strings.Contains(r.Path, "/webhooks/")) {
			n++
		}
	}
	return n
}

func TestATrialMeasuresAndTidiesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newTried(t, discordtest.Options{})
		trial, end := context.WithCancel(t.Context())
		defer end() // or Alice would press for ever where a trial fails before its button is there
		go func() {
			for trial.Err() == nil && x.alice.Press(x.channel, "Press").Err != nil {
				time.Sleep(time.Second)
			}
		}()
		if code := x.run(t.Context(), "y\n"); code != exitStopped {
			t.Errorf("it ends with %d", code)
		}
		text := x.out.String()
		for _, want := range []string{
			"Begin? [y/N]", "Shards that Discord recommends: 1; sessions left today: ", "a repeated nonce gives the first message", "12 messages in ", "limit 5", "edit with another picture", "ready after ",
			"resumed ", "a press is answered in ", "private follow-ups: post ", " 0 left; 0 answers of 429",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("it does not say %q", want)
			}
		}
		if n := strings.Count(text, "(median, longest; waits for limits included)"); n != 3 {
			t.Errorf("%d rows say that their times include the waits for limits, want all 3", n)
		}
		if t.Failed() {
			t.Log(text)
		}
		if left := x.alice.See(x.channel); len(left) != 0 {
			t.Errorf("%d messages are left", len(left))
		}
		if n := x.posts(); n < 30 || n > trialMessages {
			t.Errorf("%d messages were posted", n)
		}
		if list := x.srv.Complaints(); len(list) > 0 {
			t.Errorf("Discord complains: %v", list)
		}
	})
}

// TestATrialSaysWhyItCannotBegin runs one with a token that Discord refuses, one at an address without a Discord, and one that is stopped.
func TestATrialSaysWhyItCannotBegin(t *testing.T) {
	for token, want := range map[string]struct {
		code  int
		words string
	}{
		"":           {exitFailed, "check the network of this machine, and DISCORD_API_URL if it is set"},
		"stopped":    {exitStopped, ""},
		"bad.tok.en": {exitUsage, "cardroom: Discord refused the bot's token (DISCORD_TOKEN): copy or reset it at https://discord.com/developers/applications under Bot (401)\n"},
	} {
		synctest.Test(t, func(t *testing.T) {
			x := newTried(t, discordtest.Options{})
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			var discord http.RoundTripper = x.srv.Client().Transport
			switch token {
			case "":
				discord = unreachable{}
			case "stopped":
				stop()
			}
			trial, err := newTrial(config{token: cmp.Or(token, x.srv.Token()), api: x.srv.URL()}, x.channel.ID(), 0, discord, &x.out)
			if err != nil {
				t.Fatal(err)
			}
			x.trial = trial
			if code := x.run(ctx, "y\n"); code != want.code || !strings.Contains(x.out.String(), want.words) || x.posts() > 0 {
				t.Errorf("%q: it ends with %d, not %d\n%s", token, code, want.code, &x.out)
			}
		})
	}
}

// TestATrialNamesATokenRefusedMeanwhile resets the token before an edit, and before the messages are deleted.
func TestATrialNamesATokenRefusedMeanwhile(t *testing.T) {
	for match, posted := range map[string]int{"PATCH /channels": 0, "GET /channels/{channel}/messages": trialMessages, "DELETE /channels": trialMessages} {
		synctest.Test(t, func(t *testing.T) {
			x := newTried(t, discordtest.Options{})
			if posted > 0 {
				if _, err := x.trial.create(t.Context(), text("message"), ""); err != nil {
					t.Fatal(err)
				}
			}
			refusal := discordtest.Refusal(http.StatusUnauthorized, 0, "401: Unauthorized")
			refusal.Times = -1
			x.srv.Fail(match, refusal)
			x.trial.press, x.trial.count = 0, posted
			code := x.run(t.Context(), "y\n")
			if code != exitUsage || x.posts() > 1 || !strings.Contains(x.out.String(), "cardroom: Discord refused the bot's token (DISCORD_TOKEN): copy or reset it") {
				t.Errorf("%s: it ends with %d and %d messages\n%s", match, code, x.posts(), &x.out)
			}
		})
	}
}

// unreachable is a network without a Discord.
type unreachable struct{}

func (unreachable) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("connection refused")
}

func TestATrialAsksBeforeItPosts(t *testing.T) {
	for _, answer := range []string{"", "\n", "n\n", "no\n", "Yup\n"} {
		synctest.Test(t, func(t *testing.T) {
			x := newTried(t, discordtest.Options{})
			if code := x.run(t.Context(), answer); code != exitStopped || x.posts() != 0 || !strings.Contains(x.out.String(), "Nothing was posted") {
				t.Errorf("%q: it ends with %d and %d messages\n%s", answer, code, x.posts(), &x.out)
			}
		})
	}
}

func TestATrialEndsWhileItAsks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newTried(t, discordtest.Options{})
		ctx, stop := context.WithCancel(t.Context())
		question, keyboard := io.Pipe()
		defer keyboard.Close()
		time.AfterFunc(time.Minute, stop)
		if code := x.trial.run(ctx, terminal{&x.out, &x.out}, question); code != exitStopped || x.posts() != 0 || !strings.Contains(x.out.String(), "Nothing was posted") {
			t.Errorf("it ends with %d and %d messages\n%s", code, x.posts(), &x.out)
		}
	})
}

func TestATrialWithoutAPressGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newTried(t, discordtest.Options{})
		if code := x.run(t.Context(), "yes\n"); code != exitStopped || !strings.Contains(x.out.String(), "no press came") {
			t.Errorf("it ends with %d\n%s", code, &x.out)
		}
	})
}

func TestATrialThatIsInterruptedTidiesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newTried(t, discordtest.Options{})
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go func() {
			for ctx.Err() == nil && len(x.channel.Messages()) < 3 {
				time.Sleep(100 * time.Millisecond)
			}
			stop()
		}()
		if code := x.run(ctx, "y\n"); code != exitFailed {
			t.Errorf("it ends with %d\n%s", code, &x.out)
		}
		if left := x.alice.See(x.channel); len(left) != 0 {
			t.Errorf("%d messages are left\n%s", len(left), &x.out)
		}
	})
}

// TestATrialDeletesMessagesWhoseIDsItLost forgets the ids of a text and of a board.
func TestATrialDeletesMessagesWhoseIDsItLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newTried(t, discordtest.Options{})
		if _, err := x.trial.create(t.Context(), text("message"), ""); err != nil {
			t.Fatal(err)
		}
		if err := x.trial.board(t.Context()); err != nil {
			t.Fatal(err)
		}
		x.trial.posted = nil
		if left, err, _ := x.trial.tidy(); left != 0 || err != nil || len(x.channel.Messages()) != 0 {
			t.Errorf("it says %d left, %v, and %d are\n%s", left, err, len(x.channel.Messages()), &x.out)
		}
	})
}

func TestATrialSaysThatItCannotReadTheChannel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newTried(t, discordtest.Options{})
		x.srv.Fail("GET /channels/{channel}/messages", discordtest.Refusal(http.StatusForbidden, 50001, "Missing Access"))
		const want = `Delete by hand each message that begins with "Cardroom trial"`
		x.trial.count = trialMessages - 5
		if code := x.run(t.Context(), "y\n"); code != exitFailed {
			t.Errorf("it ends with %d", code)
		}
		for _, text := range []string{"Cannot read the channel: ", want, " messages posted, 0 known to be left; "} {
			if !strings.Contains(x.out.String(), text) {
				t.Errorf("it does not say %q\n%s", text, &x.out)
			}
		}
	})
}

func TestATrialPostsNoMoreThanItSays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newTried(t, discordtest.Options{})
		x.trial.count = trialMessages - 5
		if code := x.run(t.Context(), "y\n"); code != exitFailed || x.posts() != 5 {
			t.Errorf("it ends with %d and %d messages\n%s", code, x.posts(), &x.out)
		}
	})
}

func TestATrialTellsWhatDiscordDoesOtherwise(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newTried(t, discordtest.Options{NonceLife: time.Nanosecond})
		x.trial.press = 0
		if code := x.run(t.Context(), "y\n"); code != exitFailed || !strings.Contains(x.out.String(), "a repeated nonce posted a second message") {
			t.Errorf("it ends with %d\n%s", code, &x.out)
		}
	})
}

func TestATrialNeedsAChannel(t *testing.T) {
	for _, args := range [][]string{{"trial"}, {"trial", "--channel", "poker"}, {"trial", "--channel", "1", "x"}} {
		var said bytes.Buffer
		if code := run(t.Context(), args, terminal{&said, &said}); code != exitUsage {
			t.Errorf("%s ends with %d\n%s", slices.Clone(args), code, &said)
		}
	}
}

func TestATrialRefusesATimeBelowZero(t *testing.T) {
	var said bytes.Buffer
	code := run(t.Context(), []string{"trial", "--channel", "12345678901234567", "--press=-5s"}, terminal{&said, &said})
	if code != exitUsage || !strings.Contains(said.String(), "--press -5s is below zero: give a time such as 60s") {
		t.Errorf("it ends with %d\n%s", code, &said)
	}
}
