package page

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"io/fs"
	"net/http"
	"slices"
	"strings"

	"cardroom/bot/discordtest"
)

//go:embed static
var static embed.FS

// Person is one of the people that a visitor can act as. A person who Watches has no seat: the page says how to become a
// player. A person who Manages may open a table: the page says how, and refers the others to them.
type Person struct {
	*discordtest.Person
	Watches, Manages bool
}

// slug returns the person's name in an address: "alice" in /?as=alice.
func (p Person) slug() string { return strings.ToLower(p.Name()) }

// Channel is the content of the page: the channel that it shows first, and the people that a visitor can act as, in the
// order of Alt+1, Alt+2, …. At first a visitor acts as the first. A visitor can go to all other channels and threads of the
// guild. Verifier is the path of a page that checks shuffles, for a link; "" is none.
type Channel struct {
	*discordtest.Channel
	People   []Person
	Verifier string
}

type page struct {
	srv       *discordtest.Server
	channel   Channel
	languages map[string]language
	assets    string // version of the page's own files
}

// New returns the page of a channel in front of the server. It panics if the channel has no people, because the page shows
// the view of one of them.
//
// A stream of events ends when its reader leaves, stops reading, or the server is closed. The web server that the handler is given to does
// not end it.
func New(srv *discordtest.Server, channel Channel) http.Handler {
	if len(channel.People) == 0 {
		panic("page: a channel without people")
	}
	files, err := fs.Sub(static, "static")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	p := &page{srv: srv, channel: channel, languages: loadLanguages(), assets: version(files)}
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", assets(files))
	for _, name := range names(files) {
		mux.Handle("GET /"+name, assets(files))
	}
	mux.HandleFunc("GET /events", p.events)
	mux.HandleFunc("POST /act", p.act)
	mux.HandleFunc("GET /emojis/{id}", p.emoji)
	mux.Handle("/", srv)
	return guard(mux)
}

// as returns the person that a visitor acts as: the first one if the name is empty.
func (p *page) as(name string) (Person, error) {
	if name == "" {
		return p.channel.People[0], nil
	}
	i := slices.IndexFunc(p.channel.People, func(one Person) bool {
		return one.slug() == strings.ToLower(name) || one.ID() == name
	})
	if i < 0 {
		return Person{}, errors.New("no person on this page has that name")
	}
	return p.channel.People[i], nil
}

// in returns the guild's channel or thread with an id or a name: the page's own one if there is none.
func (p *page) in(wanted string) *discordtest.Channel {
	all := p.channel.Guild().Channels()
	i := slices.IndexFunc(all, func(one *discordtest.Channel) bool { return one.ID() == wanted || one.Name() == wanted })
	if i < 0 {
		return p.channel.Channel
	}
	return all[i]
}

// policy allows the page to load its own files and nothing else. It runs no other script, and builds no HTML from strings.
// Not every browser counts a WebSocket to the page's own server as 'self'. A policy cannot name an IPv6 address: at [::1] the page needs a
// browser that does.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self' ws://localhost:* ws://127.0.0.1:*; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// assets serves the embedded files. They are small and local, so a browser requests them again each time and never shows
// half of an updated program.
func assets(files fs.FS) http.Handler {
	server := http.FileServerFS(files)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-cache")
		server.ServeHTTP(w, r)
	})
}

// emoji serves the picture of an application emoji. A picture never changes
// under its id.
func (p *page) emoji(w http.ResponseWriter, r *http.Request) {
	all := p.srv.Emojis()
	i := slices.IndexFunc(all, func(e discordtest.AppEmoji) bool { return e.ID == r.PathValue("id") })
	if i < 0 || !strings.HasPrefix(all[i].Kind, "image/") {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", all[i].Kind)
	h.Set("Cache-Control", "private, max-age=86400, immutable")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(all[i].Data) // the reader has left
}

// names lists the files with an address of their own.
func names(files fs.FS) []string {
	entries, _ := fs.ReadDir(files, ".") // embedded: it cannot fail
	var list []string
	for _, e := range entries {
		if e.Name() != "index.html" {
			list = append(list, e.Name())
		}
	}
	return list
}

// version returns a digest of the files: a page that stayed open over a restart reloads itself when it changes.
func version(files fs.FS) string {
	sum := sha256.New()
	for _, name := range append(names(files), "index.html") {
		data, _ := fs.ReadFile(files, name) // embedded: it cannot fail
		sum.Write(data)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}
