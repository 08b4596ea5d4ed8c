package tournament

import (
	"errors"
	"slices"
	"strings"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/table"
	"cardroom/bot/tournament/form"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/setup"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// refuse tells a user why the director, or the store, refused.
func (d *Director) refuse(in *interaction.Interaction, err error) {
	if r, ok := errors.AsType[tournament.Refusal](err); ok {
		d.say(in, d.why(in.Lang, r))
		return
	}
	refuseOption(d.table.Env, in, err)
}

// refuseOption tells a user which option of a tournament is wrong.
func refuseOption(e *table.Env, in *interaction.Interaction, err error) {
	w := &in.Lang.Tournament.Said.Why
	o, isOption := errors.AsType[*setup.OptionError](err)
	switch {
	case errors.Is(err, options.ErrPast), isOption && o.Option == "start":
		e.Reply.Text(in, w.Past.Format("now", render.FullTime(engine.At(time.Now())), "zone", zoneOf(e, in.Key.Guild).String()))
	case errors.Is(err, options.ErrFar):
		e.Reply.Text(in, string(w.Far))
	case errors.Is(err, form.ErrLevels):
		e.Reply.Text(in, string(w.Levels))
	case errors.Is(err, form.ErrAgainTime):
		e.Reply.Text(in, string(in.Lang.Tournament.Again.NeedsFull))
	case errors.Is(err, form.ErrAgainThread):
		e.Reply.Text(in, string(in.Lang.Tournament.Again.NeedsThread))
	case errors.Is(err, form.ErrListedTime):
		e.Reply.Text(in, w.NeedsStart.Format("option", render.Code("event")))
	case errors.Is(err, form.ErrServerChips):
		e.Reply.Text(in, string(w.Server))
	case !isOption:
		e.Reply.Refuse(in, err)
	case o.Option == "opens" && o.Text != "":
		e.Reply.Text(in, string(w.Opens))
	case o.Option == "stack" && o.Text == "":
		e.Reply.Text(in, w.Stack.Format("range", in.Lang.Range(o.Min, o.Max)))
	case o.Option == "seats" || o.Option == "max":
		e.Reply.Refuse(in, &options.Error{Option: "players", Want: in.Lang.Range(o.Min, o.Max)})
	case o.Option == "cash-share":
		e.Reply.Text(in, string(in.Lang.Tournament.Bounties.First))
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
	case o.Text != "" && o.Option == "late" && o.Rule == 68:
		e.Reply.Text(in, string(w.NeedsLate))
	case o.Text != "" && slices.Contains([]string{"late", "reentry", "check-in", "min"}, o.Option):
		e.Reply.Text(in, w.NeedsStart.Format("option", render.Code(o.Option)))
	case o.Text != "" && o.Option == "paid":
		e.Reply.Refuse(in, &options.Error{Option: "more", Want: "paid 50/30/20"})
	case o.Text != "" || strings.HasPrefix(o.Option, "level "):
		e.Reply.Text(in, string(w.Levels))
	default:
		e.Reply.Refuse(in, &options.Error{Option: o.Option, Want: in.Lang.Range(o.Min, o.Max)})
	}
}

// why returns the sentence for a refusal.
func (d *Director) why(l *locale.Lang, r tournament.Refusal) string {
	w := &l.Tournament.Said.Why
	switch r.Reason {
	case tournament.NotOpen:
		return w.NotOpen.Format("when", render.RelativeTime(r.Until))
	case tournament.TooSoon:
		return w.TooSoon.Format("when", render.RelativeTime(r.Until))
	case tournament.TooLate:
		if d.event().State.View().Phase >= tournament.Seated {
			return string(w.LockedRunning)
		}
		if o := d.event().State.Options(); o.Scheduled {
			return string(w.LockedScheduled)
		}
		return string(w.Locked)
	case tournament.NoMoreRebuy:
		if r.Rule == 67 {
			return string(l.Tournament.Rebuys.HasAddOn)
		}
	case tournament.TooManyChips:
		o := d.event().State.Options()
		return l.Tournament.Rebuys.TooMany.Format("amount", l.Chips(o.Stack))
	case tournament.TooFew:
		o := d.event().State.Options()
		needed := 2
		if o.Scheduled {
			needed = o.Min
		}
		return w.TooFew.Format("n", l.Chips(int64(needed)))
	}
	if known := text.Refused(l, r.Reason); known != "" {
		return string(known)
	}
	return string(l.Why.Other)
}
