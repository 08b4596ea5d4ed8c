package form

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/engine/enginetest"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/setup"
	"cardroom/render/locale"
)

// TestEveryFaultOfAnOptionHasASentence types settings with each fault that a person can type. In each language the sentence names the
// option and what would be right.
func TestEveryFaultOfAnOptionHasASentence(t *testing.T) {
	const colours = "levels:1500 5m 25/50 50/100 100/200 colour-up"
	known := map[setup.Fault]bool{setup.UnitStep: true, setup.Several: true, setup.Repeated: true} // nothing that can be typed has them
	for _, c := range []struct {
		fault       setup.Fault
		option      string // of the error
		kind        string // of the tournament: with house players, or with a start
		typed, want string // between |
	}{
		{setup.OutOfRange, "seats", "", "players:10|game:draw", "`players`|2–6"},
		{setup.OutOfRange, "stack", "", "levels:9 5m 10/20", "`levels`|10–"},
		{setup.OutOfRange, "stack", "", "levels:240 5m 30/60 60/120 colour-up", "`levels`|300–"},
		{setup.OutOfRange, "level 1", "", "levels:1500 5m 20/10", "`levels`|`1500 5m 10/20 20/40 50/100`"},
		{setup.OutOfRange, "add-on", "", "rebuy-until:2|add-on:900000000", "`add-on`|0–1"},
		{setup.OutOfRange, "add-on", "", colours + "|rebuy-until:2|add-on:900000000", "`add-on`|0–25"},
		{setup.OutOfRange, "bounty", "", "price:100|bounty:101", "`bounty`|0–100"},
		{setup.OutOfRange, "cash-share", "", "price:100|bounty:50|cash-share:24", "`cash-share`|25–100"},
		{setup.OutOfRange, "rebuys", "", "rebuy-until:2|rebuys:21", "`rebuys`|0–20"},
		{setup.OutOfRange, "rebuy-until", "", "rebuy-until:99", "`rebuy-until`|0–"},
		{setup.OutOfRange, "late", "start", "late:99", "`late`|0–"},
		{setup.OutOfRange, "min", "start", "min:7", "`min`|2–6"},
		{setup.OutOfRange, "check-in", "start", "check-in:61", "`check-in`|5–60"},
		{setup.OutOfRange, "paid", "", "more:paid 31%", "`paid`|5%–30%"},
		{setup.OutOfRange, "min-cash", "", "more:min-cash -1", "`min-cash`|0–10"},
		{setup.OutOfRange, "clock", "", "more:clock 2s", "`clock`|10s–72h"},
		{setup.OutOfRange, "pause", "", "more:pause 61s", "`pause`|0s–60s"},
		{setup.OutOfRange, "expires", "", "more:expires 999h", "`expires`|0s–720h"},
		{setup.OutOfRange, "break", "", "more:break 3h", "`break`|0s–2h"},
		{setup.OutOfRange, "per-person", "", "more:per-person 0", "`per-person`|1–10"},
		{setup.OutOfRange, "leave", "", "more:leave 21", "`leave`|0–20"},
		{setup.OutOfRange, "groups", "start", "check-in:20|more:groups 3/90m", "`groups`|1–60"},
		{setup.OutOfRange, "points", "", "more:points 9999999", "`points`|0–1"},
		{setup.Past, "expires", "", "more:expires 1m", "`expires`"},
		{setup.Past, "start", "start", "start:2026-11-18 20:00", "/server timezone"},
		{setup.OpensLate, "opens", "start", "opens:2026-11-30 20:00", "`opens`|`start`"},
		{setup.Unscheduled, "min", "", "min:3", "`min`|`start`|`start:20:30`"},
		{setup.Unscheduled, "late", "", "late:3", "`late`|`start`|`start:20:30`"},
		{setup.Unscheduled, "reentry", "", "reentry:on", "`reentry`|`start`|`start:20:30`"},
		{setup.Unscheduled, "check-in", "", "check-in:10", "`check-in`|`start`|`start:20:30`"},
		{setup.Unscheduled, "no-show", "", "more:no-show refund", "`no-show`|`start`|`start:20:30`"},
		{setup.Needs, "restart", "start", "more:restart on", "`restart`|`reentry`"},
		{setup.Needs, "reentry", "start", "late:0|reentry:on", "`reentry`|`late`"},
		{setup.Needs, "no-show", "start", "late:0|more:no-show refund", "`no-show`|`late`"},
		{setup.Needs, "groups", "start", "more:groups 3/2m", "`groups`|`check-in`"},
		{setup.Needs, "cash-share", "", "cash-share:50", "`cash-share`|`bounty`"},
		{setup.Needs, "rebuys", "", "rebuys:2", "`rebuys`|`rebuy-until`"},
		{setup.Needs, "add-on", "", "add-on:500", "`add-on`|`rebuy-until`"},
		{setup.Needs, "add-on-price", "", "rebuy-until:2|add-on-price:50", "`add-on-price`|`add-on`"},
		{setup.Excludes, "bounty", "", "price:100|bounty:50|rebuy-until:2", "`bounty`|`rebuy-until`"},
		{setup.Excludes, "bounty", "start", "price:100|bounty:50|reentry:on|more:restart on", "`bounty`|`restart`"},
		{setup.Excludes, "rebuy-until", "start", "late:1|reentry:on|rebuy-until:2", "`rebuy-until`|`reentry`"},
		{setup.Excludes, "colour-up", "", "levels:1500 5 25/50 50/100 colour-up", "`levels`|`1500 5m 25/50 50/100 100/200 colour-up`"},
		{setup.LatePlayers, "rebuy-until", "start", "late:3|rebuy-until:2", "`late`|`rebuy-until`"},
		{setup.HouseGame, "price", "house", "price:50", "`price`|0"},
		{setup.HouseGame, "added", "house", "added:50", "`added`|0"},
		{setup.HouseGame, "guarantee", "house", "guarantee:50", "`guarantee`|0"},
		{setup.HouseGame, "add-on-price", "house", "rebuy-until:2|add-on:500|add-on-price:50", "`add-on-price`|0"},
		{setup.OffUnit, "add-on", "", colours + "|rebuy-until:2|add-on:510", "`add-on`|25"},
		{setup.OffUnit, "add-on", "", colours + "|rebuy-until:2|add-on:525", "`add-on`|50"}, // the unit of the second level
		{setup.OffUnit, "level 2", "colours", "levels:1500 5m 25/50 60/120 colour-up", "`levels`|25"},
		{setup.Falling, "level 2", "", "levels:1500 5m 20/40 10/20", "`levels`"},
		{setup.NoneHigher, "levels", "colours", "levels:1500 5m 10/20", "`levels`"},
		{setup.Rising, "paid", "", "more:paid 30/50", "`more`|`paid 50/30/20`"},
		{setup.Rising, "points", "", "more:points 4/6", "`more`|`points 10/6/4`"},
		{setup.FewerSeats, "seats", "", "players:9|levels:1500 5m 10/20 fl-draw 20/40", "`levels`|2–6"},
		{setup.LateGroup, "groups", "start", "check-in:5|more:groups 1/5m", "`check-in`"},
	} {
		known[c.fault] = true
		for _, l := range locale.Languages() {
			err := typed(t, c.kind, c.typed, l)
			o, ok := errors.AsType[*setup.OptionError](err)
			if !ok || o.Fault != c.fault || o.Option != c.option {
				t.Errorf("%s: %v, want the fault %q of %s", c.typed, err, c.fault, c.option)
				break
			}
			sentence := fault(l, o, time.UTC)
			for want := range strings.SplitSeq(c.want, "|") {
				if !strings.Contains(sentence, want) || strings.ContainsAny(sentence, "{}") {
					t.Errorf("%s, %s: %q does not say %s", c.typed, l.Locale, sentence, want)
				}
			}
		}
	}
	source, err := os.ReadFile("../../../engine/tournament/setup/fault.go")
	if err != nil {
		t.Fatal(err)
	}
	all := regexp.MustCompile(`(?m)^\t\w+ +Fault = "(.*?)"`).FindAllStringSubmatch(string(source), -1)
	if len(all) != len(known) {
		t.Errorf("%d faults, %d of them known here", len(all), len(known))
	}
	for _, fault := range all {
		if !known[setup.Fault(fault[1])] {
			t.Errorf("no case has the fault %q", fault[1])
		}
	}
}

// typed returns the error of settings that an organiser types, for a tournament with house players ("house"), with a start ("start"), or
// in play with a smallest chip of 25 ("colours").
func typed(t *testing.T, kind, settings string, l *locale.Lang) error {
	now := time.Date(2026, 11, 19, 12, 0, 0, 0, time.UTC)
	o := setup.DefaultOptions("turbo")
	o.Max, o.Seats, o.Practice = 6, 6, kind == "house"
	if kind == "start" {
		o.Scheduled, o.Late, o.Times.Start = true, 3, engine.At(now.Add(48*time.Hour))
	}
	if kind == "colours" {
		o.Max, o.Seats, o.Min, o.Stack = 2, 2, 2, 1500
		o.Schedule.ColourUp, o.Schedule.Levels = true, []setup.Level{{Small: 25, Big: 50, Unit: 25}, {Small: 50, Big: 100}}
	}
	s, _, err := tournament.New(o, engine.At(now))
	do := func(command tournament.Command) {
		if err == nil {
			s, _, err = s.Apply(command, enginetest.Lots(1), nil)
		}
	}
	if kind == "colours" {
		do(tournament.Register{At: tournament.At(engine.At(now)), Person: 1})
		do(tournament.Register{At: tournament.At(engine.At(now)), Person: 2})
		now = s.Pending().Due.Time()
		do(tournament.Tick{At: tournament.At(engine.At(now))})
	}
	if err != nil {
		t.Fatal(err)
	}
	event := new(record.Event)
	event.State.Tournament = s
	in := &interaction.Interaction{Origin: new(interaction.Origin)}
	in.Lang, in.Options = l, map[string]string{}
	for part := range strings.SplitSeq(settings, "|") {
		name, value, _ := strings.Cut(part, ":")
		in.Options[name] = value
	}
	if settings == "more:expires 1m" { // once registration has been open for longer
		now = now.Add(time.Hour)
	}
	e := Edit{In: in, Event: event, Options: s.Options(), Zone: time.UTC, Now: now}
	if settings == "start:2026-11-18 20:00" { // the time passes between the reading and the change
		e.Now = now.Add(-48 * time.Hour)
	}
	if err := e.Read(Given(in)); err != nil {
		return err
	}
	_, _, err = s.Apply(tournament.Change{At: tournament.At(engine.At(now)), Options: e.Options}, enginetest.Lots(1), nil)
	return err
}
