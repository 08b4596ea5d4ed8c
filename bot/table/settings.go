package table

import (
	"slices"
	"strings"
	"time"

	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/render"
)

// Settings has the options of a table, and applies others.
type Settings struct{ table *Table }

// Settings returns the part of the table that deals with its options.
func (t *Table) Settings() Settings { return Settings{t} }

// Apply applies o to a table. While a hand runs, rules wait for the next one, and only looks change at once.
func (s Settings) Apply(r *record.Table, e *engine.Table, o options.Table) ([]engine.Event, error) {
	now := s.Current()
	if e.View(0).Phase == engine.Idle {
		return s.apply(r, e, o)
	}
	if options.Differ(now.Extras.Funds, o.Extras.Funds) {
		return nil, options.ErrChipsOnTable
	}
	if err := s.check(&o); err != nil {
		return nil, err
	}
	now, r.Planned = now.Postpone(o, r.Planned)
	r.Extras = now.Extras
	return nil, nil
}

// applyPlanned applies the options that were planned while a hand ran. It drops those that fit no more, and tells the host.
func (s Settings) applyPlanned() {
	t := s.table
	if !t.IsOpen() || t.View().Phase != engine.Idle || len(t.state.record.Planned) == 0 {
		return
	}
	game, r, planned := t.state.game, t.state.record.Clone(), t.state.record.Planned
	next, left := s.planned()
	events, err := s.apply(&r, &game, next)
	if err == nil {
		err = t.commit(t.idempotencyKey("planned options"), game, r, events, nil)
	}
	if err != nil {
		t.Log.Info("could not apply the planned options; retrying after the next hand", "err", err)
		return
	}
	var dropped []string
	for _, o := range left {
		dropped = append(dropped, render.Code(o.Name)+" "+planned[o.Name])
	}
	if len(dropped) > 0 {
		said := t.Locale().Settings.Dropped.Format("player", render.Mention(r.Host), "options", strings.Join(dropped, ", "))
		t.Display.Say(said, t.Nonce("dropped options", t.version))
	}
}

// apply applies o to a table between hands. Players may not bring chips from the old source back as chips of another (R7).
func (s Settings) apply(r *record.Table, e *engine.Table, o options.Table) ([]engine.Event, error) {
	set := engine.SetRules{Rules: o.Rules, Other: options.Differ(r.Extras.Funds, o.Extras.Funds), At: engine.At(time.Now())}
	next, events, err := e.Apply(set, nil)
	if err != nil {
		return nil, err
	}
	if set.Other {
		r.ForgetChips()
	}
	*e, r.Planned = next, nil
	return events, s.applyExtras(r, o.Extras)
}

// applyExtras replaces the record's extra options. The source of the chips may change only while no player has any, other
// than house players' practice chips: chips go back to their source.
//
// A new source begins a new ledger session, because the old one's debts are settled by wallets. Practice chips from the old
// session would otherwise show up as winnings that no player lost. A session of free chips keeps its open debts: the record
// remembers it, and continues it when the chips are free again.
func (s Settings) applyExtras(r *record.Table, m options.Extras) error {
	was := r.Extras.Funds
	r.Extras = m
	if !options.Differ(was, m.Funds) {
		return nil
	}
	v := s.table.View()
	for _, seat := range v.Seats {
		if (seat.House == engine.Person || v.Rules.Staked) && seat.Stack+seat.Pending != 0 {
			return options.ErrChipsOnTable
		}
	}
	left, next := r.Session, max(r.Session+1, time.Now().UnixMilli())
	switch {
	case m.Funds != options.Free:
		r.Session, r.Owes = next, left
	case r.Owes != 0:
		r.Session, r.Owes = r.Owes, 0
	default:
		r.Session = next
	}
	return nil
}

// Current returns the current table options.
func (s Settings) Current() options.Table {
	return options.Table{Rules: s.table.View().Rules, Extras: s.table.state.record.Extras}
}

// Planned returns the table options from the next hand on.
func (s Settings) Planned() options.Table {
	next, _ := s.planned()
	return next
}

// planned also returns the planned options that do not fit the table as it is.
func (s Settings) planned() (options.Table, []options.Option) {
	return s.Current().Planned(s.table.state.record.Planned, func(o options.Table) error { return s.check(&o) })
}

// check returns why the table cannot have the options o while its players keep their seats, or nil (R2).
func (s Settings) check(o *options.Table) error {
	seats, last := s.table.View().Seats, o.Rules.Seats
	if i := slices.IndexFunc(seats, func(s engine.SeatView) bool { return s.Seat >= last }); i >= 0 {
		return engine.Refusal{Reason: engine.SeatGoes, Min: int64(seats[i].Seat) + 1, Max: int64(last), Rule: 2}
	}
	return o.Rules.Check()
}
