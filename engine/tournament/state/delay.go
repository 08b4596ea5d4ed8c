package state

import (
	"slices"
	"time"

	"cardroom/engine"
)

// Delay moves all moments by the time in which the program was away (T98).
func (s *State) Delay(by engine.Moment) {
	for _, m := range []*engine.Moment{
		&s.Options.Times.Opens, &s.Options.Times.Start, &s.Start.Full, &s.Start.Ready, &s.Start.At, &s.Start.Grace,
		&s.Clock.End, &s.Clock.Break, &s.Halt.Since, &s.Halt.Until, &s.Halt.Absent, &s.Start.Made, &s.Money.Deal.Until,
	} {
		if *m != 0 {
			*m += by
		}
	}
	s.Start.Barred = slices.Clone(s.Start.Barred)
	for i := range s.Start.Barred {
		s.Start.Barred[i].Until += by
	}
	s.Waitlist = slices.Clone(s.Waitlist)
	for i := range s.Waitlist {
		if s.Waitlist[i].Press != 0 { // it joined before lists kept that
			s.Waitlist[i].Press += by
		}
	}
	for n := 1; n <= s.Entries.Len(); n++ {
		if s.Entry(n).Press != 0 {
			s.Entries.Own(n-1, s.Edit).Press += by
		}
		if s.Entry(n).Answer != 0 {
			s.Entries.Own(n-1, s.Edit).Answer += by
		}
	}
	for _, number := range s.Open {
		t := s.Tables.Own(number-1, s.Edit)
		t.Next, t.Began = t.Next+by, t.Began+by
		if t.NoPlace != 0 {
			t.NoPlace += by
		}
	}
}

// AnswerTime is how long a busted player may rebuy (T66).
const AnswerTime = 30 * time.Second

// DelayAnswers gives busted players more time to answer after a pause that ends now: as much of it as their answer was open (T101).
func (s *State) DelayAnswers(now engine.Moment) {
	for n := 1; n <= s.Entries.Len() && s.Count.Answers > 0; n++ {
		if ends := s.Entry(n).Answer; ends != 0 {
			s.Entries.Own(n-1, s.Edit).Answer += now - max(s.Halt.Since, ends.Add(-AnswerTime))
		}
	}
}
