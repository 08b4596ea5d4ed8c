package engine

import (
	"slices"
	"time"
)

// maxGone is the number of departures that a table remembers.
const maxGone = 16

// departures are the players who left, with chips to bring back (R7), blinds owed (R13) and time used (R30): oldest first, empty last.
type departures [maxGone]Departure

// Departure holds the chips that a player brings back (R7), the blinds they owe (R13), and when they left. A table remembers the latest
// few. A caller that stores tables stores all departures, for as long as the return window, and recalls that of a player who returns.
type Departure struct {
	Player      ID     `json:"player"`
	Chips       int64  `json:"chips"` // to bring back, never practice chips (R7)
	At          Moment `json:"at"`
	MissedSmall bool   `json:"missedSmall,omitempty"` // owed a small blind (R13)
	MissedBig   bool   `json:"missedBig,omitempty"`   // owed a big blind (R13)
	Ahead       bool   `json:"ahead,omitempty"`       // let the next big blind pass (R10)
	Played      played `json:"played,omitempty"`      // 0 not since the blinds began anew, 1 before the last hand, 2 in it, 3 with its big blind
	Due         int32  `json:"due,omitempty"`         // seats that the big blind has passed in all when it passes theirs; 0 where there was no blind

	Used time.Duration `json:"used,omitempty"` // of the time bank (R30)
}

// add remembers a departure as the latest, in place of an earlier one of the same player. The oldest gives way.
func (d *departures) add(latest Departure) {
	d.remove(latest.Player)
	i := slices.IndexFunc(d[:], func(e Departure) bool { return e.Player == 0 })
	if i < 0 {
		copy(d[:], d[1:])
		i = maxGone - 1
	}
	d[i] = latest
}

// remove forgets a player.
func (d *departures) remove(player ID) {
	_ = slices.DeleteFunc(d[:], func(e Departure) bool { return e.Player == player }) // it empties the places at the end
}

// latest returns the departure of a player in the time before a moment.
func (d *departures) latest(player ID, at Moment, window time.Duration) (Departure, bool) {
	for _, e := range d {
		if e.Player == player && player != 0 && at < e.At.Add(window) {
			return e, true
		}
	}
	return Departure{}, false
}

// returned forgets the departure of a player who sits down, but not the chips that practice chips only put off (R7).
func returned(g *game, player ID, at Moment) {
	left, _ := g.Gone.latest(player, at, g.Rules.ReturnWindow)
	g.Gone.remove(player)
	if g.Practice && left.Chips > 0 {
		g.Gone.add(Departure{Player: player, Chips: left.Chips, At: left.At})
	}
}

// remember adds the player of seat i, who stands up.
func (s *transition) remember(i int8) {
	p := &s.Seats[i]
	if s.Rules.ReturnWindow == 0 || p.House != Person {
		return
	}
	left := Departure{
		Player: p.Player, Chips: p.chips() - p.excess(s.Rules.MaxBuyIn), At: s.now,
		MissedSmall: p.MissedSmall, MissedBig: p.MissedBig, Ahead: p.Ahead, Played: p.Played, Used: s.Rules.TimeBank - p.Bank,
	}
	if s.Practice {
		before, _ := s.Gone.latest(p.Player, s.now, s.Rules.ReturnWindow)
		left.Chips = before.Chips
	}
	if s.Big != none {
		left.Due = s.way() + int32(i-s.Big+MaxSeats-1)%MaxSeats + 1
	}
	if left != (Departure{Player: p.Player, At: s.now}) {
		s.Gone.add(left)
	}
}

// owesStill has the player of seat i, who sits down, owe the blinds owed when they left and those that passed their seat since (R13). Their
// time bank is as they left it (R30).
func (s *transition) owesStill(i int8) {
	p := &s.Seats[i]
	left, ok := s.Gone.latest(p.Player, s.now, s.Rules.ReturnWindow)
	if !ok {
		return
	}
	p.MissedSmall, p.MissedBig, p.Ahead = left.MissedSmall, left.MissedBig, left.Ahead
	p.Bank = max(0, p.Bank-max(0, left.Used))
	if s.Big == none || left.Due == 0 {
		return
	}
	switch {
	case left.Due <= s.Began:
	case s.running() || left.At < s.Since:
		p.Played = min(left.Played, playedBefore)
	default:
		p.Played = left.Played
	}
	if s.way() >= left.Due {
		p.MissedSmall, p.MissedBig, p.Ahead = true, true, false
		return
	}
	p.MissedSmall = p.MissedSmall || p.MissedBig || left.Played == playedBig && s.way() > left.Due-MaxSeats
	if others := s.where((*seat).taken) &^ (1 << i); left.Played != newcomer {
		p.keepTurn(s.Big, int8(left.Due%MaxSeats), i, others)
	}
}

// Departures returns the departures that the table remembers, the oldest first.
func (t *Table) Departures() []Departure {
	all := t.g.Gone[:]
	return slices.DeleteFunc(slices.Clone(all), func(d Departure) bool { return d.Player == 0 })
}

// Recall returns the table with a departure that gave way to later ones. The table's own memory of the player counts,
// so that to recall a departure twice, or one that is not forgotten, changes nothing.
func (t Table) Recall(d Departure) Table {
	known := slices.ContainsFunc(t.g.Gone[:], func(e Departure) bool { return e.Player == d.Player })
	if d.Player != 0 && !known && t.g.seatOf(d.Player) == none {
		t.g.Gone.add(d)
	}
	return t
}
