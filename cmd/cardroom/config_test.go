package main

import (
	"strings"
	"testing"
)

// Go drops the address of a proxy that it cannot parse, and the bot would go to Discord directly. The address may hold a password.
func TestAProxyThatHasNoAddressIsRefused(t *testing.T) {
	const upper, lower = "HTTPS_PROXY", "https_proxy"
	for _, c := range []struct{ upper, lower, refused string }{
		{},
		{upper: "http://user:hunter2@proxy:3128"},
		{upper: "proxy:3128"},
		{upper: "proxy"},
		{lower: "socks5://127.0.0.1:1080"},
		{upper: "HTTP://proxy:3128"},
		{upper: "https://proxy:3128", refused: upper},
		{upper: "socks5h://proxy:1080", refused: upper},
		{upper: "htp://user:hunter2@proxy:3128", refused: upper},
		{upper: "http://user:12?hunter2@proxy:3128", refused: upper},
		{upper: ":3128", refused: upper},
		{upper: "proxy:99999", refused: upper},
		{upper: "http://user:hunter2@proxy:port", refused: upper},
		{upper: "http://user:hunter2%@proxy:3128", refused: upper},
		{upper: " http://proxy:3128", refused: upper},
		{upper: "http://[::1", refused: upper},
		{upper: "http://", refused: upper},
		{upper: "http:/127.0.0.1:3128", refused: upper},
		{upper: "http://user:hun#ter2@127.0.0.1:3128", refused: upper},
		{upper: "http://proxy:3128/"},
		{upper: "http://corp proxy:3128", refused: upper},
		{upper: "[::1]:3128"},
		{lower: "user:hunter2@proxy:port", refused: lower},
		{upper: "proxy:3128", lower: "http://proxy:port"}, // Go reads the first one that is not empty
		{upper: "http://proxy:port", lower: "proxy:3128", refused: upper},
	} {
		t.Setenv(upper, c.upper)
		t.Setenv(lower, c.lower)
		_, err := readConfig(map[string]string{"DISCORD_TOKEN": "x.y.z", upper: "http://proxy:port"}) // the last one is from .env
		if (err == nil) != (c.refused == "") ||
			err != nil && (!strings.HasPrefix(err.Error(), c.refused+" is not the address of a proxy") || strings.Contains(err.Error(), "hunter2")) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
