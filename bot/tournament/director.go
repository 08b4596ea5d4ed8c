package tournament

import (
	"errors"
	"slices"
	"time"

	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/bot/tournament/calendar"
	"cardroom/bot/tournament/gate"
	"cardroom/bot/tournament/orphan"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/draw"
	"cardroom/engine/tournament/tables"
	"cardroom/internal/retry"
	"cardroom/render"
	"cardroom/render/text"
)

// only is the number of the tournament's table.
const only = 1

// Director runs the tournament of a table. It implements [table.Director].
type Director struct {
	table   *table.Table
	posting retry.Attempt // of the seal, the start or the result
	lobby   lobbyView
	caller  caller
	series  series
	listed  *calendar.Entry
	asks    *gate.Applications
	orphans *orphan.List // of all tables

	announcing bool // the message of the start is on its way
}

// NewDirector returns the director of a table, which notes in a list that the table has no channel. It does nothing at a cash table.
func NewDirector(o *orphan.List, t *table.Table) table.Director {
	d := &Director{table: t, asks: gate.NewApplications(t), orphans: o}
	d.lobby.director, d.caller.director, d.series.director = d, d, d
	d.listed = calendar.New(t, d.Lobby, func() { tellUnlisted(d) })
	return d
}

// DirectorOf returns the director of a table.
func DirectorOf(t *table.Table) *Director { return t.Director.(*Director) }

// event returns the tournament as it stands. Callers must not change it.
func (d *Director) event() *record.Event { return d.table.Record().Event }

// name returns the name of the tournament, for messages.
func (d *Director) name() string { return render.EscapeLine(d.event().Name, render.MostTitle) }

// seed returns the seed of the draws. It depends on the key and the tournament alone, so that no store can lose it.
func (d *Director) seed(e *record.Event) fair.Secret {
	return fair.Mac(d.table.Env.Codec.Envelope.TagKey[:], "cardroom/tour/seed", fair.U64(uint64(d.table.Key.Guild)), fair.U64(uint64(e.ID)))
}

// lots returns the draws, or nil before the message of the start stands.
func (d *Director) lots(e *record.Event) tournament.Lots {
	if e.Start == 0 {
		return nil
	}
	return draw.NewLots(d.seed(e), start(e))
}

// start returns what the draws depend on beside the seed.
func start(e *record.Event) *draw.Start {
	s := &draw.Start{Tournament: fair.ID(e.ID), Message: fair.ID(e.Start)}
	for _, person := range e.Entries {
		s.Entries = append(s.Entries, fair.ID(person))
	}
	return s
}

// Follow implements [table.Director].
func (d *Director) Follow(next *engine.Table, r *record.Table, events []engine.Event) ([]engine.Event, error) {
	at := engine.At(time.Now())
	commands := d.commands(next, r.Event, events, tournament.At(at))
	if len(commands) == 0 {
		return events, nil
	}
	e := r.Event.Clone()
	absent, bought := false, false
	for _, c := range commands {
		happened, err := e.Direct(c, d.lots(e))
		if _, refused := errors.AsType[tournament.Refusal](err); err != nil && !refused {
			return nil, err
		}
		absent = absent || slices.ContainsFunc(happened, func(x tournament.Event) bool {
			return x.Kind == tournament.TurnedAbsent || x.Kind == tournament.TurnedPresent
		})
		bought = bought || slices.ContainsFunc(happened, func(x tournament.Event) bool { return x.Kind == tournament.ChipsAdded || x.Kind == tournament.Raced })
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
			list = append(list, tables.End(&o, only, &v, engine.Moment(at)))
		case x.Kind == engine.HandVoided:
			list = append(list, tournament.VoidHand{At: at, Table: only})
		}
	}
	return list
}

// seat has the players of the table as the director says.
func (d *Director) seat(next *engine.Table, e *record.Event, at engine.Moment, events []engine.Event) ([]engine.Event, error) {
	v := next.View(0)
	bank := func(player engine.ID) time.Duration {
		if s, ok := v.SeatOf(player); ok {
			return s.Bank
		}
		return tables.FullBank(player)
	}
	seated, events, err := next.Apply(tables.Seating(&e.State.Tournament, only, at, bank), events)
	if err == nil {
		*next = seated
	}
	return events, err
}

// StartHand implements [table.Director].
func (d *Director) StartHand(next *engine.Table, r *record.Table, now engine.Moment) ([]engine.Event, error) {
	e := r.Event.Clone()
	happened, err := e.Direct(tournament.StartHand{At: tournament.At(now), Table: only}, d.lots(e))
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
	*next, r.Event = dealt, e
	return events, nil
}

// HandDue implements [table.Director].
func (d *Director) HandDue() engine.Moment {
	e, now := d.event(), engine.At(time.Now())
	err := e.State.MayStart(only, now)
	if err == nil {
		return now
	}
	if r, ok := errors.AsType[tournament.Refusal](err); ok && r.Reason == tournament.TooSoon {
		return r.Until
	}
	return 0
}

// Standing implements [table.Director].
func (d *Director) Standing(v *engine.View) *render.Tournament {
	s := d.Lobby().Standing()
	d.offers(&s, v)
	if v.Phase == engine.Idle && v.Until != 0 {
		v.Until = d.dealtBy()
	}
	return &s
}

// dealtBy returns when the players get the cards of the next hand: the value of a beacon comes after its start.
func (d *Director) dealtBy() engine.Moment {
	next := d.event().State.Table(only).Next
	if d.table.Dealer.UnderBeacon() {
		next = next.Add(table.BeaconLead)
	}
	return next
}

// Lobby returns the tournament as its lobby shows it.
func (d *Director) Lobby() text.Lobby {
	e := d.event()
	v, o := e.State.View(), e.State.Options()
	l := text.Lobby{
		Name: d.name(), Options: &o, View: &v, Reason: render.EscapeLine(e.Reason, render.MostReason), Seal: draw.Seal(fair.ID(e.ID), d.seed(e)).String(),
		Gate: gate.Shown(&e.Gate), Guild: d.table.Key.Guild, Again: e.Again, Listed: e.Listed,
	}
	for n := 1; n <= v.Entries; n++ {
		x := e.State.Entry(n)
		l.Entries = append(l.Entries, text.LobbyEntry{Player: playerName(e, x), Entry: x, Number: n, Here: !slices.Contains(v.Missing, n)})
	}
	if p := e.State.Pending(); v.Phase == tournament.Registering && !p.Start && (v.StartsAt == 0 || v.StartsAt <= engine.At(time.Now())) && v.ReadyBy == 0 {
		l.Expires = p.Due
	}
	l.Deleted = e.Venue.Deleted != 0
	if e.Commitment != 0 && e.Venue == (record.Venue{}) { // else the message with the seal was deleted
		l.Sealed = render.Link(d.table.Key.Guild, d.table.Key.Channel, e.Commitment)
	}
	if v.Phase >= tournament.Registering && !l.Deleted {
		l.Table = table.Where(d.table).Channel
	}
	if o.Schedule.Hands > 0 && v.Phase == tournament.Running {
		l.InHands = o.Schedule.Hands - int(e.State.Table(only).Hand)%o.Schedule.Hands
	}
	return l
}

// playerName returns how to write the player of an entry.
func playerName(e *record.Event, x tournament.Entry) string {
	if x.House != engine.Person {
		return render.Bold(e.Bots[x.Person])
	}
	return render.Mention(x.Person)
}
