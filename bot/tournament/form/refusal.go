package form

import (
	"cmp"
	"errors"
	"slices"
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

// reason is the option that an error names, and its rule.
type reason struct {
	option string
	rule   int
}

// pair is an option that goes with another one.
type pair struct{ option, other string }

// needed has the options that lack another one, by the error that says so.
var needed = map[reason]pair{
	{"late", 68}: {"reentry", "late"}, {"late", 71}: {"no-show", "late"}, {"restart", 70}: {"restart", "reentry"}, {"check-in", 14}: {"groups", "check-in"},
}

// falling has an example of each option that is a table whose numbers may not rise.
var falling = map[string]string{"paid": "paid 50/30/20", "points": "points 10/6/4"}

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
	w := &in.Lang.Tournament.Said.Why
	o, isOption := errors.AsType[*setup.OptionError](err)
	switch {
	case errors.Is(err, options.ErrPast), isOption && o.Option == "start":
		e.Reply.Text(in, w.Past.Format("now", text.FullTime(engine.At(time.Now())), "zone", ZoneOf(e, in.Key.Guild).String()))
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
	case !isOption:
		e.Reply.Refuse(in, err)
	case o.Option == "opens" && o.Text != "":
		e.Reply.Text(in, string(w.Opens))
	case o.Option == "expires" && o.Text != "":
		e.Reply.Text(in, w.Expired.Format("when", render.RelativeTime(engine.Moment(o.Is))))
	case o.Option == "stack" && o.Text == "":
		e.Reply.Text(in, w.Stack.Format("range", in.Lang.Range(o.Min, o.Max)))
	case o.Option == "seats" && o.Rule == 2:
		e.Reply.Text(in, w.Mixed.Format("range", in.Lang.Range(o.Min, o.Max)))
	case o.Option == "seats" || o.Option == "max":
		e.Reply.Refuse(in, &options.Error{Option: "players", Want: in.Lang.Range(o.Min, o.Max)})
	case o.Option == "cash-share":
		e.Reply.Text(in, string(in.Lang.Tournament.Bounties.First))
	case needed[reason{o.Option, o.Rule}] != pair{} && o.Text != "":
		x := needed[reason{o.Option, o.Rule}]
		e.Reply.Text(in, w.Needs.Format("option", render.Code(x.option), "other", render.Code(x.other)))
	case o.Option == "bounty" && o.Rule == 70:
		e.Reply.Text(in, w.Excludes.Format("option", render.Code("bounty"), "other", render.Code("restart")))
	case o.Option == "bounty" && o.Text != "":
		e.Reply.Text(in, string(in.Lang.Tournament.Bounties.Clash))
	case o.Option == "rebuy-until" && o.Rule == 3:
		e.Reply.Text(in, string(in.Lang.Tournament.Rebuys.Clash))
	case o.Text != "" && (o.Rule == 66 || o.Rule == 67):
		e.Reply.Text(in, string(in.Lang.Tournament.Rebuys.First))
	case o.Rule == 23:
		e.Reply.Text(in, string(w.Falling))
	case o.Rule == 39:
		e.Reply.Text(in, string(in.Lang.Tournament.Said.NoPrice))
	case o.Text != "" && slices.Contains([]string{"late", "reentry", "check-in", "min", "no-show"}, o.Option):
		e.Reply.Text(in, w.NeedsStart.Format("option", render.Code(o.Option)))
	case o.Text != "" && falling[o.Option] != "":
		e.Reply.Refuse(in, &options.Error{Option: "more", Want: options.List(falling[o.Option]), Kind: options.Examples})
	case o.Text != "" && o.Option == "groups":
		e.Reply.Text(in, string(w.LateGroup))
	case o.Text != "" || strings.HasPrefix(o.Option, "level "):
		e.Reply.Text(in, string(w.Levels))
	default:
		e.Reply.Refuse(in, &options.Error{Option: o.Option, Want: cmp.Or(o.Times(), in.Lang.Range(o.Min, o.Max))})
	}
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
		return w.TooSoon.Format("when", render.RelativeTime(r.Until))
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
	if known := text.Refused(l, r.Reason); known != "" {
		return string(known)
	}
	return string(l.Why.Other)
}

// ZoneOf returns the time zone of a server.
func ZoneOf(e *table.Env, guild engine.ID) *time.Location {
	if zone, ok := options.ReadZone(e.Prefs.Guild(guild).Zone); ok {
		return zone
	}
	return time.UTC
}
