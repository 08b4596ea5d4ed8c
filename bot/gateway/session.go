package gateway

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Session returns a discordgo session for requests to the API at base, such as
// "https://discord.com" or "http://127.0.0.1:8080/fake/": its paths follow as
// /api/vN/…. It keeps no state, repeats nothing by itself and never follows a
// redirect, which could carry the token elsewhere. client may be nil; a request
// takes at most client's timeout, or 10 s when it has none.
func Session(token, base string, client *http.Client) (*discordgo.Session, error) {
	words := strings.Fields(strings.TrimPrefix(token, "Bot "))
	if len(words) != 1 {
		return nil, &FatalError{http.StatusUnauthorized, "DISCORD_TOKEN is missing or not a token: copy it at https://discord.com/developers/applications under Bot"}
	}
	api, err := url.Parse(base)
	if err != nil || api.Host == "" || api.Scheme != "http" && api.Scheme != "https" {
		return nil, fmt.Errorf("%q is not the http or https address of a Discord API", base)
	}
	own := http.Client{}
	if client != nil {
		own = *client
	}
	if own.Timeout == 0 {
		own.Timeout = 10 * time.Second
	}
	own.Transport = redirect{api, own.Transport}
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

	s, err := discordgo.New("Bot " + words[0])
	if err != nil {
		return nil, err
	}
	s.Client = &own
	s.UserAgent += " Cardroom"
	s.StateEnabled, s.SyncEvents = false, true
	s.ShouldReconnectOnError, s.ShouldRetryOnRateLimit, s.MaxRestRetries = false, false, 0
	return s, nil
}

// redirect sends requests for discord.com to another server; discordgo has its
// addresses in package variables, one set for the whole process.
type redirect struct {
	api  *url.URL
	base http.RoundTripper
}

func (r redirect) RoundTrip(req *http.Request) (*http.Response, error) {
	path := strings.TrimRight(r.api.Path, "/")
	moved := req.Clone(req.Context())
	moved.URL.Scheme, moved.URL.Host, moved.Host = r.api.Scheme, r.api.Host, ""
	moved.URL.Path = path + req.URL.Path
	if req.URL.RawPath != "" {
		moved.URL.RawPath = (&url.URL{Path: path}).EscapedPath() + req.URL.RawPath
	}
	base := r.base
	if base == nil {
		base = http.DefaultTransport
	}
	return base.RoundTrip(moved)
}
