package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/picture"
)

// message is a message that a screen edits.
type message struct {
	mu    sync.Mutex
	texts []string
	times []time.Time
	takes time.Duration
	fail  []error

	pictures [][]rest.Picture // of every edit
}

func (m *message) edit(_ context.Context, f frame, pictures ...rest.Picture) error {
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
	m.texts = append(m.texts, f.text)
	m.pictures = append(m.pictures, pictures)
	return nil
}

func (m *message) last() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.texts) == 0 {
		return ""
	}
	return m.texts[len(m.texts)-1]
}

func TestAScreenSkipsWhatIsOutOfDate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &message{takes: 100 * time.Millisecond}
		s := newScreen(newSealing(t, 1), new(pace), m.edit, func(error) { t.Error("gone") })
		for i := range 60 { // twelve seconds of changes, five a second
			s.show(frame{text: fmt.Sprint(i)})
			time.Sleep(200 * time.Millisecond)
		}
		time.Sleep(editGap)
		synctest.Wait()
		if m.last() != "59" {
			t.Errorf("the end is not shown: %q", m.last())
		}
		if n := len(m.texts); n < 8 || n > 13 {
			t.Errorf("%d edits in twelve seconds", n)
		}
		for i := 1; i < len(m.times); i++ {
			if gap := m.times[i].Sub(m.times[i-1]); gap < editGap {
				t.Errorf("edits %d and %d are %v apart", i-1, i, gap)
			}
		}
	})
}

func TestAScreenDoesNotSendTheSameTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := new(message)
		s := newScreen(newSealing(t, 1), new(pace), m.edit, func(error) {})
		for range 5 {
			s.show(frame{text: "same"})
			time.Sleep(2 * editGap)
		}
		if len(m.texts) != 1 {
			t.Errorf("%d edits", len(m.texts))
		}
	})
}

// easel is a painter whose pictures show a hand's number. It fails where there is none.
type easel struct{}

func (easel) Draw(w io.Writer, s render.Scene, t picture.Theme) error {
	if s.View.Hand == 0 {
		return errors.New("no hand")
	}
	_, err := fmt.Fprint(w, s.View.Hand, strings.TrimPrefix("-"+t.String(), "-felt"))
	return err
}

func themed(f frame, t picture.Theme) frame {
	f.theme = t
	return f
}

// A picture goes out when it is another. Where it cannot be drawn any more the old one goes, which would be believed; and
// where a request with one gets lost, or Discord will not have it, the words go alone.
func TestAScreenSendsAPictureOnce(t *testing.T) {
	of := func(text string, hand int64) frame {
		return frame{text: text, scene: &render.Scene{View: engine.View{Hand: hand, Rules: engine.DefaultRules()}}}
	}
	for name, c := range map[string]struct {
		frames []frame
		fail   []error
		want   string // of the edits that arrived: a hand, "keeps", "goes"
	}{
		"the same stays":         {[]frame{of("a", 1), of("b", 1), of("c", 2)}, nil, "1 keeps 2"},
		"one that is not drawn":  {[]frame{of("a", 1), of("b", 0), of("c", 0), of("d", 1)}, nil, "1 goes keeps 1"},
		"Discord will not":       {[]frame{of("a", 1), of("b", 2)}, []error{rest.ErrForbidden}, "keeps keeps"},
		"Discord will no longer": {[]frame{of("a", 1), of("b", 2), of("c", 3)}, []error{nil, rest.ErrForbidden}, "1 goes keeps"},
		"the house wants text":   {[]frame{of("a", 1), {text: "a"}, of("a", 1)}, nil, "1 goes 1"},
		"another theme":          {[]frame{of("a", 1), themed(of("a", 1), picture.Midnight)}, nil, "1 1-midnight"},
		"an outage":              {[]frame{of("a", 1), of("b", 2)}, []error{rest.ErrOutage}, "keeps keeps"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newSealing(t, 1)
				b.config.Painter = easel{}
				m := &message{fail: c.fail}
				s := newScreen(b, new(pace), m.edit, func(err error) { t.Error(err) })
				for _, f := range c.frames {
					s.show(f)
					time.Sleep(10 * editGap)
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
		m := &message{fail: []error{rest.ErrOutage, &rest.RateLimited{After: 3 * time.Second}}}
		s := newScreen(newSealing(t, 1), new(pace), m.edit, func(error) { t.Error("gone") })
		s.show(frame{text: "at last"})
		time.Sleep(20 * time.Second)
		synctest.Wait()
		if m.last() != "at last" {
			t.Errorf("shows %q after %d tries", m.last(), len(m.times))
		}
	})
}

func TestAScreenWhoseMessageIsGoneSaysSoOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &message{fail: []error{rest.ErrGone}}
		told := 0
		s := newScreen(newSealing(t, 1), new(pace), m.edit, func(err error) {
			if !errors.Is(err, rest.ErrGone) {
				t.Errorf("told %v", err)
			}
			told++
		})
		for i := range 3 {
			s.show(frame{text: fmt.Sprint(i)})
			time.Sleep(2 * editGap)
		}
		synctest.Wait()
		if told != 1 || len(m.times) != 1 {
			t.Errorf("told %d times, %d requests", told, len(m.times))
		}
	})
}

func TestFramesAreTheSameWhereTheyShowTheSame(t *testing.T) {
	menu := func(change func(*render.Button)) frame {
		b := render.Button{Label: "Cards", Verb: render.VerbDraw, To: 2, Menu: []render.Entry{{Label: "A♠", Value: "1"}, {Label: "K♦", Value: "2"}}}
		change(&b)
		return frame{text: "draw", rows: [][]render.Button{{b}, {{Label: "Stand pat", Verb: render.VerbPat}}}}
	}
	base := menu(func(*render.Button) {})
	if !base.same(menu(func(*render.Button) {})) {
		t.Error("a frame that is drawn twice is not the same")
	}
	if !(frame{text: "x"}).same(frame{text: "x", rows: [][]render.Button{}}) {
		t.Error("no rows are not no rows")
	}
	for name, change := range map[string]func(*render.Button){
		"label": func(b *render.Button) { b.Label = "Discards" },
		"most":  func(b *render.Button) { b.To = 3 },
		"entry": func(b *render.Button) { b.Menu[1].Label = "Q♦" },
		"value": func(b *render.Button) { b.Menu[1].Value = "3" },
		"about": func(b *render.Button) { b.Menu[0].About = "the ace" },
		"mark":  func(b *render.Button) { b.Menu[0].Chosen = true },
		"fewer": func(b *render.Button) { b.Menu = b.Menu[:1] },
		"none":  func(b *render.Button) { b.Menu = nil },
	} {
		if base.same(menu(change)) || menu(change).same(base) {
			t.Errorf("another %s is the same", name)
		}
	}
	fewer := base
	fewer.rows = base.rows[:1]
	if base.same(fewer) {
		t.Error("a row fewer is the same")
	}
}
