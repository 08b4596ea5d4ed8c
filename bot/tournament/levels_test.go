package tournament

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestReadLevels(t *testing.T) {
	for typed, want := range map[string]string{
		"Turbo":             "1000 5m0s 0 5s 20 30 40",
		"300/30/1m/5m/2s":   "300 1m0s 0 2s 10 20 30 40 60",
		" 300/30/1M ":       "300 1m0s 0 5s 10 20 30 40 60",
		"300/30/2":          "300 0s 2 5s 10 20 30 40 60",
		"300/30/2/5m/0s":    "300 0s 2 0s 10 20 30 40 60",
		"5000/100/8m/2h":    "5000 8m0s 0 5s 50 60 80 100",
		"300/30":            "",
		"300/30/1m/5m/2s/1": "",
		"300/400/1m":        "",
		"300/4/1m":          "",
		"0/30/1m":           "",
		"300/30/1s":         "",
		"300/30/0":          "",
		"300/30/1m/30s":     "",
		"300/30/1m/5h":      "",
		"300/30/1m/5m/2h":   "",
		"9999999/30/1m":     "",
		"lightning":         "",
		"":                  "",
	} {
		l, ok := readLevels(typed, 4)
		got := ""
		if ok {
			var blinds []string
			for _, level := range l.Schedule.Levels {
				blinds = append(blinds, fmt.Sprint(level.Big))
			}
			got = fmt.Sprintf("%d %v %d %v %s", l.Stack, l.Schedule.Length, l.Schedule.Hands, l.pause, strings.Join(blinds, " "))
		}
		if ok != (want != "") || !strings.HasPrefix(got, want) {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
}

// FuzzReadLevels: what is read is a schedule that a tournament can have.
func FuzzReadLevels(f *testing.F) {
	f.Add("300/30/1m/5m/2s", 4)
	f.Add("300/30/2", 9)
	f.Fuzz(func(t *testing.T, typed string, players int) {
		players = 2 + (players%9+9)%9
		l, ok := readLevels(typed, players)
		if !ok {
			return
		}
		o := optionsOf(l, players, 0)
		if err := o.Check(); err != nil {
			t.Errorf("%q for %d players: %v", typed, players, err)
		}
		if o.Times.Pause > time.Minute || len(o.Schedule.Levels) > 200 {
			t.Errorf("%q: a pause of %v, %d levels", typed, o.Times.Pause, len(o.Schedule.Levels))
		}
	})
}
