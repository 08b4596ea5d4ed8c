package host

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/ai"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// MaxBots is how many house players fit at a table with one person.
const MaxBots = engine.MaxSeats - 1

// botOptions reads the level and the number of house players of a command: [engine.Person], which means any level, and 1 by
// default. It answers a command with invalid options, and ok is false.
func botOptions(t *table.Table, in *interaction.Interaction) (level engine.Level, count int, ok bool) {
	if text, given := in.Options["level"]; given {
		if level, ok = options.Levels[text]; !ok {
			t.Refuse(in, &options.Error{Option: "level", Want: options.List("easy", "normal", "hard"), Kind: options.OneOf})
			return 0, 0, false
		}
	}
	text, given := in.Options["count"]
	if !given {
		return level, 1, true
	}
	count, err := strconv.Atoi(text)
	if err != nil || count < 1 || count > MaxBots {
		t.Refuse(in, &options.Error{Option: "count", Want: in.Lang.Range(1, MaxBots)})
		return 0, 0, false
	}
	return level, count, true
}

// botsOf returns the house players of a level, or of all levels for [engine.Person], who are not leaving.
func botsOf(t *table.Table, level engine.Level) (players []engine.ID) {
	for _, s := range t.View().Seats {
		if s.House != engine.Person && !s.Leaves && (level == engine.Person || s.House == level) {
			players = append(players, s.Player)
		}
	}
	return players
}

// AddBots seats house players, up to the number of free seats, under names that no other player at the table has. It asks
// before the first one of a wallet table.
func AddBots(t *table.Table, in *interaction.Interaction) {
	level, count, ok := botOptions(t, in)
	if !ok {
		return
	}
	if level == engine.Person {
		level = engine.Normal
	}
	if changesChips(t) {
		askForBots(t, in, level, count)
		return
	}
	seatBots(t, in, level, count)
}

// seatBots seats house players.
func seatBots(t *table.Table, in *interaction.Interaction, level engine.Level, count int) {
	seated := 0
	seat := func(r *record.Table, e *engine.Table) ([]engine.Event, error) {
		events := t.Funds().WithServerStakes(e)
		if r.Names == nil {
			r.Names = map[engine.ID]string{}
		}
		for ; seated < count; seated++ {
			v := e.View(0)
			c := engine.Sit{
				Player: newBotID(v), Seat: engine.AnySeat, Chips: options.DefaultBuyIn(v.Rules), House: level, At: engine.At(time.Now()),
			}
			next, more, err := e.Apply(c, events)
			if err != nil && seated == 0 {
				return nil, err
			}
			if err != nil {
				break
			}
			*e, events = next, more
			r.Names[c.Player] = newBotName(v, r, c.Player)
		}
		audit(r, in, text.AuditEntry{What: text.DidSeatBots, N: int64(seated)})
		return events, nil
	}
	ended, err := countEnded(t, in, func() error { return t.Update(in, seat) })
	said := locale.Sentences(in.Lang.Count(in.Lang.Say.BotsJoined, int64(seated)), string(botChipsText(t, in.Lang)), ended)
	reply(t, in, err, strings.TrimSpace(said))
}

// botChipsText returns the text about the chips of a table with house players.
func botChipsText(t *table.Table, l *locale.Lang) locale.Text {
	switch v := t.View(); {
	case !v.Rules.Staked:
		return l.Say.Practice
	case t.Funds().OffWallet(&v):
		return l.Money.FreeHelp
	}
	return l.Say.Staked
}

// newBotID returns a free ID for a house player. Small numbers are never the ID of a person.
func newBotID(v engine.View) engine.ID {
	for player := engine.ID(1); ; player++ {
		if _, taken := v.SeatOf(player); !taken {
			return player
		}
	}
}

// newBotName returns the first name, from that of [ai.NameOf] on, which no house player at the table has. Those of an earlier session have
// other names than NameOf gives them now.
func newBotName(v engine.View, r *record.Table, player engine.ID) string {
	for n := player; ; n++ {
		name := ai.NameOf(n, r.Session)
		if !slices.ContainsFunc(v.Seats, func(s engine.SeatView) bool { return s.House != engine.Person && r.Names[s.Player] == name }) {
			return name
		}
	}
}

// RemoveBots stands house players up, the last ones first: those of one level if the command names it, and all of them
// unless it gives a number.
func RemoveBots(t *table.Table, in *interaction.Interaction) {
	level, count, ok := botOptions(t, in)
	if !ok {
		return
	}
	leaving := botsOf(t, level)
	switch _, given := in.Options["count"]; {
	case len(leaving) == 0:
		t.Env.Reply.Text(in, string(locale.Either(level == engine.Person, in.Lang.Say.NoBots, in.Lang.Say.NoBotsLevel)))
		return
	case given:
		leaving = leaving[max(0, len(leaving)-count):]
	}
	err := t.Update(in, func(r *record.Table, e *engine.Table) (events []engine.Event, err error) {
		for _, player := range leaving {
			if *e, events, err = e.Apply(engine.Leave{Player: player, At: engine.At(time.Now())}, events); err != nil {
				return nil, err
			}
		}
		audit(r, in, text.AuditEntry{What: text.DidSendBots, N: int64(len(leaving))})
		return events, nil
	})
	form := in.Lang.Say.BotsLeft
	if t.View().Phase != engine.Idle {
		form = in.Lang.Say.BotsAfter
	}
	t.Answer(in, err, in.Lang.Count(form, int64(len(leaving))))
}
