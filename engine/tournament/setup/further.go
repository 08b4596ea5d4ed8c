package setup

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// further is an option that is written as its name and a value, such as "paid 15%".
type further struct {
	name     string
	examples []string // the usual value first
	read     func(o *Options, value string) bool
	write    func(o *Options) string
}

// furthers are all of them: the options for which a command of Discord has no room.
var furthers = []further{
	{"paid", []string{usual, "3", "15%", "50/30/20"}, readPaid, writePaid}, // T74
	number("min-cash", []string{"150", "100", "0"}, func(o *Options) *int { return &o.Payout.MinCash }),
	duration("clock", []string{"30s", "15s", "60s", "12h"}, func(o *Options) *time.Duration { return &o.Times.Clock }),
	duration("pause", []string{"5s", "0s", "10s"}, func(o *Options) *time.Duration { return &o.Times.Pause }),
	duration("expires", []string{"24h", "2h", "72h"}, func(o *Options) *time.Duration { return &o.Times.Expires }),
	duration("break", []string{"5m", "10m", "0s"}, func(o *Options) *time.Duration { return &o.Schedule.Break }),
	number("per-person", []string{"2", "1", "3"}, func(o *Options) *int { return &o.PerPerson }),
	number("leave", []string{"0", "10", "20"}, func(o *Options) *int { return &o.Leave }),
	choice("restart", []string{"off", "on"}, func(o *Options) *bool { return &o.Restart }),
	choice("no-show", []string{"keep", "refund"}, func(o *Options) *bool { return &o.NoShow }),
	{"groups", []string{"off", "3/2m"}, readGroups, writeGroups},         // T14
	{"points", []string{"off", "on", "10/6/4"}, readPoints, writePoints}, // T78
}

// FurtherError is the error of a text that names no further option, or gives it a wrong value.
type FurtherError struct {
	Want    []string // examples of the option, or one of each option
	Unknown bool     // the text names no option
}

func (e *FurtherError) Error() string {
	return "tournament: further options are " + strings.Join(e.Want, ", ")
}

// ReadFurther sets the options that a text names with their values, such as "paid 15%, clock 20s". After an error, which is a
// *FurtherError, they are as they were.
func ReadFurther(o *Options, text string) error {
	next := o.Clone()
	for part := range strings.SplitSeq(text, ",") {
		words := append(strings.Fields(strings.ToLower(part)), "")
		i := slices.IndexFunc(furthers, func(f further) bool { return f.name == words[0] })
		if i < 0 {
			return &FurtherError{firstExamples(), true}
		}
		if len(words) != 3 || !furthers[i].read(&next, words[1]) {
			return &FurtherError{furthers[i].lines(), false}
		}
	}
	*o = next
	return nil
}

// Further returns the further options that are not as usual, in the form that [ReadFurther] reads.
func Further(o *Options) string {
	var all []string
	for _, f := range furthers {
		if value := f.write(o); value != f.examples[0] {
			all = append(all, f.name+" "+value)
		}
	}
	return strings.Join(all, ", ")
}

// lines returns an option with each of its examples.
func (f *further) lines() (all []string) {
	for _, value := range f.examples {
		all = append(all, f.name+" "+value)
	}
	return all
}

// firstExamples returns each option with a value that is not the usual one.
func firstExamples() (all []string) {
	for _, f := range furthers {
		all = append(all, f.name+" "+f.examples[1])
	}
	return all
}

// FurtherExamples returns further options with values of which one begins with a text, or all for none.
func FurtherExamples(begin string) (all []string) {
	begin = strings.ToLower(strings.Join(strings.Fields(begin), " "))
	for _, f := range furthers {
		all = append(all, f.lines()...)
	}
	return slices.DeleteFunc(all, func(line string) bool { return !strings.HasPrefix(line, begin) })
}

// usual is the value of paid for the table of T74.
const usual = "usual"

func readPaid(o *Options, value string) bool {
	p := &o.Payout
	p.Share, p.Count, p.Table = 0, 0, nil
	if value == usual {
		return true
	}
	if share, isShare := strings.CutSuffix(value, "%"); isShare {
		return readWhole(&p.Share, share) && p.Share > 0
	}
	if !strings.Contains(value, "/") {
		return readWhole(&p.Count, value) && p.Count > 0
	}
	return readTable(&p.Table, value)
}

// readTable reads whole numbers between strokes: 50/30/20.
func readTable(to *[]int, value string) bool {
	parts := strings.Split(value, "/")
	*to = make([]int, len(parts))
	for i, part := range parts {
		if !readWhole(&(*to)[i], part) {
			return false
		}
	}
	return true
}

func writeTable(table []int) string {
	words := make([]string, len(table))
	for i, n := range table {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, "/")
}

func writePaid(o *Options) string {
	switch p := &o.Payout; {
	case p.Share != 0:
		return strconv.Itoa(p.Share) + "%"
	case p.Count != 0:
		return strconv.Itoa(p.Count)
	case p.Table != nil:
		return writeTable(p.Table)
	}
	return usual
}

// readGroups reads how many registrants a group of the check-in has, and how long it may check in before the next: 3/2m.
func readGroups(o *Options, value string) bool {
	if o.Times.Groups = (Groups{}); value == "off" {
		return true
	}
	of, every, _ := strings.Cut(value, "/")
	d, err := time.ParseDuration(every)
	o.Times.Groups.Every = d
	return readWhole(&o.Times.Groups.Of, of) && err == nil && d%time.Minute == 0
}

func writeGroups(o *Options) string {
	g := o.Times.Groups
	if g == (Groups{}) {
		return "off"
	}
	return strconv.Itoa(g.Of) + "/" + writeTime(g.Every)
}

func readPoints(o *Options, value string) bool {
	o.Points = Points{On: value != "off"}
	return value == "off" || value == "on" || readTable(&o.Points.Table, value)
}

func writePoints(o *Options) string {
	switch p := &o.Points; {
	case !p.On:
		return "off"
	case p.Table == nil:
		return "on"
	default:
		return writeTable(p.Table)
	}
}

// choice returns an option with two values: that of false, and that of true.
func choice(name string, values []string, at func(*Options) *bool) further {
	return further{
		name, values,
		func(o *Options, value string) bool {
			*at(o) = value == values[1]
			return slices.Contains(values, value)
		},
		func(o *Options) string {
			if *at(o) {
				return values[1]
			}
			return values[0]
		},
	}
}

// readWhole reads a whole number.
func readWhole(to *int, text string) bool {
	n, err := strconv.Atoi(text)
	*to = n
	return err == nil
}

// number returns an option that is a whole number.
func number(name string, examples []string, at func(*Options) *int) further {
	return further{
		name, examples, func(o *Options, value string) bool { return readWhole(at(o), value) },
		func(o *Options) string { return strconv.Itoa(*at(o)) },
	}
}

// duration returns an option that is a time. A number without a unit is of seconds.
func duration(name string, examples []string, at func(*Options) *time.Duration) further {
	return further{
		name, examples,
		func(o *Options, value string) bool {
			if _, err := strconv.Atoi(value); err == nil {
				value += "s"
			}
			d, err := time.ParseDuration(value)
			*at(o) = d
			return err == nil && d%time.Second == 0
		},
		func(o *Options) string { return writeTime(*at(o)) },
	}
}

// writeTime writes a time without units that are 0: 24h, 5m, 90s.
func writeTime(d time.Duration) string {
	switch {
	case d >= time.Hour && d%time.Hour == 0:
		return strconv.Itoa(int(d/time.Hour)) + "h"
	case d > time.Minute && d%time.Minute == 0:
		return strconv.Itoa(int(d/time.Minute)) + "m"
	}
	return strconv.Itoa(int(d/time.Second)) + "s"
}
