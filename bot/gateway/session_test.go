package gateway

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
)

// roundTrip is a RoundTripper made of a function.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestRequestsGoToTheGivenServer(t *testing.T) {
	for base, want := range map[string]string{
		"https://discord.com":        "https://discord.com/api/v9/gateway",
		"https://discord.com/":       "https://discord.com/api/v9/gateway",
		"http://127.0.0.1:1234":      "http://127.0.0.1:1234/api/v9/gateway",
		"http://127.0.0.1:1/a/fake/": "http://127.0.0.1:1/a/fake/api/v9/gateway",
		"http://127.0.0.1:1/a%2Fb":   "http://127.0.0.1:1/a/b/api/v9/gateway",
	} {
		var met *http.Request
		client := &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			met = r
			return nil, errors.New("that is enough")
		})}
		s, err := Session("Bot abc\n", base, client)
		if err != nil {
			t.Errorf("%s: %v", base, err)
			continue
		}
		s.Gateway()
		if got := met.URL.String(); got != want {
			t.Errorf("%s: the request went to %s, want %s", base, got, want)
		}
		if met.Host != "" && met.Host != met.URL.Host || met.Header.Get("Authorization") != "Bot abc" {
			t.Errorf("%s: Host %q, Authorization %q", base, met.Host, met.Header.Get("Authorization"))
		}
		if s.Client.Timeout != 10*time.Second || client.Timeout != 0 {
			t.Errorf("timeout %v, and the caller's client has %v", s.Client.Timeout, client.Timeout)
		}
		if !strings.HasPrefix(s.UserAgent, "DiscordBot (http") {
			t.Errorf("User-Agent %q is not of the form Discord asks for", s.UserAgent)
		}
	}
}

func TestEscapedPathsStayEscaped(t *testing.T) {
	var met string
	s, err := Session("abc", "http://h/x", &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
		met = r.URL.EscapedPath()
		return nil, errors.New("that is enough")
	})})
	if err != nil {
		t.Fatal(err)
	}
	s.Request("GET", "https://discord.com/api/v9/webhooks/1/a%2Fb", nil)
	if met != "/x/api/v9/webhooks/1/a%2Fb" {
		t.Errorf("the path became %s", met)
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	asked := 0
	s, err := Session("abc", "http://h", &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
		asked++
		return &http.Response{StatusCode: 302, Status: "302 Found", Header: http.Header{"Location": {"http://elsewhere/"}}, Body: http.NoBody, Request: r}, nil
	})})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Gateway(); err == nil || asked != 1 {
		t.Errorf("%d requests, error %v", asked, err)
	}
}

func TestBadSettingsAreRefused(t *testing.T) {
	for _, base := range []string{"", "discord.com", "ftp://discord.com", "https://", "http://[::1"} {
		if _, err := Session("abc", base, nil); err == nil {
			t.Errorf("the API %q is taken", base)
		}
	}
	for _, token := range []string{"", "Bot ", "two words", "line\nbreak"} {
		var refused *FatalError
		if _, err := Session(token, "https://discord.com", nil); !errors.As(err, &refused) {
			t.Errorf("the token %q gives %v, want a FatalError", token, err)
		} else if token != "Bot " && token != "" && strings.Contains(err.Error(), token) {
			t.Errorf("the token is in %q", err)
		}
	}
	if err := Run(t.Context(), Config{Token: "abc", API: "https://discord.com", ShardID: 2, ShardCount: 2}); err == nil {
		t.Error("shard 2 of 2 is taken")
	}
}
