package gate

import (
	"fmt"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/internal/retry"
	"cardroom/render"
	"cardroom/render/text"
)

// backoff is the retry schedule after errors of Discord or the store.
var backoff = retry.Backoff{First: 5 * time.Second, Max: 10 * time.Minute}

// quietTime is how long after a mention of the organiser for a person the next one for that person notifies no user: one who asks and
// withdraws again and again must not disturb the organiser.
const quietTime = 10 * time.Minute

// Applications asks an organiser about each person who wants to register, by a message with buttons, and tells the person how it went.
// Only the goroutine of its table may use it.
type Applications struct {
	retry.Attempt
	table    *table.Table
	doubtful *record.Application     // its message may stand, though it is in no record; nil: none
	last     map[engine.ID]time.Time // the last mention of the organiser for a person
}

// NewApplications returns the applications for the tournaments of a table.
func NewApplications(t *table.Table) *Applications {
	return &Applications{table: t}
}

// next returns the first application with a message to post; false if there is none.
func (a *Applications) next() (record.Application, bool) {
	list := a.table.Record().Event.Applications
	i := slices.IndexFunc(list, func(q record.Application) bool { return q.Message == 0 })
	switch {
	case table.ChannelDeleted(a.table):
		return record.Application{}, false
	case a.doubtful != nil:
		return *a.doubtful, true
	case i < 0:
		return record.Application{}, false
	}
	return list[i], true
}

// Due returns when Show has to try again; zero: not.
func (a *Applications) Due() time.Time {
	if _, waits := a.next(); !waits || a.InFlight || a.Failures == 0 {
		return time.Time{}
	}
	return a.NotBefore()
}

// Show posts the messages that are due, one after the other.
func (a *Applications) Show() {
	q, waits := a.next()
	if !waits || a.Blocked() {
		return
	}
	t := a.table
	m := a.toOrganiser(q)
	if q.Outcome != record.Waits {
		m = message.Mention(render.Mention(q.Person)+" "+a.toPerson(q), q.Person)
	}
	nonce := t.Nonce(fmt.Sprintf("application/%d/%d", q.ID, q.Outcome), int64(t.Record().Event.ID), int64(q.At))
	a.InFlight = t.Env.Tasks.Go(func() {
		id, err := t.Send(failpoint.PostApplication, m, nonce)
		t.Must(func() { a.posted(q, id, err) })
	})
}

// toOrganiser returns the message that asks the person who made the tournament.
func (a *Applications) toOrganiser(q record.Application) *discordgo.MessageSend {
	t, e := a.table, a.table.Record().Event
	said, rows := text.Application(t.Locale(), render.EscapeLine(e.Name, render.MostTitle), e.ID, e.By, q.Person)
	content := message.Content{Text: said, Rows: rows, IDs: message.CustomID{Table: t.Key.Channel}}
	m := content.Send()
	if time.Since(a.last[q.Person]) > quietTime {
		m.AllowedMentions = message.Mention(said, e.By).AllowedMentions
		if a.last == nil {
			a.last = map[engine.ID]time.Time{}
		}
		a.last[q.Person] = time.Now()
	}
	return m
}

// toPerson returns what a person reads about their application.
func (a *Applications) toPerson(q record.Application) string {
	t, e := a.table, a.table.Record().Event
	said, name := &t.Locale().Tournament.Gate, render.EscapeLine(e.Name, render.MostTitle)
	switch q.Outcome {
	case record.Entered:
		words, _ := Registered(t, t.Locale(), q.Person)
		return words
	case record.MayEnter:
		return said.MayEnter.Format("name", name)
	case record.WasRefused:
		return said.Declined.Format("name", name)
	}
	return said.TooLate.Format("name", name)
}

// posted stores that a message stands. That of a person who does not wait any more is deleted.
func (a *Applications) posted(q record.Application, id engine.ID, err error) {
	a.InFlight = false
	t := a.table
	if !table.InTournament(t) {
		return
	}
	a.doubtful = nil
	if err == nil {
		err = t.Store("application", func(now *record.Table) {
			if q.Outcome == record.Waits {
				now.Event.Asked(q.ID, id)
			} else {
				now.Event.ForgetApplication(q.ID)
			}
		})
	}
	if err != nil {
		if q.Outcome == record.Waits && !rest.Refused(err) {
			a.doubtful = &q
		}
		a.Failed(backoff)
		t.Log.Info("could not post about an application to register; retrying", "err", err)
		return
	}
	a.Reset()
	a.Show()
}
