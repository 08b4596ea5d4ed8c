package discordtest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"cardroom/bot/discordtest"
)

// FuzzRequests sends anything to any route: the answer must be one of Discord's.
func FuzzRequests(f *testing.F) {
	srv := discordtest.New(discordtest.Options{NoLimits: true})
	f.Cleanup(func() { srv.Close() })
	g := srv.Guild("Card Club")
	ch, alice := g.Channel("poker"), g.Person("alice")
	app := "/applications/" + appOf(srv)
	put := httptest.NewRequest("PUT", "/api/v10"+app+"/guilds/"+g.ID()+"/commands", strings.NewReader(everyOption))
	put.Header.Set("Authorization", "Bot "+srv.Token())
	put.Header.Set("Content-Type", "application/json")
	srv.ServeHTTP(httptest.NewRecorder(), put)
	seeds := []struct{ method, path, body string }{
		{"POST", "/channels/%s/messages", `{"content":"c","components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"a","label":"B"}]}]}`},
		{"POST", "/channels/%s/messages", v2(`{"type":17,"components":[{"type":9,"components":[{"type":10,"content":"t"}],"accessory":{"type":11,"media":{"url":"attachment://a"}}},{"type":13},{"type":12,"items":[{}]}]}`)},
		{"PUT", app + "/commands", everyOption},
		{"POST", app + "/commands", `{"name":"sit","description":"s","options":[{"type":2,"options":[{"options":[{}]}]}]}`},
		{"POST", "/interactions/%s/callback", `{"type":9,"data":{"components":[{"type":18,"component":{"type":3}}]}}`},
		{"POST", "/interactions/%s/callback", `{"type":7,"data":null}`},
		{"PATCH", "/webhooks/%s/messages/@original", `{"content":null,"embeds":[{"fields":[{}]}],"attachments":[{"id":1}]}`},
		{"POST", app + "/emojis", `{"name":"ace","image":"data:image/png;base64,AA=="}`},
	}
	for _, s := range seeds {
		f.Add(s.method, s.path, s.body)
	}
	f.Fuzz(func(t *testing.T, method, path, body string) {
		i, err := alice.Start(ch, discordtest.Slash{Command: "/set", Options: []string{"text", "abc"}})
		if err != nil {
			t.Fatal(err)
		}
		token := ch.ID()
		if strings.Contains(path, "/callback") {
			token = i.ID + "/" + i.Token
		}
		path = "/api/v10" + strings.ReplaceAll(path, "%s", token)
		req, err := http.NewRequest(method, "http://discord.test", strings.NewReader(body))
		if err != nil {
			t.Skip()
		}
		req.URL.Path = path
		req.Header.Set("Authorization", "Bot "+srv.Token())
		req.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		srv.ServeHTTP(w, req)
		if w.Code < 200 || w.Code >= 500 {
			t.Errorf("%s %s %s: %d %s", method, path, body, w.Code, w.Body)
		}
	})
}

func appOf(srv *discordtest.Server) string {
	req := httptest.NewRequest("GET", "/api/v10/applications/@me", nil)
	req.Header.Set("Authorization", "Bot "+srv.Token())
	w := httptest.NewRecorder()
	srv.ServeHTTP(w, req)
	return answer{body: w.Body.String()}.id()
}

// FuzzGateway sends anything to the gateway: it must answer or close.
func FuzzGateway(f *testing.F) {
	for _, s := range []string{
		`{"op":1,"d":null}`, `{"op":2,"d":{"token":"Bot discordtest.bot.token","intents":1,"properties":{},"shard":[0,0]}}`,
		`{"op":6,"d":{"token":"Bot discordtest.bot.token","session_id":"","seq":-1}}`, `{"op":3}`, `{`, `[]`, `{"op":2,"d":{"shard":[1]}}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		inBubble(t, discordtest.Options{}, func(d *desk) {
			l := call(d)
			l.say("%s", text)
			if p, code := l.read(); p.Op == 0 && p.T == "" && code == 0 {
				t.Errorf("%q is answered with %+v", text, p)
			}
		})
	})
}

// FuzzText draws any text without a failure.
func FuzzText(f *testing.F) {
	for _, s := range []string{"<t:99999999999999999999:R>", "<@1>", "<#12345678901234567890>", "<:a:1>", "```", "\x00", "<t:1>"} {
		f.Add(s)
	}
	srv := discordtest.New(discordtest.Options{})
	f.Cleanup(func() { srv.Close() })
	g := srv.Guild("Card Club")
	ch, alice := g.Channel("poker"), g.Person("alice")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := alice.Say(ch, text)
		if err == nil && !strings.HasPrefix(m.String(), "alice:\n") {
			t.Errorf("%q is drawn as %s", text, m)
		}
		_ = fmt.Sprint(discordtest.Transcript(alice.See(ch)))
	})
}
