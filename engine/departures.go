package engine

import "slices"

// maxGone is the number of departures that a table remembers.
const maxGone = 16

// departures are the players who left, oldest first, with what they have to bring back (R7). Empty places are last.
type departures [maxGone]departed

// departed is a player who left and may come back (R7).
type departed struct {
	Player ID     `json:"player"`
	Chips  int64  `json:"chips"`
	At     Moment `json:"at"`
}

// add remembers a departure as the latest, in place of an earlier one of the same player. The oldest gives way.
func (d *departures) add(latest departed) {
	d.remove(latest.Player)
	i := slices.IndexFunc(d[:], func(e departed) bool { return e.Player == 0 })
	if i < 0 {
		copy(d[:], d[1:])
		i = maxGone - 1
	}
	d[i] = latest
}

// remove forgets a player.
func (d *departures) remove(player ID) {
	_ = slices.DeleteFunc(d[:], func(e departed) bool { return e.Player == player }) // it empties the places at the end
}

// remember adds a player who stands up with chips, unless chips may be taken away from the table (R7).
func (s *transition) remember(p *seat) {
	if s.Rules.ReturnWindow == 0 || p.House != Person || s.Practice || p.chips() == 0 {
		return
	}
	s.Gone.add(departed{p.Player, p.chips(), s.now})
}

// leftWith returns what a player has to bring back: 0 after the return window, and for practice chips (R7).
func (g *game) leftWith(player ID, at Moment) int64 {
	if g.Practice {
		return 0
	}
	for _, d := range g.Gone {
		if d.Player == player && player != 0 && at < d.At.Add(g.Rules.ReturnWindow) {
			return d.Chips
		}
	}
	return 0
}
