package state

import (
	"slices"

	"cardroom/engine"
	"cardroom/engine/tournament/setup"
)

// Allowed returns the options with the wanted changes that are still possible (T7).
func (s *State) Allowed(want *setup.Options) setup.Options {
	o := s.Options
	switch {
	case s.Phase < Seated && s.Entries.Len() == 0 && len(s.Waitlist) == 0:
		return *want
	case s.Phase < Seated:
		o.Times, o.Added = want.Times, max(o.Added, want.Added)
		return o
	}
	past := s.Clock.Level + 1
	levels := want.Schedule.Levels // whose games seat as many players at the final table (R2, T50)
	if len(levels) >= past && slices.Equal(levels[:past], o.Schedule.Levels[:past]) && want.FinalSize() == o.FinalSize() {
		o.Schedule.Levels = levels
	}
	o.Schedule.Break, o.Schedule.BreakEvery = want.Schedule.Break, want.Schedule.BreakEvery
	if want.Late >= past && want.Late < o.Late {
		o.Late = want.Late
	}
	return o
}

// NewCheckIn reports whether other options begin the way to the start anew: its time or the check-in before it is another one (T14, T15).
func NewCheckIn(s *State, o *setup.Options) bool {
	return o.Times.Start != s.Options.Times.Start || o.Times.CheckIn != s.Options.Times.CheckIn
}

// CheckChange returns nil if the options may become others at a moment, or an *OptionError. A start that stays may be past: entries are
// still missing then (T15).
func CheckChange(s *State, o *setup.Options, now engine.Moment) error {
	err := setup.CheckAt(o, now, s.Phase >= Seated || s.Options.Scheduled && !NewCheckIn(s, o))
	if err != nil || s.Options.Edition < 4 {
		return err
	}
	return checkExpiry(s, o, now)
}

// checkExpiry returns an *OptionError for a change by which the time of a Sit & Go to be full is over at once (T15).
func checkExpiry(s *State, o *setup.Options, now engine.Moment) error {
	opened := s.Start.Made
	if s.Phase == Announced {
		opened = now
	}
	stays := o.Scheduled == s.Options.Scheduled && o.Times.Expires == s.Options.Times.Expires
	ends := max(opened, o.Times.Opens).Add(o.Times.Expires)
	if stays || o.Scheduled || o.Times.Expires == 0 || ends > now {
		return nil
	}
	return &setup.OptionError{Option: "expires", Is: int64(ends), Rule: 15, Fault: setup.Past}
}

// KeepPresses lets those who have checked in keep their seats under other groups, whose turn may come later (T14). It sets their presses to
// that turn, until another check-in asks all once more. Before edition 4 they had to press again.
func KeepPresses(s *State, o *setup.Options, now engine.Moment) {
	if s.Options.Edition < 4 {
		return
	}
	anew, since := NewCheckIn(s, o), s.ReadySince()
	for n := 1; n <= s.Entries.Len(); n++ {
		press := s.Entry(n).Press
		switch turn := o.Times.CheckInFrom(n); {
		case anew:
			press = min(press, now)
		case s.Start.Ready != 0 && o.Times.Groups != s.Options.Times.Groups && s.Entry(n).Here(max(since, s.CheckInFrom(n))):
			press = max(press, turn)
		}
		if press != s.Entry(n).Press {
			s.Entries.Own(n-1, s.Edit).Press = press
		}
	}
}
