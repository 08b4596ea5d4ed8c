package tournament

import (
	"reflect"
	"slices"

	"cardroom/engine"
	"cardroom/engine/tournament/setup"
	"cardroom/engine/tournament/state"
)

func (c Change) apply(s *transition) error {
	o := allowed(&s.State, &c.Options)
	if !reflect.DeepEqual(o, c.Options) {
		return Refusal{Reason: TooLate, Rule: 7}
	}
	if err := checkOptions(&o, s.now, s.Phase >= Seated); err != nil {
		return err
	}
	added := o.Added - s.Options.Added
	s.Options = o.Clone()
	s.Money.Pool += added
	s.fund(max(0, added))
	s.giveBack(max(0, -added))
	if s.Phase == Registering && s.now < o.Times.Opens {
		s.Phase = Announced
	}
	s.tell(Event{Kind: Changed})
	return nil
}

// checkOptions returns nil for options that a tournament can have at a moment, or an *setup.OptionError.
func checkOptions(o *setup.Options, at engine.Moment, started bool) error {
	if err := o.Check(); err != nil {
		return err
	}
	if o.Scheduled && !started && o.Times.Start <= at {
		return &setup.OptionError{Option: "start", Is: int64(o.Times.Start), Rule: 15, Text: "this time is past"}
	}
	return nil
}

// allowed returns the options with what may still change (T7).
func allowed(s *state.State, want *setup.Options) setup.Options {
	o := s.Options
	switch {
	case s.Phase < Seated && s.Entries.Len() == 0 && len(s.Waitlist) == 0:
		return *want
	case s.Phase < Seated:
		o.Times, o.Added = want.Times, max(o.Added, want.Added)
		return o
	}
	past := s.Clock.Level + 1
	if levels := want.Schedule.Levels; len(levels) >= past && slices.Equal(levels[:past], o.Schedule.Levels[:past]) {
		o.Schedule.Levels = levels
	}
	o.Schedule.Break, o.Schedule.BreakEvery = want.Schedule.Break, want.Schedule.BreakEvery
	if want.Late >= past && want.Late < o.Late {
		o.Late = want.Late
	}
	return o
}
