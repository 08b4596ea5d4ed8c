package engine

import (
	"testing"
	"time"

	"cardroom/engine/poker"
)

// A player who sits out plays the hand to its end, and is not in the next (R60).
func TestSittingOutAndIn(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABC", 500)
	s.refused(SitIn{Player: 1, At: 0}, Refusal{Reason: NotOut, Rule: 60})
	s.start()
	s.do(SitOut{1, s.now})
	s.refused(SitOut{1, s.now}, Refusal{Reason: AlreadyOut, Rule: 60})
	if v := s.view(); v.ToAct != 0 || !v.Seats[0].Out {
		t.Error("A, who sits out, still plays this hand")
	}
	s.foldOut()
	s.start()
	if s.view().Seats[0].InHand {
		t.Error("A was dealt in")
	}
	s.do(SitIn{Player: 1, At: s.now})
	if s.view().Seats[0].Out || s.table.g.Seats[0].OutSince != 0 {
		t.Error("A is out")
	}
}

// A player who sits out too long is stood up, with their chips (R62).
func TestSittingOutTooLongStandsUp(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABC", 500)
	s.do(SitOut{2, s.now})
	due := s.now.Add(s.table.Rules().SitOutLimit)
	s.now = due - 61_000
	s.start()
	if w := s.table.Pending(); w.Due != due || w.Need != NeedAction {
		t.Errorf("awaits %+v, want B's end", w)
	}
	s.do(Tick{due})
	if got := s.kinds(StoodUp); got != "2B" {
		t.Errorf("%s", s.kinds())
	}
}

// TestTheTimeToSitOutBeginsWhenTheHandEnds has players sit out in a long hand, one before and one after a fold. Their time
// begins after the hand, as their sitting out does (R60, R62), also where the hand is void. C sat out before it.
func TestTheTimeToSitOutBeginsWhenTheHandEnds(t *testing.T) {
	for name, end := range map[string]func(*scene){"won": (*scene).foldOut, "void": func(s *scene) { s.do(Void{s.now}) }} {
		s := newScene(t, nil)
		s.sit("ABCD", 500)
		s.do(SitOut{3, s.now})
		s.start()
		s.do(SitOut{1, s.now})
		s.play("f")
		s.do(SitOut{4, s.now})
		s.now = s.now.Add(s.table.Rules().SitOutLimit - time.Minute)
		end(s)
		limit := s.now.Add(s.table.Rules().SitOutLimit)
		s.do(Tick{s.table.Pending().Due})
		if got := s.kinds(StoodUp); got != "2C" {
			t.Errorf("%s: first %q loses the seat, want C", name, got)
		}
		if due := s.table.Pending().Due; due != limit {
			t.Errorf("%s: A's seat is due at %d, want %d", name, due, limit)
		}
		s.do(Tick{limit})
		if got := s.kinds(StoodUp); got != "2A 2D" {
			t.Errorf("%s: then %q lose their seats, want A and D", name, got)
		}
	}
}

// TestSittingOutForEver has a player sit out where no rule ends it (R62).
func TestSittingOutForEver(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { r.SitOutLimit = 0 })
	s.sit("ABC")
	s.do(SitOut{2, s.now})
	if due := s.table.Pending().Due; due != s.view().Until {
		t.Errorf("something is due at %d, want only the next hand at %d", due, s.view().Until)
	}
	s.refused(Tick{s.now.Add(30 * 24 * time.Hour)}, Refusal{Reason: NotDue})
}
