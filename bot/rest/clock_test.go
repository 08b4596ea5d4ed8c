package rest

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/internal/clock"
)

// S4: the age of an interaction is measured by Discord's clock.
func TestAgeIsCountedByDiscordsClock(t *testing.T) {
	for _, ahead := range []time.Duration{0, time.Hour, -time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			c := against(t, func(r *http.Request) (*http.Response, error) {
				return answer(r, 204, "", "Date", time.Now().Add(ahead).UTC().Format(http.TimeFormat))
			})
			if _, known := c.Age(time.Now()); known {
				t.Error("an age is known before Discord has answered")
			}
			if err := c.DeleteReply(t.Context(), Ref{Token: hookToken}, Original); err != nil {
				t.Fatal(err)
			}
			made := time.Now().Add(ahead)
			time.Sleep(5 * time.Minute)
			age, known := c.Age(made)
			if off := age - 5*time.Minute; !known || off.Abs() > time.Second {
				t.Errorf("Discord is ahead by %v: %v, %v after five minutes", ahead, age, known)
			}
		})
	}
}

// S4: no pair of clock readings makes the age too small.
func TestAgeIsNotTooSmall(t *testing.T) {
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	at := func(wall, up time.Duration) clock.Moment { return clock.Moment{Wall: noon.Add(wall), Up: up} }
	date := func(d time.Duration) string { return noon.Add(d).Format(http.TimeFormat) }
	for name, c := range map[string]struct {
		asked, answered clock.Moment // the second request
		date            string
		now             clock.Moment
	}{
		"the process was stopped during a request": {at(0, 0), at(time.Hour, time.Hour), date(0), at(time.Hour, time.Hour)},
		"the process was stopped for seconds":      {at(0, 0), at(4*time.Second, 4*time.Second), date(0), at(time.Hour, time.Hour)},
		"the machine slept during a request":       {at(0, 0), at(time.Hour, 0), date(0), at(time.Hour, 0)},
		"the machine slept":                        {at(0, 0), at(0, 0), date(0), at(time.Hour, 0)},
		"the clock was set back":                   {at(0, 0), at(0, 0), date(0), at(-time.Hour, time.Hour)},
		"an answer without a date":                 {at(0, 0), at(0, 0), "", at(time.Hour, time.Hour)},
	} {
		d := new(discordClock)
		d.learn(at(0, 0), at(0, 0), date(0))
		d.learn(c.asked, c.answered, c.date)
		if moved := c.now.Up != c.now.Wall.Sub(noon); d.outdated(c.now) != moved {
			t.Errorf("%s: Discord's time is outdated: %v, want %v", name, !moved, moved)
		}
		if age, known := d.age(noon, c.now); !known || (age-time.Hour).Abs() > time.Second {
			t.Errorf("%s: %v, %v, want an hour", name, age, known)
		}
	}
}

// Clocks that agree may still both drift.
func TestTheTimeOfAnOldAnswerIsOutdated(t *testing.T) {
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	d, start := new(discordClock), clock.Moment{Wall: noon}
	d.learn(start, start, noon.Format(http.TimeFormat))
	for passed, want := range map[time.Duration]bool{time.Minute: false, time.Hour: false, time.Hour + time.Second: true} {
		if got := d.outdated(clock.Moment{Wall: noon.Add(passed), Up: passed}); got != want {
			t.Errorf("after %v: outdated %t, want %t", passed, got, want)
		}
	}
}

// The time of an answer that takes longer is not used, so CheckClock waits for none.
func TestTheClockIsNotWaitedForLong(t *testing.T) {
	for name, slow := range map[string]scripted{
		"no answer": func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		},
		"too many requests": func(r *http.Request) (*http.Response, error) {
			return answer(r, 429, "", "Retry-After", "14")
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked, answers := 0, true
				c := against(t, func(r *http.Request) (*http.Response, error) {
					asked++
					if !answers {
						return slow(r)
					}
					return answer(r, 204, "", "Date", time.Now().UTC().Format(http.TimeFormat))
				})
				if err := c.DeleteReply(t.Context(), Ref{Token: hookToken}, Original); err != nil {
					t.Fatal(err)
				}
				answers = false
				time.Sleep(61 * time.Minute)
				for range 3 {
					start := time.Now()
					if c.CheckClock(t.Context()); time.Since(start) > maxDateTime {
						t.Errorf("the clock was waited for for %v, want at most %v", time.Since(start), maxDateTime)
					}
				}
				if asked < 2 {
					t.Error("Discord was not asked for the time")
				}
			})
		})
	}
}
