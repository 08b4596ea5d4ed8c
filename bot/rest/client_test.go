package rest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

var errEnough = errors.New("that is enough")

func TestRequestsGoToTheGivenServer(t *testing.T) {
	for base, want := range map[string]string{
		"https://discord.com":        "https://discord.com/api/v9/gateway/bot",
		"https://discord.com/":       "https://discord.com/api/v9/gateway/bot",
		"http://127.0.0.1:1234":      "http://127.0.0.1:1234/api/v9/gateway/bot",
		"http://127.0.0.1:1/a/fake/": "http://127.0.0.1:1/a/fake/api/v9/gateway/bot",
		"http://127.0.0.1:1/a%2Fb":   "http://127.0.0.1:1/a%2Fb/api/v9/gateway/bot",
	} {
		var met *http.Request
		client := &http.Client{Transport: scripted(func(r *http.Request) (*http.Response, error) {
			met = r
			return nil, errEnough
		})}
		c, err := New(Config{Token: "Bot abc\n", API: base, HTTP: client})
		if err != nil {
			t.Errorf("%s: %v", base, err)
			continue
		}
		c.Gateway(t.Context())
		if got := met.URL.String(); got != want {
			t.Errorf("%s: the request went to %s, want %s", base, got, want)
		}
		if left := time.Until(deadline(t, met.Context())); left < Timeout-time.Minute || left > Timeout || client.Timeout != 0 {
			t.Errorf("%v are left of the time for it, and the caller's client has a timeout of %v", left, client.Timeout)
		}
	}
}

func deadline(t *testing.T, ctx context.Context) time.Time {
	t.Helper()
	end, ok := ctx.Deadline()
	if !ok {
		t.Error("a request may take for ever")
	}
	return end
}

// Discord sees the same request headers as from discordgo's own client.
func TestHeadersAreDiscordgos(t *testing.T) {
	picture := Picture{Name: "board.png", Alt: "the board", PNG: []byte("png")}
	for name, c := range map[string]struct {
		call func(*Client) error
		want http.Header
	}{
		"without a body": {func(c *Client) error { return c.Delete(t.Context(), "1", "2") }, http.Header{}},
		"with JSON":      {func(c *Client) error { return c.Edit(t.Context(), "1", "2", nothing()) }, http.Header{"Content-Type": {"application/json"}}},
		"with a picture": {func(c *Client) error { return c.Edit(t.Context(), "1", "2", nothing(), picture) }, http.Header{"Content-Type": {"multipart/form-data; boundary="}}},
		"by a token":     {func(c *Client) error { return c.DeleteReply(t.Context(), Ref{Token: hookToken}, Original) }, http.Header{}},
	} {
		t.Run(name, func(t *testing.T) {
			var met *http.Request
			c.call(against(t, func(r *http.Request) (*http.Response, error) {
				met = r
				return nil, errEnough
			}))
			got := met.Header.Clone()
			if kind := got.Get("Content-Type"); len(kind) > 30 {
				got.Set("Content-Type", kind[:30])
			}
			c.want.Set("Authorization", "Bot "+botToken)
			c.want.Set("User-Agent", "DiscordBot (https://github.com/bwmarrin/discordgo, v"+discordgo.VERSION+") Cardroom")
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("headers %v, want %v", got, c.want)
			}
			if (met.Body == nil || met.Body == http.NoBody) != (c.want.Get("Content-Type") == "") {
				t.Errorf("a type and no body, or the other way round: %v", met.Body)
			}
		})
	}
	plain, err := discordgo.New("")
	if err != nil {
		t.Fatal(err)
	}
	if plain.UserAgent+" Cardroom" != userAgent {
		t.Errorf("User-Agent %q, and discordgo's is %q", userAgent, plain.UserAgent)
	}
}

func TestEscapedPathsStayEscaped(t *testing.T) {
	var met string
	c := against(t, func(r *http.Request) (*http.Response, error) {
		met = r.URL.EscapedPath()
		return nil, errEnough
	})
	c.DeleteReply(t.Context(), Ref{Application: "1", Token: "a/b@c"}, Original)
	if met != "/api/v9/webhooks/1/a%2Fb@c/messages/@original" {
		t.Errorf("the path became %s", met)
	}
}

// Requests use the same paths as discordgo's.
func TestPathsAreDiscordgos(t *testing.T) {
	api := "/api/v" + discordgo.APIVersion
	ref := Ref{ID: "7", Token: hookToken, Application: "42"}
	c := new(Client)
	c.app = "42"
	for _, want := range []struct {
		made request
		url  string
	}{
		{callback(ref), discordgo.EndpointInteractionResponse("7", "hook%2Ftoken+of=secrecy")},
		{c.reply(ref, http.MethodPatch, Original), discordgo.EndpointWebhookToken("42", "hook%2Ftoken+of=secrecy") + "/messages/@original"},
		{c.reply(ref, http.MethodPost, ""), discordgo.EndpointWebhookToken("42", "hook%2Ftoken+of=secrecy")},
		{c.reply(ref, http.MethodDelete, "8"), discordgo.EndpointWebhookToken("42", "hook%2Ftoken+of=secrecy") + "/messages/8"},
		{inChannel(http.MethodPost, "1", ""), discordgo.EndpointChannelMessages("1")},
		{inChannel(http.MethodPatch, "1", "2"), discordgo.EndpointChannelMessage("1", "2")},
		{aboutChannel("1"), discordgo.EndpointChannel("1")},
		{inGuild("3"), discordgo.EndpointGuild("3")},
		{inGuild("3", "channels"), discordgo.EndpointGuildChannels("3")},
		{c.commands(http.MethodGet, ""), discordgo.EndpointApplicationGlobalCommands("42")},
		{c.commands(http.MethodGet, "3"), discordgo.EndpointApplicationGuildCommands("42", "3")},
		{c.emojis(http.MethodGet), discordgo.EndpointApplicationEmojis("42")},
		{c.emojis(http.MethodDelete, "5"), discordgo.EndpointApplicationEmoji("42", "5")},
	} {
		if got := "https://discord.com" + api + want.made.path; got != want.url {
			t.Errorf("a request goes to %s, want %s", got, want.url)
		}
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	asked := 0
	c := against(t, func(r *http.Request) (*http.Response, error) {
		asked++
		return answer(r, http.StatusFound, "", "Location", "http://elsewhere/")
	})
	if _, err := c.Gateway(t.Context()); err == nil || asked != 1 {
		t.Errorf("%d requests, error %v", asked, err)
	}
}

// Odd limits of sessions must neither stop the bot nor let it wait for years.
func TestOddSessionLimitsAreBounded(t *testing.T) {
	const least, most = math.MinInt64, math.MaxInt64
	day := int((24 * time.Hour).Milliseconds())
	for _, c := range []struct{ total, remaining, resetAfter, concurrency, wantReset, wantConcurrency int }{
		{least, least, least, least, 0, 0},
		{most, most, most, most, day, mostConcurrency},
		{1000, 0, -9_223_372_036_855, 1, 0, 1}, // which times a million is a little more than the largest number
		{1000, 0, 50, 16, 50, 16},
	} {
		said := fmt.Sprintf(`{"url":"wss://x","session_start_limit":{"total":%d,"remaining":%d,"reset_after":%d,"max_concurrency":%d}}`,
			c.total, c.remaining, c.resetAfter, c.concurrency)
		client := against(t, func(r *http.Request) (*http.Response, error) {
			a, err := answer(r, 200, "")
			a.Body = io.NopCloser(strings.NewReader(said))
			return a, err
		})
		g, err := client.Gateway(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		limit := g.SessionStartLimit
		if limit.Total != max(c.total, 0) || limit.Remaining != max(c.remaining, 0) || limit.ResetAfter != c.wantReset || limit.MaxConcurrency != c.wantConcurrency {
			t.Errorf("of %s the limits are %+v", said, limit)
		}
	}
}

func TestBadSettingsAreRefused(t *testing.T) {
	for _, base := range []string{"", "discord.com", "ftp://discord.com", "https://", "http://[::1"} {
		if _, err := New(Config{Token: "abc", API: base}); err == nil {
			t.Errorf("the API %q is taken", base)
		}
	}
	for base, says := range map[string]string{
		"http://127.0.0.1:99999": "from 1 to 65535", "https://discord.com:0": "from 1 to 65535", "https://:443": "is not an address",
		"https://discord.com?x=1": "remove what stands", "https://discord.com/#x": "remove what stands", "https://u:secret@discord.com": "remove what stands",
		"https://discord.com/api": "without /api", "https://discord.com/api/v10": "without /api", "https://example.com/discord/api/v9/": "without /api",
		"https://canary.discord.com/API": "without /api", "https://discord.com/api/v10/gateway": "without /api",
		"https://discord.com:443": "", "https://discord.com/": "", "https://example.com/api-of-discord": "", "https://example.com/api": "", "https://example.com/discord/api/": "", "https://mydiscord.com/proxy": "",
	} {
		_, err := ParseAPI(base)
		if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "secret")) {
			t.Errorf("the API %q gives %v, want %q", base, err, says)
		}
	}
	// S8: the token would cross a network unencrypted.
	for base, taken := range map[string]bool{
		"http://discord.com": false, "http://10.0.0.7:8080": false, "http://localhost.example": false, "http://127.0.0.1.nip.io": false,
		"http://127.0.0.1:8080": true, "http://127.1.2.3": true, "http://[::1]:80": true, "http://localhost:80": true, "http://0.0.0.0:80": true,
		"https://10.0.0.7:8080": true,
	} {
		if _, err := New(Config{Token: "abc", API: base}); (err == nil) != taken {
			t.Errorf("the API %q gives %v", base, err)
		}
	}
	for _, token := range []string{"", "Bot ", "two words", "line\nbreak"} {
		if _, err := New(Config{Token: token, API: "https://discord.com"}); !errors.Is(err, ErrUnauthorized) || token != "" && token != "Bot " && strings.Contains(err.Error(), token) {
			t.Errorf("the token %q gives %v, want ErrUnauthorized", token, err)
		}
	}
}

func TestAClientPrintsWithoutItsToken(t *testing.T) {
	c := against(t, nil)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		if text := fmt.Sprintf(verb, c); leaks(text) || text != `client of application "42"` {
			t.Errorf("%s prints %s", verb, text)
		}
	}
}

// ending is a body that says its end in a read of its own, as HTTP/2 does, and counts how often that was read.
type ending struct {
	io.Reader
	ends int
}

func (e *ending) Read(p []byte) (int, error) {
	n, err := e.Reader.Read(p)
	if err == io.EOF {
		e.ends++
	}
	return n, err
}

func (e *ending) Close() error { return nil }

// An answer is read to its end, whether Discord says its length or not, and whether a caller reads it or not: else HTTP/2 resets the
// stream.
func TestAnswersAreReadToTheEnd(t *testing.T) {
	for _, length := range []int64{-1, 12} {
		for unread, want := range map[bool]string{false: `{"id": "12"}`, true: ""} {
			body := &ending{Reader: strings.NewReader(`{"id": "12"}`)}
			read, err := readAll(&http.Response{ContentLength: length, Body: body}, unread)
			if string(read) != want || err != nil || body.ends == 0 {
				t.Errorf("length %d, unread %v: read %q, %v; the end was read %d times", length, unread, read, err, body.ends)
			}
		}
	}
}
