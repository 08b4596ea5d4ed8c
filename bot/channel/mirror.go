package channel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/internal/retry"
	"cardroom/render"
	"cardroom/render/text"
)

// mirrorGap is the least time between two edits of a mirror. Other edits go before them.
const mirrorGap = 2500 * time.Millisecond

// mostLost is how often a mirror is posted anew that somebody has deleted, within the life of one message (oldBoard).
const mostLost = 3

// mirrorBackoff is the schedule of posting a mirror that Discord refuses for no known reason. The fifth failure ends it.
var mirrorBackoff = retry.Backoff{First: 2 * time.Second, Max: time.Minute, Tries: 5}

// mirrorPost is the message of a mirror as it stands, and how the next one comes about.
type mirrorPost struct {
	retry.Attempt
	of     message.Ref
	screen *editor.Editor // nil while nothing is known of it
}

// reflect brings the mirror up to the table.
func (a *mirroring) reflect() {
	a.dropShed()
	m := a.channel.table.Record().Mirror
	if a.Mirror.of != m.Ref {
		a.dropMirror()
	}
	switch {
	case m.Channel == 0:
		return
	case !a.channel.table.IsOpen():
		a.leaveMirror()
		return
	case a.channel.table.IsForbidden(), a.channel.table.View().Phase == engine.Shuffling: // the deal follows in a moment, with more to see
		return
	case a.channel.table.Env.Tables.Plays(a.channel.table.Key.Guild, m.Channel): // a table was opened there since
		a.loseMirror(errHasTable)
		return
	case m.Message == 0 || time.Since(m.Posted.Time()) > oldBoard:
		a.postMirror()
		return
	}
	a.mirrorScreen().Show(a.mirrorFrame())
}

var errHasTable = errors.New("the channel has a table of its own")

// mirrorFrame is the board as the mirror shows it.
func (a *mirroring) mirrorFrame() message.Content {
	s := a.channel.table.SceneInWords(0, a.channel.table.Locale())
	s.Mirror = a.channel.table.Key.Channel
	return a.channel.pictured(message.Content{Text: render.Board(s)}, s)
}

// mirrorScreen is the screen of the mirror's message.
func (a *mirroring) mirrorScreen() *editor.Editor {
	if a.Mirror.screen != nil {
		return a.Mirror.screen
	}
	at := a.channel.table.Record().Mirror.Ref
	edit := func(ctx context.Context, f message.Content, pictures ...rest.Picture) error {
		return a.channel.table.Env.Hook.Do(failpoint.EditMirror, func() error {
			return a.channel.table.Env.Rest.Edit(ctx, fmt.Sprint(at.Channel), fmt.Sprint(at.Message), f.Edit(), pictures...)
		})
	}
	gone := func(err error) { a.channel.table.Must(func() { a.mirrorGone(at, err) }) }
	s := editor.New(&a.channel.table.Env.Screens, &editor.Pacer{Gap: mirrorGap}, edit, gone)
	s.Background = true
	a.Mirror.of, a.Mirror.screen = at, s
	return s
}

// dropMirror edits the mirror's message no more.
func (a *mirroring) dropMirror() {
	if a.Mirror.screen != nil {
		a.Mirror.screen.Close()
		a.Mirror.screen = nil
	}
}

// still says that the mirror shows what it is to show, and nothing is under way.
func (m *mirrorPost) still() bool { return !m.InFlight && (m.screen == nil || m.screen.Idle()) }

// leaveMirror shows the closed table for the last time.
func (a *mirroring) leaveMirror() {
	if a.channel.table.Record().Mirror.Message != 0 {
		a.mirrorScreen().Retire(a.mirrorFrame(), nil)
	}
	a.channel.table.Amend(func(r *record.Table) { r.Mirror = record.MirrorRef{} })
	a.Mirror.screen = nil
}

// postMirror posts the mirror, as its first message or where the one it has is too old to be edited.
func (a *mirroring) postMirror() {
	if a.Mirror.Blocked() {
		return
	}
	m, f := a.channel.table.Record().Mirror, a.mirrorFrame()
	nonce := a.channel.table.Nonce("mirror", int64(m.By), m.Posts)
	a.Mirror.InFlight = a.channel.table.Env.Tasks.Go(func() {
		id, err := a.channel.table.Env.Studio.Post(&f, func(pictures ...rest.Picture) (engine.ID, error) {
			ctx, cancel := context.WithTimeout(rest.LowPriority(a.channel.table.Env.Ctx), message.RequestTimeout)
			defer cancel()
			return a.channel.table.Env.Posts.Create(ctx, failpoint.PostMirror, m.Channel, f.Send(), nonce, pictures...)
		})
		a.channel.table.Must(func() { a.mirrorPosted(m, id, err) })
	})
}

// mirrorPosted takes the message of a mirror over. What it shows may be of an earlier life of the program, so it is edited.
func (a *mirroring) mirrorPosted(was record.MirrorRef, id engine.ID, err error) {
	a.Mirror.InFlight = false
	at := message.Ref{Channel: was.Channel, Message: id}
	switch m := a.channel.table.Record().Mirror; {
	case !a.channel.table.IsOpen() || m != was:
		if err == nil {
			a.channel.deleteIn(at, nil)
		}
		if a.channel.table.IsOpen() {
			a.reflect()
		}
		return
	case err != nil:
		a.mirrorFailed(err)
		return
	}
	a.Mirror.Reset()
	next := was
	next.Ref, next.Posted, next.Posts = at, engine.At(time.Now()), was.Posts+1
	if was.Message != 0 { // nobody has deleted that one
		next.Deletions = 0
	}
	if err := a.channel.table.Store("mirror", func(r *record.Table) { r.SetMirror(next) }); err != nil {
		a.channel.table.Log.Info("the mirror is not stored yet", "err", err)
	}
}

// mirrorFailed tries again later, unless it is of no use: a limit or an outage says nothing against the mirror.
func (a *mirroring) mirrorFailed(err error) {
	wait, hope := again(err)
	if hope {
		a.Mirror.Postpone(wait)
	} else {
		wait = a.Mirror.Failed(mirrorBackoff)
		if errors.Is(err, rest.ErrForbidden) || errors.Is(err, rest.ErrNoChannel) || mirrorBackoff.Exhausted(a.Mirror.Failures) {
			a.loseMirror(err)
			return
		}
	}
	time.AfterFunc(wait, func() { a.channel.table.Post(a.reflect) })
}

// mirrorGone takes in that the mirror's message cannot be edited any more.
func (a *mirroring) mirrorGone(at message.Ref, err error) {
	m := a.channel.table.Record().Mirror
	if a.Mirror.of == at {
		a.Mirror.screen = nil
	}
	if !a.channel.table.IsOpen() || a.channel.table.IsForbidden() || m.Ref != at { // where all of the server refuses, nothing is known of this channel
		return
	}
	deleted := errors.Is(err, rest.ErrGone) && m.Deletions < mostLost
	if !deleted && !errors.Is(err, rest.ErrTooOld) {
		a.loseMirror(err)
		return
	}
	if err := a.channel.table.Store("mirror gone", func(r *record.Table) {
		if m.Message = 0; deleted {
			r.Mirror.Message, r.Mirror.Deletions = 0, m.Deletions+1
			return
		}
		r.SetMirror(m)
	}); err != nil {
		a.channel.table.Log.Info("that the mirror is gone is not stored yet", "err", err)
	}
}

// loseMirror ends a mirror that cannot be shown. The log of the table says so.
func (a *mirroring) loseMirror(why error) {
	a.channel.table.Log.Warn("the board is not shown in another channel any more", "channel", uint64(a.channel.table.Record().Mirror.Channel), "err", why)
	a.channel.table.Env.Metrics.MirrorsLost.Inc()
	if err := a.channel.table.Store("mirror lost", func(r *record.Table) {
		r.Audit(text.AuditEntry{What: text.DidLoseMirror, Channel: r.Mirror.Channel})
		if errors.Is(why, errHasTable) { // else its message is out of reach
			r.SetMirror(record.MirrorRef{})
		}
		r.Mirror = record.MirrorRef{}
	}); err != nil {
		a.channel.table.Log.Info("the end of the mirror is not stored yet", "err", err)
	}
}

// dropShed deletes the messages of mirrors that are no more. They are remembered until they are gone.
func (a *mirroring) dropShed() {
	for _, at := range a.channel.table.Record().OldMirrors {
		if !slices.Contains(a.shedding, at) {
			a.shedding = append(a.shedding, at)
			a.channel.deleteIn(at, func() {
				a.shedding = slices.DeleteFunc(a.shedding, func(s message.Ref) bool { return s == at })
				a.channel.table.Amend(func(r *record.Table) {
					r.OldMirrors = slices.DeleteFunc(r.OldMirrors, func(s message.Ref) bool { return s == at })
				})
			})
		}
	}
}

// mirroring is what the channel has of it.
type mirroring struct {
	channel  *Channel
	Mirror   mirrorPost    // of the board, in another channel
	shedding []message.Ref // messages of mirrors that are being deleted
}
