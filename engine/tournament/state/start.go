package state

import (
	"time"

	"cardroom/engine"
)

// GraceTime is how long a tournament waits after its time for the entries that are missing (T15).
const GraceTime = 10 * time.Minute

// OpenRegistration opens it now. The time of a Sit & Go to be full counts from here on, before edition 4 from when it was made (T15).
func OpenRegistration(s *State, now engine.Moment) {
	if s.Phase = Registering; s.Options.Edition > 3 {
		s.Start.Made = now
	}
}

// GiveGrace lets a Sit & Go that was full wait for another entry. Before edition 4 it could end at the moment in which a place came free.
func GiveGrace(s *State, now engine.Moment) {
	if s.Options.Edition > 3 {
		s.Start.Grace = now.Add(GraceTime)
	}
}

// NotePresses notes which entries are made at the start of play by a press shortly before it or in the check-in (T36). A press that was moved
// to a later turn of the check-in was made by now. Before edition 5 none counted in a pause until that turn (T100).
func NotePresses(s *State, now engine.Moment) {
	for n := 1; n <= s.Entries.Len(); n++ {
		e := s.Entries.Own(n-1, s.Edit)
		e.Pressed = e.Here(now.Add(-readyWindow)) || s.Options.Times.CheckIn != 0 && e.Here(max(s.ReadySince(), s.CheckInFrom(n)))
		if s.Options.Edition > 4 {
			e.Press = min(e.Press, now)
		}
	}
}

// Expiry returns when a Sit & Go is cancelled because it is not full, 0 for never. While the waitlist fills it there is no such moment,
// except in edition 0 (T15).
func Expiry(s *State) engine.Moment {
	t := &s.Options.Times
	fills := s.Options.Edition > 0 && s.Candidate() >= 0
	if t.Expires == 0 || s.Start.Full != 0 || fills {
		return 0
	}
	return max(max(s.Start.Made, t.Opens).Add(t.Expires), s.Start.Grace)
}
