package gate

import (
	"slices"
	"time"

	"cardroom/engine"
)

// A person who typed mostGuesses wrong invitation words within guessTime may type none for guessTime. Only the latest mostKept words of
// all people count.
const (
	mostGuesses = 10
	guessTime   = 10 * time.Minute
	mostKept    = 1000
)

// Guesses counts wrong invitation words, so that no person finds one by trying (T11). It forgets them when the program ends.
type Guesses struct{ latest []guess }

type guess struct {
	event, person engine.ID
	at            engine.Moment
}

// Count counts a wrong word of a person at a tournament.
func (g *Guesses) Count(event, person engine.ID, now engine.Moment) {
	g.latest = append(g.latest, guess{event, person, now})
	g.latest = g.latest[max(0, len(g.latest)-mostKept):]
}

// BarredUntil returns until when a person may type no word at a tournament, 0 if they typed too few.
func (g *Guesses) BarredUntil(event, person engine.ID) engine.Moment {
	last, n := engine.Moment(0), 0
	for _, x := range slices.Backward(g.latest) {
		if x.event != event || x.person != person {
			continue
		}
		if n++; n == 1 {
			last = x.at
		}
		if n == mostGuesses && last < x.at.Add(guessTime) {
			return last.Add(guessTime)
		}
	}
	return 0
}
