package page

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

func get(h http.Handler, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, request(http.MethodGet, path, ""))
	return w
}

func TestThePageBringsAllItNeeds(t *testing.T) {
	t.Parallel()
	h, _, _ := newRoom(t)
	w := get(h, "/")
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "<title>") {
		t.Fatalf("GET /: status %d, body %.60q", w.Code, w.Body)
	}
	for _, found := range regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(w.Body.String(), -1) {
		if path := found[1]; !strings.HasPrefix(path, "data:") && get(h, path).Code != http.StatusOK {
			t.Errorf("the page asks for %s: status %d", path, get(h, path).Code)
		}
	}
}

func TestScriptsImportOnlyEachOther(t *testing.T) {
	t.Parallel()
	h, _, _ := newRoom(t)
	imports := regexp.MustCompile(`(?m)^import .* from '([^']+)';$`)
	eachScript(t, func(name, text string) {
		for _, found := range imports.FindAllStringSubmatch(text, -1) {
			w := get(h, "/"+strings.TrimPrefix(found[1], "./"))
			if w.Code != http.StatusOK || !strings.Contains(w.Header().Get("Content-Type"), "javascript") {
				t.Errorf("%s imports %s: status %d, type %q", name, found[1], w.Code, w.Header().Get("Content-Type"))
			}
		}
	})
}

// Text from the channel cannot become markup: no script builds any from a string, and the policy makes the browser refuse
// it.
func TestNoScriptTurnsTextIntoMarkup(t *testing.T) {
	t.Parallel()
	forbidden := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|` +
		`DOMParser|\beval\b|new Function|srcdoc|javascript:`)
	eachScript(t, func(name, text string) {
		if found := forbidden.FindString(text); found != "" {
			t.Errorf("%s uses %s", name, found)
		}
	})
}

func TestThePolicyAllowsOwnFilesOnly(t *testing.T) {
	t.Parallel()
	h, _, _ := newRoom(t)
	wanted := []string{"default-src 'none'", "script-src 'self';", "style-src 'self';", "frame-ancestors 'none'",
		"require-trusted-types-for 'script'"}
	for _, path := range []string{"/", "/app.js", "/page.css"} {
		policy := get(h, path).Header().Get("Content-Security-Policy")
		for _, want := range wanted {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: policy %q lacks %q", path, policy, want)
			}
		}
	}
	inlines := regexp.MustCompile(`<script(?: [^>]*)?>[^<]|<style|\son\w+=|\sstyle=`)
	if inline := inlines.FindString(get(h, "/").Body.String()); inline != "" {
		t.Errorf("the page holds %q, which its policy forbids", inline)
	}
}

func TestEverythingElseGoesToTheServer(t *testing.T) {
	t.Parallel()
	h, _, _ := newRoom(t)
	if w := get(h, "/api/v10/gateway"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "url") {
		t.Errorf("GET /api/v10/gateway: status %d, body %q", w.Code, w.Body)
	}
	if w := get(h, "/nothing.js"); w.Code != http.StatusNotFound {
		t.Errorf("GET /nothing.js: status %d, want 404", w.Code)
	}
}

func TestOnlyThisComputersOwnPageIsAnswered(t *testing.T) {
	t.Parallel()
	h, _, _ := newRoom(t)
	for _, c := range []struct {
		host, origin, site string
		want               int
	}{
		{"127.0.0.1:8080", "", "", http.StatusOK},
		{"localhost:8080", "http://localhost:8080", "same-origin", http.StatusOK},
		{"localhost", "", "none", http.StatusOK},
		{"[::1]:8080", "http://[::1]:8080", "", http.StatusOK},
		{"127.0.0.2:9", "", "", http.StatusOK},
		{"poker.example:8080", "", "", http.StatusForbidden},
		{"poker.example", "http://poker.example", "same-origin", http.StatusForbidden},
		{"localhost.example:8080", "", "", http.StatusForbidden},
		{"192.168.1.7:8080", "", "", http.StatusForbidden},
		{"", "", "", http.StatusForbidden},
		{"127.0.0.1:8080", "http://evil.example", "", http.StatusForbidden},
		{"127.0.0.1:8080", "http://localhost:8080", "", http.StatusForbidden},
		{"127.0.0.1:8080", "http://127.0.0.1:3000", "", http.StatusForbidden},
		{"127.0.0.1:8080", "https://127.0.0.1:8080", "", http.StatusForbidden},
		{"127.0.0.1:8080", "null", "", http.StatusForbidden},
		{"127.0.0.1:8080", "", "cross-site", http.StatusForbidden},
	} {
		for _, path := range []string{"/", "/api/v10/gateway"} {
			r := request(http.MethodGet, path, "")
			r.Host = c.host
			setUnlessEmpty(r.Header, "Origin", c.origin)
			setUnlessEmpty(r.Header, "Sec-Fetch-Site", c.site)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != c.want {
				t.Errorf("%s at host %q from origin %q, site %q: status %d, want %d",
					path, c.host, c.origin, c.site, w.Code, c.want)
			}
		}
	}
}

// TestAnotherMachineIsRefused sends requests as another machine would, with localhost in the header (S9).
func TestAnotherMachineIsRefused(t *testing.T) {
	t.Parallel()
	h, _, _ := newRoom(t)
	for peer, want := range map[string]int{
		"127.0.0.1:54321": http.StatusOK, "127.0.0.2:54321": http.StatusOK, "[::1]:54321": http.StatusOK,
		"192.168.1.7:54321": http.StatusForbidden, "[fe80::1%eth0]:54321": http.StatusForbidden, "8.8.8.8:54321": http.StatusForbidden,
		"": http.StatusForbidden, "@": http.StatusForbidden,
	} {
		for _, path := range []string{"/", "/api/v10/gateway"} {
			r := request(http.MethodGet, path, "")
			r.Host, r.RemoteAddr = "localhost", peer
			w := httptest.NewRecorder()
			if h.ServeHTTP(w, r); w.Code != want {
				t.Errorf("%s from %q: status %d, want %d", path, peer, w.Code, want)
			}
		}
	}
}

func setUnlessEmpty(h http.Header, name, value string) {
	if value != "" {
		h.Set(name, value)
	}
}

func TestALinkFromElsewhereMayOpenThePage(t *testing.T) {
	t.Parallel()
	h, _, _ := newRoom(t)
	r := request(http.MethodGet, "/?as=bruno", "")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	r.Header.Set("Sec-Fetch-Mode", "navigate")
	r.Header.Set("Sec-Fetch-Dest", "document")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Errorf("status %d, want the page", w.Code)
	}
}

// eachScript calls visit for every embedded script.
func eachScript(t *testing.T, visit func(name, text string)) {
	t.Helper()
	scripts, err := fs.Glob(static, "static/*.js")
	if err != nil || len(scripts) < 5 {
		t.Fatalf("scripts %v, %v", scripts, err)
	}
	for _, name := range scripts {
		text, err := fs.ReadFile(static, name)
		if err != nil {
			t.Fatal(err)
		}
		visit(name, string(text))
	}
}

func TestEmojisHaveAPicture(t *testing.T) {
	t.Parallel()
	h, srv, _ := newRoom(t)
	red := "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=="
	application := newDealer(t, srv).application
	r := request(http.MethodPost, "/api/v10/applications/"+application+"/emojis",
		`{"name":"red","image":"data:image/png;base64,`+red+`"}`)
	r.Header.Set("Authorization", "Bot "+srv.Token())
	h.ServeHTTP(httptest.NewRecorder(), r)
	made := srv.Emojis()
	if len(made) != 1 {
		t.Fatalf("%d emojis, want the one just made", len(made))
	}
	w := get(h, "/emojis/"+made[0].ID)
	kind := w.Header().Get("Content-Type")
	if w.Code != http.StatusOK || kind != "image/png" || !strings.HasPrefix(w.Body.String(), "\x89PNG") {
		t.Errorf("status %d, type %q, body %.4q, want the picture", w.Code, kind, w.Body)
	}
	if w := get(h, "/emojis/1"); w.Code != http.StatusNotFound {
		t.Errorf("unknown emoji: status %d, want 404", w.Code)
	}
}
