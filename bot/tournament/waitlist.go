package tournament

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/tournament/gate"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/store"
)

// fillPlace gives a free place to the first person on the waitlist. It takes those off who fail the gate or cannot pay the price, and
// the channel tells them (T13). Where roles matter it asks Discord for theirs.
func (d *Director) fillPlace(at tournament.At, person engine.ID) {
	due := func() bool { return d.event().State.Pending().Admit == person }
	checkGate(d, at, person, due, func(at tournament.At) { enter(d, at, person) }, func(why string) { skip(d, person, why) })
}

// checkGate calls then if the gate lets a person in, else refuse with the reason, "" if they left the server. While it asks Discord for
// roles, the person may cease to be due, or the start may fix the entries. Then it calls neither, as after an error, and tries again.
func checkGate(d *Director, now tournament.At, person engine.ID, due func() bool, then func(tournament.At), refuse func(why string)) {
	e, env := d.event(), d.table.Env
	decide := func(at tournament.At, has func(engine.ID) bool) {
		if why := gate.Skipped(d.table.Locale(), d.event(), d.table.Key.Guild, person, has); why != "" {
			refuse(why)
			return
		}
		then(at)
	}
	if !e.ByRole() {
		decide(now, func(engine.ID) bool { return false })
		return
	}
	d.looking.InFlight = env.Tasks.Go(func() {
		ctx, cancel := context.WithTimeout(env.Ctx, message.RequestTimeout)
		defer cancel()
		m, err := env.Rest.Member(ctx, fmt.Sprint(d.table.Key.Guild), fmt.Sprint(person))
		d.table.Must(func() {
			if d.looking.InFlight = false; err == nil {
				d.looking.Reset()
			}
			switch {
			case !d.table.InTournament() || announced(d) || !due():
			case errors.Is(err, rest.ErrGone):
				refuse("")
			case err != nil: // it holds nothing else up
				d.looking.Failed(message.PostBackoff)
				d.table.Log.Warn("could not look at the roles of a person who wants to register; retrying", "player", uint64(person), "err", err)
			default:
				decide(at(), func(role engine.ID) bool {
					return role == d.table.Key.Guild || slices.Contains(m.Roles, fmt.Sprint(role))
				})
			}
		})
	})
}

// enter admits a person of the waitlist, and notes it for them. It takes them off if they cannot pay.
func enter(d *Director, at tournament.At, person engine.ID) {
	err := d.table.UpdateByItself("admit", func(r *record.Table, next *engine.Table) ([]engine.Event, error) {
		events, err := d.carryOut(next, r, tournament.Admit{At: at, Person: person})
		if o := r.Event.State.Options(); err == nil {
			r.Event.NoteFreed(person, o.Price, engine.Moment(at))
		}
		return events, err
	})
	if _, poor := errors.AsType[*store.FundsError](err); poor {
		skip(d, person, gate.TooPoor(d.table.Locale(), d.event(), person))
		return
	}
	d.tried("admit", err, message.PostBackoff)
}

// skip takes a person off the waitlist and tells them why, if there is a reason to tell.
func skip(d *Director, person engine.ID, why string) {
	now := at()
	if err := d.update("skip", tournament.Skip{At: now, Person: person}); err != nil {
		d.tried("skip", err, message.PostBackoff)
	} else if why != "" {
		tellSkipped(d, person, now, why)
	}
}

// tellSkipped tells a person in the channel why they get no place.
func tellSkipped(d *Director, person engine.ID, now tournament.At, why string) {
	courtesy(d, fmt.Sprintf("skip/%d/%d", person, now), message.Mention(why, person))
}
