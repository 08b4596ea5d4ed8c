package tournament

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/tournament/form"
	"cardroom/bot/tournament/gate"
	"cardroom/bot/tournament/organiser"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/render"
	"cardroom/render/text"
	"cardroom/store"
)

// asksOf returns the messages about applications.
func asksOf(d *Director) *gate.Applications {
	if d.asks == nil {
		d.asks = gate.NewApplications(d.table)
	}
	return d.asks
}

// passGate reports whether the gate lets a user register, or start again (T11, T70). If not it answers: with the reason, with a modal of the
// verb for the invitation word, or that an organiser is asked. A user who typed too many wrong words waits, also with an open modal.
func passGate(d *Director, in *interaction.Interaction, verb string) bool {
	e := d.event()
	why, barred := gate.Refused(in.Lang, e, in.Key.Guild, in.HasRole), d.guesses.BarredUntil(e.ID, in.User)
	switch {
	case why != "":
		d.say(in, why)
	case e.NeedsWord(in.User) && engine.At(time.Now()) < barred:
		d.say(in, in.Lang.Tournament.Gate.ManyWords.Format("when", render.RelativeTime(barred)))
	case e.NeedsWord(in.User) && in.Kind != interaction.Modal:
		gate.AskWord(d.table, in, verb, render.Line(e.Name, mostNamed))
	case e.NeedsApproval(in.User) && !organiser.Organises(d.table, in):
		apply(d, in)
	default:
		return true
	}
	return false
}

// useWord uses the invitation word that a user has typed, if they need one. A wrong one counts, and the error is form.ErrWord.
func useWord(d *Director, in *interaction.Interaction, e *record.Event) error {
	if e.NeedsWord(in.User) && !e.UseWord(in.User, in.Text) {
		d.guesses.Count(e.ID, in.User, engine.At(time.Now()))
		return form.ErrWord
	}
	return nil
}

// keepWord uses the invitation word that a user typed while a hand began, so that their next press needs none.
func keepWord(d *Director, in *interaction.Interaction) {
	err := d.table.Update(in, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) { return nil, useWord(d, in, r.Event) })
	if err != nil {
		d.table.Log.Info("could not keep an invitation word; the player types it again", "player", uint64(in.User), "err", err)
	}
}

// apply keeps the application of a user who wants to register or to start again, so that an organiser reads it.
func apply(d *Director, in *interaction.Interaction) {
	e, said := d.event(), &in.Lang.Tournament.Gate
	switch {
	case slices.Contains(e.Declined, in.User):
		d.say(in, said.Declined.Format("name", d.name()))
		return
	case !e.Applies(in.User) && len(e.Applicants()) >= gate.MostApplications:
		d.say(in, said.TooMany.Format("n", in.Lang.Chips(gate.MostApplications)))
		return
	}
	err := gate.CheckFunds(d.table, in)
	if err == nil {
		err = d.table.Update(in, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
			now := engine.At(time.Now())
			q := record.Application{Person: in.User, ID: message.Snowflake(in.ID), At: now, Pressed: now, Price: r.Event.State.Options().Price}
			if r.Event.NeedsWord(in.User) {
				q.Word = in.Text
			}
			r.Event.Apply(q)
			return nil, useWord(d, in, r.Event)
		})
	}
	if err != nil {
		d.refuse(in, err)
		return
	}
	d.say(in, gate.Asked(in.Lang, e, in.User))
}

// withdraw ends the application of a user who does not want to register any more.
func withdraw(d *Director, in *interaction.Interaction) {
	err := d.table.Update(in, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
		r.Event.Withdraw(in.User)
		return nil, nil
	})
	if err != nil {
		d.refuse(in, err)
		return
	}
	d.say(in, in.Lang.Tournament.Gate.Withdrawn.Format("name", d.name()))
}

// Answer handles the buttons below an application (T107). The message with the buttons goes.
func Answer(d *Director, in *interaction.Interaction) {
	typed, person, _ := strings.Cut(in.CustomID.Arg, " ")
	n, _ := strconv.Atoi(typed)
	who, answer := message.Snowflake(person), text.Answer(n)
	switch {
	case !d.event().Applies(who) || !d.event().NeedsApproval(who) || answer != text.Approved && answer != text.Declined:
		d.say(in, string(in.Lang.Tournament.Gate.Answered))
		return
	case answer == text.Approved && d.fixed(in):
		return
	}
	err := d.table.Update(in, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
		r.Event.Answer(in.User, who, answer, engine.At(time.Now()))
		return nil, nil
	})
	if err != nil {
		d.refuse(in, err)
		return
	}
	d.table.Env.Reply.Ack(in)
	letIn(d, at())
}

// admitted returns the person who need not wait for an organiser any longer, 0 for none. While the start is announced the entries stand.
func admitted(d *Director) engine.ID {
	if len(d.event().Applications) == 0 || begins(d) {
		return 0
	}
	return d.event().Admitted()
}

// letIn registers the people who need not wait for an organiser any longer. If the gate refuses them now, or the price is another one, they
// may register themselves.
func letIn(d *Director, at tournament.At) {
	who := admitted(d)
	switch over := d.event().EntriesOver(); {
	case who == 0 || !over && d.looking.Blocked():
		return
	case over:
		endApplication(d, who, record.TooLate)
		return
	}
	due := func() bool { return admitted(d) == who }
	checkGate(d, at, who, due, func(at tournament.At) { enterApplicant(d, at, who) }, func(string) { endApplication(d, who, record.MayEnter) })
}

// enterApplicant registers a person who applied. Their last press was the application. A person who applied to start again presses once more:
// they may want to keep their stack by now.
func enterApplicant(d *Director, at tournament.At, who engine.ID) {
	q, o := d.event().Application(who), d.event().State.Options()
	if q.Price != o.Price {
		endApplication(d, who, record.MayEnter)
		return
	}
	err := d.table.UpdateByItself(fmt.Sprintf("enter/%d", q.ID), func(r *record.Table, next *engine.Table) ([]engine.Event, error) {
		r.Event.End(who, record.Entered)
		return d.carryOut(next, r, tournament.Register{At: at, Person: who, Pressed: q.Pressed})
	})
	if refused(err) {
		endApplication(d, who, record.MayEnter)
		return
	}
	if d.tried("enter", err, message.PostBackoff); err == nil {
		letIn(d, at)
	}
}

// endApplication ends an application without an entry.
func endApplication(d *Director, who engine.ID, outcome record.Outcome) {
	name := fmt.Sprintf("end application/%d/%d", d.event().Application(who).ID, outcome)
	err := d.table.Store(name, func(r *record.Table) { r.Event.End(who, outcome) })
	if d.tried("end application", err, message.PostBackoff); err == nil {
		letIn(d, at())
	}
}

// refused reports whether the director refused a command, or a wallet holds too little.
func refused(err error) bool {
	_, refusal := errors.AsType[tournament.Refusal](err)
	_, poor := errors.AsType[*store.FundsError](err)
	return refusal || poor
}
