package tournament

import (
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/enginetest"
	"cardroom/engine/tournament/setup"
)

// evening returns a tournament for nine that starts in an hour.
func evening(t *testing.T, set func(*setup.Options)) *world {
	t.Helper()
	o := setup.DefaultOptions("turbo")
	o.Scheduled, o.Late, o.Price, o.Final.Same = true, 3, 100, true
	o.Times.Start = morning.Add(time.Hour)
	set(&o)
	return newWorld(t, o, enginetest.Lots(1))
}

// register enters persons with numbers from low to high.
func (w *world) register(low, high engine.ID) {
	w.Helper()
	for p := low; p <= high; p++ {
		w.do(Register{At: w.at(), Person: p})
	}
}

// changed changes one option, and returns the refusal.
func (w *world) changed(set func(*setup.Options)) error {
	o := w.t.Options()
	set(&o)
	return w.try(Change{w.at(), o})
}

// After the time of the start all may change that could before, as long as entries are missing. Another check-in has no time (T7, T15).
func TestSettingsChangeInTheGrace(t *testing.T) {
	w := evening(t, func(*setup.Options) {})
	w.register(1, 3)
	w.wait(time.Hour + time.Minute)
	grace := w.t.s.Start.Grace
	for name, c := range map[string]struct {
		set func(*setup.Options)
		ok  bool
	}{
		"nothing":         {func(*setup.Options) {}, true},
		"more added":      {func(o *setup.Options) { o.Added = 500 }, true},
		"a past start":    {func(o *setup.Options) { o.Times.Start-- }, false},
		"a past check-in": {func(o *setup.Options) { o.Times.CheckIn = 30 * time.Minute }, false},
	} {
		if err := w.changed(c.set); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	if w.t.s.Start.Grace != grace || grace == 0 {
		t.Errorf("it waits until %d, want %d", w.t.s.Start.Grace, grace)
	}
	if err := w.changed(func(o *setup.Options) { o.Times.Start = w.now.Add(time.Hour) }); err != nil || w.t.s.Start.Grace != 0 {
		t.Errorf("a later start: %v, and it waits until %d", err, w.t.s.Start.Grace)
	}
}

// An organiser may start a tournament while it asks who is there. Then nothing is asked any more (T13, T14).
func TestAStartEndsTheCheckIn(t *testing.T) {
	for name, set := range map[string]func(*setup.Options){
		"check-in": func(o *setup.Options) { o.Times.CheckIn = 30 * time.Minute },
		"Sit & Go": func(o *setup.Options) { o.Scheduled, o.Late, o.Times.Start = false, 0, 0 },
	} {
		w := evening(t, set)
		w.register(1, 8)
		w.wait(31 * time.Minute)
		w.register(9, 9)
		if v := w.t.View(); v.ReadyBy == 0 || len(v.Missing) == 0 {
			t.Fatalf("%s: until %d, %d are missing", name, v.ReadyBy, v.Missing)
		}
		for _, c := range []Command{StartNow{w.at()}, Begin{w.at()}} {
			w.do(c)
			if v := w.t.View(); v.ReadyBy != 0 || len(v.Missing) > 0 {
				t.Errorf("%s, phase %d: until %d, %d are missing", name, v.Phase, v.ReadyBy, v.Missing)
			}
		}
	}
}
