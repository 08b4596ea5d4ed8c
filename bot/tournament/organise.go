package tournament

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/tournament/form"
	"cardroom/bot/tournament/organiser"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// Organised returns a handler for the organisers of a tournament (T106). It tells others that they are none.
func Organised(handle func(*Director, *interaction.Interaction)) func(*Director, *interaction.Interaction) {
	return func(d *Director, in *interaction.Interaction) {
		if organiser.Organises(d.table, in) {
			handle(d, in)
			return
		}
		d.say(in, in.Lang.Tournament.Said.NotOrganiser.Format("name", d.name()))
	}
}

// organise carries out a change of an organiser in a commit, and notes who made it (T109). After an error it answers, and returns
// false.
func (d *Director) organise(in *interaction.Interaction, words string, change func(*record.Table, *engine.Table) ([]engine.Event, error)) bool {
	err := d.table.Update(in, func(r *record.Table, next *engine.Table) ([]engine.Event, error) {
		after := r.Event.LastNo()
		events, err := change(r, next)
		if err == nil {
			r.Event.Act(in.User, words, after)
		}
		return events, err
	})
	if err != nil {
		d.refuse(in, err)
	}
	return err == nil
}

// command returns a change that brings the director a command.
func (d *Director) command(c tournament.Command) func(*record.Table, *engine.Table) ([]engine.Event, error) {
	return func(r *record.Table, next *engine.Table) ([]engine.Event, error) { return d.carryOut(next, r, c) }
}

// plays reports whether an organiser has an entry alive: then some powers are not theirs (T107).
func (d *Director) plays(in *interaction.Interaction) bool {
	s := &d.event().State
	n, phase := s.EntryOf(in.User), s.View().Phase
	return n != 0 && !s.Entry(n).Out && phase >= tournament.Seated && phase < tournament.Finished && !in.Has(discordgo.PermissionManageGuild)
}

// barred reports whether an organiser lacks a power because they play, and tells them so (T107).
func barred(d *Director, in *interaction.Interaction) bool {
	plays := d.plays(in)
	if plays {
		d.say(in, string(in.Lang.Tournament.Said.Why.Playing))
	}
	return plays
}

// Start handles /tournament start: it posts the message of the start, and then the seats are drawn.
func Start(d *Director, in *interaction.Interaction) {
	e := d.event()
	begin := func(err error) {
		if errors.Is(err, errNotAnnounced) {
			d.say(in, in.Lang.Tournament.Said.NotAnnounced.Format("name", d.name(), "channel", render.Channel(d.table.Where().Channel)))
		} else if err != nil {
			d.refuse(in, err)
		} else if d.organise(in, "", d.command(tournament.StartNow{At: at()})) {
			d.say(in, in.Lang.Tournament.Said.Started.Format("name", d.name()))
		}
	}
	switch {
	case !d.allows(in, tournament.StartNow{At: at()}):
	case e.Start != 0:
		begin(nil)
	case d.announcing: // for another organiser, or because its time has come
		d.say(in, in.Lang.Tournament.Said.Beginning.Format("name", d.name()))
	case d.posting.InFlight || len(e.Series.Invited) > 0:
		d.say(in, string(in.Lang.Say.Busy))
	default:
		d.announce(begin)
	}
}

// Pause handles /tournament pause. The pause of an organiser who plays is limited (T107).
func Pause(d *Director, in *interaction.Interaction) {
	if !cancelled(d, in) && d.organise(in, "", d.command(tournament.Pause{At: at(), Limited: d.plays(in)})) {
		paused := in.Lang.Tournament.Said.Paused.Format("name", d.name())
		if d.table.View().Phase != engine.Idle {
			paused = locale.Sentences(paused, string(in.Lang.Tournament.HandRuns))
		}
		d.say(in, paused)
	}
}

// Resume handles /tournament resume. Where the channel of the table was deleted, it also moves the lobby (T118). A tournament whose hand
// cannot end stays paused.
func Resume(d *Director, in *interaction.Interaction) {
	if d.table.Venue().IsDeleted() {
		d.moveLobby(in)
		return
	}
	resumed := !cancelled(d, in) && d.organise(in, "", func(r *record.Table, next *engine.Table) ([]engine.Event, error) {
		if err := tryEnd(d, next, r); err != nil {
			return nil, err
		}
		return d.carryOut(next, r, tournament.Resume{At: at()})
	})
	if resumed {
		d.unended = 0
		d.lobby.show()
		d.say(in, in.Lang.Tournament.Said.Resumed.Format("name", d.name()))
	}
}

// allows reports whether the director would carry out a command now, and tells the user if not. A word typed into a modal counts also while a
// hand runs, so that is no reason.
func (d *Director) allows(in *interaction.Interaction, c tournament.Command) bool {
	err := d.event().State.Try(c)
	why, _ := errors.AsType[tournament.Refusal](err)
	allowed := err == nil || why.Reason == tournament.HandRuns && in.Kind == interaction.Modal
	if !allowed {
		d.refuse(in, err)
	}
	return allowed
}

// mostNamed is how many characters of a name fit into the title of a modal.
const mostNamed = 26

// confirm asks an organiser again before something that cannot be undone. The modal keeps the reason.
func (d *Director) confirm(in *interaction.Interaction, verb, arg, title string) {
	id := message.CustomID{Table: d.table.Key.Channel, Verb: verb, Arg: arg, Total: int64(d.event().ID)}
	d.table.Env.Reply.Form(in, id, title, []render.Input{
		{Label: string(in.Lang.Tournament.Said.ReasonLabel), Value: form.TypedReason(in), Required: true, Most: render.MostReason},
	})
}

// AskCancel handles /tournament cancel.
func AskCancel(d *Director, in *interaction.Interaction) {
	switch {
	case cancelled(d, in), barred(d, in), form.LacksReason(d.table.Env, in):
	case d.allows(in, tournament.Cancel{At: at()}):
		d.confirm(in, render.VerbCancelEvent, "", in.Lang.Tournament.Said.SureCancel.Format("name", render.Line(d.event().Name, mostNamed)))
	}
}

// CancelIt handles the modal of /tournament cancel.
func CancelIt(d *Director, in *interaction.Interaction) {
	if cancelled(d, in) || barred(d, in) || form.LacksReason(d.table.Env, in) {
		return
	}
	ends := d.organise(in, form.TypedReason(in), func(r *record.Table, next *engine.Table) ([]engine.Event, error) {
		r.Event.Reason = cmp.Or(r.Event.Reason, form.TypedReason(in))
		return d.carryOut(next, r, tournament.Cancel{At: at(), Now: cancelsNow(d)})
	})
	if ends {
		cancelled(d, in)
	}
}

// cancelsNow reports whether a cancellation does not wait for the end of the hand: a hand without a channel stands.
func cancelsNow(d *Director) bool { return d.event().Venue.Deleted != 0 || stuck(d) }

// cancelled reports whether the tournament is cancelled, or will be after its hand, and tells the user so.
func cancelled(d *Director, in *interaction.Interaction) bool {
	said, v := &in.Lang.Tournament.Said, d.event().State.View()
	switch {
	case v.Phase == tournament.Cancelled:
		d.say(in, said.CancelledNow.Format("name", d.name()))
	case v.Ending && !cancelsNow(d):
		d.say(in, said.Cancelled.Format("name", d.name()))
	default:
		return false
	}
	return true
}

// warn gives a player a warning, which the channel of the table shows (T107).
func warn(d *Director, in *interaction.Interaction, who engine.ID, n int) {
	if d.organise(in, form.TypedReason(in), d.command(tournament.Warn{At: at(), Entry: n})) {
		d.say(in, in.Lang.Tournament.Said.Warned.Format("player", render.Mention(who), "name", d.name()))
		courtesy(d, fmt.Sprintf("warned/%d", d.event().LastNo()), message.Mention(text.Warned(d.table.Locale(), in.User, who, form.TypedReason(in)), who))
	}
}

// AskDisqualify handles /tournament dq.
func AskDisqualify(d *Director, in *interaction.Interaction) {
	who := in.Target.User
	n := d.event().State.EntryOf(who)
	warning := in.Options["warning"] == "true"
	switch {
	case !warning && barred(d, in):
	case n == 0:
		d.refuse(in, tournament.Refusal{Reason: tournament.NoSuchEntry})
	case form.LacksReason(d.table.Env, in):
	case warning:
		warn(d, in, who, n)
	case d.allows(in, tournament.Disqualify{At: at(), Entry: n}):
		title := in.Lang.Tournament.Said.SureDisqualify.Format("player", render.Line(in.Target.Name, mostNamed))
		d.confirm(in, render.VerbDisqualify, fmt.Sprint(who), title)
	}
}

// Disqualify handles the modal of /tournament dq.
func Disqualify(d *Director, in *interaction.Interaction) {
	who := message.Snowflake(in.CustomID.Arg)
	n := d.event().State.EntryOf(who)
	switch {
	case barred(d, in), form.LacksReason(d.table.Env, in):
	case n == 0:
		d.refuse(in, tournament.Refusal{Reason: tournament.NoSuchEntry})
	default:
		struck := d.organise(in, "", func(r *record.Table, next *engine.Table) ([]engine.Event, error) {
			if r.Event.Reasons == nil {
				r.Event.Reasons = map[int]string{}
			}
			r.Event.Reasons[n] = form.TypedReason(in)
			return d.carryOut(next, r, tournament.Disqualify{At: at(), Entry: n})
		})
		if struck {
			d.say(in, in.Lang.Tournament.Said.Disqualified.Format("player", render.Mention(who), "name", d.name()))
		}
	}
}
