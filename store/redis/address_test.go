package redis

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"

	"cardroom/store"
)

func TestARedisURLIsRead(t *testing.T) {
	for text, want := range map[string]address{
		"redis://localhost":               {hosts: []string{"localhost:6379"}},
		"redis://localhost:7000/":         {hosts: []string{"localhost:7000"}},
		"redis://10.0.0.1:7000/3":         {hosts: []string{"10.0.0.1:7000"}, db: 3},
		"redis://[::1]:7000":              {hosts: []string{"[::1]:7000"}},
		"redis://:word@h":                 {hosts: []string{"h:6379"}, password: "word"},
		"redis://bot:p%40s%2Fs,%23@h:1/0": {hosts: []string{"h:1"}, user: "bot", password: "p@s/s,#"},
		"rediss://bot:word@h:1":           {hosts: []string{"h:1"}, user: "bot", password: "word", tls: true},
		"redis://h1:1,h2:2,h3":            {hosts: []string{"h1:1", "h2:2", "h3:6379"}},
		"rediss://bot:w:d@[::1]:1,h2:2,10.0.0.1:3/": {
			hosts: []string{"[::1]:1", "h2:2", "10.0.0.1:3"}, user: "bot", password: "w:d", tls: true,
		},
	} {
		got, err := parseURL(text)
		if err != nil || !slices.Equal(got.hosts, want.hosts) || got.user != want.user || got.password != want.password ||
			got.tls != want.tls || got.db != want.db {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
		if strings.Contains(got.String(), "word") || strings.Contains(got.String(), "bot") {
			t.Errorf("%s is printed as %s", text, got)
		}
	}
}

func TestABadRedisURLIsRefusedWithoutItsPassword(t *testing.T) {
	for _, text := range []string{
		"redis:", "redis:hunter2", "redis://", "redis:///0", "redis://:hunter2@", "redis://:hunter2@/0",
		"redis://:hunter2@h:port", "redis://:hunter2@h:0", "redis://:hunter2@h:6379:6380", "redis://h1,h2:6379:6380",
		"redis://:hunter2@h/x", "redis://:hunter2@h/-1", "redis://:hunter2@h/1/2", "redis://:hunter2@h?db=1",
		"redis://:hunter2@h/0?db=1", "redis://:hunter2%zz@h", "redis://:hunter2@h1,", "redis://:hunter2@h1,,h2",
		"redis://:hunter2@h1:1,h2:2/3", "redis://:hunter2#@h",
		"redis://:hunter2@h1:1,h2:99999999999999", "redis://:hunter2@h#0", "rediss://:hunter2@ h",
	} {
		_, err := Open(t.Context(), text, store.Options{})
		if err == nil {
			t.Errorf("%s was taken", text)
		} else if s := err.Error(); strings.Contains(s, "hunter2") || !strings.HasPrefix(s, "STORE_URL redis") ||
			strings.Contains(s, "\n") || errors.Is(err, store.ErrUnreachable) {
			t.Errorf("%s: %s", text, s)
		}
	}
}

func FuzzRedisURL(f *testing.F) {
	f.Add("bot", "secret", "h1:1,h2:2", "0")
	f.Add("", "", "[::1]:1", "")
	f.Fuzz(func(t *testing.T, user, password, hosts, db string) {
		password = "hidden" + password
		p, err := parseURL("redis://" + url.UserPassword(user, password).String() + "@" + hosts + "/" + db)
		if err != nil && strings.Contains(err.Error(), "hidden") ||
			strings.Contains(p.String(), "hidden") && !strings.Contains(hosts, "hidden") {
			t.Errorf("the password is shown: %v, %s", err, p)
		}
		if err == nil && !strings.Contains(hosts, "@") && (p.user != user || p.password != password || len(p.hosts) == 0) {
			t.Errorf("%q %q read as %q %q at %q", user, password, p.user, p.password, p.hosts)
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
		p, err := parseURL(text)
		if err != nil {
			t.Fatal(err)
		}
		got := p.exposureWarnings()
		ok := len(got) == len(want)
		for i := range got {
			ok = ok && strings.Contains(got[i], want[i])
		}
		if !ok {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
