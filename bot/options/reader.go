package options

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/interaction"
	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/render/locale"
)

// DefaultMinBuyIn and the constants beside it are buy-ins in big blinds (R4). A host whose minimum is below ShortBuyIn gets
// a warning.
const (
	DefaultMinBuyIn = 20
	DefaultMaxBuyIn = 100
	ShortBuyIn      = 10
)

// Error names an option with an unusable value, the values it accepts and the number of the rule, if there is one.
type Error struct {
	Option, Want string
	Rule         int
	Kind         Kind // how to read Want
}

// Kind is how the values that an [Error] names relate to all that the option accepts.
type Kind uint8

// The kinds of values in an error.
const (
	Range      Kind = iota // the whole range
	OneOf                  // a complete list
	Examples               // some of many
	Numbers                // examples of a number, for a text that is none
	Characters             // the range of a number of characters
)

// List writes values as an [Error] names them.
func List(values ...string) string {
	coded := make([]string, len(values))
	for i, v := range values {
		coded[i] = render.Code(v)
	}
	return strings.Join(coded, ", ")
}

func (e *Error) Error() string { return fmt.Sprintf("option %s: want %s", e.Option, e.Want) }

// Games, Limits and Levels are the values of the options game, limit and level.
var (
	Games  = map[string]poker.Variant{"holdem": poker.Holdem, "omaha": poker.Omaha, "draw": poker.FiveCardDraw}
	Limits = map[string]poker.Limit{"nl": poker.NoLimit, "pl": poker.PotLimit, "fl": poker.FixedLimit}
	Levels = map[string]engine.Level{"easy": engine.Easy, "normal": engine.Normal, "hard": engine.Hard}
)

// ReadRules reads the rules of a table from the options of /table open. Missing options have their defaults. The blinds set
// the default buy-ins: 20 to 100 big blinds (R4), and at most the largest amount that can be typed.
func ReadRules(in *interaction.Interaction) (poker.Rules, error) {
	r := poker.DefaultRules()
	o := Reader{lang: in.Lang, Values: in.Options}
	Choose(&o, "game", &r.Variant, 1, Games)
	r.Seats = min(r.Seats, r.MostSeats())
	Choose(&o, "limit", &r.Limit, 1, Limits)
	_, smallGiven := in.Options["small-blind"]
	_, bigGiven := in.Options["big-blind"]
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
	r.MinBuyIn, r.MaxBuyIn = min(DefaultMinBuyIn*r.BigBlind, locale.MaxChips), min(DefaultMaxBuyIn*r.BigBlind, locale.MaxChips)
	if _, given := in.Options["max-buyin"]; given {
		o.chips("max-buyin", &r.MaxBuyIn)
		if r.MaxBuyIn > 0 {
			r.MinBuyIn = min(r.MinBuyIn, r.MaxBuyIn)
		}
	}
	if _, given := in.Options["min-buyin"]; given {
		o.chips("min-buyin", &r.MinBuyIn)
		if _, given := in.Options["max-buyin"]; !given {
			r.MaxBuyIn = max(r.MaxBuyIn, r.MinBuyIn)
		}
	}
	o.ante(&r)
	o.number("seats", &r.Seats)
	o.duration("clock", clockValues, &r.Clock)
	o.duration("pause", pauseValues, &r.Pause)
	return r, o.Err
}

// Reader reads option values and keeps the first error.
type Reader struct {
	lang   *locale.Lang
	Values map[string]string
	Err    error
}

func (o *Reader) fail(option, want string, rule int, kind Kind) {
	if o.Err == nil {
		o.Err = &Error{option, want, rule, kind}
	}
}

// Choose reads an option that has one of several values.
func Choose[T any](o *Reader, option string, to *T, rule int, values map[string]T) {
	v, given := o.Values[option]
	if !given {
		return
	}
	value, known := values[v]
	if !known {
		o.fail(option, List(slices.Sorted(maps.Keys(values))...), rule, OneOf)
		return
	}
	*to = value
}

// Identity maps each value to itself.
func Identity(values []string) map[string]string {
	each := map[string]string{}
	for _, v := range values {
		each[v] = v
	}
	return each
}

func (o *Reader) chips(option string, to *int64) {
	v, given := o.Values[option]
	if !given {
		return
	}
	if strings.TrimSpace(v) == "0" {
		*to = 0
		return
	}
	n, err := locale.ParseChips(v)
	if err != nil {
		o.fail(option, List("250", o.lang.Chips(1250), "2"+o.lang.Point()+"5k"), 9, Numbers)
		return
	}
	*to = n
}

func (o *Reader) number(option string, to *int) {
	v, given := o.Values[option]
	if !given {
		return
	}
	n, err := strconv.Atoi(v)
	if err != nil {
		o.fail(option, "2–10", 2, Range)
		return
	}
	*to = n
}

// ante reads an ante for every player, or "bb": the big blind posts one big blind for the table (R14).
func (o *Reader) ante(r *poker.Rules) {
	v, given := o.Values["ante"]
	switch {
	case given && strings.EqualFold(strings.TrimSpace(v), "bb"):
		r.Ante, r.BigBlindAnte = 0, true
	case given:
		amount := Reader{lang: o.lang, Values: o.Values}
		if amount.chips("ante", &r.Ante); amount.Err != nil {
			o.fail("ante", anteRange(*r, o.lang), 9, Range)
		}
		r.BigBlindAnte = false
	}
}

// atLeast reads a number of chips and refuses one below least.
func (o *Reader) atLeast(option string, to *int64, least int64, rule int) {
	o.chips(option, to)
	if *to < least {
		o.fail(option, o.lang.Range(least, locale.MaxChips), rule, Range)
	}
}

// duration reads a duration.
func (o *Reader) duration(option string, x durationOption, to *time.Duration) {
	v, given := o.Values[option]
	if !given {
		return
	}
	d, ok := x.read(v)
	if !ok {
		o.fail(option, x.want(o.lang), x.rule, Range)
		return
	}
	*to = d
}

// durationOption describes an option that takes a duration: a whole number of units from least to most. If it can be off,
// "off" is 0.
type durationOption struct {
	unit, least, most time.Duration
	off               bool
	rule              int // the number of its rule
}

// The values of the options that take a duration.
var (
	clockValues  = durationOption{time.Second, 10 * time.Second, 72 * time.Hour, true, 31}
	bankValues   = durationOption{time.Second, 0, 5 * time.Minute, false, 30}
	pauseValues  = durationOption{time.Second, 0, time.Minute, false, 30}
	returnValues = durationOption{time.Minute, time.Minute, 720 * time.Hour, true, 7}
	sitOutValues = durationOption{time.Minute, time.Minute, 720 * time.Hour, true, 62}
)

// read reads a number of units, or a duration with its own unit: "45", "45s", "2m", "24h"; or "off".
func (x durationOption) read(text string) (d time.Duration, ok bool) {
	text = strings.ReplaceAll(locale.PlainAmount(text), " ", "")
	if x.off && text == "off" {
		return 0, true
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		d = time.Duration(min(max(n, -1), int64(x.most/x.unit)+1)) * x.unit // cannot overflow
	} else if d, err = time.ParseDuration(text); err != nil {
		return 0, false
	}
	return d, d >= x.least && d <= x.most && d%x.unit == 0
}

// write returns a duration in a form that read accepts.
func (x durationOption) write(d time.Duration) string {
	switch {
	case d == 0 && x.off:
		return "off"
	case d >= 2*time.Hour && d%time.Hour == 0:
		return strconv.FormatInt(int64(d/time.Hour), 10) + "h"
	case d%time.Minute == 0 && (d >= 2*time.Minute || x.unit == time.Minute):
		return strconv.FormatInt(int64(d/time.Minute), 10) + "m"
	}
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + "s"
}

// want returns the range that read accepts.
func (x durationOption) want(l *locale.Lang) string {
	want := x.write(x.least) + "–" + x.write(x.most)
	if x.off {
		want = l.Settings.Or.Format("range", want, "value", "off")
	}
	return want
}
