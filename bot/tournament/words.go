package tournament

import (
	"errors"

	"cardroom/bot/interaction"
	"cardroom/bot/tournament/form"
	"cardroom/engine/tournament"
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
	if errors.Is(err, errWord) {
		d.say(in, in.Lang.Tournament.Gate.WrongWord.Format("name", d.name()))
		return
	}
	form.Refuse(d.table.Env, in, err)
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
