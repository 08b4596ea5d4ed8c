package bot

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/rest"
	"cardroom/render"
)

// message is a message that a screen edits.
type message struct {
	mu    sync.Mutex
	texts []string
	times []time.Time
	takes time.Duration
	fail  []error
}

func (m *message) edit(_ context.Context, f frame) error {
	time.Sleep(m.takes)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.times = append(m.times, time.Now())
	if len(m.fail) > 0 {
		err := m.fail[0]
		m.fail = m.fail[1:]
		return err
	}
	m.texts = append(m.texts, f.text)
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

func TestAScreenTriesAgainAfterAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &message{fail: []error{rest.ErrOutage, &rest.Limited{After: 3 * time.Second}}}
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
