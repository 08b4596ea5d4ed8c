package tournament

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/tournament/scene"
	"cardroom/bot/tournament/thread"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/draw"
	"cardroom/internal/retry"
	"cardroom/render"
	"cardroom/render/text"
)

// nextStep returns the next step of the tournament at a moment; nil: it waits.
func (d *Director) nextStep(at tournament.At) func() {
	e, now := d.event(), engine.Moment(at)
	v, p := e.State.View(), e.State.Pending()
	idle := d.table.View().Phase == engine.Idle
	switch {
	case e.Venue.Deleted != 0:
		return strandedStep(d, at)
	case admitted(d) != 0 && (e.EntriesOver() || !d.looking.Blocked()):
		return func() { letIn(d, at) }
	case v.Phase >= tournament.Finished && !idle:
		return nil
	case v.Phase >= tournament.Finished && e.Result == 0:
		return d.postResult
	case v.Phase >= tournament.Finished && e.Series.Due:
		return nil // its record knows the next one
	case v.Phase >= tournament.Finished:
		return d.close
	case e.Venue.Unsealed && idle: // the seals of the coming hands were deleted with the channel
		return func() { d.tried("reseal", d.table.Store("reseal", (*record.Table).Reseal), message.PostBackoff) }
	case e.Commitment == 0: // the message with the seal comes before the first player
		return d.postSeal
	case !d.looking.Blocked() && !announced(d) && len(e.Series.Invited) > 0:
		return func() { registerInvited(d, at) }
	case p.Begin:
		return func() { d.direct("begin", tournament.Begin{At: at}) }
	case !d.looking.Blocked() && !announced(d) && p.Admit != 0:
		return func() { d.fillPlace(at, p.Admit) }
	case idle && v.Phase == tournament.Running && e.State.Table(scene.Only).Runs: // the hand was called off
		return func() { d.direct("undo", tournament.VoidHand{At: at, Table: scene.Only}) }
	case stuck(d) && v.Phase == tournament.Running && v.Halt == 0:
		return func() { d.direct("halt", tournament.Pause{At: at}) }
	case idle && d.lacks() && e.State.MayStart(scene.Only, now) == nil:
		return d.seatLate
	case v.Phase < tournament.Seated && e.Start != 0 && !p.Start: // also where a tick is due: the message names the players
		return func() { d.direct("start now", tournament.StartNow{At: at}) }
	case e.News() != 0:
		return d.postNews
	case soonAt(d) != 0 && soonAt(d) <= now:
		return func() { d.store("soon", func(e *record.Event) { e.Call.CallSoon(e.State.Options().Times.Start) }) }
	case p.Due == 0 || p.Due > now:
		return nil
	case p.Start && e.Start == 0:
		return func() { d.announce(func(error) {}) } // without the message it is due again
	}
	return func() { d.direct("tick", tournament.Tick{At: at}) }
}

// Due implements [table.Director].
func (d *Director) Due() time.Time {
	due := d.stepDue()
	for _, other := range []time.Time{d.series.due(), d.listed.Due(), asksOf(d).Due(), d.lookDue(), d.lobby.due()} {
		if due.IsZero() || !other.IsZero() && other.Before(due) {
			due = other
		}
	}
	return due
}

// lookDue returns when the roles of a person are asked again; zero: they are not.
func (d *Director) lookDue() time.Time {
	if at := d.looking.NotBefore(); !d.looking.InFlight && at.After(time.Now()) {
		return at
	}
	return time.Time{} // the step is due, if there still is one
}

// stepDue returns when the next step of the tournament is due; zero: none is.
func (d *Director) stepDue() time.Time {
	if d.posting.InFlight {
		return time.Time{}
	}
	if d.nextStep(at()) != nil {
		if at := d.posting.NotBefore(); at.After(time.Now()) {
			return at
		}
		return time.Now()
	}
	due := d.event().State.Pending().Due
	if at := soonAt(d); at != 0 && (due == 0 || at < due) {
		due = at
	}
	if d.table.View().Phase == engine.Idle && d.lacks() {
		if hand := d.HandDue(); hand != 0 && (due == 0 || hand < due) {
			due = hand
		}
	}
	if due == 0 {
		return time.Time{}
	}
	return due.Time()
}

// callBefore is how long before its start a tournament with a start time calls its players (T111).
const callBefore = time.Minute

// soonAt returns when the players are called before the start, or 0 where they are not, or have been.
func soonAt(d *Director) engine.Moment {
	e := d.event()
	v, o := e.State.View(), e.State.Options()
	done := e.Call.Why == record.CallSoon && e.Call.Until == o.Times.Start
	if !o.Scheduled || v.Phase != tournament.Registering || v.Entries == 0 || done || engine.At(time.Now()) >= o.Times.Start {
		return 0
	}
	return o.Times.Start.Add(-callBefore)
}

// lacks reports whether the table lacks a player whom the director seats, or their chips: they came after the start (T65, T66).
func (d *Director) lacks() bool {
	s := &d.event().State
	if s.View().Phase != tournament.Running {
		return false
	}
	v := d.table.View()
	for i, n := range s.Table(scene.Only).Seats {
		if n == 0 || s.Entry(n).Stack == 0 {
			continue
		}
		if seat, ok := v.SeatOf(s.Entry(n).Person); !ok || seat.Seat != i || seat.Stack == 0 {
			return true
		}
	}
	return false
}

// Advance implements [table.Director].
func (d *Director) Advance(now time.Time) {
	d.series.advance()
	if !d.lobby.due().IsZero() {
		d.lobby.show()
	}
	d.listed.Show()
	asksOf(d).Show()
	if d.posting.Blocked() {
		return
	}
	if do := d.nextStep(tournament.At(engine.At(now))); do != nil {
		do()
	}
}

// direct brings the director a command that follows from the time. After an error it tries again a little later.
func (d *Director) direct(name string, c tournament.Command) {
	d.tried(name, d.update(name, c), message.PostBackoff)
}

// update brings the director a command in a commit that the table makes by itself.
func (d *Director) update(name string, c tournament.Command) error {
	return d.table.UpdateByItself(name, func(r *record.Table, next *engine.Table) ([]engine.Event, error) { return d.carryOut(next, r, c) })
}

// send posts a message of the tournament at its table.
func send(d *Director, m *discordgo.MessageSend, nonce string) (engine.ID, error) {
	return d.table.Send(d.table.Env.Ctx, failpoint.PostEvent, rest.Draft{Message: m, Nonce: nonce})
}

// sendFirst posts the first of some messages that Discord takes. Their files may be too large; where the bot lacks a permission, only
// the last one can do without.
func sendFirst(d *Director, list []*discordgo.MessageSend, nonce string) (id engine.ID, err error) {
	for len(list) > 0 {
		id, err = send(d, list[0], nonce)
		switch {
		case errors.Is(err, rest.ErrForbidden):
			list = list[max(1, len(list)-1):]
		case rest.Refused(err):
			list = list[1:]
		default:
			return id, err
		}
	}
	return 0, err
}

// nonceOf returns the nonce of a message of the tournament, which posts it once however often it is sent.
func nonceOf(d *Director, name string) string {
	return d.table.Nonce("event/"+name, int64(d.event().ID))
}

// courtesy posts a message of the tournament beside the board. A failure holds nothing up.
func courtesy(d *Director, name string, m *discordgo.MessageSend) {
	nonce := nonceOf(d, name)
	d.table.Env.Tasks.Go(func() {
		if _, err := send(d, m, nonce); err != nil {
			d.table.Log.Info("could not post a message of a tournament", "what", name, "err", err)
		}
	})
}

// tellUnlisted tells the organiser that Discord does not list the tournament among the events of the server.
func tellUnlisted(d *Director) {
	e := d.event()
	said := d.table.Locale().Tournament.Said.Unlisted.Format("player", render.Mention(e.By), "name", d.name())
	courtesy(d, fmt.Sprintf("unlisted/%d", e.LastNo()), message.Mention(said, e.By))
}

// tried schedules a retry after an error of a step that follows from the time.
func (d *Director) tried(name string, err error, schedule retry.Backoff) {
	if err == nil {
		d.posting.Reset()
		return
	}
	d.posting.Failed(schedule)
	d.table.Log.Log(d.table.Env.Ctx, d.posting.Level(), "could not carry on with a tournament; retrying", "what", name, "err", err)
}

// carryOut brings the director a command in a commit, and seats the players as it says.
func (d *Director) carryOut(next *engine.Table, r *record.Table, c tournament.Command) ([]engine.Event, error) {
	happened, err := r.Event.Direct(c, scene.Lots(d.table, r.Event))
	if err != nil {
		return nil, err
	}
	now := engine.At(time.Now())
	if anyOf(happened, tournament.HandVoided) && next.View(0).Phase != engine.Idle {
		return void(next, now)
	}
	runs := r.Event.State.View().Phase == tournament.Running // else the table keeps its last board
	if !anyOf(happened, tournament.Began, tournament.ChipsAdded, tournament.Raced, tournament.TurnedAbsent, tournament.TurnedPresent) &&
		!(runs && anyOf(happened, tournament.Registered, tournament.WentOut)) {
		return nil, nil
	}
	return d.seat(next, r.Event, now, nil, happened...)
}

// anyOf reports whether one of the events is of one of the kinds.
func anyOf(events []tournament.Event, kinds ...tournament.Kind) bool {
	return slices.ContainsFunc(events, func(x tournament.Event) bool { return slices.Contains(kinds, x.Kind) })
}

// void voids the hand that runs at a table (R65).
func void(next *engine.Table, now engine.Moment) (events []engine.Event, err error) {
	*next, events, err = next.Apply(engine.Void{At: now}, nil)
	return events, err
}

// post posts a message of the tournament beside the board, once, and calls then with its id or the error, as a job.
func (d *Director) post(name string, m *discordgo.MessageSend, then func(id engine.ID, err error)) {
	d.postOne(name, func() ([]*discordgo.MessageSend, error) { return []*discordgo.MessageSend{m}, nil }, then)
}

// postOne posts as post does, the first of some messages that Discord takes: not all may have files. It calls forms
// outside of the table's goroutine, and again later after an error. Another try may have posted the message so long ago that Discord has
// forgotten the nonce: an earlier run of the program, or one whose answer was lost.
func (d *Director) postOne(name string, forms func() ([]*discordgo.MessageSend, error), then func(id engine.ID, err error)) {
	e, to, nonce := d.event(), d.table.Where().Channel, nonceOf(d, name)
	after, fresh := max(e.ID, e.Commitment), d.knownPosts == e.ID
	d.posting.InFlight = d.table.Env.Tasks.Go(func() {
		var id engine.ID
		list, err := forms()
		if err == nil && !fresh {
			id, err = findPost(d.table.Env, to, message.CreatedAt(after), after, func(content string) bool {
				return slices.ContainsFunc(list, func(m *discordgo.MessageSend) bool { return m.Content == content })
			})
		}
		if id == 0 && err == nil {
			id, err = sendFirst(d, list, nonce)
		}
		d.table.Must(func() { d.posted(name, e.ID, id, err, then) })
	})
}

// posted takes in the message that postOne posted for a tournament, or the error.
func (d *Director) posted(name string, event, id engine.ID, err error, then func(id engine.ID, err error)) {
	d.posting.InFlight = false
	switch {
	case err != nil:
		d.knownPosts = 0 // the message may stand all the same
		if d.table.Venue().IsDeleted() {
			break
		}
		d.table.Venue().Failed(&d.posting, err)
		d.table.Log.Log(d.table.Env.Ctx, d.posting.Level(), "could not post a message of a tournament; retrying", "what", name, "err", err)
		d.table.Venue().CloseIfDeleted(err, d.posting.Failures)
	case !d.table.InTournament():
		return
	default:
		d.knownPosts = event
		d.posting.Reset()
	}
	then(id, err)
}

// postSeal posts the seal of the draws. No player may register before it stands.
func (d *Director) postSeal() {
	e := d.event()
	content := text.Seal(d.table.Locale(), d.name(), draw.Seal(fair.ID(e.ID), scene.Seed(d.table, d.event().ID)).String())
	d.post("seal", &discordgo.MessageSend{Content: content}, func(id engine.ID, err error) {
		if err == nil {
			d.store("seal", func(e *record.Event) { e.Commitment = id })
		}
	})
}

// store stores a change of the tournament's messages.
func (d *Director) store(name string, edit func(*record.Event)) error {
	err := d.table.Store(name, func(r *record.Table) { edit(r.Event) })
	if err != nil {
		d.knownPosts = 0 // the message stands
		d.posting.Failed(message.PostBackoff)
		d.table.Log.Warn("could not store a message of a tournament; retrying", "what", name, "err", err)
	}
	return err
}

// errNotAnnounced reports that Discord did not take the message of the start. The log says why.
var errNotAnnounced = errors.New("the message of the start was not posted")

// announce posts the message of the start, which names all players. Its id and the entries are stored before the first draw.
// Until then the entries stay as they are: their order fixes the draws, too. Where Discord does not answer they may change, and another
// list never gets the message of this one: the nonce has the list. Then announce calls done.
func (d *Director) announce(done func(error)) {
	e := d.event()
	var names []string
	var people []engine.ID
	for _, x := range e.State.Entries() {
		names, people = append(names, scene.Player(e, x)), append(people, x.Person)
	}
	content := text.Beginning(d.table.Locale(), d.name(), names, e.Lobby.Channel)
	d.announcing = true
	d.post(fmt.Sprint("start/", people), message.Mention(content), func(id engine.ID, err error) {
		d.announcing = false
		if err != nil {
			err = errNotAnnounced
		} else {
			err = d.store("start", func(e *record.Event) {
				e.Start, e.Entries = id, people
				if e.Journal != nil {
					e.Journal.Announce()
				}
			})
		}
		done(err)
	})
}

// seatLate gives players who came after the start their seats at the table, so that the next hand may begin.
func (d *Director) seatLate() {
	d.tried("seat", d.table.UpdateByItself("seat", func(r *record.Table, next *engine.Table) ([]engine.Event, error) {
		return d.seat(next, r.Event, engine.At(time.Now()), nil)
	}), message.PostBackoff)
}

// close closes the table of a tournament that is over, once its lobby and its event in the server's list say so. Where it has no
// channel, a hand may still run: it is void.
func (d *Director) close() {
	if !d.lobby.settled() || !d.listed.Settled() || !asksOf(d).Settled() {
		d.posting.Postpone(lobbyLook)
		return
	}
	e := d.event()
	err := d.table.UpdateByItself("close", func(_ *record.Table, next *engine.Table) (events []engine.Event, err error) {
		now := engine.At(time.Now())
		if next.View(0).Phase != engine.Idle {
			if events, err = void(next, now); err != nil {
				return nil, err
			}
		}
		*next, events, err = next.Apply(engine.Close{At: now}, events)
		return events, err
	})
	if d.tried("close", err, message.PostBackoff); err == nil {
		thread.Archive(d.table, e)
	}
}
