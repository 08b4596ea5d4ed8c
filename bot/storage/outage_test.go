package storage

import (
	"errors"
	"log/slog"
	"strings"
	"testing"

	"cardroom/store"
)

// TestBotsOfAProcessLogOneOutage begins and ends the outages of two bots, of which each has two tables.
func TestBotsOfAProcessLogOneOutage(t *testing.T) {
	var text strings.Builder
	log := NewOutageLog(slog.New(slog.NewTextHandler(&text, nil)))
	a, b := NewOutage(log), NewOutage(log)
	lines := func(want ...string) {
		t.Helper()
		if got := strings.Count(text.String(), "\n"); got != len(want) {
			t.Errorf("%d lines, want %q:\n%s", got, want, &text)
		}
		for _, w := range want {
			if !strings.Contains(text.String(), w) {
				t.Errorf("no %q in:\n%s", w, &text)
			}
		}
		text.Reset()
	}
	away := errors.New("away")
	for _, o := range []*Outage{a, b} {
		o.Begin(1, away)
		o.Begin(2, away)
	}
	lines(silent)
	a.End(1)
	a.End(2)
	if a.Ongoing() || !b.Ongoing() {
		t.Errorf("the outages go on: %t, %t", a.Ongoing(), b.Ongoing())
	}
	b.End(1)
	lines()
	b.Begin(1, store.ErrReplaced) // more is known of it
	a.Begin(1, store.ErrReplaced)
	lines(emptied)
	a.Leave() // its shard went to another process
	b.End(1)
	b.End(2)
	lines(answers)
	b.Begin(1, away)
	b.Leave()
	lines(silent)
	a = NewOutage(log)
	a.Begin(1, away)
	a.End(1)
	lines(silent, answers)
}

// TestAnOutageSaysWhatTheStoreSaid lets a store be silent, refuse twice, be silent again and then be replaced.
func TestAnOutageSaysWhatTheStoreSaid(t *testing.T) {
	var text strings.Builder
	o := NewOutage(NewOutageLog(slog.New(slog.NewTextHandler(&text, nil))))
	full, copied := store.Unable(errors.New("no memory left")), store.Unable(errors.New("it is a copy"))
	for _, c := range []struct {
		err         error
		logged, say string // a new line of the log, and the words of Err
	}{
		{errors.New("away"), silent, silent + ": away"},
		{Unknown(full), unable, "no memory left"},
		{copied, "", unable + ": it is a copy"},
		{errors.New("away"), "", unable + ": it is a copy"},
		{&store.DamagedError{Key: store.Key{Guild: 1}}, "", "damaged"},
		{store.ErrReplaced, emptied, emptied},
		{full, "", emptied},
	} {
		o.Begin(1, c.err)
		if err := o.Err(); err == nil || !strings.Contains(err.Error(), c.say) {
			t.Errorf("after %v: %v, want %q", c.err, err, c.say)
		}
		if got := text.String(); c.logged == "" && got != "" || !strings.Contains(got, c.logged) || strings.Count(got, "\n") > 1 {
			t.Errorf("after %v the log says %q, want %q", c.err, got, c.logged)
		}
		text.Reset()
	}
	if o.End(1); o.Err() != nil || o.Ongoing() {
		t.Errorf("after the end: %v", o.Err())
	}
}
