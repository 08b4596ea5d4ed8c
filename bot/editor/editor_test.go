package editor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/metrics"
	"cardroom/bot/reply"
	"cardroom/bot/rest"
	"cardroom/bot/task"
	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/render/picture"
)

// edited is a message under an editor.
type edited struct {
	mu    sync.Mutex
	texts []string
	times []time.Time
	takes time.Duration
	fail  []error

	pictures [][]rest.Picture // of every edit
}

func (m *edited) edit(_ context.Context, c message.Content, pictures ...rest.Picture) error {
	time.Sleep(m.takes)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.times = append(m.times, time.Now())
	if len(m.fail) > 0 {
		err := m.fail[0]
		if m.fail = m.fail[1:]; err != nil {
			return err
		}
	}
	m.texts = append(m.texts, c.Text)
	m.pictures = append(m.pictures, pictures)
	return nil
}

func (m *edited) last() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.texts) == 0 {
		return ""
	}
	return m.texts[len(m.texts)-1]
}

func TestAScreenSkipsWhatIsOutOfDate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &edited{takes: 100 * time.Millisecond}
		s := New(testEnv(t), new(Pacer), m.edit, func(error) { t.Error("gone") })
		for i := range 60 { // twelve seconds of changes, five a second
			s.Show(message.Content{Text: fmt.Sprint(i)})
			time.Sleep(200 * time.Millisecond)
		}
		time.Sleep(message.EditGap)
		synctest.Wait()
		if m.last() != "59" {
			t.Errorf("the end is not shown: %q", m.last())
		}
		if n := len(m.texts); n < 8 || n > 13 {
			t.Errorf("%d edits in twelve seconds", n)
		}
		for i := 1; i < len(m.times); i++ {
			if gap := m.times[i].Sub(m.times[i-1]); gap < message.EditGap {
				t.Errorf("edits %d and %d are %v apart", i-1, i, gap)
			}
		}
	})
}

func TestAScreenDoesNotSendTheSameTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := new(edited)
		s := New(testEnv(t), new(Pacer), m.edit, func(error) {})
		for range 5 {
			s.Show(message.Content{Text: "same"})
			time.Sleep(2 * message.EditGap)
		}
		if len(m.texts) != 1 {
			t.Errorf("%d edits", len(m.texts))
		}
	})
}

// easel is a painter whose pictures show a hand's number. It fails if there is none.
type easel struct{}

func (easel) Draw(w io.Writer, s render.Scene, t picture.Theme) error {
	if s.View.Hand == 0 {
		return errors.New("no hand")
	}
	_, err := fmt.Fprint(w, s.View.Hand, strings.TrimPrefix("-"+t.String(), "-felt"))
	return err
}

func themed(c message.Content, t picture.Theme) message.Content {
	c.Theme = t
	return c
}

// A picture is sent when it changed. If it can no longer be drawn, the old one is removed, because players would believe
// it. If a request with a picture gets lost, or Discord refuses it, the text is sent alone.
func TestAScreenSendsAPictureOnce(t *testing.T) {
	content := func(text string, hand int64) message.Content {
		return message.Content{Text: text, Scene: &render.Scene{View: engine.View{Hand: hand, Rules: poker.DefaultRules()}}}
	}
	for name, c := range map[string]struct {
		contents []message.Content
		fail     []error
		want     string // of the edits that arrived: a hand, "keeps" or "goes"
	}{
		"the same stays":         {[]message.Content{content("a", 1), content("b", 1), content("c", 2)}, nil, "1 keeps 2"},
		"one that is not drawn":  {[]message.Content{content("a", 1), content("b", 0), content("c", 0), content("d", 1)}, nil, "1 goes keeps 1"},
		"Discord will not":       {[]message.Content{content("a", 1), content("b", 2)}, []error{rest.ErrForbidden}, "keeps keeps"},
		"Discord will no longer": {[]message.Content{content("a", 1), content("b", 2), content("c", 3)}, []error{nil, rest.ErrForbidden}, "1 goes keeps"},
		"the table wants text":   {[]message.Content{content("a", 1), {Text: "a"}, content("a", 1)}, nil, "1 goes 1"},
		"another theme":          {[]message.Content{content("a", 1), themed(content("a", 1), picture.Midnight)}, nil, "1 1-midnight"},
		"an outage":              {[]message.Content{content("a", 1), content("b", 2)}, []error{rest.ErrOutage}, "keeps keeps"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := &edited{fail: c.fail}
				s := New(testEnv(t), new(Pacer), m.edit, func(err error) { t.Error(err) })
				for _, f := range c.contents {
					s.Show(f)
					time.Sleep(10 * message.EditGap)
				}
				synctest.Wait()
				m.mu.Lock()
				defer m.mu.Unlock()
				var got []string
				for _, pictures := range m.pictures {
					switch {
					case pictures == nil:
						got = append(got, "keeps")
					case len(pictures) == 0:
						got = append(got, "goes")
					default:
						got = append(got, string(pictures[0].PNG))
					}
				}
				if strings.Join(got, " ") != c.want {
					t.Errorf("edits brought %v, should be %s", got, c.want)
				}
			})
		})
	}
}

func TestAScreenTriesAgainAfterAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &edited{fail: []error{rest.ErrOutage, &rest.RateLimited{After: 3 * time.Second}}}
		s := New(testEnv(t), new(Pacer), m.edit, func(error) { t.Error("gone") })
		s.Show(message.Content{Text: "at last"})
		time.Sleep(20 * time.Second)
		synctest.Wait()
		if m.last() != "at last" {
			t.Errorf("shows %q after %d tries", m.last(), len(m.times))
		}
	})
}

func TestAScreenWhoseMessageIsGoneSaysSoOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &edited{fail: []error{rest.ErrGone}}
		calls := 0
		s := New(testEnv(t), new(Pacer), m.edit, func(err error) {
			if !errors.Is(err, rest.ErrGone) {
				t.Errorf("told %v", err)
			}
			calls++
		})
		for i := range 3 {
			s.Show(message.Content{Text: fmt.Sprint(i)})
			time.Sleep(2 * message.EditGap)
		}
		synctest.Wait()
		if calls != 1 || len(m.times) != 1 {
			t.Errorf("told %d times, %d requests", calls, len(m.times))
		}
	})
}

// An edit by a token that fails gives up that token, and no newer one that a press has brought meanwhile.
func TestAFailedEditKeepsANewerToken(t *testing.T) {
	e := New(testEnv(t), new(Pacer), new(edited).edit, nil)
	for _, newer := range []bool{false, true} {
		e.useToken(rest.Ref{ID: "1"}, rest.Original, time.Now())
		failing := e.way()
		if newer {
			e.useToken(rest.Ref{ID: "2"}, rest.Original, time.Now())
		}
		e.giveUp(failing)
		if left := e.way(); (left != nil) != newer || newer && left.ref.ID != "2" {
			t.Errorf("with a newer token %t, it edits by %v", newer, left)
		}
	}
}

// A private message keeps only the sum of its content. Other content brings an edit, and so does the end of an outage.
func TestAPrivateMessageForgetsWhatItShows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &edited{fail: []error{nil, rest.ErrOutage}}
		s := New(testEnv(t), new(Pacer), m.edit, func(error) { t.Error("gone") })
		s.Private = true
		for i, text := range []string{"a", "a", "b", "b"} {
			s.Show(message.Content{Text: text})
			time.Sleep(10 * message.EditGap)
			synctest.Wait()
			if m.last() != text || s.want.content != nil || !s.Idle() {
				t.Errorf("step %d shows %q and keeps %v", i, m.last(), s.want.content)
			}
		}
		if len(m.times) != 3 {
			t.Errorf("%d requests, want one for each text and one after the outage", len(m.times))
		}
	})
}

// testEnv returns an editor's services, with a painter of simple pictures.
func testEnv(t *testing.T) *Env {
	e := &Env{Ctx: t.Context(), Tasks: new(task.Group), Metrics: metrics.New()}
	t.Cleanup(e.Tasks.Close)
	e.Studio = &message.Studio{Painter: easel{}, Tasks: e.Tasks, Metrics: e.Metrics, Log: slog.New(slog.DiscardHandler)}
	return e
}

// slowEasel takes a while for each picture.
type slowEasel time.Duration

func (s slowEasel) Draw(w io.Writer, scene render.Scene, _ picture.Theme) error {
	time.Sleep(time.Duration(s))
	_, err := fmt.Fprint(w, scene.View.Hand)
	return err
}

// TestAMessageThatChangesFasterThanItIsDrawnIsEdited changes a message each second, while its picture takes longer.
func TestAMessageThatChangesFasterThanItIsDrawnIsEdited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, env := new(edited), testEnv(t)
		env.Studio.Painter = slowEasel(1100 * time.Millisecond)
		s := New(env, new(Pacer), m.edit, func(error) {})
		for i := range 60 {
			s.Show(message.Content{Text: fmt.Sprint(i), Scene: &render.Scene{View: engine.View{Hand: int64(i + 1), Rules: poker.DefaultRules()}}})
			time.Sleep(time.Second)
		}
		n := len(m.texts)
		for !s.Idle() {
			time.Sleep(time.Second)
		}
		if n < 15 {
			t.Errorf("%d edits in a minute", n)
		}
	})
}

// discord answers requests by interactions.
type discord func(r *http.Request) *http.Response

func (d discord) RoundTrip(r *http.Request) (*http.Response, error) { return d(r), nil }

// response returns an answer of Discord.
func response(r *http.Request, status int, body string) *http.Response {
	return &http.Response{StatusCode: status, Status: fmt.Sprint(status), Header: http.Header{}, Request: r, Body: io.NopCloser(strings.NewReader(body))}
}

// against gives an editor's services a client of a Discord.
func against(t *testing.T, e *Env, d discord) {
	t.Helper()
	c, err := rest.New(rest.Config{Token: "a.b.c", API: "https://discord.com", HTTP: &http.Client{Transport: d}, Application: "42"})
	if err != nil {
		t.Fatal(err)
	}
	e.Rest, e.Reply = c, &reply.Responder{Ctx: e.Ctx, Rest: c, Metrics: e.Metrics, Tasks: e.Tasks, Log: e.Studio.Log}
}

// TestAMessageIsEditedAgainAfterRequestsThatOverlapped answers a press while an edit with older content is on its way, which Discord may
// carry out after the answer.
func TestAMessageIsEditedAgainAfterRequestsThatOverlapped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, env, answered := &edited{takes: time.Second}, testEnv(t), time.Time{}
		against(t, env, func(r *http.Request) *http.Response {
			answered = time.Now()
			return response(r, 204, "")
		})
		s := New(env, new(Pacer), m.edit, func(err error) { t.Error(err) })
		s.Private = true
		s.Show(message.Content{Text: "old"})
		press := &interaction.Interaction{Kind: interaction.Press, Origin: &interaction.Origin{Ref: rest.Ref{ID: "1", Application: "42", Token: "x"}, Arrived: time.Now()}}
		s.Answer(press, message.Content{Text: "new"})
		for !s.Idle() {
			time.Sleep(time.Second)
		}
		synctest.Wait()
		if first := m.times[0]; answered.IsZero() || !answered.Before(first) || m.last() != "new" {
			t.Errorf("a press was answered at %v, an edit arrived at %v, and the message shows %q", answered, first, m.last())
		}
	})
}

// TestAShortLimitCostsNoToken has Discord refuse an edit by the token of a press for a while. After a short one the token edits the message,
// and in place of a long one the bot itself.
func TestAShortLimitCostsNoToken(t *testing.T) {
	for _, c := range []struct {
		limit    time.Duration
		byItself bool
		within   time.Duration
	}{{300 * time.Millisecond, false, time.Second}, {message.EditGap, false, 2 * time.Second}, {10 * time.Second, true, time.Second}} {
		synctest.Test(t, func(t *testing.T) {
			m, env, requests := new(edited), testEnv(t), 0
			against(t, env, func(r *http.Request) *http.Response {
				if requests++; requests == 1 {
					return response(r, 429, fmt.Sprintf(`{"message":"slow down","retry_after":%v}`, c.limit.Seconds()))
				}
				return response(r, 200, `{"id":"7"}`)
			})
			s := New(env, new(Pacer), m.edit, func(err error) { t.Error(err) })
			s.AddToken(rest.Ref{ID: "1", Application: "42", Token: "x"}, rest.Original, time.Now())
			began := time.Now()
			s.Show(message.Content{Text: "a"})
			for !s.Idle() {
				time.Sleep(10 * time.Millisecond)
			}
			synctest.Wait()
			byToken, took := requests == 2, time.Since(began)
			if byToken == c.byItself || (m.last() == "a") != c.byItself || took > c.within {
				t.Errorf("after a limit of %v, the message shows %q after %v, and the token made %d requests", c.limit, m.last(), took, requests)
			}
		})
	}
}
