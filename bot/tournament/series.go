package tournament

import (
	"errors"
	"fmt"
	"time"

	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/bot/tournament/form"
	"cardroom/bot/tournament/gate"
	"cardroom/bot/tournament/scene"
	"cardroom/bot/tournament/thread"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/internal/retry"
	"cardroom/render"
	"cardroom/store"
)

// series opens the next tournament once this one has started (T122). The channel of its table comes first, then the table. Each is
// stored before the next step, and the table opens at most once: so wherever the program ends, there is one next tournament.
type series struct {
	retry.Attempt
	director *Director
}

// errTaken says that another table was opened in the channel meanwhile.
var errTaken = errors.New("the channel has another table")

// due returns when the next step is due; zero: none is.
func (s *series) due() time.Time {
	if !s.director.event().Series.Due || s.InFlight {
		return time.Time{}
	}
	if now := time.Now(); s.NotBefore().Before(now) {
		return now
	}
	return s.NotBefore()
}

// advance makes the next step.
func (s *series) advance() {
	now := s.director.event().Series
	switch {
	case !now.Due || s.Blocked():
	case now.Channel == 0:
		s.makeVenue()
	default:
		s.open(now.Channel)
	}
}

// makeVenue makes the channel of the next table.
func (s *series) makeVenue() {
	t, e := s.director.table, s.director.event()
	lobby, name, start := e.Lobby.Channel, thread.Name(t.Locale(), e.Name), e.Start
	s.InFlight = t.Env.Tasks.Go(func() {
		to, _, err := thread.Make(t.Env, t.Key.Guild, lobby, start, name)
		t.Must(func() { s.made(to, err) })
	})
}

// made stores the channel of the next table. Where there can be none, the series ends.
func (s *series) made(to engine.ID, err error) {
	s.InFlight = false
	t := s.director.table
	switch {
	case !t.InTournament():
	case err == nil:
		s.store("next channel", func(now *record.Series) { now.Channel = to })
	case errors.Is(err, rest.ErrNoChannel) || rest.Refused(err):
		t.Log.Warn("could not make a thread for the next tournament; the series ends, and /tournament create begins another", "err", err)
		s.store("no next", func(now *record.Series) { *now = record.Series{} })
		tellSeriesOver(s.director)
	default:
		s.retry("could not make a thread for the next tournament; retrying", err)
	}
}

// tellSeriesOver tells the organiser that there is no next tournament. It is a courtesy.
func tellSeriesOver(d *Director) {
	e, l := d.event(), d.table.Locale()
	said := l.Tournament.Again.Over.Format("player", render.Mention(e.By), "name", d.name(), "channel", render.Channel(e.Lobby.Channel))
	courtesy(d, "no next", message.Mention(said, e.By))
}

// open opens the next tournament in its channel, as a job of its table.
func (s *series) open(in engine.ID) {
	t, e := s.director.table, s.director.event()
	p := draft{
		id: e.Start, Conditions: e.Clone().Conditions, format: form.Format{Options: e.State.Options(), Bots: len(e.Bots), Level: scene.HouseLevel(e)},
		lobby: e.Lobby.Channel, invited: e.Series.Waiting, locale: t.Record().Locale, parent: t.Record().Parent, thread: thread.Name(t.Locale(), e.Name),
	}
	if o := e.Series.Options; o != nil { // the levels may have changed in play
		p.format.Options = o.Clone()
	}
	p.format.Options.Times.Opens = 0
	next := t.Env.Tables.Get(store.Key{Guild: t.Key.Guild, Channel: in})
	s.InFlight = next.Post(func() {
		err := openNext(next, p)
		t.Must(func() { s.confirm(err) })
	})
	if !s.InFlight {
		s.Failed(message.PostBackoff)
	}
}

// openNext makes a tournament at its table, unless it is there.
func openNext(t *table.Table, p draft) error {
	if t.IsOpen() {
		if e := t.Record().Event; e == nil || e.ID != p.id {
			return errTaken
		}
		return nil
	}
	t.Display.Opening()
	return t.UpdateByItself(fmt.Sprintf("next/%d", p.id), func(r *record.Table, game *engine.Table) ([]engine.Event, error) {
		return nil, first(t, p, r, game)
	})
}

// confirm stores that the next tournament is there.
func (s *series) confirm(err error) {
	s.InFlight = false
	switch {
	case !s.director.table.InTournament():
	case err == nil:
		s.store("next", func(now *record.Series) { *now = record.Series{} })
	case errors.Is(err, errTaken):
		s.store("next taken", func(now *record.Series) { now.Channel = 0 })
	default:
		s.retry("could not open the next tournament; retrying", err)
	}
}

// store stores a step.
func (s *series) store(name string, edit func(*record.Series)) {
	err := s.director.table.Store(name, func(r *record.Table) { edit(&r.Event.Series) })
	if err != nil {
		s.retry("could not store a step towards the next tournament; retrying", err)
		return
	}
	s.Reset()
}

// retry logs an error and schedules another try.
func (s *series) retry(text string, err error) {
	s.Failed(message.PostBackoff)
	s.director.table.Log.Warn(text, "err", err)
}

// registerInvited registers the first person who waited for the tournament before, for the price. A person who may not register, or cannot
// pay, is skipped.
func registerInvited(d *Director, at tournament.At) {
	person, others := d.event().Series.Invited[0], d.event().Series.Invited[1:]
	due := func() bool { return len(d.event().Series.Invited) == len(others)+1 }
	checkGate(d, at, person, due, func(at tournament.At) {
		err := d.table.UpdateByItself("invite", func(r *record.Table, next *engine.Table) ([]engine.Event, error) {
			r.Event.Series.Invited = others
			r.Event.NoteInvited(person, engine.Moment(at))
			return d.carryOut(next, r, tournament.Register{At: at, Person: person})
		})
		_, poor := errors.AsType[*store.FundsError](err)
		switch {
		case poor:
			uninvite(d, person, others, gate.TooPoor(d.table.Locale(), d.event(), person))
		case refused(err):
			uninvite(d, person, others, "")
		default:
			d.tried("invite", err, message.PostBackoff)
		}
	}, func(why string) { uninvite(d, person, others, why) })
}

// uninvite goes on with the others who are invited, and tells the person why, if there is a reason to tell.
func uninvite(d *Director, person engine.ID, others []engine.ID, why string) {
	err := d.table.Store("invite no more", func(r *record.Table) { r.Event.Series.Invited = others })
	if d.tried("invite", err, message.PostBackoff); err == nil && why != "" {
		tellSkipped(d, person, at(), why)
	}
}
