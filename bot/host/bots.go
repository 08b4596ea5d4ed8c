package host

import (
	"strconv"
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

var levels = map[string]engine.Level{"easy": engine.Easy, "normal": engine.Normal, "hard": engine.Hard}

// MaxBots is how many house players a table has room for beside one person.
const MaxBots = engine.MaxSeats - 1

// botOptions is which house players a command is about, and how many: engine.Person and 1 unless it says so. What it
// cannot be about it refuses.
func botOptions(t *table.Table, in *interaction.Interaction) (level engine.Level, count int, ok bool) {
	if text, given := in.Options["level"]; given {
		if level, ok = levels[text]; !ok {
			t.Refuse(in, &options.Error{Option: "level", Want: "easy, normal, hard"})
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

// botsOf is the house players of a level who stay, or of all levels for engine.Person.
func botsOf(t *table.Table, level engine.Level) (players []engine.ID) {
	for _, s := range t.View().Seats {
		if s.House != engine.Person && !s.Leaves && (level == engine.Person || s.House == level) {
			players = append(players, s.Player)
		}
	}
	return players
}

// AddBots seats house players, as many as there are seats for, under names nobody at the table has.
func AddBots(t *table.Table, in *interaction.Interaction) {
	level, count, ok := botOptions(t, in)
	if !ok {
		return
	}
	if level == engine.Person {
		level = engine.Normal
	}
	seated := 0
	err := t.Update(in, func(r *record.Table, e *engine.Table) ([]engine.Event, error) {
		events := t.WithServerStakes(e)
		if r.Names == nil {
			r.Names = map[engine.ID]string{}
		}
		for ; seated < count; seated++ {
			v := e.View(0)
			c := engine.Sit{
				Player: newBotID(v), Seat: engine.AnySeat, Chips: table.FullBuyIn(v.Rules), House: level, At: engine.At(time.Now()),
			}
			next, more, err := e.Apply(c, events)
			if err != nil && seated == 0 {
				return nil, err
			}
			if err != nil {
				break
			}
			*e, events = next, more
			r.Names[c.Player] = ai.Names[(int(c.Player)+int(r.Session))%len(ai.Names)]
		}
		audit(r, in, text.AuditEntry{What: text.DidSeatBots, N: int64(seated)})
		return events, nil
	})
	if err != nil {
		t.Refuse(in, err)
		return
	}
	t.Env.Reply.Text(in, in.Lang.Count(in.Lang.Say.BotsJoined, int64(seated))+" "+string(botChipsText(t, in.Lang)))
}

// botChipsText says what a table with house players plays for.
func botChipsText(t *table.Table, l *locale.Lang) locale.Text {
	switch v := t.View(); {
	case !v.Rules.Staked:
		return l.Say.Practice
	case t.OffWallet(&v):
		return l.Money.FreeHelp
	}
	return l.Say.Staked
}

// newBotID is an id for a house player. They are small numbers, which no person's can be.
func newBotID(v engine.View) engine.ID {
	for player := engine.ID(1); ; player++ {
		if _, taken := v.SeatOf(player); !taken {
			return player
		}
	}
}

// RemoveBots lets house players get up, the last ones first: of one level where it names one, all of them unless it says
// how many.
func RemoveBots(t *table.Table, in *interaction.Interaction) {
	level, count, ok := botOptions(t, in)
	if !ok {
		return
	}
	leaving := botsOf(t, level)
	switch _, given := in.Options["count"]; {
	case len(leaving) == 0:
		t.Env.Reply.Text(in, string(table.Pick(level == engine.Person, in.Lang.Say.NoBots, in.Lang.Say.NoBotsLevel)))
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
	if err != nil {
		t.Refuse(in, err)
		return
	}
	form := in.Lang.Say.BotsLeft
	if t.View().Phase != engine.Idle {
		form = in.Lang.Say.BotsAfter
	}
	t.Env.Reply.Text(in, in.Lang.Count(form, int64(len(leaving))))
}
