package tournament

import (
	"errors"
	"slices"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/bot/tournament/form"
	"cardroom/bot/tournament/gate"
	"cardroom/bot/tournament/scene"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/render"
	"cardroom/render/text"
)

// order carries out the command of a user, at most once for an interaction. After an error it answers, and returns false.
func (d *Director) order(in *interaction.Interaction, c tournament.Command) bool {
	err := d.table.Update(in, func(r *record.Table, next *engine.Table) ([]engine.Event, error) { return d.carryOut(next, r, c) })
	if err != nil {
		d.refuse(in, err)
	}
	return err == nil
}

// at returns the moment of a command.
func at() tournament.At { return tournament.At(engine.At(time.Now())) }

// announced reports whether the message of the start stands or is on its way, and the seats are still to be drawn.
func announced(d *Director) bool {
	e := d.event()
	return e.State.View().Phase < tournament.Seated && (e.Start != 0 || d.announcing)
}

// begins reports whether the entries are fixed, because the start was announced or is due.
func begins(d *Director) bool {
	p := d.event().State.Pending()
	return announced(d) || p.Start && p.Due <= engine.At(time.Now())
}

// fixed answers a user and reports true if the entries are fixed.
func (d *Director) fixed(in *interaction.Interaction) bool {
	fixed := begins(d)
	if fixed {
		d.refuse(in, tournament.Refusal{Reason: tournament.Started, Rule: 12})
	}
	return fixed
}

// Register handles the button and /tournament register.
func Register(d *Director, in *interaction.Interaction) {
	switch {
	case d.event().Commitment == 0 || len(d.event().Series.Invited) > 0:
		d.say(in, string(in.Lang.Tournament.Said.Why.NotYet))
		return
	case d.fixed(in), !d.allows(in, tournament.Register{At: at(), Person: in.User}), returnsTooSoon(d, in), !gate.KnowsPrice(d.table, in), !passGate(d, in, render.VerbRegister):
		return
	}
	err := d.enter(in, tournament.Register{At: at(), Person: in.User})
	switch words, listed := gate.Registered(d.table, in.Lang, in.User); {
	case err != nil:
		d.refuse(in, err)
	case listed:
		d.say(in, scene.Waiting(d.table, in.Lang, in.User))
	default:
		d.say(in, words+gate.Wallet(d.table, in, in.Lang.Tournament.Said.PaidIn))
	}
}

// enter carries out the command with which a user whom the gate lets in gets an entry. It uses the invitation word that they typed.
func (d *Director) enter(in *interaction.Interaction, c tournament.Command) error {
	return d.table.Update(in, func(r *record.Table, next *engine.Table) ([]engine.Event, error) {
		if err := useWord(d, in, r.Event); err != nil {
			return nil, err
		}
		if r.Event.Approval { // an organiser needs no other one
			r.Event.Approve(in.User)
		}
		r.Event.EndApplications(in.User)
		return d.carryOut(next, r, c)
	})
}

// returnsTooSoon answers a user and reports true if they unregistered too often to register now.
func returnsTooSoon(d *Director, in *interaction.Interaction) bool {
	until := d.event().BarredUntil(in.User)
	soon := engine.At(time.Now()) < until
	if soon {
		d.refuse(in, tournament.Refusal{Reason: tournament.TooSoon, Rule: 12, Until: until})
	}
	return soon
}

// Unregister handles the button and /tournament unregister. From the start on it says what /leave says (T12).
func Unregister(d *Director, in *interaction.Interaction) {
	s := &d.event().State
	waits := slices.Contains(s.View().Waitlist, in.User)
	switch {
	case d.event().Applies(in.User):
		withdraw(d, in)
		return
	case !waits && s.EntryOf(in.User) != 0 && (s.View().Phase >= tournament.Seated || begins(d)): // the chips stay (T38)
		Stay(d.table, in)
		return
	case d.fixed(in): // on the waitlist too: any command would carry out due steps, such as the end of the check-in
		return
	}
	err := d.table.Update(in, func(r *record.Table, next *engine.Table) ([]engine.Event, error) {
		now := at()
		r.Event.Withdrew(in.User, engine.Moment(now))
		return d.carryOut(next, r, tournament.Unregister{At: now, Person: in.User})
	})
	switch {
	case err != nil:
		d.refuse(in, err)
	case waits:
		d.say(in, in.Lang.Tournament.Said.OffWaitlist.Format("name", d.name()))
	default:
		d.say(in, in.Lang.Tournament.Said.Unregistered.Format("name", d.name())+gate.Wallet(d.table, in, in.Lang.Tournament.Said.PaidBack))
	}
}

// pressAge is how old the last press of a registered player is when another one is stored.
const pressAge = 30 * time.Second

// pressed counts a press in the lobby of a player who is registered: they are there (T15, T36).
func (d *Director) pressed(who engine.ID) {
	s, now := &d.event().State, engine.At(time.Now())
	n := s.EntryOf(who)
	if n == 0 || s.View().Phase != tournament.Registering || begins(d) || now < s.Entry(n).Pressed.Add(pressAge) {
		return
	}
	if err := d.update("press", tournament.CheckIn{At: tournament.At(now), Person: who}); err != nil {
		d.table.Log.Info("could not store that a player is there; the next press does", "player", uint64(who), "err", err)
	}
}

// Here handles the button I'm here, before the start (T14, T15) or in a pause because many players vanished (T100).
func Here(d *Director, in *interaction.Interaction) {
	if d.event().State.View().Phase >= tournament.Running {
		if n, ok := d.alive(in); ok && d.order(in, tournament.Press{At: at(), Entry: n}) {
			d.say(in, string(in.Lang.Tournament.Said.HereAgain))
		}
		return
	}
	if !d.fixed(in) && d.order(in, tournament.CheckIn{At: at(), Person: in.User}) {
		d.say(in, string(in.Lang.Tournament.Said.Here))
	}
}

// MyTable handles the button: it says where the player's seat is.
func MyTable(d *Director, in *interaction.Interaction) {
	d.say(in, scene.Seat(d.table, in.Lang, in.User))
}

// Standings handles the button and /tournament standings.
func Standings(d *Director, in *interaction.Interaction) {
	d.say(in, scene.Standings(d.table, shown(d), in.Lang, in.User))
}

// Status handles /tournament status: all levels and prizes.
func Status(d *Director, in *interaction.Interaction) {
	d.say(in, text.Structure(in.Lang, d.table.Locale(), shown(d)))
}

// Log handles /tournament log.
func Log(d *Director, in *interaction.Interaction) {
	d.say(in, text.TournamentLog(in.Lang, scene.Lobby(d.table), scene.History(d.event())))
}

// say answers a user in private.
func (d *Director) say(in *interaction.Interaction, words string) { d.table.Env.Reply.Text(in, words) }

// refuse tells a user why the director, or the store, refused. A user who is registered or on the waitlist reads how they stand.
func (d *Director) refuse(in *interaction.Interaction, err error) {
	if why, _ := errors.AsType[tournament.Refusal](err); why.Reason == tournament.AlreadyIn {
		MyTable(d, in)
		return
	}
	form.RefuseAt(d.table, in, err)
}
