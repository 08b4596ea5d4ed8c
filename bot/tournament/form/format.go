package form

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/engine/tournament/setup"
	"cardroom/render"
	"cardroom/render/locale"
)

// Format is how a tournament is played.
type Format struct {
	Options setup.Options
	Listed  bool         // the organiser typed each level
	Bots    int          // house players
	Level   engine.Level // of the house players
}

// ErrOneTable refuses more players than a table has seats.
var ErrOneTable = errors.New("tournament: more players than a table has seats: choose fewer")

// Modal returns the inputs of the modal of /tournament create, and the options of the command, which the modal keeps: the game, the
// limit, the level of the house players, and how many there are. [ReadFormat] reads both. The error is an *options.Error, for a value
// that the command does not offer.
func Modal(in *interaction.Interaction) (kept string, inputs []render.Input, err error) {
	said := &in.Lang.Tournament.Said
	game := cmp.Or(in.Options["game"], "holdem")
	most := mostPlayers(game)
	words := []string{game, cmp.Or(in.Options["limit"], "nl"), cmp.Or(in.Options["level"], "normal"), cmp.Or(in.Options["bots"], "0")}
	unused := new(Format)
	if err := cmp.Or(unused.readGame(words), unused.readBots(in.Lang, words[3], most)); err != nil {
		return "", nil, err
	}
	words[3] = strconv.Itoa(unused.Bots)
	return strings.Join(words, " "), []render.Input{
		{Label: string(said.Name), Required: true, Most: render.MostTitle},
		{Label: string(said.Start), Placeholder: options.WhenWant, Most: 40},
		{Label: string(said.Price), Placeholder: "0", Value: "0", Most: 16},
		{Label: string(said.Preset), Placeholder: levelsWant, Value: "turbo", Required: true, Most: 400},
		{Label: string(said.Players), Placeholder: "2–" + strconv.Itoa(most), Value: strconv.Itoa(min(9, most)), Required: true, Most: 6},
	}, nil
}

// readBots reads how many house players there are, for a number of players.
func (f *Format) readBots(l *locale.Lang, typed string, players int) (err error) {
	f.Bots, err = strconv.Atoi(typed)
	if err != nil || f.Bots < 0 || f.Bots >= players {
		return &options.Error{Option: "bots", Want: l.Range(0, int64(players-1))}
	}
	return nil
}

// readGame reads the game, the limit and the level of the house players.
func (f *Format) readGame(words []string) error {
	return cmp.Or(Choose(&f.Options.Variant, "game", words[0], options.Games), Choose(&f.Options.Limit, "limit", words[1], options.Limits),
		Choose(&f.Level, "level", words[2], options.Levels))
}

// mostPlayers returns how many players a table of a game seats (R2).
func mostPlayers(game string) int { return poker.Rules{Variant: options.Games[game]}.MostSeats() }

// ReadFormat reads the answers to [Modal]. Times without a date are in zone. The error is one of this package's, an *options.Error or a
// *setup.OptionError.
func ReadFormat(in *interaction.Interaction, zone *time.Location) (name string, f Format, err error) {
	inputs := append(slices.Clone(in.Inputs), "", "", "", "", "")
	start, price, levels, seats := inputs[1], inputs[2], inputs[3], inputs[4]
	if name, err = parseName(in.Lang, inputs[0]); err != nil {
		return name, f, err
	}
	kept := append(strings.Fields(in.CustomID.Arg), "", "", "", "")
	players, err := strconv.Atoi(strings.TrimSpace(seats))
	switch most := mostPlayers(kept[0]); {
	case err != nil || players < 2 || most < min(players, engine.MaxSeats):
		return name, f, &options.Error{Option: "players", Want: in.Lang.Range(2, int64(most))}
	case players > engine.MaxSeats:
		return name, f, ErrOneTable
	}
	l, err := readLevels(levels, players)
	if err != nil {
		return name, f, err
	}
	if err = f.readBots(in.Lang, kept[3], players); err != nil {
		return name, f, err
	}
	f.Options, f.Listed = optionsOf(l, players, f.Bots), len(setup.LevelWords(levels)) > 1
	err = cmp.Or(readChips(&f.Options.Price, "price", price), readStart(&f.Options, start, zone, time.Now()), f.readGame(kept))
	if err != nil {
		return name, f, err
	}
	return name, f, setup.CheckAt(&f.Options, engine.At(time.Now()), false)
}
