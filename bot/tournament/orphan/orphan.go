// Package orphan tells organisers of a tournament whose table has no channel (T118).
package orphan

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/bot/tournament/organiser"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/render"
)

// pauseAfter is how long a tournament waits for another channel (T118). Then it pauses, and its organisers have to act.
const pauseAfter = 10 * time.Minute

// giveUpLimit is how long a tournament that has not begun waits for another channel. Then it is cancelled. A paused one is cancelled
// after as long a time (T101).
const giveUpLimit = 24 * time.Hour

// Limit returns for how long a tournament without a channel waits for one before it pauses, or is cancelled.
func Limit(e *record.Event) time.Duration {
	if e.State.View().Phase < tournament.Running {
		return giveUpLimit
	}
	return pauseAfter
}

// List tells organisers, once each, of a tournament whose table has been without a channel for longer than pauseAfter. Its zero value is
// ready to use. It is safe for concurrent use.
type List struct {
	mu   sync.Mutex
	list map[*table.Table]orphan
}

// orphan is a tournament without a channel.
type orphan struct {
	from     time.Time          // when its organisers read of it
	notified map[engine.ID]bool // by organiser
}

// Note records whether the table of a tournament has a channel. Organisers read of it once it pauses, or could.
func (o *List) Note(t *table.Table, e *record.Event) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if e.Venue.Deleted == 0 {
		delete(o.list, t)
		return
	}
	x := o.list[t]
	if x.notified == nil {
		x.notified = map[engine.ID]bool{}
	}
	if x.from = e.Venue.Deleted.Time().Add(pauseAfter); e.State.View().Halt != 0 {
		x.from = time.Time{}
	}
	if o.list == nil {
		o.list = map[*table.Table]orphan{}
	}
	o.list[t] = x
}

// withoutNotice are the commands that no notice comes after: the answer says so itself, or mends it.
var withoutNotice = []string{"help", "tournament status", "tournament resume"}

// Notify tells the user of an interaction, after its answer, of the tournaments that they organise in the server and that need them.
func (o *List) Notify(in *interaction.Interaction) {
	if in.Kind == interaction.Command && slices.Contains(withoutNotice, in.Path) {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	maps.DeleteFunc(o.list, func(t *table.Table, _ orphan) bool { s := t.Summary(); return !s.Open || s.Event == nil })
	for t, x := range o.list {
		if t.Key.Guild == in.Key.Guild && !x.notified[in.User] && time.Now().After(x.from) {
			in.WhenDelivered(func() { t.Env.Tasks.Go(func() { o.notify(t, in) }) })
		}
	}
}

// notify tells an organiser of a tournament, unless they have read it already.
func (o *List) notify(t *table.Table, in *interaction.Interaction) {
	s := t.Summary()
	if s.Event == nil || !s.Event.Deleted || !organiser.Organises(t, in) || !o.first(t, in.User) {
		return
	}
	ctx, cancel := context.WithTimeout(t.Env.Ctx, message.RequestTimeout)
	defer cancel()
	content := message.Content{Text: WithoutChannel(in, s.Event)}
	if _, err := t.Env.Posts.FollowUp(ctx, failpoint.TellOrganiser, in.Ref, content); err != nil {
		o.forget(t, in.User)
		t.Log.Info("could not tell an organiser that a tournament has no channel; /help says so too", "player", uint64(in.User), "err", err)
	}
}

// first reports whether an organiser has not been told of a tournament, and notes that they have.
func (o *List) first(t *table.Table, organiser engine.ID) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	x, found := o.list[t]
	if !found || x.notified[organiser] {
		return false
	}
	x.notified[organiser] = true
	return true
}

// forget lets the next press of an organiser bring the notice after all.
func (o *List) forget(t *table.Table, organiser engine.ID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.list[t].notified, organiser)
}

// WithoutChannel returns the text for an organiser about a tournament without a channel.
func WithoutChannel(in *interaction.Interaction, e *table.EventSummary) string {
	return "**" + render.EscapeLine(e.Name, render.MostTitle) + "** · " + string(in.Lang.Tournament.NoChannel)
}
