package beacon_test

import (
	"compress/gzip"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode"

	"cardroom/bot/beacon"
	"cardroom/bot/beacon/beacontest"
)

// secret is a word that stands in no error.
const secret = "secret"

// wrongAnswers lists how a relay may answer with something else than a round, and the text of the error.
var wrongAnswers = map[string]struct {
	answer http.HandlerFunc
	want   string
}{
	"a body without an end": {func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			fmt.Fprint(w, strings.Repeat(secret, 1000))
		}
	}, "more than 4096 bytes"},
	"a packed body without an end": {func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		packed := gzip.NewWriter(w)
		for r.Context().Err() == nil {
			fmt.Fprint(packed, strings.Repeat(secret, 1000))
		}
	}, "more than 4096 bytes"},
	"a slow body": {func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "{")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}, "did not answer within 4s"},
	"a deep body":              {body(strings.Repeat("[", 4000)), "something else than a round"},
	"another type":             {body(`{"round":"1000","signature":7}`), "something else than a round"},
	"a number that is too big": {body(`{"round":1e300,"signature":""}`), "something else than a round"},
	"no object":                {body(`null`), "answered with round 0"},
	"no hex":                   {body(`{"round":%d,"signature":"` + secret + `"}`), "a signature that is not hexadecimal"},
	"a short signature":        {body(`{"round":%d,"signature":"00"}`), "has 1 bytes"},
	"a redirect": {func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", "/"+secret)
		w.WriteHeader(302)
	}, "status 302"},
	"a header without an end": {raw(func(c net.Conn) {
		fmt.Fprint(c, "HTTP/1.1 200 OK\r\n")
		for i := 0; ; i++ {
			if _, err := fmt.Fprintf(c, "X-%d: %s\r\n", i, strings.Repeat("a", 4000)); err != nil {
				return
			}
		}
	}), "header"},
	"a status without an end": {raw(func(c net.Conn) {
		for {
			if _, err := fmt.Fprint(c, strings.Repeat("\x1b[31m"+secret, 1000)); err != nil {
				return
			}
		}
	}), ""},
	"another protocol": {raw(func(c net.Conn) { fmt.Fprint(c, "SSH-2.0-"+strings.Repeat("\x1b[31m"+secret, 1000)+"\r\n") }), "malformed HTTP response"},
}

// body answers with a text, which may name the round.
func body(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		round := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
		fmt.Fprint(w, strings.Replace(text, "%d", round, 1))
	}
}

// raw answers with bytes that f writes to the connection.
func raw(f func(net.Conn)) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		defer c.Close()
		f(c)
	}
}

// An error names one relay and one reason: it is short, on one line, and shows nothing that the relay wrote.
func TestAWrongAnswerIsAShortError(t *testing.T) {
	for name, bad := range wrongAnswers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(bad.answer)
			defer server.Close()
			defer server.CloseClientConnections()
			checkReason(t, onlyRelay(beacontest.New(1).Chain(), server.URL+"/"+secret), beacon.Config{}, bad.want)
		})
	}
}

// The address of a proxy may hold a password, and its error would show it.
func TestNoProxyIsInAnError(t *testing.T) {
	proxied := http.Transport{Proxy: func(*http.Request) (*url.URL, error) {
		return nil, fmt.Errorf("invalid proxy address %q: no port", "http://user:"+secret+"@proxy:x")
	}}
	checkReason(t, onlyRelay(beacontest.New(1).Chain(), "http://127.0.0.1:1"), beacon.Config{HTTP: &proxied}, "HTTPS_PROXY")
}

// checkReason checks the error of a chain with one relay.
func checkReason(t *testing.T, c *beacon.Chain, config beacon.Config, want string) {
	t.Helper()
	began := time.Now()
	found := beacon.NewClient(c, config).Check(t.Context())
	if len(found) != 1 {
		t.Fatalf("the errors are %v", found)
	}
	text := found[0].Error()
	unprintable := strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
	if len(text) > 300 || strings.Contains(text, secret) || unprintable || !strings.Contains(text, want) {
		t.Errorf("the error is %q, want %q in it", text, want)
	}
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("it took %v", took)
	}
}
