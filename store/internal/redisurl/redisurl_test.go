package redisurl_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"cardroom/store/internal/redisurl"
)

func TestARedisURLIsRead(t *testing.T) {
	for text, want := range map[string]redisurl.Address{
		"redis://localhost":               {Hosts: []string{"localhost:6379"}},
		"redis://localhost:7000/":         {Hosts: []string{"localhost:7000"}},
		"redis://10.0.0.1:7000/3":         {Hosts: []string{"10.0.0.1:7000"}, DB: 3},
		"redis://[::1]:7000":              {Hosts: []string{"[::1]:7000"}},
		"redis://:word@h":                 {Hosts: []string{"h:6379"}, Password: "word"},
		"redis://bot:p%40s%2Fs,%23@h:1/0": {Hosts: []string{"h:1"}, User: "bot", Password: "p@s/s,#"},
		"rediss://bot:word@h:1":           {Hosts: []string{"h:1"}, User: "bot", Password: "word", TLS: true},
		"redis://h1:1,h2:2,h3":            {Hosts: []string{"h1:1", "h2:2", "h3:6379"}},
		"rediss://bot:w:d@[::1]:1,h2:2,10.0.0.1:3/": {
			Hosts: []string{"[::1]:1", "h2:2", "10.0.0.1:3"}, User: "bot", Password: "w:d", TLS: true,
		},
	} {
		got, err := redisurl.Parse(text)
		if err != nil || !slices.Equal(got.Hosts, want.Hosts) || got.User != want.User || got.Password != want.Password ||
			got.TLS != want.TLS || got.DB != want.DB {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
		if strings.Contains(got.String(), "word") || strings.Contains(got.String(), "bot") {
			t.Errorf("%s is printed as %s", text, got)
		}
		if reread, err := redisurl.Parse(got.String()); err != nil || reread.DB != want.DB || !slices.Equal(reread.Hosts, want.Hosts) {
			t.Errorf("%s is printed as %s, which names another store", text, got)
		}
	}
}

func FuzzRedisURL(f *testing.F) {
	f.Add("bot", "secret", "h1:1,h2:2", "0")
	f.Add("", "", "[::1]:1", "")
	f.Fuzz(func(t *testing.T, user, password, hosts, db string) {
		password = "hidden" + password
		p, err := redisurl.Parse("redis://" + url.UserPassword(user, password).String() + "@" + hosts + "/" + db)
		if err != nil && strings.Contains(err.Error(), "hidden") ||
			strings.Contains(p.String(), "hidden") && !strings.Contains(hosts, "hidden") {
			t.Errorf("the password is shown: %v, %s", err, p)
		}
		if err == nil && !strings.Contains(hosts, "@") && (p.User != user || p.Password != password || len(p.Hosts) == 0) {
			t.Errorf("%q %q read as %q %q at %q", user, password, p.User, p.Password, p.Hosts)
		}
	})
}

func TestExposedServersAreWarnedOf(t *testing.T) {
	const open, readable = "without a password", "not encrypted"
	for text, want := range map[string][]string{
		"redis://localhost":          nil,
		"redis://127.0.0.9":          nil,
		"redis://[::1]:1":            nil,
		"redis://redis":              {open}, // a container beside
		"redis://:word@redis":        nil,
		"redis://:word@10.1.2.3":     nil,
		"redis://192.168.1.1":        {open},
		"redis://:word@example.org":  {readable},
		"redis://8.8.8.8":            {open, readable},
		"rediss://example.org":       {open},
		"rediss://:word@example.org": nil,
		"redis://localhost,8.8.8.8":  {open, readable},
	} {
		p, err := redisurl.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got := p.ExposureWarnings()
		ok := len(got) == len(want)
		for i := range got {
			ok = ok && strings.Contains(got[i], want[i])
		}
		if !ok {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
