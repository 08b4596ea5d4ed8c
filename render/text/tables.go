package text

import (
	"cmp"
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/render/locale"
)

// State is the state of a table, for a list of tables.
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
	Event                 string // the name of its tournament; "" at a cash table
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

// tableLine returns one line: where the board is, the tournament, the game, how many are seated at a cash table, and the state.
func tableLine(l *locale.Lang, t ListedTable) string {
	words := []string{render.Channel(t.Channel)}
	if t.Board != 0 {
		words[0] = render.Link(t.Guild, t.Channel, t.Board)
	}
	switch {
	case t.State == StateResting:
	case t.Event != "": // its free seats are not to take
		words = append(words, "**"+render.EscapeLine(t.Event, render.MostTitle)+"**", render.Game(l, t.Rules))
	default:
		seated := l.Watch.Seated.Format("n", strconv.Itoa(t.Seated), "seats", strconv.Itoa(t.Rules.Seats))
		words = append(words, render.Game(l, t.Rules), seated)
	}
	return strings.Join(append(words, stateText(l, t)), locale.Dot)
}

// stateText returns the state of a table in words.
func stateText(l *locale.Lang, t ListedTable) string {
	w := &l.Watch
	if t.State == StatePlaying {
		return w.Playing.Format("hand", render.HandNumber(t.Hand))
	}
	return string(cmp.Or(map[State]locale.Text{
		StateClosing: w.Closing, StateSoon: w.Soon, StatePaused: w.Paused, StateResting: w.Resting,
	}[t.State], w.Waiting))
}
