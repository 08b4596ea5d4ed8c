package form

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/options"
	"cardroom/engine/tournament/setup"
	"cardroom/render/locale"
)

// levelsWant lists inputs for levels, as an empty input shows them.
const levelsWant = "hyper, turbo, regular, deep, slow, 1500/75/5m/1h"

// errLevels is the error for a text that describes no levels.
var errLevels = errors.New("tournament: cannot read levels")

// defaultPause is how long a result stands (T35).
const defaultPause = 5 * time.Second

// Levels are the levels of a tournament, with its stack, clock and pause.
type Levels struct {
	setup.Made
	Pause time.Duration // after a result
	paced bool          // the pause was typed
}

// readLevels reads a preset, or levels of one's own (T29): made for a length, or each by its blinds. The error is errLevels.
func readLevels(typed string, players int) (l Levels, err error) {
	typed = strings.ToLower(strings.TrimSpace(typed))
	l.Pause = defaultPause
	ok := true
	if l.Made, ok = setup.Preset(typed, players); !ok {
		l.Clock = setup.DefaultOptions("turbo").Times.Clock
		if words := setup.LevelWords(typed); len(words) > 1 {
			ok = l.readEach(words)
		} else {
			ok = l.readTarget(strings.Split(typed, "/"), players)
		}
	}
	if !ok {
		return l, errLevels
	}
	return l, nil
}

// readTarget reads levels that are made for a length, such as 1500/75/5m/1h: the stack, its big blinds at the start, how long
// a level lasts, and about how long the tournament. The pause after a result may follow.
func (l *Levels) readTarget(parts []string, players int) bool {
	if len(parts) < 3 || len(parts) > 5 {
		return false
	}
	stack, err1 := strconv.Atoi(parts[0])
	depth, err2 := strconv.Atoi(parts[1])
	if err1 != nil || err2 != nil || depth < 5 || depth > 1000 || stack < 2*depth || stack > 1_000_000 {
		return false
	}
	length, hands, ok := readLength(parts[2])
	if !ok {
		return false
	}
	unit := length
	if hands > 0 {
		unit = time.Minute
	}
	target := 5 * unit
	if len(parts) > 3 && parts[3] != "" {
		if target, ok = readSpan(parts[3], unit, 100*unit); !ok {
			return false
		}
	}
	if len(parts) > 4 {
		l.paced = true
		if l.Pause, ok = readSpan(parts[4], 0, time.Minute); !ok {
			return false
		}
	}
	clock := l.Clock
	l.Made = setup.Target(int64(stack), players, target, unit, depth)
	l.Clock, l.Schedule.Length, l.Schedule.Hands = clock, length, hands
	last := l.Schedule.Levels[len(l.Schedule.Levels)-1]
	return last.Big <= locale.MaxChips // no level may have more (T20)
}

// readEach reads the stack, how long a level lasts, and the blinds of each level: 1500 5m 10/20 20/40 50/100. A third number is an
// ante, and bb the ante of the big blind (T24). A game before the blinds, such as pl-omaha, is that of the levels from there on (T2). With
// colour-up at the end, small chips are changed for larger ones (T28).
func (l *Levels) readEach(words []string) bool {
	words, l.Schedule.ColourUp = cutWord(words, colourUp)
	if len(words) < 3 {
		return false
	}
	stack, err := locale.ParseChips(words[0])
	length, hands, ok := readLength(words[1])
	if err != nil || !ok {
		return false
	}
	l.Stack, l.Schedule.Length, l.Schedule.Hands, l.Break = stack, length, hands, setup.DefaultBreak
	var game setup.Game
	begins := false // the next word is the first level of the game
	for _, word := range words[2:] {
		if next, ok := readGame(word); ok && !begins {
			game, begins = next, true
			continue
		}
		level, ok := readLevel(word)
		if !ok {
			return false
		}
		level.Variant, level.Limit, begins = game.Variant, game.Limit, false
		l.Schedule.Levels = append(l.Schedule.Levels, level)
	}
	if len(l.Schedule.Levels) == 0 || begins {
		return false
	}
	if l.Schedule.ColourUp {
		setUnits(&l.Schedule, 0, l.Stack)
	}
	return true
}

// readLevel reads the blinds of a level, and its ante.
func readLevel(word string) (level setup.Level, ok bool) {
	parts := strings.Split(word, "/")
	if len(parts) < 2 || len(parts) > 3 {
		return level, false
	}
	amounts := []*int64{&level.Small, &level.Big, &level.Ante}
	if level.BigBlindAnte = len(parts) == 3 && parts[2] == "bb"; level.BigBlindAnte {
		parts = parts[:2]
	}
	for i, part := range parts {
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return level, false
		}
		*amounts[i] = n
	}
	return level, true
}

// readGame reads a game, a limit, or both in any order: omaha, fl, pl-omaha. The tournament has the part that is not named.
func readGame(word string) (game setup.Game, ok bool) {
	for part := range strings.SplitSeq(word, "-") {
		variant, limit := options.Games[part], options.Limits[part]
		if variant == 0 && limit == 0 || variant != 0 && game.Variant != 0 || limit != 0 && game.Limit != 0 {
			return game, false
		}
		game.Variant, game.Limit = max(game.Variant, variant), max(game.Limit, limit)
	}
	return game, true
}

// colourUp is the word after the levels that has small chips changed for larger ones.
const colourUp = "colour-up"

// cutWord returns words without the last one if that is a certain one, and reports whether it was.
func cutWord(words []string, last string) ([]string, bool) {
	n := len(words) - 1
	if words[n] != last {
		return words, false
	}
	return words[:n], true
}

// setUnits gives each level from one on the largest chip that makes its blinds and antes, those of all later levels, and the stack. A
// chip is at most ten times the one before, and a multiple of it (T28).
func setUnits(s *setup.Schedule, from int, stack int64) {
	list := s.Levels
	most := make([]int64, len(list))
	rest := stack
	for i := len(list) - 1; i >= 0; i-- {
		rest = divisor(rest, divisor(list[i].Small, divisor(list[i].Big, list[i].Ante)))
		most[i] = rest
	}
	unit := most[0]
	if from > 0 {
		unit = s.Unit(from - 1)
	}
	for i := from; i < len(list); i++ {
		for times := int64(10); times > 1; times-- {
			if most[i]%(times*unit) == 0 {
				unit *= times
				break
			}
		}
		list[i].Unit = unit
	}
}

// divisor returns the greatest common divisor of two numbers; that of 0 and n is n.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// readLength reads how long a level lasts. A number without a unit is hands (T20).
func readLength(typed string) (length time.Duration, hands int, ok bool) {
	hands, err := strconv.Atoi(typed)
	if err != nil {
		length, ok = readSpan(typed, 10*time.Second, 24*time.Hour)
		return length, 0, ok
	}
	return 0, hands, hands >= 1 && hands <= 1000
}

// readSpan reads a length of time from least to most, in whole seconds.
func readSpan(typed string, least, most time.Duration) (d time.Duration, ok bool) {
	d, err := time.ParseDuration(typed)
	return d, err == nil && d >= least && d <= most && d%time.Second == 0
}
