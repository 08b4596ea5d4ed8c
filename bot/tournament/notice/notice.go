// Package notice posts at the table of a tournament that an organiser changed its settings (T7).
package notice

import (
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/bot/tournament/scene"
	"cardroom/engine"
)

// pause is how long after a message about a moved start the next one notifies players again.
const pause = 10 * time.Minute

// Changes posts changes of settings. Its zero value is ready to use.
type Changes struct {
	notified time.Time // when a message about a moved start last notified the players
}

// Update says what an organiser changed.
type Update struct {
	By    engine.ID
	Words string
	Moved bool // the start moved
	Alone bool // no other setting changed
}

// Post posts a change with a function that sends a message. A failure holds nothing up. Once a message that is about the start alone stands,
// the one before it goes: its start is no longer right. One about other settings stays (T7).
func (c *Changes) Post(t *table.Table, x Update, send func(*discordgo.MessageSend) (engine.ID, error)) {
	said, people := scene.NewSettings(t, x.By, x.Words, x.Moved)
	if time.Since(c.notified) < pause {
		people = nil
	} else if len(people) > 0 {
		c.notified = time.Now()
	}
	e := t.Record().Event
	event, start := e.ID, e.State.Options().Times.Start
	t.Env.Tasks.Go(func() {
		id, err := send(message.Mention(said, people...))
		if err != nil {
			t.Log.Info("could not post a change of a tournament's settings", "err", err)
			return
		}
		t.Must(func() {
			if x.Moved && t.InTournament() && t.Record().Event.ID == event {
				noteStart(t, id, start, x.Alone)
			}
		})
	})
}

// noteStart stores a message about a moved start, which replaces the one before it. Where the start has moved since, the new message goes.
func noteStart(t *table.Table, id engine.ID, start engine.Moment, alone bool) {
	if !alone {
		id = 0
	}
	err := t.Store("start", func(r *record.Table) {
		r.Event.Call.NoteStart(id, r.Event.State.Options().Times.Start == start)
	})
	if err != nil {
		t.Log.Info("could not store a message about the start of a tournament", "err", err)
	}
}
