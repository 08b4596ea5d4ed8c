package gate

import (
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/internal/retry"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// backoff is the retry schedule after errors of Discord or the store.
var backoff = retry.Backoff{First: 5 * time.Second, Max: 10 * time.Minute}

// quietTime is how long after a mention of the organiser for a person the next one for that person notifies no user: a person who asks and
// withdraws again and again must not disturb the organiser.
const quietTime = 10 * time.Minute

// Applications asks an organiser about each person who wants to register, by a message with buttons, and tells the person how it went.
// Only the goroutine of its table may use it.
type Applications struct {
	retry.Attempt
	table    *table.Table
	event    engine.ID            // the tournament: a later one may have the same table
	doubtful []record.Application // their message may stand, though it is in no record; nil: none
	last     map[reader]time.Time // the last mention of the organiser
}

// reader is a person who applies, and the channel where the organiser reads of it.
type reader struct{ person, channel engine.ID }

// NewApplications returns the applications for the tournaments of a table.
func NewApplications(t *table.Table) *Applications { return &Applications{table: t} }

// next returns the applications that the next message is about: one that waits for an organiser, or some whose people read how they went.
func (a *Applications) next() (due []record.Application) {
	e := a.table.Record().Event
	if a.event != e.ID && !a.InFlight {
		*a = Applications{table: a.table, event: e.ID}
	}
	switch {
	case a.table.Venue().IsDeleted():
		return nil
	case a.doubtful != nil:
		return a.doubtful
	}
	for _, q := range e.Applications {
		if q.Message == 0 && (len(due) == 0 || alike(e, q, due[0])) {
			due = append(due, q)
		}
	}
	return due
}

// alike reports whether one message says how two applications went. Those who may enter read another text with an entry alive.
func alike(e *record.Event, q, other record.Application) bool {
	same := q.Outcome != record.MayEnter || plays(e, q.Person) == plays(e, other.Person)
	return same && q.Outcome == other.Outcome && q.Outcome > record.Entered
}

// Due returns when Show has to try again; zero: not.
func (a *Applications) Due() time.Time {
	if len(a.next()) == 0 || a.InFlight || a.Failures == 0 {
		return time.Time{}
	}
	return a.NotBefore()
}

// Settled reports whether all have read how their applications went, or a message of it failed.
func (a *Applications) Settled() bool {
	e := a.table.Record().Event
	return a.Failures > 0 || len(e.Applicants()) == len(e.Applications)
}

// Show posts the messages that are due, one after the other.
func (a *Applications) Show() {
	due := a.next()
	if len(due) == 0 || a.Blocked() {
		return
	}
	t := a.table
	m := a.toOrganiser(due[0])
	if due[0].Outcome != record.Waits {
		if m = a.toPeople(due); m == nil {
			a.doubtful = nil
			t.Amend(func(r *record.Table) { r.Event.ForgetApplications(due) })
			a.Show()
			return
		}
	}
	about := []int64{int64(a.event), int64(due[0].Outcome), int64(due[0].At)}
	for _, q := range due {
		about = append(about, int64(q.ID))
	}
	nonce := t.Nonce("application", about...)
	a.InFlight = t.Env.Tasks.Go(func() {
		id, err := t.Send(t.Env.Ctx, failpoint.PostApplication, rest.Draft{Message: m, Nonce: nonce})
		t.Must(func() { a.posted(due, id, err) })
	})
}

// toOrganiser returns the message that asks the person who made the tournament. It mentions them, unless a message has just done so.
func (a *Applications) toOrganiser(q record.Application) *discordgo.MessageSend {
	t, e := a.table, a.table.Record().Event
	said, rows := text.Application(t.Locale(), e.Title(), e.ID, e.By, q.Person)
	content := message.Content{Text: said, Rows: rows, IDs: message.CustomID{Table: t.Key.Channel}}
	m := content.Send()
	if time.Since(a.last[reader{q.Person, t.Where().Channel}]) > quietTime {
		m.AllowedMentions = message.Mention(said, e.By).AllowedMentions
	}
	return m
}

// toPeople returns the message that says how some applications went, nil where that is no longer so.
func (a *Applications) toPeople(list []record.Application) *discordgo.MessageSend {
	t, e := a.table, a.table.Record().Event
	l, name := t.Locale(), e.Title()
	said, words := &l.Tournament.Gate, ""
	if first := list[0]; first.Freed() {
		if words = freed(t, first); words == "" {
			return nil
		}
		return message.Mention(words, first.Person)
	}
	switch list[0].Outcome {
	case record.Entered:
		registered, listed := Registered(t, l, list[0].Person)
		if registered == "" {
			return nil
		}
		if words = registered; list[0].Price > 0 && !listed {
			words = locale.Sentences(words, l.Tournament.Said.Charged.Format("amount", l.Chips(list[0].Price)))
		}
	case record.MayEnter:
		if words = said.MayEnter.Format("name", name); plays(e, list[0].Person) {
			words = said.MayRestart.Format("name", name)
		}
	case record.WasRefused:
		words = said.Declined.Format("name", name)
	default:
		if words = said.TooLate.Format("name", name); e.State.View().Phase == tournament.Cancelled {
			words = l.Tournament.Said.CancelledNow.Format("name", name)
		}
	}
	var people []engine.ID
	mentions := ""
	for _, q := range list {
		people, mentions = append(people, q.Person), mentions+render.Mention(q.Person)+" "
	}
	return message.Mention(mentions+words, people...)
}

// posted stores that a message stands. That of a person who does not wait any more is deleted.
func (a *Applications) posted(about []record.Application, id engine.ID, err error) {
	a.InFlight = false
	t, q := a.table, about[0]
	if !t.InTournament() || t.Record().Event.ID != a.event {
		return
	}
	a.doubtful = nil
	if err == nil {
		if a.last == nil {
			a.last = map[reader]time.Time{}
		}
		a.last[reader{q.Person, t.Where().Channel}] = time.Now()
		err = t.Store(fmt.Sprintf("application/%d/%d", q.ID, q.Outcome), func(now *record.Table) {
			if q.Outcome == record.Waits {
				now.Event.Asked(q.ID, id)
			} else {
				now.Event.ForgetApplications(about)
			}
		})
	}
	if err != nil {
		if !rest.Refused(err) { // the same list again, under the same nonce: a longer one would mention these people twice
			a.doubtful = about
		}
		a.Failed(backoff)
		t.Log.Info("could not post about an application to register; retrying", "err", err)
		return
	}
	a.Reset()
	a.Show()
}
