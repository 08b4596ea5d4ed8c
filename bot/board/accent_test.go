package board

import (
	"testing"

	"cardroom/engine"
	"cardroom/render"
)

// The edge of a tournament's table is that of a paused table while the tournament stands still.
func TestTheEdgeSaysThatATournamentStandsStill(t *testing.T) {
	for stands, want := range map[render.Standstill]int{
		0: accentResult, render.Paused: accentPaused, render.OnBreak: accentPaused, render.AllAway: accentPaused, render.Vanished: accentPaused, render.Unopened: accentPaused,
	} {
		s := render.Scene{Surroundings: render.Surroundings{Tournament: &render.Tournament{Stands: stands}}}
		if got := accent(s); got != want {
			t.Errorf("%d: the edge is %06x, want %06x", stands, got, want)
		}
		if s.View.Phase = engine.Betting; accent(s) != accentPlay {
			t.Errorf("%d: the edge of a running hand is %06x", stands, accent(s))
		}
	}
}
