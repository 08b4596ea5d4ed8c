package tournament

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/tournament/gate"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/render"
	"cardroom/render/text"
	"cardroom/store"
)

// mostWord is how long an invitation word may be in the modal.
const mostWord = 40

// errWord is the error of an invitation word that lets no player in.
var errWord = errors.New("tournament: no such invitation word")

// admits reports whether the gate lets a user register (T11). If not it answers: with the reason, with a modal for the invitation word,
// or that an organiser is asked.
func admits(d *Director, in *interaction.Interaction) bool {
	e := d.event()
	why := gate.Refused(in.Lang, e, in.Key.Guild, in.HasRole)
	switch {
	case why != "":
		d.say(in, why)
	case e.NeedsWord(in.User) && in.Kind != interaction.Modal:
		id := message.CustomID{Table: d.table.Key.Channel, Verb: render.VerbRegister, Total: int64(e.ID)}
		d.table.Env.Reply.Form(in, id, render.Line(e.Name, mostNamed), []render.Input{
			{Label: string(in.Lang.Tournament.Gate.Label), Required: true, Most: mostWord},
		})
	case e.NeedsApproval(in.User) && !gate.Organises(d.table, in):
		applies(d, in)
	default:
		return true
	}
	return false
}

// markAdmitted notes in a commit that a user passes the gate. The error is errWord.
func markAdmitted(in *interaction.Interaction, e *record.Event) error {
	if e.NeedsWord(in.User) && !e.UseWord(in.User, in.Text) {
		return errWord
	}
	if e.Approval {
		e.Approve(in.User)
	}
	return nil
}

// applies keeps the application of a user who wants to register, so that an organiser reads it.
func applies(d *Director, in *interaction.Interaction) {
	e, said := d.event(), &in.Lang.Tournament.Gate
	if !e.Applies(in.User) {
		if len(e.Applications) == record.MostApplications {
			d.say(in, said.TooMany.Format("n", in.Lang.Chips(record.MostApplications)))
			return
		}
		err := affords(d, in)
		if err == nil {
			err = d.table.Update(in, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
				if r.Event.NeedsWord(in.User) && !r.Event.UseWord(in.User, in.Text) {
					return nil, errWord
				}
				r.Event.Applications = append(r.Event.Applications, record.Application{Person: in.User, ID: message.Snowflake(in.ID)})
				return nil, nil
			})
		}
		if err != nil {
			d.refuse(in, err)
			return
		}
	}
	d.say(in, said.Asked.Format("organiser", render.Mention(e.By), "name", d.name()))
}

// affords returns an error if the wallet of a user holds less than the price.
func affords(d *Director, in *interaction.Interaction) error {
	o := d.event().State.Options()
	if o.Price == 0 {
		return nil
	}
	have, err := balance(d, in)
	if err == nil && have < o.Price {
		err = &store.FundsError{Person: in.User, Have: have, Need: o.Price}
	}
	return err
}

// withdraw ends the application of a user who does not want to register any more.
func withdraw(d *Director, in *interaction.Interaction) {
	err := d.table.Update(in, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
		r.Event.EndApplications(func(q record.Application) bool { return q.Person == in.User })
		return nil, nil
	})
	if err != nil {
		d.refuse(in, err)
		return
	}
	d.say(in, string(in.Lang.Money.Withdrawn))
}

// Answer handles the buttons below an application (T107). With a yes the person is registered, if they still can be; else they may register
// themselves.
func Answer(d *Director, in *interaction.Interaction) {
	answer, typed, _ := strings.Cut(in.CustomID.Arg, " ")
	who, l := message.Snowflake(typed), d.table.Locale()
	said := &l.Tournament.Gate
	if !d.event().Applies(who) {
		d.say(in, string(in.Lang.Tournament.Gate.Answered))
		return
	}
	if answer != text.AdmitYes {
		storeAnswer(d, in, who, text.AdmitNo, nil, func() string { return said.Declined.Format("player", render.Mention(who), "name", d.name()) })
		return
	}
	if d.fixed(in) {
		return
	}
	enter := tournament.Register{At: at(), Person: who}
	if s := d.event().State; s.EntryOf(who) == 0 || s.Entry(s.EntryOf(who)).Out {
		if storeAnswer(d, in, who, text.AdmitYes, enter, func() string {
			words, _ := registered(d, l, who)
			return render.Mention(who) + " " + words
		}) {
			return
		}
	}
	storeAnswer(d, in, who, text.AdmitYes, nil, func() string { return said.MayEnter.Format("player", render.Mention(who), "name", d.name()) })
}

// storeAnswer stores the answer to an application, with a command for the director or without, and tells the person. It reports false, and has
// done nothing, where the director or the wallet refuses the command.
func storeAnswer(d *Director, in *interaction.Interaction, who engine.ID, answer string, c tournament.Command, words func() string) bool {
	err := d.table.Update(in, func(r *record.Table, next *engine.Table) ([]engine.Event, error) {
		e := r.Event
		e.EndApplications(func(q record.Application) bool { return q.Person == who })
		if answer == text.AdmitYes {
			e.Approve(who)
		}
		e.Answer(in.User, who, answer, engine.At(time.Now()))
		if c == nil {
			return nil, nil
		}
		return d.carryOut(next, r, c)
	})
	_, refused := errors.AsType[tournament.Refusal](err)
	_, poor := errors.AsType[*store.FundsError](err)
	switch {
	case c != nil && (refused || poor):
		return false
	case err != nil:
		d.refuse(in, err)
		return true
	}
	d.table.Env.Reply.Ack(in) // the message with the buttons goes
	courtesy(d, fmt.Sprintf("answer/%s", in.ID), message.Mention(words(), who))
	return true
}
