package setup

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestFurtherOptions(t *testing.T) {
	for text, want := range map[string]func(*Options) bool{
		"paid 3":         func(o *Options) bool { return o.Payout.Count == 3 },
		"paid 15%":       func(o *Options) bool { return o.Payout.Share == 15 },
		"paid 50/30/20":  func(o *Options) bool { return slices.Equal(o.Payout.Table, []int{50, 30, 20}) },
		"min-cash 100":   func(o *Options) bool { return o.Payout.MinCash == 100 },
		"clock 15s":      func(o *Options) bool { return o.Times.Clock == 15*time.Second },
		"clock 90s":      func(o *Options) bool { return o.Times.Clock == 90*time.Second },
		"pause 0s":       func(o *Options) bool { return o.Times.Pause == 0 },
		"expires 72h":    func(o *Options) bool { return o.Times.Expires == 72*time.Hour },
		"break 10m":      func(o *Options) bool { return o.Schedule.Break == 10*time.Minute },
		"per-person 1":   func(o *Options) bool { return o.PerPerson == 1 },
		"leave 10":       func(o *Options) bool { return o.Leave == 10 },
		"restart on":     func(o *Options) bool { return o.Restart },
		"no-show refund": func(o *Options) bool { return o.NoShow },
		"points on":      func(o *Options) bool { return o.Points.On && o.Points.Table == nil },
		"points 10/6/4":  func(o *Options) bool { return o.Points.On && slices.Equal(o.Points.Table, []int{10, 6, 4}) },
		"groups 3/2m":    func(o *Options) bool { return o.Times.Groups == Groups{Of: 3, Every: 2 * time.Minute} },
	} {
		o := withEverything()
		if Further(&o) != "" {
			t.Fatalf("the defaults are not as usual: %s", Further(&o))
		}
		if err := ReadFurther(&o, strings.ToUpper(text)); err != nil || !want(&o) || Further(&o) != text || o.Check() != nil {
			t.Errorf("%s gives %q, %v, %v", text, Further(&o), err, o.Check())
		}
	}
}

// withEverything returns options beside which each further one may stand.
func withEverything() Options {
	o := DefaultOptions("turbo")
	o.Scheduled, o.Late, o.Reentry, o.Times.Start, o.Times.CheckIn = true, 2, true, 1, 20*time.Minute
	return o
}

func TestSeveralFurtherOptions(t *testing.T) {
	o := DefaultOptions("turbo")
	if err := ReadFurther(&o, "paid 2,  clock 20 , leave 5"); err != nil || Further(&o) != "paid 2, clock 20s, leave 5" {
		t.Errorf("%q, %v", Further(&o), err)
	}
	if err := ReadFurther(&o, "paid usual, clock 30s, leave 0"); err != nil || Further(&o) != "" {
		t.Errorf("%q, %v", Further(&o), err)
	}
}

func TestOddFurtherOptionsAreRefused(t *testing.T) {
	for _, text := range []string{"", "paid", "3", "paid 3 4", "seats 4", "paid x", "paid 5x%", "paid 50//20", "paid 0", "paid -1", "paid 0%", "paid -5%", "clock soon", "clock 10.5s", "pause 500ms", "leave 1.5", "paid 3, clock", "paid 3,,clock 20s", "restart maybe", "no-show back", "groups 3", "groups 3/2", "groups 3/90s", "groups x/2m", "points many", "points 3/x"} {
		o := DefaultOptions("turbo")
		if err := ReadFurther(&o, text); err == nil || Further(&o) != "" {
			t.Errorf("%q is read as %q, %v", text, Further(&o), err)
		}
	}
}

// Each example can be read and is allowed. A typed text leads to those that begin with it.
func TestExamplesOfFurtherOptions(t *testing.T) {
	all := FurtherExamples("")
	if len(all) < 2*len(furthers) || len(all) > 40 {
		t.Errorf("%d examples", len(all))
	}
	for _, text := range all {
		o := withEverything()
		if err := ReadFurther(&o, text); err != nil || o.Check() != nil {
			t.Errorf("%s: %v, %v", text, err, o.Check())
		}
	}
	if got := FurtherExamples(" Paid  5"); !slices.Equal(got, []string{"paid 50/30/20"}) {
		t.Errorf("paid 5 leads to %q", got)
	}
}
