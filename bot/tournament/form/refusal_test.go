package form

import (
	"errors"
	"regexp"
	"slices"
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

// newSettings has another value of each setting.
var newSettings = []struct{ name, typed string }{
	{"name", "Other"}, {"levels", "hyper"}, {"players", "6"}, {"start", "2026-12-01 20:00"}, {"opens", "2026-11-20 20:00"}, {"game", "omaha"}, {"limit", "pl"}, {"min", "3"},
	{"late", "2"}, {"reentry", "on"}, {"check-in", "10"}, {"price", "50"}, {"added", "500"}, {"guarantee", "500"}, {"role", "5"}, {"bounty", "10"}, {"cash-share", "40"}, {"rebuy-until", "2"},
	{"rebuys", "3"}, {"add-on", "2000"}, {"add-on-price", "50"},
	{"again", "on"}, {"event", "on"},
	{"more", "paid 2"}, {"more", "min-cash 100"}, {"more", "clock 22s"}, {"more", "pause 9s"}, {"more", "expires 3h"}, {"more", "break 9m"}, {"more", "per-person 3"}, {"more", "leave 10"},
	{"more", "restart on"}, {"more", "no-show refund"}, {"more", "groups 3/2m"}, {"more", "points on"},
	{"more", "approval on"}, {"more", "code spring"}, {"more", "not-role <@&5>"}, {"more", "approve <@5>"},
}

// TestTheRefusalOfALateChangeNamesWhatMayChange tries each setting once a player has registered, and in play: the sentence of the refusal
// names those that may change, and no others (T7).
func TestTheRefusalOfALateChangeNamesWhatMayChange(t *testing.T) {
	for name, c := range map[string]struct{ scheduled, started, bounties, rebuys bool }{
		"Sit & Go": {}, "scheduled": {scheduled: true}, "running": {scheduled: true, started: true},
		"with bounties": {scheduled: true, bounties: true}, "running, with bounties": {scheduled: true, started: true, bounties: true},
		"with rebuys": {scheduled: true, rebuys: true}, "running, with rebuys": {scheduled: true, started: true, rebuys: true},
	} {
		o, now := setup.DefaultOptions("turbo"), time.Date(2026, 11, 19, 12, 0, 0, 0, time.UTC)
		o.Price, o.Max, o.Seats = 100, 5, 5
		if c.scheduled {
			o.Scheduled, o.Min, o.Late, o.Times.Start, o.Times.CheckIn = true, 2, 4, engine.At(now.Add(48*time.Hour)), 30*time.Minute
		}
		if c.started {
			o.Times.CheckIn = 0
		}
		if c.bounties {
			o.Bounty.Part, o.Bounty.Share = 20, 50
		}
		if c.rebuys {
			o.Rebuys.Until, o.Rebuys.Most, o.Rebuys.AddOn, o.Rebuys.AddOnPrice = 4, 2, 1000, 30
		}
		s, _, err := tournament.New(o, engine.At(now))
		if err != nil {
			t.Fatal(err)
		}
		do := func(commands ...tournament.Command) {
			for _, command := range commands {
				if s, _, err = s.Apply(command, enginetest.Lots(1), nil); err != nil {
					t.Fatalf("%s: %T: %v", name, command, err)
				}
			}
		}
		for person := range engine.ID(3) {
			do(tournament.Register{At: tournament.At(engine.At(now)), Person: person + 1})
		}
		if c.started {
			now = now.Add(48 * time.Hour)
			do(tournament.Tick{At: tournament.At(engine.At(now))}, tournament.Begin{At: tournament.At(engine.At(now))})
		}
		event := new(record.Event)
		event.State.Tournament = s
		var allowed []string
		for _, x := range newSettings {
			e := Edit{In: &interaction.Interaction{Origin: new(interaction.Origin)}, Event: event.Clone(), Options: s.Options(), Zone: time.UTC, Now: now}
			e.In.Options, e.In.Lang = map[string]string{x.name: x.typed}, locale.Lookup("")
			if e.Read(Given(e.In)) != nil || e.Event.Again && c.scheduled || e.Event.Listed && !c.scheduled { // as the handler has it
				continue
			}
			if _, _, err := s.Apply(tournament.Change{At: tournament.At(engine.At(now)), Options: e.Options}, enginetest.Lots(1), nil); err == nil {
				option, _, _ := strings.Cut(strings.TrimPrefix(x.name+" "+x.typed, "more "), " ")
				allowed = append(allowed, option)
			}
		}
		slices.Sort(allowed)
		for _, l := range locale.Languages() {
			var listed []string
			for _, word := range regexp.MustCompile("`(?:more:)?([^`]+)`").FindAllStringSubmatch(Why(l, &s, tournament.Refusal{Reason: tournament.TooLate, Rule: 7}), -1) {
				if word[1] != "more" {
					listed = append(listed, word[1])
				}
			}
			if slices.Sort(listed); !slices.Equal(listed, allowed) {
				t.Errorf("%s, %s: the refusal names %v, and these may change: %v", name, l.Locale, listed, allowed)
			}
		}
	}
}

// TestADealWaitsForAPlayerWhoIsStillIn plays the hand after which a player wants a deal, in a pause: a deal waits only if they are not out.
func TestADealWaitsForAPlayerWhoIsStillIn(t *testing.T) {
	now := tournament.At(engine.At(time.Date(2026, 11, 19, 12, 0, 0, 0, time.UTC)))
	o := setup.DefaultOptions("turbo")
	o.Seats, o.Max, o.Price = 3, 3, 100
	s, _, err := tournament.New(o, engine.Moment(now))
	if err != nil {
		t.Fatal(err)
	}
	do := func(command tournament.Command) {
		t.Helper()
		if s, _, err = s.Apply(command, enginetest.Lots(1), nil); err != nil {
			t.Fatalf("%T: %v", command, err)
		}
	}
	for person := range engine.ID(3) {
		do(tournament.Register{At: now, Person: person + 1})
	}
	now = tournament.At(s.Pending().Due)
	do(tournament.Tick{At: now})
	do(tournament.Begin{At: now})
	for s.MayStart(1, engine.Moment(now)) != nil {
		now += 1000
	}
	do(tournament.StartHand{At: now, Table: 1})
	do(tournament.AskDeal{At: now, Entry: 1})
	do(tournament.Pause{At: now})
	says := func(want locale.Text) {
		t.Helper()
		_, _, err := s.Apply(tournament.AskDeal{At: now, Entry: 2}, enginetest.Lots(1), nil)
		why, ok := errors.AsType[tournament.Refusal](err)
		if !ok || Why(locale.Lookup(""), &s, why) != string(want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	says(locale.Lookup("").Tournament.Deals.Paused)
	var stacks [engine.MaxSeats]int64
	stacks[s.Entry(2).Seat], stacks[s.Entry(3).Seat] = 2*o.Stack, o.Stack
	do(tournament.EndHand{At: now, Table: 1, Stacks: stacks})
	says(locale.Lookup("").Tournament.Deals.Unasked)
}

// TestARefusalHasOneCause gives each reason that shares a word with another its own sentence (T12, T15, T66).
func TestARefusalHasOneCause(t *testing.T) {
	var none tournament.Tournament
	for _, l := range locale.Languages() {
		said := map[string]tournament.Refusal{}
		for _, r := range []tournament.Refusal{
			{Reason: tournament.TooSoon, Rule: 12}, {Reason: tournament.TooSoon, Rule: 14}, {Reason: tournament.TooSoon, Rule: 15}, {Reason: tournament.NoMoreRebuy, Rule: 66},
			{Reason: tournament.NoMoreRebuy, Rule: 67}, {Reason: tournament.RebuyWaits, Rule: 66}, {Reason: tournament.NotOffered, Rule: 66}, {Reason: tournament.RebuysAreOver, Rule: 66},
		} {
			why := Why(l, &none, r)
			if other, ok := said[why]; ok || why == string(l.Why.Other) {
				t.Errorf("%s: %+v and %+v have the sentence %q", l.Locale, r, other, why)
			}
			said[why] = r
		}
	}
}
