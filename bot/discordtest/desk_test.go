package discordtest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/discordtest/openapi"
)

// description is Discord's API description, or nil if the file is missing.
var description = sync.OnceValue(func() *openapi.Description {
	d, _ := openapi.Find()
	return d
})

// desk is a test's Discord with the usual people, which sends raw requests.
type desk struct {
	*testing.T
	srv   *discordtest.Server
	guild *discordtest.Guild
	poker *discordtest.Channel
	alice *discordtest.Person
	bob   *discordtest.Person
	http  *http.Client
	last  http.Header // of the last answer
	wait  func()      // until nothing changes: synctest.Wait in a bubble
}

// inBubble runs a test in virtual time, and checks every answer of the server against Discord's API description.
func inBubble(t *testing.T, opts discordtest.Options, f func(d *desk)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, opts)
		d.wait = synctest.Wait
		f(d)
	})
}

func newDesk(t *testing.T, opts discordtest.Options) *desk {
	t.Helper()
	if api := description(); api != nil {
		opts.CheckReply = api.Reply
	}
	srv := discordtest.New(opts)
	d := &desk{T: t, srv: srv, guild: srv.Guild("Card Club"), http: srv.Client(), wait: func() {}}
	d.poker = d.guild.Channel("poker")
	d.alice, d.bob = d.guild.Person("alice"), d.guild.Person("bob")
	t.Cleanup(func() {
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
		for _, c := range srv.Complaints() {
			if strings.HasPrefix(c, "our own answer") {
				t.Error(c)
			}
		}
	})
	return d
}

// answer is the answer to a raw request.
type answer struct {
	status, code int
	body         string
}

func (a answer) id() string {
	var v struct{ ID string }
	_ = json.Unmarshal([]byte(a.body), &v)
	return v.ID
}

// send sends a request with the bot's token; body is JSON text or nil.
func (d *desk) send(method, path string, body ...string) answer {
	d.Helper()
	req, err := http.NewRequest(method, "https://discord.com/api/v10"+path, strings.NewReader(strings.Join(body, "")))
	if err != nil {
		d.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot "+d.srv.Token())
	if len(body) > 0 {
		req.Header.Set("Content-Type", "application/json")
	}
	return d.do(req)
}

func (d *desk) do(req *http.Request) answer {
	d.Helper()
	res, err := d.http.Do(req)
	if err != nil {
		d.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		d.Fatal(err)
	}
	d.last = res.Header
	var e struct{ Code int }
	_ = json.Unmarshal(data, &e)
	return answer{res.StatusCode, e.Code, string(data)}
}

// multipart sends a payload with files, given as name and content alternately.
func (d *desk) multipart(method, path, payload string, files ...string) answer {
	d.Helper()
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	_ = w.WriteField("payload_json", payload)
	for i := 0; i < len(files); i += 2 {
		part, err := w.CreateFormFile(fmt.Sprintf("files[%d]", i/2), files[i])
		if err != nil {
			d.Fatal(err)
		}
		_, _ = io.WriteString(part, files[i+1])
	}
	_ = w.Close()
	req, err := http.NewRequest(method, "https://discord.com/api/v10"+path, &buf)
	if err != nil {
		d.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot "+d.srv.Token())
	req.Header.Set("Content-Type", w.FormDataContentType())
	return d.do(req)
}

func (d *desk) messages() string { return "/channels/" + d.poker.ID() + "/messages" }

func (d *desk) app() string {
	d.Helper()
	a := d.send("GET", "/applications/@me")
	if a.id() == "" {
		d.Fatal(a)
	}
	return a.id()
}

// register registers commands from JSON.
func (d *desk) register(commands string) {
	d.Helper()
	if a := d.send("PUT", "/applications/"+d.app()+"/commands", commands); a.status != 200 {
		d.Fatal(a)
	}
}

// say posts a message of the bot's and returns its id.
func (d *desk) say(body string) string {
	d.Helper()
	a := d.send("POST", d.messages(), body)
	if a.status != 200 {
		d.Fatal(a)
	}
	return a.id()
}

// hello registers /hello and lets alice use it.
func (d *desk) hello() *discordtest.Interaction {
	d.Helper()
	d.register(`[{"name":"hello","description":"Says hello"}]`)
	return d.start(d.alice, discordtest.Slash{Command: "/hello"})
}

func (d *desk) start(p *discordtest.Person, a discordtest.Act) *discordtest.Interaction {
	d.Helper()
	i, err := p.Start(d.poker, a)
	if err != nil {
		d.Fatal(err)
	}
	return i
}

// pressed posts a message with a button and makes alice press it.
func (d *desk) pressed() (*discordtest.Interaction, string) {
	d.Helper()
	id := d.say(`{"content":"board","components":[{"type":1,"components":[{"type":2,"style":1,"label":"Call 40","custom_id":"call"}]}]}`)
	return d.start(d.alice, discordtest.Press{Message: id, CustomID: "call"}), id
}

func (d *desk) callback(i *discordtest.Interaction, body string) answer {
	d.Helper()
	return d.send("POST", "/interactions/"+i.ID+"/"+i.Token+"/callback", body)
}

func (d *desk) hook(i *discordtest.Interaction) string {
	d.Helper()
	return "/webhooks/" + d.app() + "/" + i.Token
}

// want fails unless the answer has that status and Discord code (0: none).
func (d *desk) want(a answer, status, code int) {
	d.Helper()
	if a.status != status || status >= 400 && a.code != code {
		d.Errorf("answer %d %d, want %d %d: %s", a.status, a.code, status, code, a.body)
	}
}

// blames fails unless some complaint has the text, and forgets nothing.
func (d *desk) blames(text string) {
	d.Helper()
	if !strings.Contains(strings.Join(d.srv.Complaints(), "\n"), text) {
		d.Errorf("no complaint about %q in %q", text, d.srv.Complaints())
	}
}

func (d *desk) blameless() {
	d.Helper()
	if c := d.srv.Complaints(); len(c) > 0 {
		d.Errorf("complaints %q", c)
	}
}

// settle lets virtual time pass.
func (d *desk) settle(t time.Duration) { time.Sleep(t) }
