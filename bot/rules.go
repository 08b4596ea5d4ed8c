package bot

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/engine"
	"cardroom/render"
)

// optionError is a value of a command's option that cannot be used, and what could.
type optionError struct{ option, want string }

func (e *optionError) Error() string { return fmt.Sprintf("option %s: want %s", e.option, e.want) }

// readRules makes the rules of a table from the options of /table open. Whatever is not named has its default; the
// blinds set the defaults of the buy-ins, 20 to 100 big blinds (R4).
func readRules(k *ask) (engine.Rules, error) {
	r := engine.DefaultRules()
	o := options{values: k.options}
	choose(&o, "game", &r.Variant, map[string]engine.Variant{
		"holdem": engine.Holdem, "omaha": engine.Omaha, "draw": engine.FiveCardDraw,
	})
	r.Seats = min(r.Seats, r.MostSeats())
	choose(&o, "limit", &r.Limit, map[string]engine.Limit{"nl": engine.NoLimit, "pl": engine.PotLimit, "fl": engine.FixedLimit})
	_, smallGiven := k.options["small-blind"]
	_, bigGiven := k.options["big-blind"]
	o.chips("small-blind", &r.SmallBlind)
	switch {
	case bigGiven:
		o.chips("big-blind", &r.BigBlind)
		if !smallGiven {
			r.SmallBlind = max(1, r.BigBlind/2)
		}
	case smallGiven:
		r.BigBlind = 2 * r.SmallBlind
	}
	r.MinBuyIn, r.MaxBuyIn = 20*r.BigBlind, 100*r.BigBlind
	if _, given := k.options["max-buyin"]; given {
		o.chips("max-buyin", &r.MaxBuyIn)
		if r.MaxBuyIn > 0 {
			r.MinBuyIn = min(r.MinBuyIn, r.MaxBuyIn)
		}
	}
	if _, given := k.options["min-buyin"]; given {
		o.chips("min-buyin", &r.MinBuyIn)
		if _, given := k.options["max-buyin"]; !given {
			r.MaxBuyIn = max(r.MaxBuyIn, r.MinBuyIn)
		}
	}
	if strings.EqualFold(k.options["ante"], "bb") {
		r.BigBlindAnte = true
	} else {
		o.chips("ante", &r.Ante)
	}
	o.number("seats", &r.Seats)
	o.clock(&r.Clock)
	o.pause(&r.Pause)
	return r, o.err
}

// options reads option values; the first that cannot be read is the error.
type options struct {
	values map[string]string
	err    error
}

func (o *options) fail(option, want string) {
	if o.err == nil {
		o.err = &optionError{option, want}
	}
}

// choose reads a value that is one of several.
func choose[T any](o *options, option string, to *T, values map[string]T) {
	v, given := o.values[option]
	if !given {
		return
	}
	value, known := values[v]
	if !known {
		o.fail(option, strings.Join(slices.Sorted(maps.Keys(values)), ", "))
		return
	}
	*to = value
}

func (o *options) chips(option string, to *int64) {
	v, given := o.values[option]
	if !given {
		return
	}
	if strings.TrimSpace(v) == "0" {
		*to = 0
		return
	}
	n, err := render.ParseChips(v)
	if err != nil {
		o.fail(option, "250, 1,250, 2.5k")
		return
	}
	*to = n
}

func (o *options) number(option string, to *int) {
	v, given := o.values[option]
	if !given {
		return
	}
	n, err := strconv.Atoi(v)
	if err != nil {
		o.fail(option, "2–10")
		return
	}
	*to = n
}

// clock reads "45", "45s", "2m", "24h" and "off".
func (o *options) clock(to *time.Duration) {
	v, given := o.values["clock"]
	if !given {
		return
	}
	if strings.EqualFold(v, "off") {
		*to = 0
		return
	}
	d, err := seconds(v)
	if err != nil || d < 10*time.Second || d > 72*time.Hour {
		o.fail("clock", "10s–72h, off")
		return
	}
	*to = d
}

func (o *options) pause(to *time.Duration) {
	v, given := o.values["pause"]
	if !given {
		return
	}
	d, err := seconds(v)
	if err != nil || d < 0 || d > time.Minute {
		o.fail("pause", "0–60")
		return
	}
	*to = d
}

// seconds reads a time of whole seconds, or with a unit: s, m or h.
func seconds(v string) (time.Duration, error) {
	if n, err := strconv.Atoi(v); err == nil {
		return time.Duration(n) * time.Second, nil
	}
	return time.ParseDuration(v)
}
