package form

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/setup"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// ErrWord is the error of an invitation word that lets no player in.
var ErrWord = errors.New("tournament: no such invitation word")

// ErrStuck refuses to resume a tournament whose hand still cannot end.
var ErrStuck = errors.New("the hand of the tournament still cannot end")

// RefuseAt tells a user why the director of a table, or the store, refused.
func RefuseAt(t *table.Table, in *interaction.Interaction, err error) {
	e, w := t.Record().Event, &in.Lang.Tournament
	r, refused := errors.AsType[tournament.Refusal](err)
	switch {
	case refused:
		t.Env.Reply.Text(in, Why(in.Lang, &e.State.Tournament, r))
	case errors.Is(err, ErrWord):
		t.Env.Reply.Text(in, w.Gate.WrongWord.Format("name", e.Title()))
	case errors.Is(err, ErrStuck):
		t.Env.Reply.Text(in, w.Said.Stuck.Format("name", e.Title()))
	default:
		Refuse(t.Env, in, err)
	}
}

// Refuse tells a user which option of a tournament is wrong.
func Refuse(e *table.Env, in *interaction.Interaction, err error) {
	w, zone := &in.Lang.Tournament.Said.Why, ZoneOf(e, in.Key.Guild)
	o, isOption := errors.AsType[*setup.OptionError](err)
	switch {
	case isOption:
		e.Reply.Text(in, fault(in.Lang, o, zone))
	case errors.Is(err, options.ErrPast):
		e.Reply.Text(in, isPast(in.Lang, zone))
	case errors.Is(err, options.ErrFar):
		e.Reply.Text(in, string(w.Far))
	case errors.Is(err, errLevels):
		e.Reply.Text(in, string(w.Levels))
	case errors.Is(err, ErrAgainTime):
		e.Reply.Text(in, string(in.Lang.Tournament.Again.NeedsFull))
	case errors.Is(err, ErrAgainThread):
		e.Reply.Text(in, string(in.Lang.Tournament.Again.NeedsThread))
	case errors.Is(err, ErrListedTime):
		e.Reply.Text(in, w.NeedsStart.Format("option", render.Code("event")))
	case errors.Is(err, errServerChips):
		e.Reply.Text(in, string(w.Server))
	default:
		e.Reply.Refuse(in, err)
	}
}

// isPast returns the sentence for a time that has passed.
func isPast(l *locale.Lang, zone *time.Location) string {
	return l.Tournament.Said.Why.Past.Format("now", text.FullTime(engine.At(time.Now())), "zone", zone.String())
}

// examples has an example of each option that is part of more.
var examples = map[string]string{"paid": "paid 50/30/20", "points": "points 10/6/4", "groups": "groups 3/2m"}

// unitLevels is an example of levels that change small chips for larger ones (T28).
const unitLevels = "1500 5m 25/50 50/100 100/200 " + colourUp

// fault returns the sentence for an option with a fault. It names the option and says what would be right.
func fault(l *locale.Lang, o *setup.OptionError, zone *time.Location) string {
	w, option, other := &l.Tournament.Said.Why, render.Code(o.Option), render.Code(o.Other)
	suchAs := func(option, example string) string {
		sentence, _ := options.ErrorText(l, &options.Error{Option: option, Want: options.List(example), Kind: options.Examples})
		return sentence
	}
	ofLevels := o.Option == "stack" || strings.HasPrefix(o.Option, "level ")
	switch o.Fault {
	case setup.OutOfRange:
		return outOfRange(l, o)
	case setup.Past:
		if o.Option == "expires" {
			return w.Expired.Format("when", render.RelativeTime(engine.Moment(o.Is)))
		}
		return isPast(l, zone)
	case setup.OpensLate:
		return string(w.Opens)
	case setup.Unscheduled:
		return w.NeedsStart.Format("option", option)
	case setup.Needs:
		return w.Needs.Format("option", option, "other", other)
	case setup.Excludes:
		switch o.Other {
		case "hands": // a typed number of hands is how long a level lasts
			return suchAs("levels", unitLevels)
		case "rebuy-until":
			return string(l.Tournament.Bounties.Clash)
		case "reentry":
			return string(l.Tournament.Rebuys.Clash)
		}
		return w.Excludes.Format("option", option, "other", other)
	case setup.LatePlayers:
		return string(l.Tournament.Rebuys.Clash)
	case setup.HouseGame:
		return l.Tournament.Said.NoPrice.Format("option", option)
	case setup.OffUnit:
		if ofLevels {
			option = render.Code("levels")
		}
		return w.Unit.Format("option", option, "n", l.Chips(o.Min))
	case setup.Falling, setup.NoneHigher:
		return string(w.Falling)
	case setup.FewerSeats:
		return w.Mixed.Format("range", l.Range(o.Min, o.Max))
	case setup.LateGroup:
		return string(w.LateGroup)
	}
	if example := examples[o.Option]; example != "" {
		return suchAs("more", example)
	}
	return string(w.Levels)
}

// outOfRange returns the sentence for an option that is out of its range.
func outOfRange(l *locale.Lang, o *setup.OptionError) string {
	w, option, most := &l.Tournament.Said.Why, o.Option, l.Range(o.Min, o.Max)
	switch {
	case option == "stack":
		return w.Stack.Format("range", most)
	case strings.HasPrefix(option, "level "):
		return string(w.Levels)
	case option == "seats" || option == "max":
		option = "players"
	}
	sentence, _ := options.ErrorText(l, &options.Error{Option: option, Want: cmp.Or(o.Times(), most)})
	return sentence
}

// Why returns the sentence for a refusal of a tournament's director.
func Why(l *locale.Lang, t *tournament.Tournament, r tournament.Refusal) string {
	w, o := &l.Tournament.Said.Why, t.Options()
	switch r.Reason {
	case tournament.NotOpen:
		return w.NotOpen.Format("when", render.RelativeTime(r.Until))
	case tournament.TooSoon:
		if r.Rule == 14 {
			return w.Group.Format("when", render.RelativeTime(r.Until))
		}
		return locale.Either(r.Rule == 12, w.TooOften, w.TooSoon).Format("when", render.RelativeTime(r.Until))
	case tournament.TooLate:
		if t.View().Phase >= tournament.Seated {
			return string(w.LockedRunning)
		}
		if o.Scheduled {
			return string(w.LockedScheduled)
		}
		return string(w.Locked)
	case tournament.NoMoreRebuy:
		if r.Rule == 67 {
			return string(l.Tournament.Rebuys.HasAddOn)
		}
	case tournament.IsPaused:
		if r.Rule == 93 {
			wanted := t.View().Deal.Wants
			if wanted == 0 || t.Entry(wanted).Out {
				return string(l.Tournament.Deals.Unasked)
			}
			return string(l.Tournament.Deals.Paused)
		}
	case tournament.DealIsOpen:
		if deal := t.View().Deal; !deal.Open() { // it comes after the hand
			return string(l.Tournament.Deals.Wanted)
		}
	case tournament.TooManyChips:
		return l.Tournament.Rebuys.TooMany.Format("amount", l.Chips(o.Stack))
	case tournament.TooFew:
		return w.TooFew.Format("n", l.Chips(int64(setup.Fewest(&o))))
	}
	if known := plain(l, r.Reason); known != "" {
		return string(known)
	}
	return string(l.Why.Other)
}

// plain returns the sentence of a director's reason that needs no numbers, and "" for the others.
func plain(l *locale.Lang, r tournament.Reason) locale.Text {
	w, buys, deals := &l.Tournament.Said.Why, &l.Tournament.Rebuys, &l.Tournament.Deals
	return map[tournament.Reason]locale.Text{
		tournament.Over: w.Over, tournament.EntriesAreClosed: w.Closed,
		tournament.NoMoreEntry: w.NoMoreEntry, tournament.NotIn: w.NotIn, tournament.Started: w.Started, tournament.NotStarted: w.NotStarted,
		tournament.IsPaused: w.Paused, tournament.NotPaused: w.NotPaused, tournament.OncePerLevel: w.OncePerLevel,
		tournament.LastOne: w.LastOne, tournament.WasWarned: w.WasWarned, tournament.NoSuchEntry: w.NoSuchEntry,
		tournament.RebuysAreOver: buys.Over, tournament.NoMoreRebuy: buys.NoneLeft, tournament.RebuyWaits: buys.OneWaits, tournament.NotOffered: buys.NotOffered,
		tournament.NoAddOn:   buys.NoAddOn,
		tournament.NoRestart: buys.NoRestart, tournament.HandRuns: buys.NoRestart,
		tournament.NoDeal: deals.None, tournament.DealIsOpen: deals.Open, tournament.SomeAbsent: deals.Absent, tournament.AskedBefore: deals.Before,
	}[r]
}

// ZoneOf returns the time zone of a server.
func ZoneOf(e *table.Env, guild engine.ID) *time.Location {
	if zone, ok := options.ReadZone(e.Prefs.Guild(guild).Zone); ok {
		return zone
	}
	return time.UTC
}
