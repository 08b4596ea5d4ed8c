package clients

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/discordtest/openapi"
)

// TestStockClientsUnderstandTheFake runs each bot of folder bots. They all do the same.
func TestStockClientsUnderstandTheFake(t *testing.T) {
	onlyWhenWanted(t)
	for _, name := range []string{"discordjs.mjs", "oceanic.mjs", "eris.mjs", "discordpy.py"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var program []string
			if strings.HasSuffix(name, ".py") {
				program = []string{python(t), filepath.Join("bots", name)}
			} else {
				program = []string{"node", filepath.Join(node(t), name)}
			}
			d := listen(t)
			d.run(t, program)
			d.use(t)
			d.cut(t)
			complaints := slices.DeleteFunc(d.srv.Complaints(), func(c string) bool { return strings.Contains(c, "was not answered within") })
			if silent := len(d.srv.Complaints()) - len(complaints); silent != d.repeated {
				t.Errorf("%d acts were not answered, and %d were repeated", silent, d.repeated)
			}
			for _, complaint := range complaints {
				t.Errorf("the fake objects to a stock client: %s", complaint)
			}
		})
	}
}

// discord is a fake Discord at an address with a certificate, as some clients speak HTTPS alone.
type discord struct {
	srv     *discordtest.Server
	web     *httptest.Server
	dials   atomic.Int64 // of the gateway
	channel *discordtest.Channel
	alice   *discordtest.Person
	trust   string // the path of the certificate

	repeated int // acts that had no answer in time
	mu       sync.Mutex
	wrote    bytes.Buffer // the client's output
}

// listen starts a Discord.
func listen(t *testing.T) *discord {
	t.Helper()
	options := discordtest.Options{}
	if api, err := openapi.Find(); err == nil {
		options.CheckReply = api.Reply
	} else if !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	d := &discord{srv: discordtest.New(options), trust: filepath.Join(t.TempDir(), "ca.pem")}
	d.web = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/gateway") {
			d.dials.Add(1)
		}
		d.srv.ServeHTTP(w, r)
	}))
	d.srv.SetURL(d.web.URL)
	t.Cleanup(func() {
		d.srv.Close()
		d.web.Close()
	})
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: d.web.Certificate().Raw})
	if err := os.WriteFile(d.trust, certificate, 0o644); err != nil {
		t.Fatal(err)
	}
	guild := d.srv.Guild("Card Club")
	d.channel, d.alice = guild.Channel("poker"), guild.Person("alice")
	return d
}

// Write keeps what the client writes.
func (d *discord) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.wrote.Write(p)
}

// run starts a bot, and waits until it is online and has registered its command.
func (d *discord) run(t *testing.T, program []string) {
	t.Helper()
	c := exec.Command(program[0], program[1:]...)
	c.Env = append(os.Environ(), "DISCORD_URL="+d.web.URL, "DISCORD_TOKEN="+d.srv.Token(), "NODE_EXTRA_CA_CERTS="+d.trust, "SSL_CERT_FILE="+d.trust)
	c.Stdout, c.Stderr = d, d
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, ended := context.WithTimeout(t.Context(), 30*time.Second)
	gone := make(chan error, 1)
	go func() {
		gone <- c.Wait()
		ended()
	}()
	t.Cleanup(func() {
		_ = c.Process.Kill()
		<-gone
		if t.Failed() {
			t.Logf("%s wrote:\n%s", program[len(program)-1], &d.wrote)
		}
	})
	if err := d.srv.WaitOnline(ctx); err != nil {
		t.Fatalf("the bot did not log in and register its command: %v", err)
	}
}

// answered returns the answer to a person's action. Where the client gave none in Discord's three seconds, the person repeats it:
// a busy machine did not run it, or a press came before discord.py knew that the message with the button stands.
func (d *discord) answered(do func() discordtest.Answer) (a discordtest.Answer) {
	for range 3 {
		if a = do(); !errors.Is(a.Err, discordtest.ErrNoAnswer) {
			break
		}
		d.repeated++
	}
	return a
}

// use takes each action of a person once: a command with a completion, every button, the menu, the modal.
func (d *discord) use(t *testing.T) {
	t.Helper()
	if got := d.alice.Autocomplete(d.channel, "/greet", "name", "Bru"); len(got) != 1 || got[0].Name != "Bru!" {
		t.Errorf("the choices are %v", got)
	}
	d.says(t, d.greet("Bruno"), "Hello Bruno")
	d.says(t, d.answered(func() discordtest.Answer { return d.alice.Choose(d.channel, "Pick", "King", "Ace") }), "Picked k,a")
	d.says(t, d.press("Edit"), "Edited")

	later := d.press("Later")
	if later.Message == nil || !later.Message.Loading {
		t.Errorf("Later was not deferred: %+v", later)
	}
	d.says(t, later.Await(5*time.Second), "Done")
	d.sees(t, "One more", func(m discordtest.Message) bool { return m.Text() == "One more" && m.Ephemeral })

	deferred := d.press("Defer")
	if deferred.Type != 6 {
		t.Errorf("Defer was answered with type %d: %v", deferred.Type, deferred.Err)
	}
	d.says(t, deferred.Await(5*time.Second), "Edited later")

	d.says(t, d.press("File"), "A file")
	d.sees(t, "cards.txt", func(m discordtest.Message) bool {
		return slices.ContainsFunc(m.Attachments, func(a discordtest.Attachment) bool { return a.Filename == "cards.txt" && a.Size == 5 })
	})

	form := d.press("Form")
	if form.Modal == nil || form.Modal.Title != "Form" {
		t.Fatalf("Form opened no modal: %+v", form)
	}
	d.says(t, d.answered(func() discordtest.Answer { return d.alice.Submit(form, "all in") }), "Wrote all in")
}

// press has the person press a button.
func (d *discord) press(label string) discordtest.Answer {
	return d.answered(func() discordtest.Answer { return d.alice.Press(d.channel, label) })
}

// greet has the person use the command.
func (d *discord) greet(name string) discordtest.Answer {
	return d.answered(func() discordtest.Answer { return d.alice.Command(d.channel, "/greet", "name", name) })
}

// cut breaks the connection in two ways. The client must resume its session, not begin another, and people can go on.
func (d *discord) cut(t *testing.T) {
	t.Helper()
	for _, way := range []string{"a cut", "a request to reconnect"} {
		starts, dials := d.starts(t), d.dials.Load()
		if way == "a cut" {
			d.srv.CutGateway()
		} else {
			d.srv.AskReconnect()
		}
		d.until(t, "a connection after "+way, func() bool { return d.dials.Load() > dials && d.srv.Online() })
		d.says(t, d.greet(way), "Hello "+way)
		if left := d.starts(t); left != starts {
			t.Errorf("%s cost %d new sessions: the client did not resume", way, starts-left)
		}
	}
}

// starts returns how many sessions may be begun today.
func (d *discord) starts(t *testing.T) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, d.web.URL+"/api/v10/gateway/bot", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+d.srv.Token())
	answer, err := d.web.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var body struct {
		Limit struct {
			Remaining int `json:"remaining"`
		} `json:"session_start_limit"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&body); err != nil {
		t.Fatal(err)
	}
	return body.Limit.Remaining
}

// says fails the test unless an answer's message has a text.
func (d *discord) says(t *testing.T, a discordtest.Answer, want string) {
	t.Helper()
	if a.Err != nil || a.Text() != want {
		t.Errorf("the answer is %q (%v), want %q", a.Text(), a.Err, want)
	}
}

// sees waits until the person sees a message.
func (d *discord) sees(t *testing.T, what string, is func(discordtest.Message) bool) {
	t.Helper()
	d.until(t, what, func() bool { return slices.ContainsFunc(d.alice.See(d.channel), is) })
}

// until waits for something that comes over the network, ten seconds at most.
func (d *discord) until(t *testing.T, what string, is func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	changes := d.srv.Watch(ctx, d.alice, d.channel)
	for !is() {
		select {
		case <-changes:
		case <-time.After(50 * time.Millisecond): // the gateway's connections are no changes of the channel
		}
		if ctx.Err() != nil {
			t.Fatalf("%s did not come in time", what)
		}
	}
}
