package text

import (
	"strconv"
	"strings"
	"time"

	"cardroom/engine/tournament/setup"
	"cardroom/render"
	"cardroom/render/locale"
)

// level returns a level, from 0, for a reader who has just read of another, or of none: -1. It names its game where the levels play
// several and the reader does not know it (T2).
func (t Lobby) level(level, known int) setup.Level {
	l, game := t.Options.Schedule.Levels[level], setup.GameOf(t.Options, level)
	if l.Variant, l.Limit = 0, 0; t.mixed() && (known < 0 || setup.GameOf(t.Options, known) != game) {
		l.Variant, l.Limit = game.Variant, game.Limit
	}
	return l
}

// newGame returns the game that begins with a level, behind a dot, and "" where the game stays.
func (t Lobby) newGame(l *locale.Lang, level int) string {
	begins := t.level(level, level-1)
	if begins.Variant == 0 {
		return ""
	}
	return locale.Dot + render.GameName(l, begins.Variant, begins.Limit)
}

// mixed reports whether the levels play several games.
func (t Lobby) mixed() bool { return len(setup.Games(t.Options)) > 1 }

// games returns the names of the games, in the order of the levels.
func (t Lobby) games(l *locale.Lang) string {
	var names []string
	for _, game := range setup.Games(t.Options) {
		names = append(names, render.GameName(l, game.Variant, game.Limit))
	}
	return strings.Join(names, ", ")
}

// levels returns the stack and the levels. The length is that of the next level, which the organiser may change in play (T7).
func (t Lobby) levels(l *locale.Lang) (words []string) {
	x, o := &l.Tournament, t.Options
	words = append(words, x.Stack.Format("amount", l.Chips(o.Stack)))
	if o.Schedule.Hands > 0 {
		return append(words, l.Count(x.Hands, int64(o.Schedule.Hands)))
	}
	next := min(t.View.Level+1, len(o.Schedule.Levels)-1)
	words = append(words, x.Minutes.Format("time", x.Span.Format(o.Schedule.LevelTime(next))))
	if minutes := int(t.Expected() / time.Minute); minutes > 0 {
		words = append(words, x.Lasts.Format("n", strconv.Itoa(minutes)))
	}
	return words
}
