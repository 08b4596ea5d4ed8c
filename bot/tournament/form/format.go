package form

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/engine"
	"cardroom/engine/tournament/setup"
)

// Format is how a tournament is played.
type Format struct {
	Options setup.Options
	Bots    int          // house players
	Level   engine.Level // of the house players
}

// ErrOneTable refuses more players than a table has seats.
var ErrOneTable = errors.New("tournament: one table so far")

// ReadFormat reads the modal of /tournament create, and the options of the command, which the modal kept: the game, the limit, the level
// of the house players, and how many there are. Times without a date are in zone. The error is a sentence's, or an *options.Error.
func ReadFormat(in *interaction.Interaction, zone *time.Location) (name string, f Format, err error) {
	for len(in.Inputs) < 5 {
		in.Inputs = append(in.Inputs, "")
	}
	start, price, levels, seats := in.Inputs[1], in.Inputs[2], in.Inputs[3], in.Inputs[4]
	if name, err = ReadName(in.Lang, in.Inputs[0]); err != nil {
		return name, f, err
	}
	players, err := strconv.Atoi(strings.TrimSpace(seats))
	switch {
	case err != nil || players < 2:
		return name, f, &options.Error{Option: "players", Want: in.Lang.Range(2, engine.MaxSeats)}
	case players > engine.MaxSeats:
		return name, f, ErrOneTable
	}
	l, err := ReadLevels(levels, players)
	if err != nil {
		return name, f, err
	}
	kept := append(strings.Fields(in.CustomID.Arg), "", "", "", "")
	f.Bots, err = strconv.Atoi(kept[3])
	if err != nil || f.Bots < 0 || f.Bots >= players {
		return name, f, &options.Error{Option: "bots", Want: in.Lang.Range(0, int64(players-1))}
	}
	f.Options = OptionsOf(l, players, f.Bots)
	err = cmp.Or(ReadChips(&f.Options.Price, "price", price), ReadStart(&f.Options, start, zone, time.Now()),
		Choose(&f.Options.Variant, "game", kept[0], options.Games), Choose(&f.Options.Limit, "limit", kept[1], options.Limits),
		Choose(&f.Level, "level", kept[2], options.Levels))
	if err != nil {
		return name, f, err
	}
	return name, f, setup.CheckAt(&f.Options, engine.At(time.Now()), false)
}
