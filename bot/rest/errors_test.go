package rest

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// refusal returns an answer with a body.
func refusal(r *http.Request, status int, body string, headers ...string) (*http.Response, error) {
	resp, err := answer(r, status, "", headers...)
	resp.Body = io.NopCloser(strings.NewReader(body))
	return resp, err
}

// calls returns all requests of a client, under secret tokens.
func calls(c *Client, ctx context.Context) map[string]error {
	ref := Ref{ID: "7", Token: hookToken, Application: "42"}
	got := map[string]error{
		"edit":     c.EditReply(ctx, ref, Original, nothing()),
		"delete":   c.DeleteReply(ctx, ref, Original),
		"re-edit":  c.EditReply(ctx, ref, "2", nothing()),
		"bot edit": c.Edit(ctx, "1", "2", nothing()),
		"bot drop": c.Delete(ctx, "1", "2"),
	}
	_, got["answer"] = c.Answer(ctx, ref, &discordgo.InteractionResponse{Type: 6})
	_, got["create"] = c.Create(ctx, "1", Draft{Message: &discordgo.MessageSend{}})
	_, got["set"] = c.SetCommands(ctx, "3", nil)
	_, got["message"] = c.Message(ctx, "1", "2")
	_, got["commands"] = c.Commands(ctx, "")
	_, got["gateway"] = c.Gateway(ctx)
	return got
}

// leaks reports whether text contains part of a token or URL.
func leaks(text string) bool {
	for _, secret := range []string{botToken, hookToken, url.PathEscape(hookToken), url.QueryEscape(hookToken), "://", "secrecy"} {
		if strings.Contains(text, secret) {
			return true
		}
	}
	return false
}

// misfortunes returns every kind of failed request, among them errors that quote the whole request.
func misfortunes(t *testing.T) map[string]scripted {
	return map[string]scripted{
		"quoting error": func(r *http.Request) (*http.Response, error) {
			return nil, fmt.Errorf("proxy %s: %v refused %s", r.URL, r.Header["Authorization"], r.URL.EscapedPath())
		},
		"url error": func(r *http.Request) (*http.Response, error) {
			return nil, &url.Error{Op: "Post", URL: r.URL.String(), Err: errors.New("broken")}
		},
		"refused":      real(t, "127.0.0.1:1"),
		"no such host": real(t, "no.such.host.invalid:80"),
		"cut":          real(t, listener(t, func(c net.Conn) { c.Close() })),
		"not HTTP":     real(t, listener(t, func(c net.Conn) { c.Write([]byte("SSH-2.0\r\n\r\n")); c.Close() })),
		"timeout":      real(t, listener(t, func(net.Conn) {})),
		"TLS":          tlsTo(t),
		"half a body": func(r *http.Request) (*http.Response, error) {
			resp, _ := answer(r, 200, "")
			resp.Body = io.NopCloser(io.MultiReader(strings.NewReader("{"), failing{r.URL.String()}))
			return resp, nil
		},
		"quoting refusal": func(r *http.Request) (*http.Response, error) {
			sent := r.URL.String() // Discord can only quote the request
			if strings.Contains(r.URL.Path, "secrecy") {
				sent += " " + hookToken
			}
			return refusal(r, 400, fmt.Sprintf(`{"code":1,"message":"bad %s %s"}`, sent, botToken))
		},
		"redirect": func(r *http.Request) (*http.Response, error) {
			return refusal(r, 302, "", "Location", r.URL.String())
		},
		"text 429": func(r *http.Request) (*http.Response, error) {
			return refusal(r, 429, "limited: "+r.URL.String(), "Retry-After", "100")
		},
		"text 502": func(r *http.Request) (*http.Response, error) { return refusal(r, 502, "bad: "+r.URL.String()) },
	}
}

// TestNoErrorHoldsATokenOrAURL forces every misfortune on every request.
func TestNoErrorHoldsATokenOrAURL(t *testing.T) {
	for name, f := range misfortunes(t) {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
			defer cancel()
			c := against(t, f)
			for call, err := range calls(c, ctx) {
				if err == nil {
					if name != "half a body" {
						t.Errorf("%s succeeded", call)
					}
					continue
				}
				if text := fmt.Sprintf("%v %+v %#v %q", err, err, err, err); leaks(text) {
					t.Errorf("%s: %s", call, text)
				}
				for inner := err; inner != nil; inner = errors.Unwrap(inner) {
					var u *url.Error
					if errors.As(inner, &u) {
						t.Errorf("%s hands on %T", call, inner)
					}
				}
			}
		})
	}
}

// failing is a body that breaks with an error that quotes the URL.
type failing struct{ url string }

func (f failing) Read([]byte) (int, error) { return 0, errors.New("lost " + f.url) }

// real sends requests over a real connection to addr.
func real(t *testing.T, addr string) scripted {
	transport := &http.Transport{DisableKeepAlives: true}
	t.Cleanup(transport.CloseIdleConnections)
	return func(r *http.Request) (*http.Response, error) {
		r = r.Clone(r.Context())
		r.URL.Scheme, r.URL.Host = "http", addr
		return transport.RoundTrip(r)
	}
}

// tlsTo returns a server with a certificate from an unknown authority.
func tlsTo(t *testing.T) scripted {
	srv := httptest.NewUnstartedServer(http.NotFoundHandler())
	srv.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	srv.StartTLS()
	t.Cleanup(srv.Close)
	transport := &http.Transport{TLSClientConfig: &tls.Config{}}
	return func(r *http.Request) (*http.Response, error) {
		r = r.Clone(r.Context())
		r.URL.Host = srv.Listener.Addr().String()
		return transport.RoundTrip(r)
	}
}

// listener accepts connections and returns its address.
func listener(t *testing.T, f func(net.Conn)) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go f(c)
		}
	}()
	return l.Addr().String()
}

func TestErrorsMatchTheirSentinels(t *testing.T) {
	all := []error{ErrLate, ErrAnswered, ErrGone, ErrNoChannel, ErrThreads, ErrForbidden, ErrTokenDead, ErrUneditable, ErrUnauthorized, ErrOutage}
	hook := func(c *Client) error { return c.DeleteReply(t.Context(), Ref{Token: "t"}, Original) }
	bot := func(c *Client) error { return c.Delete(t.Context(), "1", "2") }
	posts := func(c *Client) error {
		_, err := c.MakeThread(t.Context(), "1", false, "game", 0)
		return err
	}
	for _, c := range []struct {
		status, code int
		call         func(*Client) error
		want         error
	}{
		{404, 10062, hook, ErrLate}, {400, 40060, hook, ErrAnswered},
		{404, 10008, bot, ErrGone}, {404, 10003, bot, ErrNoChannel}, {404, 10004, bot, ErrNoChannel}, {404, 10008, hook, ErrGone}, {404, 10014, bot, ErrGone},
		{403, 50001, bot, ErrForbidden}, {403, 50013, bot, ErrForbidden}, {403, 0, bot, ErrForbidden}, {400, 50083, bot, ErrUneditable}, {400, 50083, posts, ErrForbidden},
		{401, 50027, hook, ErrTokenDead}, {404, 10015, hook, ErrTokenDead}, {401, 0, hook, ErrTokenDead},
		{400, 160006, bot, ErrThreads}, {400, 160007, bot, ErrThreads}, {400, 30046, bot, ErrUneditable}, {429, 30046, bot, ErrUneditable},
		{401, 0, bot, ErrUnauthorized},
		{500, 0, bot, ErrOutage}, {502, 0, hook, ErrOutage}, {504, 0, bot, ErrOutage}, {521, 0, bot, ErrOutage},
		{400, 50035, bot, nil}, {404, 0, bot, nil}, {418, 0, hook, nil},
	} {
		client := against(t, func(r *http.Request) (*http.Response, error) {
			return refusal(r, c.status, fmt.Sprintf(`{"code":%d,"message":"said so"}`, c.code))
		})
		err := c.call(client)
		var refused *Error
		if !errors.As(err, &refused) || refused.Status != c.status || refused.Code != c.code || refused.Message != "said so" {
			t.Errorf("%d/%d gives %#v", c.status, c.code, err)
		}
		for _, sentinel := range all {
			if errors.Is(err, sentinel) != (sentinel == c.want) {
				t.Errorf("%d/%d: matching %q is %t", c.status, c.code, sentinel, errors.Is(err, sentinel))
			}
		}
	}
}

// TestAnOutageTellsWhetherTheContextEnded makes answers slow or missing.
func TestAnOutageTellsWhetherTheContextEnded(t *testing.T) {
	drips := func(begin string) scripted {
		return real(t, listener(t, func(c net.Conn) {
			http.ReadRequest(bufio.NewReader(c))
			io.WriteString(c, begin)
			for err := error(nil); err == nil; time.Sleep(time.Millisecond) {
				_, err = io.WriteString(c, "x")
			}
		}))
	}
	for name, f := range map[string]scripted{
		"no answer":    real(t, listener(t, func(c net.Conn) { io.Copy(io.Discard, c) })),
		"slow headers": drips("HTTP/1.1 204 No Content\r\nX-Slow: "),
		"slow body":    drips("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"),
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			err := against(t, f).Delete(ctx, "1", "2")
			if !errors.Is(err, ErrOutage) || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("a timeout gives %v", err)
			}
			if want := "DELETE /channels/1/messages/2: no answer in time"; err.Error() != want {
				t.Errorf("it reads %q, want %q", err, want)
			}
		})
	}
}

func TestAnAnswerThatNamesNoMessageIsAnOutage(t *testing.T) {
	for _, body := range []string{"", "{}", "[]", `{"id":5}`, "<html>"} {
		c := against(t, func(r *http.Request) (*http.Response, error) { return refusal(r, 200, body) })
		if id, err := c.Create(t.Context(), "1", Draft{Message: &discordgo.MessageSend{}}); id != "" || !errors.Is(err, ErrOutage) {
			t.Errorf("%q gives %q, %v", body, id, err)
		}
	}
}

func TestAnErrorNamesTheWrongFieldsWithoutTheirValues(t *testing.T) {
	c := against(t, func(r *http.Request) (*http.Response, error) {
		return refusal(r, 400, `{"code":50035,"message":"Invalid Form Body","errors":{"data":{"components":{"0":{"custom_id":{"_errors":
			[{"code":"TOO_LONG","message":"value A♠ K♦ is too long"},{"code":"ODD"}]}}},"content":{"_errors":[{"code":"REQUIRED"}]}}}}`)
	})
	want := "DELETE /channels/1/messages/2: 400 Invalid Form Body (50035)" +
		" [data.components.0.custom_id: TOO_LONG, data.components.0.custom_id: ODD, data.content: REQUIRED]"
	if got := c.Delete(t.Context(), "1", "2").Error(); got != want {
		t.Errorf("it reads %q, want %q", got, want)
	}
}

// A form with everything wrong makes an answer of more than 64 KiB (C1).
func TestALongRefusalKeepsItsCodeAndTheFirstFields(t *testing.T) {
	deep := `{"_errors":[{"code":"DEEP"}]}`
	for range 5000 {
		deep = `{"x":` + deep + `}`
	}
	var errs strings.Builder
	fmt.Fprintf(&errs, `"zz": %s`, deep)
	for i := range 1000 {
		fmt.Fprintf(&errs, `,"f%03d":{"_errors":[{"code":"TOO_LONG","message":%q}]}`, i, strings.Repeat("long ", 100))
	}
	body := fmt.Sprintf(`{"errors":{%s},"code":50035,"message":"Invalid Form Body"}`, &errs)
	c := against(t, func(r *http.Request) (*http.Response, error) { return refusal(r, 400, body) })
	var refused *Error
	if err := c.Delete(t.Context(), "1", "2"); !errors.As(err, &refused) || refused.Code != 50035 {
		t.Fatalf("a refusal of %d bytes gives %v", len(body), err)
	}
	want := "DELETE /channels/1/messages/2: 400 Invalid Form Body (50035) [f000: TOO_LONG, f001: TOO_LONG, "
	if text := refused.Error(); !strings.HasPrefix(text, want) || !strings.HasSuffix(text, "f019: TOO_LONG, and 980 more]") {
		t.Errorf("it reads %q", text)
	}
}

// A server that echoes a request in the fields of a refusal puts no token into the error, and its text is cut (T19).
func TestARefusalThatEchoesTheRequestIsScrubbed(t *testing.T) {
	long := strings.Repeat("é", 10_000)
	c := against(t, func(r *http.Request) (*http.Response, error) {
		field := fmt.Sprintf(`{"_errors":[{"code":%q},{"code":%q}]}`, r.Header.Get("Authorization")+" "+r.URL.Path, long)
		return refusal(r, 400, fmt.Sprintf(`{"code":50035,"message":%q,"errors":{%q:%s,%q:{"_errors":[{"code":"X"}]}}}`, long, r.URL.Path, field, long))
	})
	for _, err := range []error{c.Delete(t.Context(), "1", "2"), c.DeleteReply(t.Context(), Ref{ID: "1", Token: hookToken}, Original)} {
		var refused *Error
		if !errors.As(err, &refused) || len(refused.Fields) != 3 || leaks(err.Error()) {
			t.Fatalf("it reads %.1000s", err)
		}
		for _, text := range append(refused.Fields, refused.Message) {
			if len(text) > 310 || !utf8.ValidString(text) {
				t.Errorf("%d bytes: %q", len(text), text)
			}
		}
	}
}

func TestARefPrintsWithoutItsToken(t *testing.T) {
	ref := Ref{ID: "7", Token: hookToken}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "ref", ref, "pointer", &ref)
	text := fmt.Sprintf("%v %+v %#v %s %q %d %v", ref, ref, ref, ref, ref, ref, struct{ R Ref }{ref}) + log.String()
	if leaks(text) || !strings.Contains(text, "interaction 7") {
		t.Errorf("it prints as %s", text)
	}
	log.Reset()
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "ref", ref)
	if leaks(log.String()) {
		t.Errorf("as JSON it is logged as %s", log.String())
	}
}

// endless is a body that never ends.
type endless struct{ read int64 }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '['
	}
	e.read += int64(len(p))
	return len(p), nil
}

func (*endless) Close() error { return nil }

func TestAnEndlessAnswerIsAnOutage(t *testing.T) {
	body := new(endless)
	c := against(t, func(r *http.Request) (*http.Response, error) {
		resp, err := answer(r, 200, "")
		resp.Body = body
		return resp, err
	})
	if _, err := c.Message(t.Context(), "1", "2"); !errors.Is(err, ErrOutage) {
		t.Errorf("it gives %v", err)
	}
	if body.read > 2*maxAnswer {
		t.Errorf("%d bytes of it were read", body.read)
	}
}

// A wrong number of seconds does not silence the bot for years.
func TestSecondsAreAnHourAtTheMost(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"1.5": 1500 * time.Millisecond, "3600": time.Hour, "3601": time.Hour, "1e12": time.Hour, "+Inf": time.Hour,
		"-1": 0, "NaN": 0, "soon": 0, "": 0,
	} {
		if got := seconds(text); got != want {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
}
