package gate

import (
	"fmt"
	"slices"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/internal/retry"
	"cardroom/render"
	"cardroom/render/text"
)

// backoff is the retry schedule after errors of Discord or the store.
var backoff = retry.Backoff{First: 5 * time.Second, Max: 10 * time.Minute}

// Applications asks an organiser about each person who wants to register, by a message with buttons. Only the goroutine of its table
// may use it.
type Applications struct {
	retry.Attempt
	table *table.Table
}

// NewApplications returns the applications for the tournaments of a table.
func NewApplications(t *table.Table) *Applications { return &Applications{table: t} }

// next returns the first application whose message is still to come; false if there is none.
func (a *Applications) next() (record.Application, bool) {
	list := a.table.Record().Event.Applications
	i := slices.IndexFunc(list, func(q record.Application) bool { return q.Message == 0 })
	if i < 0 || table.ChannelDeleted(a.table) {
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

// Show posts the messages of new applications, one after the other.
func (a *Applications) Show() {
	q, waits := a.next()
	if !waits || a.Blocked() {
		return
	}
	t := a.table
	e := t.Record().Event
	said, rows := text.Application(t.Locale(), render.EscapeLine(e.Name, render.MostTitle), e.By, q.Person)
	for i := range rows[0] {
		rows[0][i].To = int64(e.ID)
	}
	content := message.Content{Text: said, Rows: rows, IDs: message.CustomID{Table: t.Key.Channel}}
	m := content.Send()
	m.AllowedMentions = message.Mention("", e.By).AllowedMentions
	nonce := t.Nonce(fmt.Sprintf("application/%d", q.ID), int64(e.ID))
	a.InFlight = t.Env.Tasks.Go(func() {
		id, err := t.Send(failpoint.AskOrganiser, m, nonce)
		t.Must(func() { a.posted(q, id, err) })
	})
}

// posted stores the message of an application. That of one which has its answer is deleted.
func (a *Applications) posted(q record.Application, id engine.ID, err error) {
	a.InFlight = false
	t := a.table
	if err == nil && table.InTournament(t) {
		err = t.Store("application", func(now *record.Table) { now.Event.Asked(q.ID, id) })
	}
	if err != nil {
		a.Failed(backoff)
		t.Log.Info("could not ask an organiser about a registration; retrying", "err", err)
		return
	}
	a.Reset()
	a.Show()
}
