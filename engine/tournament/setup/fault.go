package setup

import (
	"fmt"
	"strings"
	"time"
)

// Fault is the reason why a tournament cannot have the value of an option, in words for a log.
type Fault string

// The faults of options.
const (
	OutOfRange  Fault = "" // Min and Max of the error say which values the option has
	Past        Fault = "this time is past"
	OpensLate   Fault = "registration opens after the start"
	Unscheduled Fault = "it goes with a start time"
	Needs       Fault = "it needs"            // Other
	Excludes    Fault = "it does not go with" // Other
	LatePlayers Fault = "late entry ends before rebuys or with them"
	HouseGame   Fault = "with house players it is 0"
	OffUnit     Fault = "it is no multiple of the smallest chip" // Min
	UnitStep    Fault = "it is 2 to 10 times the unit before"
	Falling     Fault = "blinds never fall"
	NoneHigher  Fault = "no level is above the one in force"
	Rising      Fault = "its numbers never rise with the place"
	Several     Fault = "only one of its forms can be chosen"
	FewerSeats  Fault = "the game of a level has fewer seats" // Min and Max say how many
	LateGroup   Fault = "the last group has no time to check in"
	Repeated    Fault = "each number comes once"
)

// OptionError is the error of an option with a fault.
type OptionError struct {
	Option, Other string // Other is the option that it needs, or does not go with
	Fault         Fault
	Is            int64
	Min, Max      int64
	Percent       bool // Min and Max are shares
	Rule          int
}

func (e *OptionError) Error() string {
	if e.Fault == OutOfRange {
		return fmt.Sprintf("tournament: %s is %d, want %d to %d (T%d)", e.Option, e.Is, e.Min, e.Max, e.Rule)
	}
	return fmt.Sprintf("tournament: %s is %d: %s (T%d)", e.Option, e.Is, strings.TrimSpace(string(e.Fault)+" "+e.Other), e.Rule)
}

// units has the units of the options that are times and have a range.
var units = map[string]time.Duration{"clock": time.Second, "pause": time.Second, "expires": time.Minute, "break": time.Minute}

// Times returns the range of an option that is a time or a share, as [ReadFurther] reads it: 10s–72h, 5%–30%. It returns "" for
// other options.
func (e *OptionError) Times() string {
	if e.Percent {
		return fmt.Sprintf("%d%%–%d%%", e.Min, e.Max)
	}
	unit := units[e.Option]
	if unit == 0 || e.Fault != OutOfRange {
		return ""
	}
	return writeTime(time.Duration(e.Min)*unit) + "–" + writeTime(time.Duration(e.Max)*unit)
}

// within returns an error unless an option is from low to high.
func within[N ~int | ~int64](rule int, option string, is, low, high N) *OptionError {
	if is >= low && is <= high {
		return nil
	}
	return &OptionError{Option: option, Is: int64(is), Min: int64(low), Max: int64(high), Rule: rule}
}

// clash returns an error with a fault if an option has it. Needs and Excludes name the other option.
func clash(clashes bool, rule int, option string, is int64, fault Fault, other ...string) *OptionError {
	if !clashes {
		return nil
	}
	return &OptionError{Option: option, Other: strings.Join(other, ""), Fault: fault, Is: is, Rule: rule}
}

// multiple returns an error unless the chips of an option can be made of a unit (T28).
func multiple(option string, chips, unit int64) *OptionError {
	if chips%unit == 0 {
		return nil
	}
	return &OptionError{Option: option, Fault: OffUnit, Is: chips, Min: unit, Rule: 28}
}

// first returns the first error.
func first(all ...*OptionError) *OptionError {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}
