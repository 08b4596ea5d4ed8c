package tournament

import (
	"errors"
	"slices"
	"time"

	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/bot/tournament/calendar"
	"cardroom/bot/tournament/gate"
	"cardroom/bot/tournament/notice"
	"cardroom/bot/tournament/orphan"
	"cardroom/bot/tournament/scene"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/tables"
	"cardroom/internal/retry"
	"cardroom/render"
	"cardroom/render/text"
)

// Director runs the tournament of a table. Its exported methods implement [table.Director]; an exported function that takes a Director
// handles a command or a press of a user.
type Director struct {
	table   *table.Table
	posting retry.Attempt // of the seal, the start or the result
	looking retry.Attempt // at the roles of a person
	lobby   lobbyView
	caller  caller
	series  series
	listed  *calendar.Entry
	asks    *gate.Applications // nil before the first use
	guesses gate.Guesses
	orphans *orphan.List // of all tables

	unended    int64 // the newest hand whose end the director refused
	changes    notice.Changes
	announcing bool      // the message of the start is on its way
	knownPosts engine.ID // the tournament whose messages this run of the program posted or has looked for
}

// Directors returns a function that makes the director of a table, which notes in a list that the table has no channel. It does nothing
// at a cash table.
func Directors(o *orphan.List) func(*table.Table) table.Director {
	return func(t *table.Table) table.Director { return newDirector(o, t) }
}

func newDirector(o *orphan.List, t *table.Table) *Director {
	d := &Director{table: t, orphans: o}
	d.lobby.director, d.caller.director, d.series.director = d, d, d
	d.listed = calendar.New(t, func() text.Lobby { return scene.Lobby(t) }, func() { tellUnlisted(d) })
	return d
}

// directorOf returns the director of a table.
func directorOf(t *table.Table) *Director { return t.Director.(*Director) }

// name returns the name of the tournament, for messages.
func (d *Director) name() string { return d.event().Title() }

// event returns the tournament as it stands. Callers must not change it.
func (d *Director) event() *record.Event { return d.table.Record().Event }

// Committing implements [table.Director].
func (d *Director) Committing(next *engine.Table, r *record.Table, events []engine.Event) ([]engine.Event, error) {
	at := engine.At(time.Now())
	commands := d.commands(next, r.Event, events, tournament.At(at))
	if len(commands) == 0 {
		return events, nil
	}
	e := r.Event.Clone()
	absent, bought := false, false
	for _, c := range commands {
		happened, err := e.Direct(c, scene.Lots(d.table, e))
		refusal, refused := errors.AsType[tournament.Refusal](err)
		if _, ends := c.(tournament.EndHand); ends && refused {
			return nil, keepHand(d, next.View(0).Hand, refusal)
		} else if err != nil && !refused {
			return nil, err
		}
		absent = absent || anyOf(happened, tournament.TurnedAbsent, tournament.TurnedPresent)
		bought = bought || anyOf(happened, tournament.ChipsAdded, tournament.Raced)
	}
	r.Event = e
	if !bought && (!absent || next.View(0).Phase == engine.Idle) { // between hands the next one brings it
		return events, nil
	}
	return d.seat(next, e, at, events)
}

// commands returns the commands for the director that follow from events at the table.
func (d *Director) commands(next *engine.Table, e *record.Event, events []engine.Event, at tournament.At) (list []tournament.Command) {
	runs := e.State.View().Phase == tournament.Running
	for _, x := range events {
		n := e.State.EntryOf(x.Player)
		switch decided := x.Kind == engine.Acted || x.Kind == engine.Drew; {
		case !runs:
		case decided && x.Silent && n != 0:
			list = append(list, tournament.TimeOut{At: at, Entry: n})
		case decided && n != 0 && e.State.Entry(n).House == engine.Person:
			list = append(list, tournament.Press{At: at, Entry: n})
		case x.Kind == engine.HandEnded:
			v, o := next.View(0), e.State.Options()
			list = append(list, tables.End(&o, scene.Only, &v, engine.Moment(at)))
		case x.Kind == engine.HandVoided:
			list = append(list, tournament.VoidHand{At: at, Table: scene.Only})
		}
	}
	return list
}

// seat has the players of the table as the director says, after some events of it. A new entry has a full time bank, also where its
// player still sits there from the one before (T68, T70).
func (d *Director) seat(next *engine.Table, e *record.Event, at engine.Moment, events []engine.Event, happened ...tournament.Event) ([]engine.Event, error) {
	v := next.View(0)
	bank := func(player engine.ID) time.Duration {
		entered := slices.ContainsFunc(happened, func(x tournament.Event) bool { return x.Kind == tournament.Registered && x.Person == player })
		if s, ok := v.SeatOf(player); ok && !entered {
			return s.Bank
		}
		return tables.FullBank(player)
	}
	seated, events, err := next.Apply(tables.Seating(&e.State.Tournament, scene.Only, at, bank), events)
	if err == nil {
		*next = seated
	}
	return events, err
}

// StartHand implements [table.Director].
func (d *Director) StartHand(next *engine.Table, r *record.Table, now engine.Moment) ([]engine.Event, error) {
	e := r.Event.Clone()
	happened, err := e.Direct(tournament.StartHand{At: tournament.At(now), Table: scene.Only}, scene.Lots(d.table, e))
	if err != nil {
		return nil, err
	}
	started := happened[slices.IndexFunc(happened, func(x tournament.Event) bool { return x.Kind == tournament.HandStarted })]
	events, err := d.seat(next, e, now, nil)
	if err != nil {
		return nil, err
	}
	o := e.State.Options()
	start := tables.Start(&o, started)
	start.After = max(start.After, r.Shuffle.Used)
	dealt, events, err := next.Apply(start, events)
	if err != nil {
		return nil, err
	}
	e.Journal.Number(started, next.View(0).Turn.Hand, dealt.View(0).Hand)
	*next, r.Event = dealt, e
	return events, nil
}

// HandDue implements [table.Director].
func (d *Director) HandDue() engine.Moment {
	e, now := d.event(), engine.At(time.Now())
	err := e.State.MayStart(scene.Only, now)
	if err == nil {
		return now
	}
	if r, ok := errors.AsType[tournament.Refusal](err); ok && r.Reason == tournament.TooSoon {
		return r.Until
	}
	return 0
}

// Standing implements [table.Director].
func (d *Director) Standing(s *render.Scene) *render.Tournament {
	lobby, v := shown(d), &s.View
	now := lobby.Standing()
	now.Before = lobby.Before(s.Language())
	if v.Phase != engine.Idle {
		now = lobby.During(d.event().State.Table(scene.Only).Level)
	}
	now.Dealt = lobby.Deal(s.Language())
	d.offers(&now, v)
	scene.Personalise(d.table, s)
	if v.Phase == engine.Idle && v.Until != 0 {
		v.Until = d.dealtBy()
	}
	return &now
}

// dealtBy returns when the players get the cards of the next hand: the value of a beacon comes after its start.
func (d *Director) dealtBy() engine.Moment {
	next := d.event().State.Table(scene.Only).Next
	if d.table.Dealer.UnderBeacon() {
		next = next.Add(table.BeaconLead)
	}
	return next
}
