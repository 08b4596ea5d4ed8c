package text

import (
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/render/locale"
)

// State is what goes on at a table, for a list of tables.
type State int

// The states of a table.
const (
	StateWaiting State = iota // for players
	StateSoon                 // the next hand is about to start
	StatePlaying
	StateClosing // after the hand that runs
	StatePaused
	StateResting // it cannot be read
)

// ListedTable is a table in the list of a server's tables.
type ListedTable struct {
	Guild, Channel, Board engine.ID // Board is its message; 0 where there is none
	Rules                 poker.Rules
	Seated                int
	Hand                  int64 // that runs, or ran last
	State                 State
}

// Tables lists tables, as many as a message holds, and says how many more there are. Unsure says that there may be others
// that the reader may see.
func Tables(l *locale.Lang, list []ListedTable, unsure bool) string {
	t := &l.Watch
	var after string
	if unsure {
		after = "\n-# " + string(t.Unsure)
	}
	if len(list) == 0 && unsure {
		return string(t.Unsure)
	}
	if len(list) == 0 {
		return string(t.Nobody)
	}
	lines := []string{"**" + string(t.Head) + "**"}
	room := locale.MaxText - locale.Length(lines[0]+after) - locale.Length(l.Count(t.More, int64(len(list)))) - 4 // "-# " and a line break
	for i, table := range list {
		line := tableLine(l, table)
		if room -= locale.Length(line) + 1; room < 0 {
			lines = append(lines, "-# "+l.Count(t.More, int64(len(list)-i)))
			break
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n") + after
}

// tableLine returns one line: where the board is, what is played, how many are seated, and what goes on.
func tableLine(l *locale.Lang, t ListedTable) string {
	words := []string{render.Channel(t.Channel)}
	if t.Board != 0 {
		words[0] = render.Link(t.Guild, t.Channel, t.Board)
	}
	if t.State != StateResting {
		seated := l.Watch.Seated.Format("n", strconv.Itoa(t.Seated), "seats", strconv.Itoa(t.Rules.Seats))
		words = append(words, render.Game(l, t.Rules), seated)
	}
	return strings.Join(append(words, stateText(l, t)), locale.Dot)
}

// stateText returns what goes on at a table in words.
func stateText(l *locale.Lang, t ListedTable) string {
	w := &l.Watch
	switch t.State {
	case StatePlaying:
		return w.Playing.Format("hand", render.HandNumber(t.Hand))
	case StateClosing:
		return string(w.Closing)
	case StateSoon:
		return string(w.Soon)
	case StatePaused:
		return string(w.Paused)
	case StateResting:
		return string(w.Resting)
	}
	return string(w.Waiting)
}
