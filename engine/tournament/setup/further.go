package setup

import (
	"errors"
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
}

// errFurther is the error of a text that names no further option, or gives it no value.
var errFurther = errors.New(`tournament: further options are names with values, such as "paid 15%, clock 20s"`)

// ReadFurther sets the options that a text names with their values, such as "paid 15%, clock 20s". After an error they are as they were.
func ReadFurther(o *Options, text string) error {
	next := o.Clone()
	for part := range strings.SplitSeq(text, ",") {
		words := strings.Fields(strings.ToLower(part))
		if len(words) != 2 {
			return errFurther
		}
		i := slices.IndexFunc(furthers, func(f further) bool { return f.name == words[0] })
		if i < 0 || !furthers[i].read(&next, words[1]) {
			return errFurther
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

// FurtherExamples returns further options with values of which one begins with a text, or all for none.
func FurtherExamples(begin string) (all []string) {
	begin = strings.ToLower(strings.Join(strings.Fields(begin), " "))
	for _, f := range furthers {
		for _, value := range f.examples {
			if line := f.name + " " + value; strings.HasPrefix(line, begin) {
				all = append(all, line)
			}
		}
	}
	return all
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
		return readWhole(&p.Share, share)
	}
	parts := strings.Split(value, "/")
	if len(parts) == 1 {
		return readWhole(&p.Count, value)
	}
	p.Table = make([]int, len(parts))
	for i, part := range parts {
		if !readWhole(&p.Table[i], part) {
			return false
		}
	}
	return true
}

func writePaid(o *Options) string {
	switch p := &o.Payout; {
	case p.Share != 0:
		return strconv.Itoa(p.Share) + "%"
	case p.Count != 0:
		return strconv.Itoa(p.Count)
	case p.Table != nil:
		words := make([]string, len(p.Table))
		for i, share := range p.Table {
			words[i] = strconv.Itoa(share)
		}
		return strings.Join(words, "/")
	}
	return usual
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
